"""The text of a symbol at each level of detail, in several languages."""

from textwrap import dedent

import pytest

from ctx_lsp.packing.detail.levels import levels_of
from ctx_lsp.packing.detail.lines import covers, text_of
from tests.workspaces import snapshot_of


def shown(path: str, source: str, qualname: str) -> dict[str, str]:
    """The text of each level; the second signature of a type is called `members`."""
    entry = snapshot_of(f"=== {path}\n{dedent(source)}").files[path]
    levels = levels_of(entry, entry.by_qualname[qualname].index)
    texts: dict[str, str] = {}
    for rung in levels.ladder:
        texts["members" if rung.level in texts else rung.level] = text_of(entry.source, rung.lines)
    assert all(covers(b.lines, a.lines) for a, b in zip(levels.ladder, levels.ladder[1:], strict=False))
    return texts


def check(path: str, source: str, qualname: str, **expected: str) -> None:
    texts = shown(path, source, qualname)
    assert {name: texts.get(name, "(none)") for name in expected} == {n: dedent(t) for n, t in expected.items()}


def test_signature_of_a_python_function_has_decorators_and_the_first_paragraph() -> None:
    check(
        "app.py",
        '''\
        @cache
        @retry(3)
        async def fetch(
            url: str,
            timeout: float = 1.0,
        ) -> bytes:
            """Fetch a page.

            Twice, if need be.
            """
            async with connect(url) as stream:
                return await stream.read(timeout)
        ''',
        "fetch",
        signature='''\
        @cache
        @retry(3)
        async def fetch(
            url: str,
            timeout: float = 1.0,
        ) -> bytes:
            """Fetch a page.
            …
            """
        ''',
        outline="",
    )


def test_signature_of_a_type_and_its_members() -> None:
    check(
        "app.py",
        '''\
        class Cart(Priced):
            """What is bought."""

            limit = 50

            def add(self, article):
                """Put it in."""
                if self.full:
                    raise OverflowError
                self.articles.append(article)

            @property
            def full(self):
                return len(self.articles) == self.limit
        ''',
        "Cart",
        signature='''\
        class Cart(Priced):
            """What is bought."""
        ''',
        members='''\
        class Cart(Priced):
            """What is bought."""

            limit = 50

            def add(self, article):
                …
            def full(self):
        ''',
    )


TYPESCRIPT = """\
/**
 * Parses a value.
 *
 * @param input anything
 */
export function parse<T>(input: unknown): T {
  const found = lookup(input);
  if (!found) {
    throw new Error("unknown");
  }
  return convert(found) as T;
}
"""


def test_a_comment_stays_closed() -> None:
    check(
        "parse.ts",
        TYPESCRIPT,
        "parse",
        signature="""\
        /**
         * Parses a value.
         …
         */
        export function parse<T>(input: unknown): T {
        """,
        full=TYPESCRIPT,
    )


def test_rust_attributes_and_line_comments() -> None:
    check(
        "lib.rs",
        """\
        /// Finds a match.
        ///
        /// Slowly.
        #[inline]
        pub fn find(text: &str) -> Option<usize> {
            let bytes = text.as_bytes();
            bytes.iter().position(|b| *b == b'x')
        }
        """,
        "find",
        signature="""\
        /// Finds a match.
        …
        #[inline]
        pub fn find(text: &str) -> Option<usize> {
        """,
    )


LONG = "def run(job):\n" + "".join(
    f"    step_{n} = prepare({n})\n    if step_{n}.ready:\n        step_{n}.one(first_argument)\n"
    f"        step_{n}.two(second_argument)\n        step_{n}.three(third_argument)\n"
    for n in range(8)
)


def test_a_long_body_is_folded_to_its_outer_statements() -> None:
    folded = shown("run.py", LONG, "run")["folded"]
    assert folded.startswith("def run(job):\n    step_0 = prepare(0)\n    if step_0.ready:\n        …\n    step_1 = ")
    assert "three" not in folded


