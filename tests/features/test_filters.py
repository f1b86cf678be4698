"""Filters that match nothing are rejected with the nearest valid name."""

import pytest

from ctx_lsp.features.filters import check_filter
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.workspace import BadRequest


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (ResultFilter(kinds=("Method", "class")), "'class' is not a kind of symbol. Did you mean 'Class'?"),
        (ResultFilter(kinds=("Qqqq",)), "'Qqqq' is not a kind of symbol"),
        (ResultFilter(languages=("Python",)), "'Python' is not a known language. Did you mean 'python'?"),
        (ResultFilter(languages=("typscript",)), "'typscript' is not a known language. Did you mean 'typescript'?"),
    ],
)
def test_a_name_that_nothing_has_is_refused(wanted: ResultFilter, message: str) -> None:
    with pytest.raises(BadRequest) as caught:
        check_filter(wanted)
    assert str(caught.value) == message


def test_known_names_and_no_names_pass() -> None:
    check_filter(ResultFilter())
    check_filter(ResultFilter(languages=("python", "tsx", "text"), kinds=("Class", "EnumMember")))
