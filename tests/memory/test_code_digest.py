"""Digests of definitions: what leaves them as they are, and what changes them."""

import pytest

from ctx_lsp.base.profiling import profiled
from ctx_lsp.graph.entry import make_entry
from ctx_lsp.memory.code_digest import code_digest
from ctx_lsp.text.source import SourceText

PYTHON = '''\
def total(prices, rate):
    """Add the prices."""
    found = 0
    for one in prices:
        found += one  # in cents
        found = round(found, rate)
    return {"sum": found, "rate": rate}
'''
SCRIPT = """\
/** Adds the prices. */
export function total(prices, rate) {
  // in cents
  return { sum: add(prices), rate };
}
"""
TYPE = "export type Draft<T> = T extends object\n  ? Inner<T>\n  : T\n"


LIFETIMES = "fn longest<'a>(x: &'a str, y: &'a str) -> &'a str {\n    if x > y { x } else { y }\n}\n"


def digest_of(path: str, text: str) -> str:
    entry = make_entry(path, SourceText(text.encode()))
    return code_digest(entry, entry.definitions[0]).value


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("a.py", PYTHON, PYTHON.replace("Add the prices.", "Sum up.")),
        ("a.py", PYTHON, PYTHON.replace("  # in cents", "")),
        ("a.py", PYTHON, PYTHON.replace("    found = 0\n", "    # the sum\n\n    found = 0\n")),
        ("a.py", PYTHON, PYTHON.replace('"', "'").replace("'''", '"""')),
        ("a.py", PYTHON, PYTHON.replace('{"sum": found, ', '{\n  "sum": found,\n  ').replace("e}", "e,\n  }")),
        ("a.py", PYTHON, PYTHON.replace("total", "amount")),
        ("a.py", PYTHON, PYTHON.replace("    ", "  ")),
        ("a.rs", LIFETIMES, LIFETIMES.replace("(x:", "(\n  x:").replace(", y:", ",\n  y:").replace("str)", "str,\n)")),
        ("a.py", "def f(a):\n    return g(a)\n", "def f(a):\n    return g(\n        a,\n    )\n"),
        ("a.py", "def f(a):\n    return rb'a b'\n", 'def f(a):\n    return rb"a b"\n'),
        ("a.js", "function f() {\n  return;\n}\n", "function f() { return; }\n"),
        ("a.ts", TYPE, TYPE.replace("\n  ?", " ?").replace("\n  :", "\n      :")),
        ("a.js", SCRIPT, SCRIPT.replace("  // in cents\n", "").replace("Adds", "Sums")),
        ("a.js", SCRIPT, SCRIPT.replace("{ sum", "{\n sum").replace("rate };", "rate,\n };")),
    ],
)  # fmt: skip
def test_formatting_comments_and_the_name_do_not_count(path: str, before: str, after: str) -> None:
    assert before != after
    assert digest_of(path, before) == digest_of(path, after)


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("a.py", PYTHON, PYTHON.replace("        found = round", "    found = round")),  # out of the loop
        ("a.py", PYTHON, PYTHON.replace('"sum"', '"total"')),
        ("a.py", PYTHON, PYTHON.replace("found = 0", "found = 1")),
        ("a.py", PYTHON, PYTHON.replace("rate):", "rate=2):")),
        ("a.py", PYTHON, PYTHON.replace("found, rate)", "found), rate")),
        ("a.py", "def f(a):\n    return (a,)\n", "def f(a):\n    return (a)\n"),
        ("a.py", "def f(a):\n    return a,\n", "def f(a):\n    return a\n"),
        ("a.rs", "fn f(a: A) -> (A,) { (a,) }\n", "fn f(a: A) -> (A) { (a) }\n"),
        ("a.py", 'def f():\n  return """\n      a\n"""\n', 'def f():\n  return """\n        a\n"""\n'),
        ("a.rs", LIFETIMES, LIFETIMES.replace("y: &'a", "y: &'b")),
        ("a.js", "function f() {\n  return a\n}\n", "function f() {\n  return\n  a\n}\n"),
        ("a.js", "function f() {\n  return `- a`\n}\n", "function f() {\n  return `-a`\n}\n"),
        ("a.js", "function f() {\n  return /a b/\n}\n", "function f() {\n  return /a  b/\n}\n"),
        ("a.js", SCRIPT, SCRIPT.replace("add(prices)", "add(prices, rate)")),
        ("a.js", SCRIPT, SCRIPT.replace("export ", "export async ")),
    ],
)  # fmt: skip
def test_code_counts(path: str, before: str, after: str) -> None:
    assert before != after
    assert digest_of(path, before) != digest_of(path, after)


def test_each_definition_looks_at_its_own_comments_alone() -> None:
    text = "".join(f"# {number}\ndef part{number}():\n    return {number}  # parts\n\n" for number in range(200))
    entry = make_entry("a.py", SourceText(text.encode()))
    with profiled() as profile:
        found = {code_digest(entry, one).value for one in entry.definitions}
    assert len(found) == 200
    assert 0 < profile.counts["ranges compared"] <= 3 * 200


def test_the_form_of_digests_is_stable() -> None:
    """Users' repositories hold digests: whoever changes their form makes every note drift."""
    assert [digest_of("a.py", PYTHON), digest_of("a.js", SCRIPT), digest_of("a.rs", LIFETIMES)] == [
        "583f6b35155e312b",
        "f4a39d0f81fe9212",
        "d350c5d355f68dd7",
    ]
