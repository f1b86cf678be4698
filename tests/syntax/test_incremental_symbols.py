"""Symbols of an edited text: built again only where the edit matters, and read from few of the rows."""

import pytest

from ctx_lsp.languages.table import language as language_row
from ctx_lsp.syntax.facts import file_facts, parsed_text
from ctx_lsp.syntax.incremental.details import Details
from ctx_lsp.syntax.incremental.facts import IncrementalFacts
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.syntax.parsed_facts import read_definitions
from ctx_lsp.syntax.repair import parse_repaired
from ctx_lsp.syntax.rows import QueryRows, find_all_rows
from ctx_lsp.syntax.rules import NO_LIMIT, LanguageRules, rules_of
from ctx_lsp.text.source import SourceText
from tests.syntax.test_incremental_facts import FIXTURES

FUNCTIONS = "".join(f"def f{number}(a):\n    b = a.call({number})\n    return B(b)\n\n\n" for number in range(200))
MOST_BUILT = 20  # the edited function, and those less than 400 bytes away


def rows_of(name: str, text: str) -> tuple[QueryRows, LanguageRules] | None:
    """The rows of a text, unless distant rows affect definitions in its language."""
    rules = rules_of(name)
    if rules is None or rules.joins_clauses or rules.most_definitions != NO_LIMIT:
        return None
    tree = parse_repaired(language_row(name), parsed_text(SourceText(text.encode(), name), rules)).tree
    rows = find_all_rows(tree, rules) if tree else None
    return (rows, rules) if rows else None


@pytest.mark.parametrize("name", FIXTURES)
def test_definitions_are_found_without_details(name: str) -> None:
    found = rows_of(name, FIXTURES[name])
    if found is None:
        return
    rows, rules = found
    data = FIXTURES[name].encode()
    whole = read_definitions(data, rows.outline, rules)
    details = Details.of(rows.outline, whole.definitions)
    part = read_definitions(data, details.needed(rows.outline, []), rules)
    assert part.definitions.items == whole.definitions.items
    assert part.definitions.scopes == whole.definitions.scopes
    assert part.definitions.docstrings == whole.definitions.docstrings
    assert part.imports == whole.imports
    units = [(one.start, one.end) for one in details.units]
    assert details.needed(rows.outline, units) == rows.outline


def test_most_rows_of_functions_are_details() -> None:
    found = rows_of("python", FUNCTIONS)
    assert found is not None
    rows, rules = found
    details = Details.of(rows.outline, read_definitions(FUNCTIONS.encode(), rows.outline, rules).definitions)
    assert len(details.needed(rows.outline, [])) < len(rows.outline) / 2


def facts_of_edit(path: str, old: str, new: str) -> tuple[FileFacts, FileFacts]:
    """The facts about two texts, the second found from the first, and equal to those of reading it from scratch."""
    memo = IncrementalFacts()
    before = memo.facts(path, SourceText(old.encode()))
    after = memo.facts(path, SourceText(new.encode()))
    assert after == file_facts(path, SourceText(new.encode()))
    return before, after


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a.call(20)\n", "A()\n"),
        ("def f20(a):\n", "def f20(a: int):\n"),
        ("def f20(a):\n", "def g20(a):\n"),
        ("def f20(a):\n", "def g(): ...\n\n\ndef f20(a):\n"),
        ("def f20(a):\n    b = a.call(20)\n    return B(b)\n\n\n", ""),
    ],
)
def test_symbols_of_other_functions_are_taken_over(old: str, new: str) -> None:
    before, after = facts_of_edit("a.py", FUNCTIONS, FUNCTIONS.replace(old, new))
    known = {id(one) for one in before.outline.symbols}
    built = [one.name for one in after.outline.symbols if id(one) not in known]
    assert len(built) <= MOST_BUILT


FILLER = "".join(f"def f{number}(): ...\n" for number in range(200))
CART = """class Cart:
    def __init__(self):
        self.price = Price()

    def put(self, other):
        total = Other()
        self.price = total


"""
TAKEN = "interface Taken {\n  // first\n  take(price: Price): void;\n}\n"
OUTER = "const settings = {\n  inner() {\n    const price = { cents: 1 };\n  },\n  outer: { euros: 2 },\n};\n"
FILLER_TS = "".join(f"export function f{number}(): void {{}}\n" for number in range(200))
RUST = "struct Cart<T: Price>(T);\n\nimpl<T: Price> Cart<T> {\n    fn first(&self) -> T { self.0 }\n}\n"
FILLER_RS = "".join(f"fn f{number}() {{}}\n" for number in range(200))


