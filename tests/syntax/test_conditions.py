"""Conditional compilation in C and C++ that cuts a statement; in expected texts, `~` is a blanked byte."""

import pytest

from ctx_lsp.syntax.preprocessing.c_tokens import read_code
from ctx_lsp.syntax.preprocessing.conditions import blank_cutting_conditions
from tests.syntax.languages.outlines import expected, symbols


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("int a =\n#if A\n1\n#else\n2\n#endif\n;", "int a =\n~~~~~\n1\n~~~~~\n~\n~~~~~~\n;"),
        ("for (;;\n#if A\ni++\n#else\ni--\n#endif\n);", "for (;;\n~~~~~\ni++\n~~~~~\n~~~\n~~~~~~\n);"),
        ("f([] { a(); },\n#if A\nb\n#else\nc\n#endif\n);", "f([] { a(); },\n~~~~~\nb\n~~~~~\n~\n~~~~~~\n);"),
        ("f(a,\n#if A\nb,\n#endif\nc);", "f(a,\n~~~~~\nb,\n~~~~~~\nc);"),
        ("#if A\nint f() {\n#else\nint g() {\n#endif\n}", "~~~~~\nint f() {\n~~~~~\n~~~~~~~~~\n~~~~~~\n}"),
        ("#if 0\nint f() {\n#else\nint g() {\n#endif\n}", "~~~~~\n~~~~~~~~~\n~~~~~\nint g() {\n~~~~~~\n}"),
        ('#ifdef A\nextern "C" {\n#endif\nint a;', '~~~~~~~~\nextern "C" {\n~~~~~~\nint a;'),
        ("#if A\nstatic\n#endif\nint f();", "~~~~~\nstatic\n~~~~~~\nint f();"),
        ("#if __has_include(<a>)\nint f();\n#endif", "#if __has_include(~a~)\nint f();\n#endif"),
        ("#define A /* one\n two */ 3\n", "#define A ~~~~~\\\n~~~~~~~ 3\n"),
        ("#define A /* one \\\r\n two */ 3\n", "#define A ~~~~~~~\\\r\n~~~~~~~ 3\n"),
        ("#define A(x) \\\n  f(x) /* it */ \\\n  g(x)\n", "#define A(x) \\\n  f(x) ~~~~~~~~ \\\n  g(x)\n"),
    ],
)
def test_blanked(text: str, marked: str) -> None:
    """One branch of a condition that cuts a statement stays; offsets do not change."""
    assert _blanked(text) == marked.replace("~", " ")


@pytest.mark.parametrize(
    "text",
    [
        "#if A\nint f() { return 1; }\n#else\nint g();\n#endif\nint a;",
        "struct s {\n#if A\n  int x;\n#else\n  int y;\n#endif\n};",
        "enum e {\n  A,\n#if A\n  B,\n#endif\n  C\n};",
        "enum e {\n#if A\n  B\n#else\n  C\n#endif\n};",
        "#endif\n#else\nint a;",
        "#define A 1 /* it */\nint a;",
        "int f( ;\n#if A\nint a() { return 1; }\n#else\nint b() { return 2; }\n#endif",
        "int x) ;\nint f( ;\nint c() { return 1; }\n#if A\nint a() { return 1; }\n#else\nint b();\n#endif",
        "void f() { g([1, (2 }\n#if A\nint a() { return 1; }\n#else\nint b() { return 2; }\n#endif",
        "namespace n {\nint f( ;\n#if A\nint a;\n#else\nint b;\n#endif\n}",
        "int f(\n}\n#if A\nint a;\n#else\nint b;\n#endif",
        "void f() {\n#if A\n  for (int i = 0; i < (n); i++) g();\n#else\n  g();\n#endif\n}",
    ],
)
def test_kept(text: str) -> None:
    """All branches of a condition around whole statements, members or enumerators stay."""
    assert _blanked(text) == text


def test_large_branches_are_kept() -> None:
    """Two implementations of a whole file are both read, even where one of them has a brace too many."""
    body = "".join(f"int f{i}(void);\n" for i in range(500))
    text = f"#if A\n{{\n{body}#else\n{body}#endif\n"
    assert _blanked(text) == text


def test_outline_around_conditions() -> None:
    """A class with two heads is one class, and later definitions are its siblings."""
    text = """
    #if NEW
    class first : public base {
    #else
    class first {
    #endif
      int x;
    };
    int second();
    """
    assert symbols("a.cpp", text) == expected("""
        Class first | class first : public base | inherits base
        Field first.x | int x
        Function second | int second()
    """)


def _blanked(text: str) -> str:
    data = text.encode()
    return blank_cutting_conditions(data, read_code(data)).decode()
