"""Filters that could let nothing through are refused, and the name that was meant is told."""

import pytest

from ctx_lsp.analysis import BadRequest
from ctx_lsp.analysis.filters import check_filter
from ctx_lsp.retrieval.model import Filter


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (Filter(kinds=("Method", "class")), "filter.kinds: expected the name of a kind of symbol, not 'class'; did you "
         "mean 'Class'?"),
        (Filter(kinds=("Qqqq",)), "filter.kinds: expected the name of a kind of symbol, not 'Qqqq'"),
        (Filter(languages=("Python",)), "filter.languages: expected the name of a language, not 'Python'; did you mean "
         "'python'?"),
        (Filter(languages=("typscript",)), "filter.languages: expected the name of a language, not 'typscript'; did "
         "you mean 'typescript'?"),
    ],
)  # fmt: skip
def test_a_name_that_nothing_has_is_refused(wanted: Filter, message: str) -> None:
    with pytest.raises(BadRequest) as caught:
        check_filter(wanted)
    assert str(caught.value) == message


def test_known_names_and_no_names_pass() -> None:
    check_filter(Filter())
    check_filter(Filter(languages=("python", "tsx", "text"), kinds=("Class", "EnumMember")))
