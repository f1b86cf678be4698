"""Finds the tests affected by a change, each with its path through the graph to the change.

`changes` finds the changes since a revision; `reach` follows dependants.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.impact import file_nodes
from ctx_lsp.features.model import AffectedTests, Change, FileTests, PathStep, ReachingTest
from ctx_lsp.features.past.moved_files import FormerUser
from ctx_lsp.features.past.removed_names import UsersOfRemoved, first_names, move_warnings, users_phrase
from ctx_lsp.features.reach import ReachStep, reach
from ctx_lsp.features.test_commands import file_command, run_command
from ctx_lsp.graph.entry import path_of
from ctx_lsp.graph.resolution.guesses import GUESSED
from ctx_lsp.retrieval.gaps import gaps
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, VALUE_KINDS
from ctx_lsp.text.roots import Roots

MAX_NODES = 50_000  # graph nodes to visit; a change with more dependants is better tested by the whole suite

_CONTAINS: Final = "contains"


def tests_of_files(snapshot: Snapshot, roots: Roots, paths: Sequence[str], token: CancelToken) -> AffectedTests:
    """Find the tests that reach any code in the files `paths`. Raises `Cancelled`."""
    return _affected(snapshot, roots, (), file_nodes(snapshot, paths), (), token)


def tests_of_changes(
    snapshot: Snapshot, roots: Roots, changes: Sequence[Change], users: UsersOfRemoved, warnings: Iterable[str],
    token: CancelToken,
) -> AffectedTests:  # fmt: skip
    """Find the tests that reach any of the changes, or one of the `users` of what is gone. Raises `Cancelled`."""
    there = [one.symbol for one in changes if is_there(snapshot, one.symbol)]
    moved = {move.old for move in users.moved.moves}
    gone = [one.symbol for one in changes if not is_there(snapshot, one.symbol) and one.symbol not in moved]
    lost = (f"removed: {first_names(gone)}; {users_phrase(users)}",) if gone else ()
    warnings = (*warnings, *move_warnings(users.moved), *lost)
    return _affected(snapshot, roots, tuple(changes), there, warnings, token, (*users.moved.users, *users.users))


def _affected(
    snapshot: Snapshot, roots: Roots, changes: tuple[Change, ...], seeds: Sequence[str], warnings: Iterable[str],
    token: CancelToken, users: Sequence[FormerUser] = (),
) -> AffectedTests:  # fmt: skip
    holders = _holders(snapshot, seeds)
    former = {one.node: one for one in reversed(users) if one.node not in {*seeds, *holders}}
    found = reach(snapshot, (*seeds, *holders, *former), None, MAX_NODES, token)
    own = [ReachStep(seed, 0, "tests", seed, 1.0) for seed in dict.fromkeys(seeds)]
    own += [ReachStep(one.node, 0, one.kind, one.node, 1.0) for one in former.values()]
    last_steps = {node: PathStep(node, _CONTAINS) for node in holders}
    last_steps |= {node: PathStep(node, one.kind) for node, one in former.items()}
    ends = {**holders, **{node: one.removed for node, one in former.items()}}
    reaching: list[ReachingTest] = []
    for step in (*own, *found.steps.values()):
        if snapshot.is_test(step.node):
            test, run = _test_around(snapshot, roots, step.node)
            way = _way(step, found.steps, last_steps, ends)
            user = former.get(way[-2].symbol) if len(way) > 1 else None
            confidence = step.confidence * (1.0 if user is None or user.is_sure else GUESSED)
            reaching.append(ReachingTest(test, step.distance + (user is not None), confidence, way, run))
    tests: dict[str, ReachingTest] = {}
    for one in sorted(reaching, key=lambda one: (one.distance, -one.confidence, one.symbol)):
        tests.setdefault(one.symbol, one)
    cut = (
        (f"more than {MAX_NODES:,} symbols depend on the change; only the nearest were followed",) if found.cut else ()
    )
    # Tests come before the files and helpers around them.
    ordered = tuple(sorted(tests.values(), key=lambda one: one.run is None or one.symbol in snapshot.files))
    return AffectedTests(
        revision=snapshot.revision,
        changed=changes,
        tests=ordered,
        files=tuple(sorted(set(map(path_of, tests)))),
        warnings=(*gaps(snapshot, by_meaning=False), *warnings, *cut),
        groups=tuple(_by_file(snapshot, roots, ordered)),
    )


def _by_file(snapshot: Snapshot, roots: Roots, tests: Iterable[ReachingTest]) -> Iterator[FileTests]:
    """Yield the files of `tests` in order. If some tests of a file have a command, its helpers are not counted."""
    by_path: dict[str, list[ReachingTest]] = {}
    for one in tests:
        by_path.setdefault(path_of(one.symbol), []).append(one)
    for path, own in by_path.items():
        parts = [one for one in own if one.symbol != path]
        runnable = sum(one.run is not None for one in parts)
        yield FileTests(path, runnable or len(parts), _run_of_file(snapshot, roots, path))


def _holders(snapshot: Snapshot, seeds: Sequence[str]) -> dict[str, str]:
    """Return the types that contain `seeds`, each mapped to one seed that the type contains.

    Dependants of such a type count as affected, because code that creates an object of the type may call the seed.
    """
    known = frozenset(seeds)
    found: dict[str, str] = {}
    for seed in seeds:
        definition = snapshot.definition(seed)
        holder = snapshot.definition(definition.container) if definition else None
        if holder is not None and holder.kind in CONTAINER_KINDS and holder.id not in known:
            found.setdefault(holder.id, seed)
    return found


def _way(
    step: ReachStep, steps: Mapping[str, ReachStep], last_steps: Mapping[str, PathStep], ends: Mapping[str, str]
) -> tuple[PathStep, ...]:
    """Return the path from a test to a change.

    `last_steps` has the last step from nodes to changes that no edge leads to, and `ends` these changes.
    """
    way: list[PathStep] = []
    node = step.node
    while node in steps:
        way.append(PathStep(node, steps[node].kind, steps[node].through))
        node = steps[node].via
    if node in last_steps:
        way.append(last_steps[node])
        node = ends[node]
    return (*way, PathStep(node, None))


def _test_around(snapshot: Snapshot, roots: Roots, node: str) -> tuple[str, str | None]:
    """Return the test that contains a symbol of test code, with the command that runs it.

    If there is none, return the symbol and None; for a variable, the symbol or file that contains it. A file comes with
    the command for all its tests.
    """
    around, definition = node, snapshot.definition(node)
    while definition is not None:
        run = run_command(snapshot, around, _prefix(roots, around))
        if run is not None:
            return around, run
        around = definition.container
        definition = snapshot.definition(around)
    while (definition := snapshot.definition(node)) is not None and definition.kind in VALUE_KINDS:
        node = definition.container
    return node, _run_of_file(snapshot, roots, node) if node in snapshot.files else None


def _run_of_file(snapshot: Snapshot, roots: Roots, path: str) -> str | None:
    """Return the command for all tests of a file; None if none of them has a command, as in a file of helpers."""
    prefix = _prefix(roots, path)
    has_tests = any(run_command(snapshot, one.id, prefix) for one in snapshot.files[path].definitions)
    return file_command(snapshot, path, prefix) if has_tests else None


def _prefix(roots: Roots, node: str) -> str:
    located = roots.locate(path_of(node))
    return located[0].prefix if located else ""


def is_there(snapshot: Snapshot, node: str) -> bool:
    """Return whether a node is a file or a symbol of the current workspace."""
    return node in snapshot.files or snapshot.definition(node) is not None
