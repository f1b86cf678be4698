"""This project's index of the same workspace, in the oracle's terms: places, and symbols at places.

Definitions are grouped: overloads, a getter and its setter, and namesakes of one scope are one group, as in the index
(`FileEntry.main_indices`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import Definition, FileEntry, path_of, qualname_of
from ctx_lsp.graph.resolution.bindings import Bindings
from ctx_lsp.graph.resolution.resolve import occurrences
from ctx_lsp.graph.tables import head_of
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText
from tests.graph_oracle.oracle import Kind, Place

Group = tuple[str, int]  # path, number of the symbol that stands for the group

KINDS: Mapping[str, Kind] = {
    "Class": "class",
    "Interface": "class",
    "Enum": "class",
    "Struct": "class",
    "Function": "function",
    "Method": "method",
    "Constructor": "method",
    "Property": "method",
    "Operator": "method",
    "Variable": "variable",
    "Constant": "variable",
    "Field": "field",
    "EnumMember": "field",
    "Event": "field",
}
_OPEN = frozenset({"Class", "Interface", "Enum", "Struct", "Namespace", "Module"})  # what a compared symbol can be in


@dataclass(frozen=True)
class Ours:
    """The index of one workspace. `shown` are the files that the oracle has, too."""

    snapshot: Snapshot
    shown: frozenset[str]

    @cached_property
    def members(self) -> Mapping[Group, tuple[Definition, ...]]:
        """The definitions of each group."""
        found: dict[Group, list[Definition]] = {}
        for entry in self._entries():
            for definition, meant in zip(entry.definitions, entry.main_indices, strict=True):
                found.setdefault((entry.path, meant), []).append(definition)
        return {group: tuple(members) for group, members in found.items()}

    @cached_property
    def groups(self) -> Mapping[Group, tuple[Place, ...]]:
        """The places of the names of each group of definitions."""
        files = self.snapshot.files
        return {
            group: tuple((one.path, files[one.path].facts.spans[one.index].name_start) for one in members)
            for group, members in self.members.items()
        }

    @cached_property
    def compared(self) -> Mapping[Group, Definition]:
        """The groups whose kind is compared, each with its main definition."""
        entries = self.snapshot.files
        named = ((group, entries[group[0]].definitions[group[1]]) for group in self.groups)
        return {group: one for group, one in named if one.kind in KINDS and _is_open(entries[one.path], one)}

    @cached_property
    def defined(self) -> frozenset[Place]:
        """The places where a definition is named."""
        return frozenset(place for places in self.groups.values() for place in places)

    def span(self, definition: Definition) -> tuple[int, int]:
        """The bytes from the name of a definition to its end."""
        span = self.snapshot.files[definition.path].facts.spans[definition.index]
        return span.name_start, span.end

    def group(self, definition: Definition) -> Group:
        """The group that a definition belongs to."""
        return definition.path, self.snapshot.files[definition.path].main_indices[definition.index]

    def meanings(self) -> Iterator[tuple[Place, Group | None]]:
        """Each reference in the text with its surest meaning; None: external or unknown."""
        for entry in self._entries():
            for reference, found in occurrences(self.snapshot.tables.lookups(entry)):
                yield (entry.path, reference.start), self._surest(found)

    def imported(self, place: Place, name: str) -> frozenset[Group]:
        """The targets of the imports of `name`, as member or alias, in the file. Imports themselves have no places."""
        entry = self.snapshot.files[place[0]]
        head = head_of(entry)
        bindings = Bindings(entry.path, head, self.snapshot.tables.lookups(entry))
        named = (imported for imported in head.imports if name in (imported.name, imported.alias))
        groups = (self._surest(bindings.imported(imported)) for imported in named)
        return frozenset(group for group in groups if group)

    def edges_between(self, *kinds: EdgeKind) -> Iterator[tuple[str, str]]:
        """The ends of the edges of some kinds, as nodes of the graph."""
        every = (edge for edges in self.snapshot.graph.by_file.values() for edge in edges)
        return ((edge.source, edge.target) for edge in every if edge.kind in kinds)

    def edges(self, *kinds: EdgeKind) -> Iterator[tuple[Group, Group]]:
        """The edges of some kinds between groups."""
        for one, other in self.edges_between(*kinds):
            source, target = self._node(one), self._node(other)
            if source and target:
                yield source, target

    def _node(self, node: str) -> Group | None:
        entry = self.snapshot.files[path_of(node)]
        definition = entry.by_qualname.get(qualname_of(node))
        return self.group(definition) if definition else None

    def _surest(self, found: tuple[tuple[Definition, float], ...]) -> Group | None:
        return self.group(max(found, key=lambda one: one[1])[0]) if found else None

    def _entries(self) -> Iterator[FileEntry]:
        return (entry for path, entry in sorted(self.snapshot.files.items()) if path in self.shown)


def index_workspace(sources: Mapping[str, SourceText]) -> Snapshot:
    """A snapshot of the workspace with all edges."""
    host = Host()
    host.apply(sources)
    host.resolve()
    return host.snapshot(len(sources))


def _is_open(entry: FileEntry, definition: Definition) -> bool:
    """Whether only types and namespaces enclose a definition, no function and no variable."""
    parent = entry.facts.outline.symbols[definition.index].parent
    while parent >= 0:
        symbol = entry.facts.outline.symbols[parent]
        if symbol.kind not in _OPEN:
            return False
        parent = symbol.parent
    return True
