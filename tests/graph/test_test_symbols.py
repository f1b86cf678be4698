"""Tests in files of other code, and files with ambiguous names that only their content shows to be tests."""

import pytest

from ctx_lsp.graph.entry import FileEntry, make_entry
from ctx_lsp.text.source import SourceText


def entry_of(path: str, text: str) -> FileEntry:
    return make_entry(path, SourceText(text.encode()))


RUST = """
pub fn double(x: i32) -> i32 { x * 2 }
#[cfg(unix)]
mod files { pub fn open() {} }
#[tokio::test]
async fn alone() {}
#[cfg(test)]
mod unit {
    fn helper() {}
    #[test]
    fn doubles() {}
}
"""


@pytest.mark.parametrize(
    ("path", "text", "tests"),
    [
        ("src/lib.rs", RUST, ["alone", "unit", "unit.helper", "unit.doubles"]),
        ("src/a.zig", 'fn double() void {}\ntest "doubles" {}\ntest double {}\n', ["test#2", "test"]),
        ("src/a.d", "int twice(int x) { return x; }\nunittest { assert(twice(1)); }\n", ["unittest"]),
        ("src/A.java", "class A { @Test void one() {} @BeforeEach void two() {} }", ["A.one"]),
        ("src/a.ts", 'export const one = 1;\nif (x) { it("adds", () => { const y = one; }); }\n', ["it adds"]),
        ("src/a.py", "@test\ndef one(): ...\ndef test_two(): ...\n", ["test_two"]),
    ],
)
def test_tests_in_a_file_of_other_code(path: str, text: str, tests: list[str]) -> None:
    entry = entry_of(path, text)
    assert entry.role == "source"
    assert [one.qualname for one in entry.definitions if one.index in entry.tests] == tests


SCRIPT = 'import { add } from "./index";\ndescribe("add", () => { it("adds", () => { add(1); }); });\n'
DJANGO = "from django.test import TestCase\nclass CartTests(TestCase):\n    def test_total(self): ...\n"
PLAIN = "import pytest\nfrom shop import total\ndef test_total(): ...\n"
TEMPLATE = "from .runtime import Undefined\ndef test_odd(value): ...\nclass Undef(Undefined):\n    x = 1\n"


@pytest.mark.parametrize(
    ("path", "text", "role"),
    [
        ("src/add/test.ts", SCRIPT, "test"),
        ("src/add/tests.tsx", SCRIPT, "test"),
        ("src/add/spec.js", SCRIPT, "test"),
        ("src/add/index.ts", SCRIPT, "source"),
        ("src/add/test.ts", "export function test(title: string) {}\n", "source"),
        ("shop/tests.py", DJANGO, "test"),
        ("shop/test.py", PLAIN, "test"),
        ("shop/cart.py", DJANGO, "source"),
        ("jinja/tests.py", TEMPLATE, "source"),
        ("examples/shop/tests.py", DJANGO, "example"),
    ],
)
def test_the_content_decides_about_ambiguous_names(path: str, text: str, role: str) -> None:
    assert entry_of(path, text).role == role
