"""Typing inside a body does not change the outline, and moving code does not change its chunks."""

import pytest

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.model import chunk_text
from ctx_lsp.text.source import SourceText

BODIES = [  # path, text with $ where something is typed, what is typed
    ("a.py", "X: int = 1\n\nclass A(B):\n    def f(self, a: C) -> D:\n        $return a\n", "g(Other.NAME)\n        "),
    ("a.py", "class A:\n    def __init__(self):\n        self.a = 1\n        $pass\n", "call(1)\n        "),
    ("a.js", "export class A { f(a) { $return a; } }\nconst b = () => { return 1; };\n", "other(this.x); "),
    ("a.js", "const Page = memo(() => { $return 1; });\n", "const x = 1; "),
    ("a.js", "const api = { get() { $return 1; } };\n", "const x = 1; "),
    ("a.ts", "export function f(a: A): B { $return a as B; }\n", "const x: C = load<D>(a); "),
    ("a.java", "class A extends B { C f(D d) { $return new C(); } }\n", "E e = new E(); "),
    ("a.go", "package a\n\nfunc (s *S) F(a A) B {\n\t$return a\n}\n", "var x C = d.E()\n\t"),
    ("a.rs", "impl A { pub fn f(&self, a: B) -> C { $a.go() } }\npub struct A;\n", "let x: D = E::new(); "),
]


@pytest.mark.parametrize(("path", "text", "typed"), BODIES)
def test_typing_in_a_body_leaves_the_outline_equal(path: str, text: str, typed: str) -> None:
    before = file_facts(path, SourceText(text.replace("$", "").encode()))
    after = file_facts(path, SourceText(text.replace("$", typed).encode()))
    assert before.outline.symbols
    assert after.outline == before.outline
    assert after != before


@pytest.mark.parametrize(("path", "text", "_typed"), BODIES)
def test_blank_lines_above_leave_outline_and_chunks_equal(path: str, text: str, _typed: str) -> None:
    source = SourceText(text.replace("$", "").encode())
    moved = SourceText(b"\n\n\n" + source.data)
    before, after = file_facts(path, source), file_facts(path, moved)
    assert after.outline == before.outline
    assert [chunk_text(moved, chunk) for chunk in after.chunks] == [
        chunk_text(source, chunk) for chunk in before.chunks
    ]
    assert [span.start for span in after.spans] == [span.start + 3 for span in before.spans]


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("a.py", "def f(a): ...\n", "def f(b): ...\n"),
        ("a.py", "def f(): ...\n", "@cache\ndef f(): ...\n"),
        ("a.py", "class A(B): ...\n", "class A(C): ...\n"),
        ("a.py", "from a import b\n", "from a import b as c\n"),
        ("a.py", "A = 1\n", "A = 2\n"),
        ("a.ts", "function f() {}\nexport const a = 1;\n", "export function f() {}\nexport const a = 1;\n"),
        ("a.rs", "fn f() {}\n", "pub fn f() {}\n"),
        ("a.java", "package a;\n", "package b;\n"),
    ],
)
def test_visible_changes_change_the_outline(path: str, before: str, after: str) -> None:
    assert file_facts(path, SourceText(before.encode())).outline != file_facts(path, SourceText(after.encode())).outline
