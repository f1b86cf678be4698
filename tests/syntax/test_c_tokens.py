"""Code of C and C++ without comments and the contents of literals; expected texts have `~` for a blanked byte."""

import pytest

from ctx_lsp.syntax.preprocessing.c_tokens import read_code


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("if (m == 0xFFFF'FFFFu) {", "if (m == 0xFFFF'FFFFu) {"),
        ("x = 1'000'000.000'5; f('{');", "x = 1'000'000.000'5; f('~');"),
        ("x = u8'{' + L'(';", "x = u8'~' + L'~';"),
        ("a2'{';", "a2'~';"),
        ('LR"a(( b)" )a";', 'LR"~~~~~~~~~~";'),
        ('u8R"("()" + uR"({)";', 'u8R"~~~~" + uR"~~~";'),
        ('f(R"x({)x");', 'f(R"~~~~~");'),
        ('L"(" "[";', 'L"~" "~";'),
    ],
)
def test_numbers_and_prefixes_of_literals(text: str, marked: str) -> None:
    """A quote within a number does not begin a literal; one after a prefix does."""
    assert read_code(text.encode()).code.decode() == marked.replace("~", " ")