@pytest.mark.parametrize(
    ("path", "text", "old", "new"),
    [
        ("a.py", CART + FILLER, "total = Other()", "total = Third()"),
        ("a.py", CART + FILLER, "        self.price = Price()\n", "        pass\n"),
        ("a.py", CART + FILLER, "self.price = Price()", "self.prices = Price()"),
        ("a.py", CART + FILLER, "        self.price = total\n", ""),
        ("a.py", FILLER + "names = ['f1']\n", "names", "__all__"),
        ("a.py", FILLER, "def f7(): ...\n", "def f7():\n    def inner(): return f8\n    return inner\n"),
        ("a.py", FILLER, "def f7()", "def f8()"),
        ("a.ts", TAKEN + FILLER_TS, "// first", "// second"),
        ("a.ts", TAKEN + FILLER_TS, "  take(", "  give(): void;\n  take("),
        ("a.ts", OUTER + FILLER_TS, "euros: 2", "euros: price()"),
        ("a.ts", FILLER_TS, "export function f7", "function f7"),
        ("a.ts", FILLER_TS.replace("export ", ""), "function f7", "export function f7"),
        ("a.rs", RUST + FILLER_RS, "T: Price>(T)", "T: Value>(T)"),
        ("a.rs", RUST + FILLER_RS, "fn first", "fn second"),
    ],
)
def test_symbols_that_depend_on_the_edit_are_built_again(path: str, text: str, old: str, new: str) -> None:
    assert old in text
    edited = text.replace(old, new, 1)
    before, after = facts_of_edit(path, text, edited)
    assert (before.outline == after.outline) == (old == "// first")
    facts_of_edit(path, edited, text)


KOTLIN = "".join(f"fun f{number}(): Int = {number}\n\n" for number in range(60))
SCALA = "".join(f"object F{number} {{ def f = {number} }}\n\n" for number in range(60))
PYTHON = "".join(f"def g{number}(): return {number}\n" for number in range(120))
CALLS = "".join(f"        other{number}(x{number})\n" for number in range(40))
KOTLIN_CLASS = "".join(f"    fun f{number}(): Int = {number}\n" for number in range(60)) + "    fun last() = 1\n}\n"
JAVA_CLASS = (
    "".join(f"  int f{number}() {{ return {number}; }}\n" for number in range(60)) + "  int last() { return 1; }\n}\n"
)
SINKS = """\
    impl<F> Sink for Lossy<F>
        F: FnMut(u64, &str) -> Result<bool, io::Error>,
                Err(_) => String::from_utf8_lossy(mat.bytes()),
            };
            let line_number = match mat.line_number() {
                Some(line_number) => line_number,
                None => {
                    let msg = "line numbers not enabled";
                    return Err(io::Error::error_message(msg));
                }
            };
            (self.0)(line_number, &matched)
    pub struct Bytes<F>(pub F)
    impl<F> Sink for Bytes<F>
    {
        type Error = io::Error;
    }
"""  # its errors matter


@pytest.mark.parametrize(
    ("path", "text", "old", "new"),
    [
        # The range that is read again ends after the next node: patterns may end with an anchor.
        ("a.kt", f"{KOTLIN}class S : Base\n{KOTLIN}", "class S : Base", "class S"),
        ("a.kt", f"{KOTLIN}class S\n\n{KOTLIN}", "class S", "class S : Base"),
        ("a.scala", f"{SCALA}trait S\n\n{SCALA}", "trait S", ""),
        ("a.scala", f"{SCALA}class S\n\n{SCALA}", "class S", "class Sz"),
        # Comments and decorators of a field in a header belong to the signature of the type.
        (
            "a.kt",
            f"class Cart(val price: /* in euros */ Price, val b: B) {{\n{KOTLIN_CLASS}",
            "last() = 1",
            "last() = 2",
        ),
        ("a.kt", f"class Cart(val price: @Ser(P::class) Price? = null) {{\n{KOTLIN_CLASS}", "last() = 1", "last() = 2"),
        ("a.cs", f"record Cart(Price P /* c */ = null) {{\n{JAVA_CLASS}", "return 1; }\n}", "return 2; }\n}"),
        # A narrowed type holds far from its condition.
        ("a.py", f"{PYTHON}def f(a):\n    if isinstance(a, Foo):\n{CALLS}        a.run()\n", "Foo", "Bar"),
        (
            "a.py",
            f"{PYTHON}def f(a):\n    if not isinstance(a, Foo): return\n{CALLS.replace(' ' * 8, ' ' * 4)}    a.run()\n",
            "return\n    o",
            "pass\n    o",
        ),
        (
            "a.py",
            f"{PYTHON}a = make()\nif isinstance(a, Foo):\n{CALLS}        z = a\n".replace(" " * 8, " " * 4),
            "Foo",
            "Bar",
        ),
        # An error turns a definition into a local name of the module around it.
        ("a.rs", SINKS, "type Error = io", "type  = io"),
    ],
)
def test_rows_that_an_edit_affects_from_afar_are_read(path: str, text: str, old: str, new: str) -> None:
    assert text != text.replace(old, new)
    facts_of_edit(path, text, text.replace(old, new))
    facts_of_edit(path, text.replace(old, new), text)
