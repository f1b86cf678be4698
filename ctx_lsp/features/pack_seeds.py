"""Finds the seeds of packs about files or a change: primary symbols, their dependants, and tests.

`reach` finds dependants, and `changes` finds the differences from a revision; packing decides which of the seeds a pack
shows.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.counted import counted
from ctx_lsp.features.affected_tests import is_there, tests_of_changes, tests_of_files
from ctx_lsp.features.changes import Changes, nothing_changed
from ctx_lsp.features.impact import file_nodes
from ctx_lsp.features.model import AffectedTests, ReachingTest
from ctx_lsp.features.past.moved_files import FormerUser
from ctx_lsp.features.past.removed_names import UsersOfRemoved, users_of_removed
from ctx_lsp.features.reach import ReachStep, reach
from ctx_lsp.graph.entry import Definition, FileEntry, path_of
from ctx_lsp.graph.resolution.guesses import GUESSED
from ctx_lsp.packing.candidates import HUNK_CONTEXT, PackSeeds
from ctx_lsp.packing.detail.lines import NONE, Lines, holding, union, without
from ctx_lsp.packing.expansion import DECAY, Hop, Partner, RelationPath
from ctx_lsp.retrieval.model import Item
from ctx_lsp.retrieval.search import make_item
from ctx_lsp.retrieval.units import Unit
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.roots import Roots

MAX_PRIMARY = 100  # symbols; a pack could show only part of a larger change
MAX_REACHED = 200  # dependants to consider, nearest first
MAX_TESTS = 40
MAX_PIECES = 3  # chunks to show from a file without symbols


@dataclass(frozen=True, slots=True)
class FoundSeeds:
    """The seeds of a pack. `warnings` names the parts of the change that the pack cannot cover."""

    seeds: PackSeeds
    warnings: tuple[str, ...]


def seeds_of_files(snapshot: Snapshot, paths: Sequence[str], depth: int, token: CancelToken) -> FoundSeeds:
    """Return the seeds of a pack about the contents of files. Raises `Cancelled`."""
    paths = list(dict.fromkeys(paths))
    per_file = [_by_use(snapshot, _outermost(snapshot.files[path])) for path in paths]
    items = [item for path, found in zip(paths, per_file, strict=True) for item in found or _pieces(snapshot, path)]
    tests = tests_of_files(snapshot, Roots(), paths, token)
    return _found_seeds(snapshot, _in_turns(items), file_nodes(snapshot, paths), tests, depth, token)


def seeds_of_changes(snapshot: Snapshot, found: Changes, depth: int, token: CancelToken) -> FoundSeeds:
    """Return the seeds of a pack about a change: symbols, hunks, dependants and tests. Raises `Cancelled`."""
    changes = found.changes
    removed = users_of_removed(snapshot, found, token)
    tests = tests_of_changes(snapshot, Roots(), changes, removed, found.warnings, token)
    added = {one.symbol for one in changes if one.change == "added" and one.symbol not in snapshot.files}
    nodes = [one.symbol for one in changes if is_there(snapshot, one.symbol)]
    present = (definition for node in nodes if (definition := snapshot.definition(node)))
    definitions = [definition for definition in present if definition.container not in added]
    whole_files = [node for node in nodes if node in snapshot.files and not snapshot.files[node].definitions]
    pieces = [item for path in whole_files for item in _pieces(snapshot, path)]
    outside = [one.symbol for one in changes if one.change == "changed" and one.symbol in snapshot.files]
    pieces += [
        item
        for path in outside
        if path not in whole_files
        for item in _hunks_outside(snapshot, path, found.hunks.get(path, NONE))
    ]
    found_seeds = _found_seeds(snapshot, [*_by_use(snapshot, definitions), *pieces], nodes, tests, depth, token)
    empty = nothing_changed() if found.is_none else "There is no changed code to show."
    partners = (*found_seeds.seeds.partners, *_former_users(snapshot, (*removed.moved.users, *removed.users)))
    doubt = "; ".join(filter(None, (_doubt(removed), found.doubt)))
    seeds = replace(found_seeds.seeds, partners=partners, hunks=found.hunks, empty_message=empty, doubt=doubt)
    return FoundSeeds(seeds, found_seeds.warnings)


def _doubt(removed: UsersOfRemoved) -> str:
    """Return the doubt that files still use removed symbols or the old paths of files; "" if none is known to."""
    by_path, by_name = ({path_of(one.node) for one in users} for users in (removed.moved.users, removed.users))
    doubts = (
        f"the old paths of moved files are still used in {counted(len(by_path), 'file')}" if by_path else "",
        f"removed names are still used in {counted(len(by_name), 'file')}" if by_name else "",
    )
    return "; ".join(filter(None, doubts))


def _hunks_outside(snapshot: Snapshot, path: str, hunks: Lines) -> list[Item]:
    """Return the changed lines outside a file's symbols, with some context, as results without a symbol."""
    entry = snapshot.files[path]
    spans = [entry.facts.spans[index] for index in entry.children.get(-1, ())]
    symbols = union(holding(entry.source, span.start, span.end) for span in spans)
    outside = without(hunks, symbols)
    starts, last = entry.source.line_starts, entry.source.line_count
    around = without(union([((max(0, a - HUNK_CONTEXT), min(last, b + HUNK_CONTEXT)),) for a, b in outside]), symbols)
    found: list[Item] = []
    for first, end in around:
        stop = starts[end] if end < len(starts) else len(entry.source.data)
        found.append(Item(path, starts[first], stop, None, "File", entry.language, "", 1.0, {"given": 1.0}))
    return found


