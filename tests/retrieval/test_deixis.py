"""Questions that refer to the cursor position."""

import pytest

from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.deixis import points_here


@pytest.mark.parametrize(
    "question",
    [
        "what is this?",
        "who calls this function",
        "why here",
        "explain my selection",
        "what stands under the cursor",
        "how?",
    ],
)
def test_some_point_or_name_nothing(question: str) -> None:
    assert points_here(analyse(question))


@pytest.mark.parametrize(
    "question", ["Make the source selection logic clearer", "close the database cursor", "where is the total computed"]
)
def test_others_do_not(question: str) -> None:
    assert not points_here(analyse(question))
