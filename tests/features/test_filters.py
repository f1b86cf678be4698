"""Filters that could let nothing through are refused, and the name that was meant is told."""

import pytest

from ctx_lsp.features.filters import check_filter
from ctx_lsp.retrieval.model import Filter
from ctx_lsp.workspace import BadRequest


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (Filter(kinds=("Method", "class")), "'class' is not a kind of symbol. Did you mean 'Class'?"),
        (Filter(kinds=("Qqqq",)), "'Qqqq' is not a kind of symbol"),
        (Filter(languages=("Python",)), "'Python' is not a known language. Did you mean 'python'?"),
        (Filter(languages=("typscript",)), "'typscript' is not a known language. Did you mean 'typescript'?"),
    ],
)
def test_a_name_that_nothing_has_is_refused(wanted: Filter, message: str) -> None:
    with pytest.raises(BadRequest) as caught:
        check_filter(wanted)
    assert str(caught.value) == message


def test_known_names_and_no_names_pass() -> None:
    check_filter(Filter())
    check_filter(Filter(languages=("python", "tsx", "text"), kinds=("Class", "EnumMember")))