def _found_seeds(
    snapshot: Snapshot, items: Sequence[Item], seeds: Sequence[str], tests: AffectedTests, depth: int,
    token: CancelToken,
) -> FoundSeeds:  # fmt: skip
    core = sorted(items, key=lambda item: snapshot.files[item.path].role != "source")[:MAX_PRIMARY]
    steps = reach(snapshot, seeds, depth, MAX_REACHED, token).steps if depth else {}
    partners = [
        *(_dependant(snapshot, step, steps) for step in steps.values() if not snapshot.is_test(step.node)),
        *(_test(snapshot, test) for test in tests.tests[:MAX_TESTS]),
    ]
    more = len(items) - len(core)
    cut = (f"{len(items):,} symbols are too many for one pack; {more:,} were left out",) if more else ()
    return FoundSeeds(PackSeeds(tuple(core), tuple(one for one in partners if one)), (*tests.warnings, *cut))


def _former_users(snapshot: Snapshot, users: Iterable[FormerUser]) -> Iterator[Partner]:
    """Yield the symbols outside of tests that use removed symbols or the old paths of files."""
    for one in users:
        definition = snapshot.definition(one.node)
        if definition is not None and not snapshot.is_test(one.node):
            confidence = (1.0 if one.is_sure else GUESSED) * DECAY
            yield Partner(definition, "caller", (Hop(one.kind, one.removed, back=True),), confidence)


def _dependant(snapshot: Snapshot, step: ReachStep, steps: dict[str, ReachStep]) -> Partner | None:
    definition = snapshot.definition(step.node)
    if definition is None:  # the top level of a file
        return None
    hops: list[Hop] = []
    on_the_way: ReachStep | None = step
    while on_the_way is not None:
        hops.append(Hop(on_the_way.kind, on_the_way.via, back=True))
        on_the_way = steps.get(on_the_way.via)
    return Partner(definition, "caller", tuple(hops), step.confidence * DECAY**step.distance)


def _test(snapshot: Snapshot, test: ReachingTest) -> Partner | None:
    definition = snapshot.definition(test.symbol)
    if definition is None or not test.distance:
        return None
    return Partner(definition, "test", _relation(test), test.confidence * DECAY**test.distance)


def _relation(test: ReachingTest) -> RelationPath:
    pairs = zip(test.way, test.way[1:], strict=False)
    return tuple(Hop(step.kind, following.symbol, back=True) for step, following in pairs if step.kind)


def _outermost(entry: FileEntry) -> list[Definition]:
    return [entry.definitions[index] for index in entry.children.get(-1, ())]


def _by_use(snapshot: Snapshot, definitions: Iterable[Definition]) -> list[Item]:
    """Convert definitions to results; those with the most incoming edges come first."""
    weighed = sorted((-len(snapshot.graph.incoming(one.id)), one.path, one.index) for one in definitions)
    return [make_item(snapshot, Unit(path, index, -1), {"given": 1.0}) for _, path, index in weighed]


def _pieces(snapshot: Snapshot, path: str) -> list[Item]:
    numbers = range(min(MAX_PIECES, len(snapshot.files[path].facts.chunks)))
    return [make_item(snapshot, Unit(path, -1, number), {"given": 1.0}) for number in numbers]


def _in_turns(items: Sequence[Item]) -> list[Item]:
    """Interleave the items of different files, so that a small pack shows something from each file."""
    places: dict[str, int] = {}
    turns: list[tuple[int, Item]] = []
    for item in items:
        places[item.path] = places.get(item.path, -1) + 1
        turns.append((places[item.path], item))
    return [item for _, item in sorted(turns, key=lambda one: one[0])]
