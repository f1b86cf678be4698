"""Rows and references of an edited text are computed again only around the edit."""

from ctx_lsp.syntax.facts import facts_from_rows
from ctx_lsp.syntax.incremental.edits import Edit, find_edit
from ctx_lsp.syntax.incremental.matches import RowRevision, difference, revised_rows
from ctx_lsp.syntax.incremental.references import are_alike
from ctx_lsp.syntax.parser import edited, parse
from ctx_lsp.syntax.rows import find_all_rows
from ctx_lsp.syntax.rules import rules_of

FUNCTIONS = "".join(f"def f{number}(a):\n    b = a.call({number})\n    return B(b)\n\n\n" for number in range(100))
MIDDLE = FUNCTIONS.index("    b = a.call(50)\n")


def revision(old: str, new: str) -> RowRevision:
    rules = rules_of("python")
    old_tree, edit = parse("python", old.encode()), find_edit(old.encode(), new.encode())
    assert rules is not None
    assert old_tree is not None
    like = edited(old_tree, edit, old.encode(), new.encode())
    tree, rows = parse("python", new.encode(), like), find_all_rows(old_tree, rules)
    assert tree is not None
    assert rows is not None
    found = revised_rows(rows, old_tree, tree, difference(like, tree, edit, new.encode()), rules)
    assert found is not None
    assert found.rows == find_all_rows(tree, rules)
    return found


def test_typing_in_a_body_searches_only_its_lines() -> None:
    found = revision(FUNCTIONS, FUNCTIONS[:MIDDLE] + "    c = a(1)\n" + FUNCTIONS[MIDDLE:])
    assert found.different.new_end - found.different.start < 100
    assert len(found.added.outline) < 10
    assert sum(map(len, found.added.references.values())) < 20


def test_an_error_that_stays_where_it_is_does_not_widen_the_difference() -> None:
    broken = "def g(:\n    pass\n\n\n" + FUNCTIONS
    at = len(broken) - len(FUNCTIONS) + MIDDLE
    found = revision(broken, broken[:at] + "    c = 1\n" + broken[at:])
    assert found.different.new_end - found.different.start < 100


def test_moved_definitions_are_equal() -> None:
    rules = rules_of("python")
    assert rules is not None
    definitions = {}
    for name, text in {
        "before": FUNCTIONS,
        "typed": FUNCTIONS[:MIDDLE] + "#" + FUNCTIONS[MIDDLE:],
        "renamed": FUNCTIONS.replace("f70", "g70"),
        "one more": FUNCTIONS + "def g(): ...\n",
    }.items():
        tree = parse("python", text.encode())
        rows = find_all_rows(tree, rules) if tree else None
        assert tree is not None
        assert rows is not None
        definitions[name] = facts_from_rows("python", text.encode(), tree, rows, rules).definitions
    before = definitions["before"]
    assert are_alike(before, definitions["typed"], Edit(MIDDLE - 1, MIDDLE + 19, MIDDLE + 20))
    assert not are_alike(before, definitions["typed"], Edit(0, 10, 11))
    assert are_alike(before, definitions["renamed"], Edit(MIDDLE, MIDDLE, MIDDLE)), "names may differ"
    assert not are_alike(before, definitions["one more"], Edit(MIDDLE, MIDDLE, MIDDLE))
