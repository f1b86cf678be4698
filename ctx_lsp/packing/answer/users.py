"""Pack for a question that asks who uses a symbol: the symbol's signature, and the lines of its users that name it.

`features.users` finds the users in the graph. Users in tests are shown only if the question or the options ask for
tests, or if nothing else uses the symbol.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import Definition, FileEntry, path_of
from ctx_lsp.packing.answer.passage_tables import BYTES_PER_TOKEN
from ctx_lsp.packing.answer.passages import WHOLE_LINES
from ctx_lsp.packing.answer.steps import ENTRY_TOKENS
from ctx_lsp.packing.candidates import Candidate, admission, item_of, make_candidate
from ctx_lsp.packing.detail.levels import Rung, declaration_lines, full_lines
from ctx_lsp.packing.detail.lines import byte_size, count, enclosing, union, without_blank_gaps
from ctx_lsp.packing.expansion import Hop, relation_text
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.packing.selection import Step
from ctx_lsp.retrieval.filters import Admission
from ctx_lsp.retrieval.model import Item
from ctx_lsp.snapshot.snapshot import Snapshot

BEFORE, AFTER = 1, 2  # lines shown around a line that uses the symbol
MAX_TARGETS = 3  # signatures of definitions with the same name that are shown


class SymbolUser(NamedTuple):
    """A user of a symbol: another symbol, or a file for code at its top level.

    `node` is the user's symbol id or path, and `places` are the byte offsets of the uses in it, ascending. `target` is
    the definition that is used, and `kind` the kind of the first use. `sure` is false if the uses match the symbol by
    name only, because the index does not say what they refer to.
    """

    node: str
    path: str
    places: tuple[int, ...]
    target: str
    kind: EdgeKind
    sure: bool = True


@dataclass(frozen=True, slots=True)
class FoundUsers:
    """The definitions of the name that a question asks about, and the users of these definitions."""

    targets: tuple[str, ...]
    users: tuple[SymbolUser, ...]
    wants_tests: bool = False
    unsure_left_out: int = 0  # users on objects of unknown type, which are too many to be shown beside sure ones
    is_cut: bool = False  # there are more users than were looked at


@dataclass(frozen=True, slots=True)
class UsersDraft:
    """The steps of a pack that shows users, and the users that it should show (`main`).

    `notes` says how many users are left out, and how many of the others were matched by name only.
    """

    steps: tuple[Step, ...]
    main: tuple[Item, ...]
    notes: tuple[str, ...]


def draft_users(snapshot: Snapshot, found: FoundUsers, options: PackOptions, token: CancelToken) -> UsersDraft:
    """Build the steps that add the definitions to a pack, and then their users. Raises `Cancelled`."""
    definitions = [one for one in map(snapshot.definition, found.targets) if one]
    shown, tests = _admitted_users(snapshot, found, options)
    targets = [_target(snapshot, one) for one in definitions[:MAX_TARGETS]]
    users = [_candidate(snapshot, one) for one in shown]
    token.check()
    order = chain(
        (_step(one, _first(one)) for one in (*targets, *users)),
        (_step(one, len(one.ladder) - 1) for one in users),
    )
    unsure, left_out = sum(not one.sure for one in shown), found.unsure_left_out
    notes = (
        *([f"Users in tests are left out ({tests:,}): ask for tests to see them."] if tests else []),
        *([f"Users matched by name only: {unsure:,}."] if unsure else []),
        *([f"Possible users left out, because the type of the object is unknown: {left_out:,}."] if left_out else []),
        *([f"Only the first {len(found.users):,} users were examined; there are more."] if found.is_cut else []),
    )
    return UsersDraft(tuple(order), tuple(one.item for one in users), notes)


def _admitted_users(snapshot: Snapshot, found: FoundUsers, options: PackOptions) -> tuple[Sequence[SymbolUser], int]:
    """Return the users to show, in order, and the number of users in tests that are left out."""
    are_wanted = options.include_tests is not False and options.filter.tests is not False
    wanted = replace(options, filter=replace(options.filter, kinds=(), tests=True), include_tests=True)
    of_symbols, of_files = admission(snapshot, wanted), Admission(snapshot, wanted.filter)
    own = {path_of(target) for target in found.targets}
    code: list[SymbolUser] = []
    tests: list[SymbolUser] = []
    for one in sorted(found.users, key=lambda one: (not one.sure, one.path not in own, one.path, one.places)):
        definition = snapshot.definition(one.node)
        if of_symbols(definition) if definition else of_files.path(one.path):
            (tests if snapshot.is_test(one.node) else code).append(one)
    code.sort(key=lambda one: (not one.sure, snapshot.files[one.path].role != "source"))
    if not are_wanted:
        return code, len(tests)
    if found.wants_tests:
        return [*tests, *code], 0
    asks_for_tests = options.include_tests is True or options.filter.tests is True
    return (code, len(tests)) if code and not asks_for_tests else ([*code, *tests], 0)


def _target(snapshot: Snapshot, definition: Definition) -> Candidate:
    """Build the candidate for a definition that the question asks about; only its signature is shown."""
    made = make_candidate(snapshot, item_of(snapshot, definition, {"symbol": 1.0}), None, 1.0, core=False, need=0.0)
    return replace(made, ladder=made.ladder[: _first(made) + 1])


def _candidate(snapshot: Snapshot, user: SymbolUser) -> Candidate:
    """Build the candidate for a user; its levels show the declaration and the uses, then also the lines around them."""
    entry, definition = snapshot.files[user.path], snapshot.definition(user.node)
    relation = (Hop(user.kind, user.target, back=True),)
    item = item_of(snapshot, definition, {"graph": 1.0}) if definition else _top_level(entry, user)
    made = make_candidate(snapshot, item, None, 1.0, core=False, need=0.0)
    return replace(
        made,
        name=made.name if user.sure else f"{made.name} (by name only)",
        role="test" if snapshot.is_test(user.node) else "caller",
        relation=relation_text(relation),
        short_relation=relation_text(relation, short=True),
        ladder=(made.ladder[0], *_levels(entry, definition, user)),
    )


def _top_level(entry: FileEntry, user: SymbolUser) -> Item:
    """Build the item for the lines at the top level of a file that use a symbol."""
    start, _ = entry.source.line_range(entry.source.line_at(user.places[0]))
    _, end = entry.source.line_range(entry.source.line_at(user.places[-1]))
    return Item(entry.path, start, end, None, "File", entry.language, "", 1.0, {"graph": 1.0})


def _levels(entry: FileEntry, definition: Definition | None, user: SymbolUser) -> Iterator[Rung]:
    source = entry.source
    whole = full_lines(entry, definition.index) if definition else ((0, source.line_count),)
    ((first, end),) = whole
    declared = declaration_lines(source, entry.facts.spans[definition.index], limit=1) if definition else ()
    used = sorted({source.line_at(place) for place in user.places})
    named = union((declared, *(((line, line + 1),) for line in used)))
    yield Rung("excerpt", named, byte_size(source, named))
    if definition and count(whole) <= WHOLE_LINES:
        yield Rung("full", whole, byte_size(source, whole))
        return
    blocks = enclosing(source, used, first, is_block=True) if definition else ()
    near = (((max(first, line - BEFORE), min(end, line + 1 + AFTER)),) for line in used)
    around = without_blank_gaps(source, union((named, *blocks, *near)))
    yield Rung("excerpt", around, byte_size(source, around))


def _first(candidate: Candidate) -> int:
    """Return the number of the first level that shows text, or of the only level."""
    return min(1, len(candidate.ladder) - 1)


def _step(candidate: Candidate, rung: int) -> Step:
    return Step(candidate, rung, ENTRY_TOKENS + candidate.ladder[rung].size / BYTES_PER_TOKEN)
