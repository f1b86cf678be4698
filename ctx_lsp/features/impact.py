"""Finds the impact of a change to a symbol or to files: its dependants, sorted by distance, then by confidence."""

from collections.abc import Iterable, Sequence

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.external.users import external_users
from ctx_lsp.features.model import Impact, ImpactNode, RelationKind
from ctx_lsp.features.reach import LeavesOut, ReachStep, leaves_out_nothing, members, reach
from ctx_lsp.graph.entry import Definition, path_of
from ctx_lsp.retrieval.gaps import gaps
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_DEPENDANTS = 5_000  # limit for one answer; nobody reads more

_RELATIONS: dict[str, RelationKind] = {
    "calls": "caller",
    "overrides": "overrider",
    "inherits": "subclass",
    "implements": "subclass",
    "imports": "importer",
    "re-exports": "importer",
    "tests": "test",
}


def impact(
    snapshot: Snapshot,
    definition: Definition,
    depth: int,
    token: CancelToken,
    leaves_out: LeavesOut = leaves_out_nothing,
) -> Impact:
    """Find the dependants of a symbol and its nested symbols, up to `depth` edges away. Raises `Cancelled`."""
    entry = snapshot.files[definition.path]
    meant = entry.main_indices[definition.index]
    same = (index for index, one in enumerate(entry.main_indices) if one == meant)
    seeds = [node for index in same for node in members(entry, index)]
    found = reach(snapshot, seeds, depth, MAX_DEPENDANTS, token, leaves_out)
    return _answer(snapshot, definition.id, (), found.steps.values(), found.cut)


def files_impact(
    snapshot: Snapshot,
    paths: Sequence[str],
    depth: int,
    token: CancelToken,
    leaves_out: LeavesOut = leaves_out_nothing,
) -> Impact:
    """Find the dependants of files and their symbols, up to `depth` edges away. Raises `Cancelled`."""
    found = reach(snapshot, file_nodes(snapshot, paths), depth, MAX_DEPENDANTS, token, leaves_out)
    return _answer(snapshot, None, tuple(paths), found.steps.values(), found.cut)


def external_impact(
    snapshot: Snapshot, name: str, depth: int, token: CancelToken, leaves_out: LeavesOut = leaves_out_nothing
) -> Impact | None:
    """Find the files and symbols that use an external module, and their dependants; None if nothing imports it.

    Raises `Cancelled`.
    """
    users = external_users(snapshot, name, token)
    if not users:
        return None
    symbols = [step.node for step in users if step.node != path_of(step.node)]
    known = {step.node for step in users}
    farther = reach(snapshot, symbols, depth - 1, MAX_DEPENDANTS, token, leaves_out)
    beyond = (step for step in farther.steps.values() if step.node not in known)
    steps = (*users, *(step._replace(distance=step.distance + 1) for step in beyond))
    return _answer(snapshot, None, (), steps, farther.cut, name)


def file_nodes(snapshot: Snapshot, paths: Sequence[str]) -> list[str]:
    """Return the nodes of files and of all symbols in them."""
    return [node for path in paths for node in (path, *(one.id for one in snapshot.files[path].definitions))]


def _answer(
    snapshot: Snapshot,
    symbol: str | None,
    files: tuple[str, ...],
    steps: Iterable[ReachStep],
    is_cut: bool,
    external: str | None = None,
) -> Impact:
    nodes = sorted((_node(snapshot, step) for step in steps), key=lambda n: (n.distance, -n.confidence, n.symbol))
    cut = (f"more than {MAX_DEPENDANTS:,} dependants; the nearest are listed",) if is_cut else ()
    return Impact(symbol, files, snapshot.revision, tuple(nodes), (*gaps(snapshot, by_meaning=False), *cut), external)


def _node(snapshot: Snapshot, step: ReachStep) -> ImpactNode:
    test = snapshot.is_test(step.node)
    relation: RelationKind = "test" if test else _RELATIONS.get(step.kind, "user")
    return ImpactNode(step.node, step.distance, step.kind, relation, step.via, step.confidence, test, step.through)
