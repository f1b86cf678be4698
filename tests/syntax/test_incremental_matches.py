"""Rows and references of an edited text are computed again only around the edit."""

from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.facts import facts_from_rows
from ctx_lsp.syntax.incremental.correspondence import Correspondence, correspondence
from ctx_lsp.syntax.incremental.edits import Edit, find_edit
from ctx_lsp.syntax.incremental.matches import RowRevision, difference, revised_rows
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


def definitions_of(text: str) -> Definitions:
    rules = rules_of("python")
    tree = parse("python", text.encode())
    assert rules is not None
    assert tree is not None
    rows = find_all_rows(tree, rules)
    assert rows is not None
    return facts_from_rows("python", text.encode(), tree, rows, rules).definitions


def test_moved_definitions_are_equal() -> None:
    texts = {
        "before": FUNCTIONS,
        "typed": FUNCTIONS[:MIDDLE] + "#" + FUNCTIONS[MIDDLE:],
        "renamed": FUNCTIONS.replace("f70", "g70"),
        "one more": FUNCTIONS + "def g(): ...\n",
    }
    definitions = {name: definitions_of(text) for name, text in texts.items()}
    before = definitions["before"]
    typed, renamed, more = definitions["typed"], definitions["renamed"], definitions["one more"]
    whole = Correspondence(100, 100, 100)
    assert correspondence(before, typed, Edit(MIDDLE - 1, MIDDLE + 19, MIDDLE + 20)) == whole
    assert correspondence(before, typed, Edit(0, 10, 11)) is None
    assert correspondence(before, renamed, Edit(MIDDLE, MIDDLE, MIDDLE)) == whole, "names may differ"
    assert correspondence(before, more, Edit(MIDDLE, MIDDLE, MIDDLE)) is None


def test_definitions_around_added_and_removed_ones_correspond() -> None:
    end = len(FUNCTIONS)
    one_more = "def g(): ...\n"
    before, after = definitions_of(FUNCTIONS), definitions_of(FUNCTIONS + one_more)
    added = correspondence(before, after, Edit(end - 1, end, end + len(one_more) + 1))
    assert added == Correspondence(100, 100, 101)
    assert added is not None
    assert [added.new_index(index) for index in (-1, 0, 99)] == [-1, 0, 99]
    start = FUNCTIONS.index("def f50")
    size = FUNCTIONS.index("def f51") - start
    removed = correspondence(before, definitions_of(FUNCTIONS[:start] + FUNCTIONS[start + size :]),
                             Edit(start - 1, start + size, start))  # fmt: skip
    assert removed == Correspondence(50, 51, 50)
    assert removed is not None
    assert [removed.new_index(index) for index in (49, 50, 51)] == [49, None, 50]
