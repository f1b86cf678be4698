"""Texts with a half-typed line: the rest of the file keeps its symbols."""

import pytest

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.incremental.facts import IncrementalFacts
from ctx_lsp.syntax.repair import parse_repaired
from ctx_lsp.text.source import SourceText

TYPESCRIPT = """\
function first(items: string[]) {
  HERE
  for (const item of items) {
    use(`${item}`);
  }
}

export class Shop {
  total(): number {
    return 1;
  }

  send() {
    return { done: true };
  }
}
"""
PYTHON = """\
def first(items):
    HERE
    for item in items:
        use(item)


class Shop:
    def total(self):
        return [1]

    def send(self):
        return {"done": True}
"""
GO = """\
package shop

func First(items []string) {
	HERE
	for _, item := range items {
		use(item)
	}
}

type Shop struct {
	total int
}

func (s *Shop) Send() {
	s.total = 1
}
"""
JAVA = """\
class Shop {
    void first() {
        Call call = new Call(1,
                new Provider()) {
            void handle() {
                for (Entry<String, Item> entry :
                        entries()) {
                    HERE
                    use(entry);
                }
            }
        };
    }

    void second() {
    }
}
"""


def names(path: str, text: str) -> list[str]:
    return [one.qualname for one in file_facts(path, SourceText(text.encode())).outline.symbols]


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("a.ts", TYPESCRIPT, "use("),
        ("a.ts", TYPESCRIPT, "use({"),
        ("a.ts", TYPESCRIPT, "if (items.length) {"),
        ("a.ts", TYPESCRIPT, "items.map((item) => {"),
        ("a.ts", TYPESCRIPT, "if (use({ a: 1 }, [0])) {"),
        ("a.ts", TYPESCRIPT, "})"),
        ("a.py", PYTHON, "use("),
        ("a.py", PYTHON, 'known = {"a": ['),
        ("a.go", GO, "if len(items) > 0 {"),
        ("a.go", GO, "use([]string{"),
        ("a.go", GO, "}}"),
    ],
)
def test_a_half_typed_line_costs_no_symbol(path: str, text: str, line: str) -> None:
    whole = names(path, text.replace("HERE", ""))
    assert len(whole) > 3
    assert names(path, text.replace("HERE", line)) == whole


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("function a() {\n  if (b) {\n    c();\n  } else if (d) { e([\n  }\n}\nfunction f() {}\n", " e(["),
        ("function a() {\n  if (b) {\n    c();\n  } else {\n}\nfunction f() {}\n", " else {"),
        ("function a() {\n  e( if (b) {\n  }\n}\nfunction f() {}\n", "  e( if (b) "),
        ("function a() { b([ } function c() {}\n", "(["),
    ],
)
def test_what_belongs_to_other_lines_stays(text: str, gone: str) -> None:
    found = parse_repaired(language("javascript"), text.encode())
    assert found.data.decode() == text.replace(gone, " " * len(gone), 1)
    assert found.tree is not None
    assert not found.tree.root_node.has_error


def test_a_block_whose_head_takes_two_lines_ends_at_the_indentation_of_the_first() -> None:
    found = parse_repaired(language("java"), JAVA.replace("HERE", "use(").encode())
    assert found.data.decode() == JAVA.replace("HERE", "    ")
    assert found.tree is not None
    assert not found.tree.root_node.has_error


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("javascript", "const a = b ? c;\nfunction d() {\n  e(\n}\n"),  # another error
        ("json", '{"a": 1\n'),
        ("javascript", "f(\n" * 40),
        ("javascript", "a = " + "(" * 300),
        ("python", "class Foo(Base:\n    def a(self):\n        return 1\n"),  # without its head, `a` would be no method
        ("python", "class Foo:\n    def a(self,\n        return 1\n"),
        ("typescript", "export class Foo {\n  a() {}\nexport class Bar {\n  b() {}\n}\n"),
        ("javascript", "const whole = [1];\n"),
        ("go", "package a\nfunc G() {\n}\n\0\0 x\n"),  # the grammar has a token without a name for NUL
    ],
)
def test_other_texts_stay_as_they_are(name: str, text: str) -> None:
    data = text.encode()
    assert parse_repaired(language(name), data).data is data


def test_a_half_typed_line_in_a_component_costs_no_symbol() -> None:
    lines = TYPESCRIPT.replace("HERE", "use({")
    found = names("a.vue", f'<template><p/></template>\n<script lang="ts">\n{lines}</script>\n')
    assert {"first", "Shop.total", "Shop.send"} <= {*found}


def test_facts_while_a_line_is_typed_are_those_of_the_whole_text() -> None:
    reader = IncrementalFacts()
    typed = "items.map((item) => { use(item[0]); });"
    for end in [*range(len(typed) + 1), *reversed(range(len(typed)))]:
        source = SourceText(TYPESCRIPT.replace("HERE", typed[:end]).encode())
        assert reader.facts("a.ts", source) == file_facts("a.ts", source), typed[:end]
