"""The results of the queries in a whole tree equal those in all of its parts."""

from dataclasses import replace

from ctx_lsp.syntax.parser import OPEN_MATCHES, Query, parse
from ctx_lsp.syntax.rows import find_all_rows, find_rows
from ctx_lsp.syntax.rules import rules_of


def test_nothing_is_lost_however_long_a_match_stays_open() -> None:
    elements = "".join(f"'text {number * 7919}', " for number in range(2 * OPEN_MATCHES))
    tree, rules = parse("python", f"[a, {elements}1]\n".encode()), rules_of("python")
    assert tree is not None
    assert rules is not None
    query = Query(tree.language, "(list . (identifier) @first (integer) @last) (string) @text")
    rules = replace(rules, references=query)
    found = find_rows(tree, rules)
    assert {name: len(places) for name, places in found.references.items()} == {
        "first": 1,
        "last": 1,
        "text": 2 * OPEN_MATCHES,
    }
    assert found == find_all_rows(tree, rules)
