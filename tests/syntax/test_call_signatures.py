"""Call signatures at the start of a line: the members after them are kept, and nothing else changes."""

import pytest

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.incremental.facts import IncrementalFacts
from ctx_lsp.syntax.parser import parse
from ctx_lsp.syntax.preprocessing.call_signatures import end_members
from ctx_lsp.text.source import SourceText

AFTER = "export interface After { kept(): void }\nexport function last(): number { return 1 }\n"


def names(text: str) -> list[str]:
    return [symbol.qualname for symbol in file_facts("a.ts", SourceText(text.encode())).outline.symbols]


@pytest.mark.parametrize(
    "body",
    [
        "  first(): Made<Config>\n  <T>(value: T): Made<T>\n",
        "  first(): Made\n  <T, U = T>(value: T): U\n",
        "  first: string | number\n  // why\n  <T extends string>(value: T): T\n",
        "  first(): Made<Config>\n\n  /** Told. */\n  <\n    T,\n  >(\n    value: T,\n  ): Made<T>\n",
        "  first(): { a: string }\n  <const T,>(value: T): T\n",
        "  first: 'a' | \"<b>\" | `${string}`\n\t<T>(value: T): T\n",
    ],
)
@pytest.mark.parametrize("head", ["export interface Held {\n", "export type Held = {\n"])
def test_members_after_the_signature_are_kept(head: str, body: str) -> None:
    text = f"{head}{body}}}\n{AFTER}"
    assert names(text) == ["Held", "Held.first", "After", "After.kept", "last"]
    tree = parse("typescript", end_members(text.encode()))
    assert tree is not None
    assert not tree.root_node.has_error


@pytest.mark.parametrize(
    "text",
    [
        "interface Held {\n  first\n  <T>(value: T): T\n}\n",
        "interface Held {\n  first:\n  <T>(value: T) => T\n}\n",
        "type Held = {\n  first: () =>\n  <T>(value: T) => T\n}\n",
        "interface Held {\n  first(): void;\n  <T>(value: T): T\n}\n",
        "const first = held(\n  <T>(value: T) => value)\n",
        "const first = a\n  < b && c > (d)\n",
        "function f() {\n  return a\n  <b || c\n}\n",
        "const text = `{ a: B<C>\n  <T>(value)`\n",
        "/* {\n a: B<C>\n  <T>(value) */\n",
        "f(); // {\n const a: B<C> = b\n",
    ],
)
def test_other_lines_are_left_alone(text: str) -> None:
    assert end_members(text.encode()) == text.encode()


def test_a_component_on_a_separate_line_does_not_change() -> None:
    text = "function f() {\n  return cond && (\n    <Item key={1}>(a)</Item>\n  )\n}\n"
    assert end_members(text.encode()) == text.encode()


def test_edits_are_read_as_whole_texts_are() -> None:
    memo = IncrementalFacts()
    text = f"export interface Held {{\n  first(): Made<Config>\n  <T>(value: T): Made<T>\n}}\n{AFTER}"
    steps = [text, text.replace("Config>", "Config>;"), text, text.replace("  <T>(", "  ;<T>("),
             text.replace("  <T>(", "  named<T>("), text.replace("<Config>", ""), text, f"\n{text}",
             text.replace("first()", "other()"), text.replace("}\n", "", 1), text]  # fmt: skip
    for step in steps:
        source = SourceText(step.encode())
        assert memo.facts("a.ts", source) == file_facts("a.ts", source)
