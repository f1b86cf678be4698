"""Macros of C and C++ that are hidden from the parser; in expected texts, `~` is a blanked byte."""

import pytest

from ctx_lsp.syntax.preprocessing.c_tokens import read_code
from ctx_lsp.syntax.preprocessing.macros import blank_macros
from tests.syntax.languages.outlines import expected, facts, symbols


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("struct s {\n  FIELDS\n  MORE(int)\n  int x;\n};", "struct s {\n  ~~~~~~\n  ~~~~~~~~~\n  int x;\n};"),
        ("int a;\nBEGIN_API\nint b;", "int a;\n~~~~~~~~~\nint b;"),
        ("#include <a>\n\nBEGIN_API\nint b;", "#include <a>\n\n~~~~~~~~~\nint b;"),
        ("/* it */\nBEGIN_API\nint b;", "/* it */\n~~~~~~~~~\nint b;"),
        ("class MY_API Name : Base {};", "class ~~~~~~ Name : Base {};"),
        ("struct ALIGNED(8) Name\n{ int x; };", "struct ~~~~~~~~~~ Name\n{ int x; };"),
        ("BEGIN_API\n\n/* it */\nint b;", "~~~~~~~~~\n\n/* it */\nint b;"),
        ("class API [[nodiscard]] Name {};", "class ~~~ [[nodiscard]] Name {};"),
        ("class Name FINAL : Base {};", "class Name ~~~~~ : Base {};"),
        ("namespace one VISIBLE { int b; }", "namespace one ~~~~~~~ { int b; }"),
        ("API DEPRECATED(2) static int f();", "~~~ ~~~~~~~~~~~~~ static int f();"),
        ("API std::vector<int>& f();", "~~~ std::vector<int>& f();"),
        ("int CALL f(char* NONNULL a);", "int ~~~~ f(char* ~~~~~~~ a);"),
        ("int f() const NOEXCEPT REQUIRES(m) { }", "int f() const ~~~~~~~~ ~~~~~~~~~~~ { }"),
        ("int x GUARDED_BY(m) = 0;", "int x ~~~~~~~~~~~~~ = 0;"),
        ("struct s {\n  INLINE s(int x) : x_(x) {}\n};", "struct s {\n  ~~~~~~ s(int x) : x_(x) {}\n};"),
        ("INLINE a::a() {}", "~~~~~~ a::a() {}"),
        ("struct s {\n  UNLESS_TESTED:\n  int x;\n};", "struct s {\n  ~~~~~~~~~~~~~~\n  int x;\n};"),
        ('struct s {\n  PROPERTY(int, "x");\n};', "struct s {\n  ~~~~~~~~~~~~~~~~~~;\n};"),
        ("template <class T, ENABLE_IF(a<T>())> T f();", "template <class T, ENABLE_IF~~~~~~~~> T f();"),
        ("RETURN_IF((a), (T)) f();", "RETURN_IF~~~~~~~~~~ f();"),
        ("API(const item *) f(int a);", "~~~~const item *~ f(int a);"),
        ("STACK_OF(X509) f(int a);", "STACK_OF~~~~~~ f(int a);"),
        ("UNUSED(static int f(int a)) { g(); }", "~~~~~~~static int f(int a)~ { g(); }"),
        ("void f() {\n  MY_TRY { g(); }\n  CATCH(x&) { }\n}", "void f() {\n  ~~~~~~ { g(); }\n  ~~~~~~~~~ { }\n}"),
    ],
)
def test_blanked(text: str, marked: str) -> None:
    """A macro between statements or in the head of a type is blanked; offsets do not change."""
    assert _blanked(text) == marked.replace("~", " ")


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
        "DWORD run(DWORD x);",
        "template <class T>\nDWORD run(T x);",
        "static UINT const a = MAX(b, c);",
        "if (a) LOG(b);\nelse DWORD c;",
        "int y = (int) FLAG_B * FLAG_C;",
        "std::string NAME;",
        "struct foo NAME(x);",
        "typedef struct foo FOO;",
        'const char* s = "BEGIN_API\\\nBEGIN_API";',
        'auto s = R"(\nBEGIN_API\n)";',
        "/*\nBEGIN_API\n*/ int a;",
        "struct URL {\n  URL(int x);\n};",
        "void f() {\n  SECTION(a, b) { g(); }\n}",
    ],
)
def test_kept(text: str) -> None:
    """Macros that an expression, an enumeration or a function needs stay."""
    assert _blanked(text) == text


def test_outline_around_macros() -> None:
    """Structures whose fields come from macros are siblings."""
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
        Function open_first | int open_first(first_t*)
        Struct second | struct second
        Field second.own | int own
    """)


def _blanked(text: str) -> str:
    data = text.encode()
    return blank_macros(data, read_code(data).code)[0].decode()


def test_type_behind_a_macro_that_opens_a_namespace() -> None:
    """A template behind such a macro and a comment is one type, and its members are its own."""
    text = """
    LIBRARY_NAMESPACE_BEGIN
    /*! @brief holds a value */
    template<template<typename U> class Map = std::map>
    class holder : public base<Map>
    {
      PRIVATE_UNLESS_TESTED:
        int value_;
      public:
        WARN_UNUSED
        static holder parse(int text) NOEXCEPT;
        holder(int value) : value_(value) {}
    };
    LIBRARY_NAMESPACE_END
    """
    assert symbols("a.hpp", text) == expected("""
        Class holder | template<template<typename U> class Map = std::map> class holder : public base<Map> | inherits base "@brief holds a value"
        Field holder.value_ | int value_
        Method holder.parse | static holder parse(int text) NOEXCEPT
        Constructor holder.holder | holder(int value)
    """)  # noqa: E501


def test_no_definition_is_named_by_a_key_word() -> None:
    """After a syntax error, the parser may take keywords for names."""
    found = [one.name for one in facts("a.cpp", "class a { b( int c; if (d) { } class e { };").outline.symbols]
    assert "if" not in found
    assert "e" in found
