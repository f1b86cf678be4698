"""Macros of C and C++ that are hidden from the parser; in what is expected, `~` stands for a blanked byte."""

import pytest

from ctx_lsp.syntax.macros import blank_macros
from tests.syntax.languages.outlines import expected, symbols


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("struct s {\n  FIELDS\n  MORE(int)\n  int x;\n};", "struct s {\n  ~~~~~~\n  ~~~~~~~~~\n  int x;\n};"),
        ("int a;\nBEGIN_API\nint b;", "int a;\n~~~~~~~~~\nint b;"),
        ("#include <a>\n\nBEGIN_API\nint b;", "#include <a>\n\n~~~~~~~~~\nint b;"),
        ("/* it */\nBEGIN_API\nint b;", "/* it */\n~~~~~~~~~\nint b;"),
        ("class MY_API Name : Base {};", "class ~~~~~~ Name : Base {};"),
        ("struct ALIGNED(8) Name\n{ int x; };", "struct ~~~~~~~~~~ Name\n{ int x; };"),
    ],
)
def test_blanked(text: str, marked: str) -> None:
    """A macro between statements or in the head of a type goes; every offset holds."""
    assert _marked(text) == marked


@pytest.mark.parametrize(
    "text",
    [
        "enum e {\n  RED_ONE\n};",
        "enum e {\n  GREEN,\n  RED_ONE\n};",
        "TEST(works)\n{\n}",
        "DWORD\nrun(int x) { return x; }",
        "int x = a ||\n  FLAG_B\n;",
        "call(\n  MAKE(x)\n);",
        "#define A \\\n  BODY_OF_A\nint b;",
        "struct NAME x = {1};",
        "return\n  RESULT\n;",
    ],
)
def test_kept(text: str) -> None:
    """What an expression, an enumeration or a function needs stays."""
    assert _marked(text) == text


def test_outline_around_macros() -> None:
    """Structures whose fields come from macros stand beside each other."""
    text = """
    BEGIN_DECLS
    struct first {
      HANDLE_FIELDS
      PRIVATE_FIELDS
    };
    EXPORT int open_first(first_t*);
    struct second {
      HANDLE_FIELDS
      int own;
    };
    END_DECLS
    """
    assert symbols("a.c", text) == expected("""
        Struct first | struct first
        Function open_first | EXPORT int open_first(first_t*)
        Struct second | struct second
        Field second.own | int own
    """)


def _marked(text: str) -> str:
    blanked = blank_macros(text.encode()).decode()
    return "".join(old if old == new else "~" for old, new in zip(text, blanked, strict=True))
