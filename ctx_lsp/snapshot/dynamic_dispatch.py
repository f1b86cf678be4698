"""Dynamic dispatch: uses that may reach a member although the code names another symbol.

A call to `Base.run` may run the `run` method of any subtype of `Base`. A call to a class runs the constructor of the
class, or an inherited constructor. The graph stores only uses of the symbols that code names; this module derives the
other uses on demand. `graph.resolution` builds the edges.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ctx_lsp.graph.edges import Edge, EdgeKind
from ctx_lsp.graph.entry import Definition, FileEntry, path_of
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.references.access_paths import OWN_TYPE, SELF, SUPER
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS

THROUGH_BASE = 0.7  # confidence that a call to a base's member runs one particular override of that member
MAX_SYMBOLS = 200  # maximum number of overridden members, overrides, or types without a constructor to follow

USING: frozenset[EdgeKind] = frozenset({
    "reads", "writes", "registers", "decorates", "raises", "catches", "uses-type", "inherits", "implements",
})  # fmt: skip
"""Kinds of edges from code that uses a symbol without calling it."""

_DISPATCHED: frozenset[EdgeKind] = frozenset({"calls", "reads", "writes", "registers", "tests"})
_CONSTRUCTING: frozenset[EdgeKind] = frozenset({"calls", "raises", "decorates", "tests"})
_OWN = frozenset({SELF, OWN_TYPE})
_SUBTYPE: frozenset[EdgeKind] = frozenset({"inherits", "implements"})


class Use(NamedTuple):
    """A use of `target` by `source`. If the code of `source` names another symbol instead, `through` is that symbol."""

    source: str
    target: str
    kind: EdgeKind
    confidence: float
    through: str | None


@dataclass(frozen=True)
class Dispatch:
    """A finder for uses through dynamic dispatch in one snapshot. It caches results; create one for each question."""

    snapshot: Snapshot
    _receivers: dict[str, Mapping[tuple[int, str], frozenset[str]]] = field(default_factory=dict)  # keyed by path
    _above: dict[str, frozenset[str]] = field(default_factory=dict)  # ancestors keyed by type

    def incoming(self, node: str) -> Iterator[Use]:
        """Yield the uses of `node`, once per source and kind: first direct uses, then those through other symbols."""
        seen: set[tuple[str, EdgeKind]] = set()
        for edge in self.snapshot.graph.incoming(node):
            seen.add((edge.source, edge.kind))
            yield Use(*edge, None)
        for named, sure in self.named_for(node).items():
            for edge, _ in self.dispatched(named, (node,)):
                if edge.source != node and (edge.source, edge.kind) not in seen:
                    seen.add((edge.source, edge.kind))
                    yield Use(edge.source, node, edge.kind, edge.confidence * sure, named)

    def named_for(self, node: str) -> Mapping[str, float]:
        """Return the symbols that code may name to reach `node`, each with its confidence, nearest first."""
        definition = self.snapshot.definition(node)
        if definition is None:
            return {}
        if definition.kind == "Constructor":
            return self._constructed_as(definition)
        graph = self.snapshot.graph
        above: dict[str, float] = {}
        waiting = [(node, THROUGH_BASE)]
        for member, sure in waiting:
            for edge in graph.outgoing(member):
                if edge.kind == "overrides" and edge.target not in above and edge.target != node:
                    above[edge.target] = min(sure, edge.confidence * THROUGH_BASE)
                    waiting.append((edge.target, above[edge.target]))
            if len(above) >= MAX_SYMBOLS:
                break
        return above

    def dispatched(self, named: str, nodes: Sequence[str]) -> Iterator[tuple[Edge, str]]:
        """Yield the edges to the symbol `named` that may lead to any of `nodes`, each with the first such node.

        `nodes` are symbols that code may reach by naming `named` (see `named_for`).
        """
        definition = self.snapshot.definition(named)
        if definition is None:
            return
        is_type = definition.kind in CONTAINER_KINDS
        kinds = _CONSTRUCTING if is_type else _DISPATCHED
        for edge in self.snapshot.graph.incoming(named):
            # A write to a member of an interface can reach a field or property of another type, but not a method.
            members = [node for node in nodes if self._is_set(node)] if edge.kind == "writes" else nodes
            if edge.kind not in kinds or not members:
                continue
            reached = nodes[0] if is_type else self.reached(edge.source, definition, members)
            if reached is not None:
                yield edge, reached

    def possible_overrides(self, node: str) -> tuple[str, ...]:
        """Return the overrides that a call to `node` may run instead of `node`, nearest first."""
        below: dict[str, None] = {}
        waiting = [node]
        for member in waiting:
            sources = [edge.source for edge in self.snapshot.graph.incoming(member) if edge.kind == "overrides"]
            fresh = [source for source in sources if source not in below and source != node]
            below |= dict.fromkeys(fresh[: MAX_SYMBOLS - len(below)])
            waiting += fresh if len(below) < MAX_SYMBOLS else []
        return tuple(below)

    def reached(self, source: str, named: Definition, nodes: Sequence[str]) -> str | None:
        """Return the first of `nodes` that may run where the code of `source` uses `named`, or None.

        No node can run if the code accesses `named` through `super`, the name of its type, or a new object of its type.
        `self` may be an instance of a supertype or subtype of the caller's type, but not of a sibling type.
        """
        entry = self.snapshot.files[path_of(source)]
        caller = self.snapshot.definition(source)
        receivers = self._receivers_in(entry).get((caller.index if caller else -1, named.name), frozenset())
        holder = self.snapshot.definition(named.container)
        loose = {receiver for receiver in receivers if not _is_fixed(receiver, holder.name if holder else "")}
        if receivers and not loose:
            return None
        if caller is None or not loose <= _OWN:
            return nodes[0]
        return next((node for node in nodes if self._is_related(caller, node)), None)

    def _is_set(self, node: str) -> bool:
        """Return whether `node` is a member that code can assign to: a field or a property."""
        member = self.snapshot.definition(node)
        return member is not None and member.kind in ("Field", "Property")

    def _is_related(self, caller: Definition, node: str) -> bool:
        """Return whether the types that enclose a caller and a member are equal, or one is an ancestor of the other.

        A caller outside of all types is related to every member.
        """
        member = self.snapshot.definition(node)
        own, other = self._type_around(caller), member.container if member else ""
        return not own or own == other or own in self._ancestors(other) or other in self._ancestors(own)

    def _type_around(self, definition: Definition) -> str:
        current: Definition | None = definition
        while current is not None and current.kind not in CONTAINER_KINDS:
            current = self.snapshot.definition(current.container)
        return current.id if current else ""

    def _ancestors(self, node: str) -> frozenset[str]:
        if node not in self._above:
            found: dict[str, None] = {}
            waiting = [node]
            for current in waiting:
                bases = [edge.target for edge in self.snapshot.graph.outgoing(current) if edge.kind in _SUBTYPE]
                waiting += [base for base in dict.fromkeys(bases) if base not in found]
                found |= dict.fromkeys(bases)
            self._above[node] = frozenset(found)
        return self._above[node]

    def _constructed_as(self, constructor: Definition) -> Mapping[str, float]:
        """Return the type of a constructor and the subtypes that inherit the constructor, each with a confidence."""
        found: dict[str, float] = {constructor.container: 1.0}
        waiting = [constructor.container]
        for node in waiting:
            for edge in self.snapshot.graph.incoming(node):
                if edge.kind in _SUBTYPE and edge.source not in found and not self._has_constructor(edge.source):
                    found[edge.source] = min(found[node], edge.confidence)
                    waiting.append(edge.source)
            if len(found) >= MAX_SYMBOLS:
                break
        return found

    def _has_constructor(self, node: str) -> bool:
        definition = self.snapshot.definition(node)
        if definition is None:
            return False
        entry = self.snapshot.files[definition.path]
        members = entry.children.get(definition.index, ())
        return any(entry.definitions[member].kind == "Constructor" for member in members)

    def _receivers_in(self, entry: FileEntry) -> Mapping[tuple[int, str], frozenset[str]]:
        """Return the receivers of a file's references, keyed by the enclosing symbol and the referenced name."""
        if entry.path not in self._receivers:
            found: dict[tuple[int, str], set[str]] = {}
            for reference in entry.facts.references:
                found.setdefault((reference.symbol, reference.name), set()).add(reference.receiver)
            self._receivers[entry.path] = {key: frozenset(receivers) for key, receivers in found.items()}
        return self._receivers[entry.path]


def _is_fixed(receiver: str, holder: str) -> bool:
    last = receiver.rpartition(".")[2].removesuffix("()")
    return receiver == SUPER or (bool(holder) and last == holder)
