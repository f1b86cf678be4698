"""Records the index lookups on which a pack depends, so that the pack can be reused in another revision.

A pack depends only on its inputs and on lookups in four mappings: the entries of files, the edges of files, the
dependants of files, and the files that use a symbol. A pack is valid in any revision in which all of its lookups give
the same values. `workspace.pack_cache` stores packs.

Files and their edges are held by weak references, so that a stored pack does not keep the texts of earlier revisions in
memory. A value that no longer exists counts as changed: the pack is then built again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar
from weakref import ref

from ctx_lsp.graph.edges import FileEdges, Graph
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.snapshot.recording import RecordingMapping
from ctx_lsp.snapshot.snapshot import Snapshot

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class PackReads:
    """The lookups made while a pack was built, with the values found; a missing key has the value None."""

    files: Mapping[str, ref[FileEntry] | None]
    edges: Mapping[str, ref[FileEdges] | None]
    dependants: Mapping[str, Collection[str] | None]
    users: Mapping[str, Mapping[str, int] | None]

    def hold_in(self, snapshot: Snapshot) -> bool:
        """Return whether every lookup gives the same value in `snapshot`."""
        graph = snapshot.graph
        return (
            _all_held_weakly(self.edges, graph.by_file)
            and _all_held_weakly(self.files, snapshot.files)
            and _all_hold(self.dependants, graph.dependants)
            and _all_hold(self.users, graph.users_by_node)
        )


class RecordingSnapshot:
    """A recorder of the lookups in a snapshot. Use its attribute `snapshot` in place of the original snapshot."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._files: dict[str, FileEntry | None] = {}
        self._edges: dict[str, FileEdges | None] = {}
        self._dependants: dict[str, Collection[str] | None] = {}
        self._users: dict[str, Mapping[str, int] | None] = {}
        self._listed: set[str] = set()  # a set, because a mapping that knows this object would keep it alive in a cycle
        graph = Graph(
            self._recording(snapshot.graph.by_file, self._edges),
            self._recording(snapshot.graph.dependants, self._dependants),
            self._recording(snapshot.graph.users_by_node, self._users),
        )
        self.snapshot = replace(snapshot, files=self._recording(snapshot.files, self._files), graph=graph)

    def _recording(self, values: Mapping[str, Value], seen: dict[str, Value | None]) -> RecordingMapping[Value]:
        listed = partial(self._listed.add, "")
        return RecordingMapping(values, seen.__setitem__, listed, listed)

    def reads(self) -> PackReads | None:
        """Return the lookups recorded so far, or None if the keys or values of a mapping were iterated over.

        A pack that depends on a whole mapping cannot be checked lookup by lookup, so it is not reused.
        """
        if self._listed:
            return None
        return PackReads(_weakly(self._files), _weakly(self._edges), self._dependants, self._users)


def _weakly(seen: Mapping[str, Value | None]) -> dict[str, ref[Value] | None]:
    return {key: None if value is None else ref(value) for key, value in seen.items()}


def _all_held_weakly(seen: Mapping[str, ref[Value] | None], now: Mapping[str, Value]) -> bool:
    values = {key: value() if value else None for key, value in seen.items()}
    is_gone = any(values[key] is None for key, value in seen.items() if value)
    return not is_gone and _all_hold(values, now)


def _all_hold(seen: Mapping[str, Value | None], now: Mapping[str, Value]) -> bool:
    for key, value in seen.items():
        other = now.get(key)
        if value is not other and value != other:
            return False
    return True
