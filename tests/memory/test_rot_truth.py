"""The truth of the measure of rot: tokens of code found elsewhere, under another name, and sentences in other words."""

from ctx_lsp.graph.entry import FileEntry, make_entry
from ctx_lsp.text.source import SourceText
from tests.memory.rot.code_truth import CodeTruth, Fate, code_tokens, occurs, renamed_to
from tests.memory.rot.text_truth import is_reworded

CODE = """\
def total(prices, rate):
    \"\"\"Add up.\"\"\"
    found = 0
    for one in prices:
        found += one * rate
    return found
"""


def entries(**texts: str) -> dict[str, FileEntry]:
    return {f"{name}.py": make_entry(f"{name}.py", SourceText(text.encode())) for name, text in texts.items()}


def fate(**after: str) -> Fate:
    return CodeTruth(entries(a=CODE), entries(**after), {}).fate("a.py::total")


def test_comments_are_no_code_and_attributes_are() -> None:
    assert [one.text for one in code_tokens("a.rs", "#[inline]\n// why\nfn a() {}")][-5:] == ["a", "(", ")", "{", "}"]
    assert code_tokens("a.rs", "#[inline]\nfn a() {}") != code_tokens("a.rs", "fn a() {}")


def test_the_fate_of_a_definition() -> None:
    assert fate(a=CODE.replace("Add up.", "Sum.")).kind == "same"
    assert fate(a=CODE.replace("* rate", "/ rate")).kind == "changed"
    assert fate(a="").kind == "gone"
    assert fate(a="", b=CODE) == Fate("moved", "b.py", "total")
    assert fate(a="", b=CODE, c=CODE).kind == "unknown"
    short = entries(a="def one():\n    return 1\n")
    copied = entries(b="def one():\n    return 1\n")
    assert CodeTruth(short, copied, {}).fate("a.py::one").kind == "unknown", "too short to tell a move from a copy"
    assert fate(a=CODE.replace("total", "amount")) == Fate("moved", "a.py", "amount")


def test_a_renamed_macro_has_moved() -> None:
    macro = "#define total(pv) \\\n({ \\\n    assert(!is_empty(pv)); \\\n    (pv)->first + (pv)->last; \\\n})\n"
    before, after = (
        {"cart.h": make_entry("cart.h", SourceText(text.encode()))}
        for text in (macro, macro.replace("total", "sum_of"))
    )
    assert CodeTruth(before, after, {}).fate("cart.h::total") == Fate("moved", "cart.h", "sum_of")


def test_code_that_only_tests_used_may_have_moved_into_them() -> None:
    before, after = ({path: make_entry(path, SourceText(CODE.encode()))} for path in ("cart.py", "tests/test_cart.py"))
    assert after["tests/test_cart.py"].role == "test"
    assert CodeTruth(before, after, {}).fate("cart.py::total") == Fate("moved", "tests/test_cart.py", "total")


def test_tokens_occur_in_order_and_under_one_other_name() -> None:
    assert occurs(["b", "c"], ["a", "b", "c"])
    assert not occurs(["c", "b"], ["a", "b", "c"])
    assert list(renamed_to(["def", "f", "f"], ["def", "g", "g"], "f")) == ["g"]
    assert list(renamed_to(["def", "f", "f"], ["def", "g", "h"], "f")) == []


def test_a_sentence_in_other_words_is_recognised() -> None:
    words = ["returns", "the", "sum", "of", "all", "prices", "in", "cents"]
    assert is_reworded(words, ["returns", "the", "sum", "of", "all", "prices", "in", "euros"])
    assert not is_reworded(words, ["opens", "a", "socket", "to", "the", "given", "host"])
