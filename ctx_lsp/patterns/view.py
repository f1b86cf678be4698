"""Lookups in the neighbourhood of a symbol: its text, members, bases, derived types and edges.

All detectors share these lookups. No lookup walks the whole graph.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.model import Symbol, SymbolSpan
from ctx_lsp.syntax.reference import Reference
from ctx_lsp.syntax.references.access_paths import OWN_TYPE, SELF
from ctx_lsp.syntax.symbol_kinds import TYPE_KINDS

OBJECT = frozenset({SELF, OWN_TYPE})
"""Receivers that denote the current object or its type."""

SURE = 0.5  # an edge with a lower confidence is one of several guesses, and too weak as evidence of a pattern
MAX_FAMILY = 200  # maximum number of derived types of a base that are examined
MAX_SEEN = 64  # maximum number of incoming edges of a symbol that are followed
_INHERITANCE: tuple[EdgeKind, ...] = ("inherits", "implements")


@dataclass(frozen=True, slots=True)
class View:
    """Lookups in one snapshot. A view caches the bases of each type, so use one view for a whole request."""

    snapshot: Snapshot
    _above: dict[str, tuple[Definition, ...]] = field(default_factory=dict)

    def entry(self, one: Definition) -> FileEntry:
        """Return the entry of the file that contains a definition."""
        return self.snapshot.files[one.path]

    def symbol(self, one: Definition) -> Symbol:
        """Return the outline symbol of a definition."""
        return self.entry(one).facts.outline.symbols[one.index]

    def span(self, one: Definition) -> SymbolSpan:
        """Return the positions of a definition."""
        return self.entry(one).facts.spans[one.index]

    def text(self, one: Definition) -> str:
        """Return the text of a whole definition, including its decorators."""
        span = self.span(one)
        return self.entry(one).source.slice(span.start, span.end)

    def body(self, one: Definition) -> str:
        """Return the text of a definition's body, or "" if the definition has no body."""
        span = self.span(one)
        return self.entry(one).source.slice(span.body, span.end)

    def references(self, one: Definition) -> tuple[Reference, ...]:
        """Return the references in the text of a definition and of its nested definitions, in order."""
        span, found = self.span(one), self.entry(one).facts.references
        return found.starting_in(span.start, span.end)

    def members(self, one: Definition) -> tuple[Definition, ...]:
        """Return the direct members of a definition, in order."""
        entry = self.entry(one)
        return tuple(entry.definitions[index] for index in entry.children.get(one.index, ()))

    def methods(self, one: Definition) -> tuple[Definition, ...]:
        """Return the direct members of a definition that are methods or functions, but not constructors."""
        return tuple(member for member in self.members(one) if member.kind in ("Method", "Function"))

    def member(self, one: Definition, name: str) -> Definition | None:
        """Return a definition's direct member with a given name, or None."""
        return self.entry(one).by_qualname.get(f"{one.qualname}.{name}")

    def holder(self, one: Definition) -> Definition | None:
        """Return the definition that directly contains `one`, or None if `one` is at the top level of its file."""
        return self.snapshot.definition(one.container)

    def targets(self, one: Definition, *kinds: EdgeKind) -> list[Definition]:
        """Return the definitions to which `one` has an edge of one of the `kinds`, without duplicates.

        Edges with a confidence below `SURE` are ignored.
        """
        edges = self.snapshot.graph.outgoing(one.id)
        return self._definitions(edge.target for edge in edges if edge.kind in kinds and edge.confidence >= SURE)

    def sources(self, one: Definition, *kinds: EdgeKind) -> list[Definition]:
        """Return at most `MAX_SEEN` definitions that have an edge of one of the `kinds` to `one`, without duplicates.

        Edges with a confidence below `SURE` are ignored.
        """
        edges = self.snapshot.graph.incoming(one.id)
        sure = (edge.source for edge in edges if edge.kind in kinds and edge.confidence >= SURE)
        return self._definitions(sure)[:MAX_SEEN]

    def bases(self, one: Definition) -> list[Definition]:
        """Return the workspace types that a type names as its bases."""
        return [base for base in self.targets(one, *_INHERITANCE) if base.kind in TYPE_KINDS]

    def ancestors(self, one: Definition) -> tuple[Definition, ...]:
        """Return the direct and indirect bases of a type, without duplicates."""
        if one.id not in self._above:
            self._above[one.id] = tuple(self._reachable(self.bases(one), one, up=True))
        return self._above[one.id]

    def derived(self, one: Definition) -> list[Definition]:
        """Return at most `MAX_FAMILY` direct and indirect subtypes of a type, nearest first, without duplicates."""
        below = self._reachable(self._directly_derived(one), one, up=False)
        return [found for found, _ in zip(below, range(MAX_FAMILY), strict=False)]

    def inherited(self, one: Definition, name: str) -> Definition | None:
        """Find a member by name in a type and then in its bases, nearest first. Return None if none of them has it."""
        for holder in (one, *self.ancestors(one)):
            found = self.member(holder, name)
            if found is not None:
                return found
        return None

    def _directly_derived(self, one: Definition) -> list[Definition]:
        edges = self.snapshot.graph.incoming(one.id)
        found = self._definitions(
            edge.source for edge in edges if edge.kind in _INHERITANCE and edge.confidence >= SURE
        )
        return [each for each in found if each.kind in TYPE_KINDS]

    def _reachable(self, first: list[Definition], start: Definition, *, up: bool) -> Iterator[Definition]:
        seen = {start.id}
        waiting = list(first)
        for one in waiting:  # the list grows during the iteration
            if one.id not in seen:
                seen.add(one.id)
                yield one
                waiting += self.bases(one) if up else self._directly_derived(one)

    def _definitions(self, ids: Iterable[str]) -> list[Definition]:
        found = (self.snapshot.definition(one) for one in dict.fromkeys(ids))
        return [one for one in found if one is not None]

    def is_test(self, one: Definition) -> bool:
        """Return whether a definition is a test or test code."""
        return self.snapshot.is_test(one.id)