def test_of_a_folded_definition_s_documentation_the_first_paragraph_stays() -> None:
    long = LONG.replace("(job):\n", '(job):\n    """Run it.\n\n    In eight steps.\n    """\n', 1)
    folded = shown("run.py", long, "run")["folded"]
    assert folded.startswith('def run(job):\n    """Run it.\n    …\n    """\n    step_0')


def test_a_long_flat_body_keeps_its_two_ends() -> None:
    source = "def run(job):\n" + "".join(f"    call_number({n})\n" for n in range(60))
    folded = shown("run.py", source, "run")["folded"]
    assert folded.count("\n") < 20
    assert folded.endswith("    call_number(58)\n    call_number(59)\n")
    assert "    call_number(0)\n" in folded


@pytest.mark.parametrize(
    ("path", "source", "qualname"),
    [("a.py", "def f(): pass\n", "f"), ("a.py", "LIMIT = 5\n", "LIMIT"), ("a.go", "package a\n\ntype A int\n", "A")],
)
def test_short_definitions_have_no_cheaper_level(path: str, source: str, qualname: str) -> None:
    assert list(shown(path, source, qualname)) == ["outline", "full"]


def test_the_start_of_a_long_table_names_its_contents() -> None:
    source = "TABLE = {\n" + "".join(f"    'key_{n}': 'value_{n}',\n" for n in range(200)) + "}\n"
    folded = shown("t.py", source, "TABLE")["folded"]
    assert folded.startswith("TABLE = {\n    'key_0': 'value_0',\n")
    assert folded.endswith("    …\n}\n")
    assert folded.count("\n") == 18


def test_members_have_their_containers() -> None:
    source = "class A:\n    x = 1\n\n    class B:\n        def f(self):\n            return 1\n"
    entry = snapshot_of(f"=== a.py\n{source}").files["a.py"]
    context = levels_of(entry, entry.by_qualname["A.B.f"].index).context
    assert text_of(entry.source, context) == "class A:\n    …\n    class B:\n"


def test_of_a_long_header_around_a_member_one_line_is_enough() -> None:
    source = "class A(\n    B,\n    C,\n):\n    def f(self):\n        return 1\n"
    entry = snapshot_of(f"=== a.py\n{source}").files["a.py"]
    assert levels_of(entry, entry.by_qualname["A.f"].index).context == ((0, 1),)


def test_a_method_outside_its_type_has_no_context() -> None:
    source = "package a\n\ntype A struct{}\n\nfunc (a A) Run() int {\n\treturn 1\n}\n"
    entry = snapshot_of(f"=== a.go\n{source}").files["a.go"]
    assert levels_of(entry, entry.by_qualname["A.Run"].index).context == ()


def test_levels_follow_the_text() -> None:
    assert shown("a.py", "def f():\n    return 1\n", "f")["full"] == "def f():\n    return 1\n"
    assert shown("a.py", "def f():\n    return 2\n", "f")["full"] == "def f():\n    return 2\n"


def test_a_name_can_mean_a_type_and_a_value() -> None:
    source = (
        "export type Unit = {\n  size: number;\n};\n\nconst other = 1;\n\nexport const Unit: Unit = {\n  size: 2,\n};\n"
    )
    for qualname in ("Unit", "Unit#2"):
        text = shown("a.ts", source, qualname)["full"]
        assert "export type Unit = {\n" in text
        assert "export const Unit: Unit = {\n" in text
        assert "other" not in text


def test_an_implementation_is_shown_with_one_of_its_overloads() -> None:
    overloads = "".join(f"function f(x: T{n}): T{n};\n" for n in range(9))
    text = shown("a.ts", f"{overloads}function f(x: any): any {{\n  return g(x, x, x, x);\n}}\n", "f")["signature"]
    assert text == "function f(x: T0): T0;\n…\nfunction f(x: any): any {\n"


def test_sections_of_one_name_are_apart() -> None:
    source = "# A\n\n## Use\n\none\n\n# B\n\n## Use\n\ntwo\n"
    entry = snapshot_of(f"=== a.md\n{source}").files["a.md"]
    texts = [text_of(entry.source, levels_of(entry, one.index).ladder[-1].lines) for one in entry.by_name["Use"]]
    assert ["one" in text for text in texts] == ["two" not in text for text in texts] == [True, False]
