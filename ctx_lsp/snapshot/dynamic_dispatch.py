"""Dynamic dispatch: the uses that may reach a member although the code names another symbol.

A call of `Base.run` may run the `run` of each type below `Base`; a call of a class runs its constructor, and that of a
class without one runs the inherited constructor. The graph stores what the code names, and this module derives the
rest when somebody asks. How edges are found is in `resolution`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ctx_lsp.graph.edges import Edge, EdgeKind
from ctx_lsp.graph.entry import Definition, FileEntry, path_of
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.references.access_paths import OWN_TYPE, SELF, SUPER
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS

THROUGH_BASE = 0.7  # a call of a base's member runs one of the members that stand in for it, or its own
MAX_SYMBOLS = 200  # bases above a member, members below it, or types without a constructor, that are followed

USING: frozenset[EdgeKind] = frozenset({
    "reads", "writes", "registers", "decorates", "raises", "catches", "uses-type", "inherits", "implements",
})  # fmt: skip
"""Edges of code that uses a symbol without calling it."""

_DISPATCHED: frozenset[EdgeKind] = frozenset({"calls", "reads", "writes", "registers", "tests"})
_CONSTRUCTING: frozenset[EdgeKind] = frozenset({"calls", "raises", "decorates", "tests"})
_OWN = frozenset({SELF, OWN_TYPE})
_SUBTYPE: frozenset[EdgeKind] = frozenset({"inherits", "implements"})


class Use(NamedTuple):
    """`source` uses `target`; where its code names another symbol that leads there, that one is `through`."""

    source: str
    target: str
    kind: EdgeKind
    confidence: float
    through: str | None


@dataclass(frozen=True)
class Dispatch:
    """Uses by dynamic dispatch in one snapshot. Remembers what it has read, so that one question reads it once."""

    snapshot: Snapshot
    _receivers: dict[str, Mapping[tuple[int, str], frozenset[str]]] = field(default_factory=dict)  # by path
    _above: dict[str, frozenset[str]] = field(default_factory=dict)  # ancestors by type

    def incoming(self, node: str) -> Iterator[Use]:
        """The uses of a node: those whose code names it, then the others, each source and kind once."""
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
        """The symbols that code may name and reach `node`, each with how sure that is, nearest first."""
        definition = self.snapshot.definition(node)
        if definition is None:
            return {}
        if definition.kind == "Constructor":
            return self._constructed_as(definition)
        graph = self.snapshot.graph
        above: dict[str, float] = {}
        waiting = [(node, THROUGH_BASE)]
        for one, sure in waiting:
            for edge in graph.outgoing(one):
                if edge.kind == "overrides" and edge.target not in above and edge.target != node:
                    above[edge.target] = min(sure, edge.confidence * THROUGH_BASE)
                    waiting.append((edge.target, above[edge.target]))
            if len(above) >= MAX_SYMBOLS:
                break
        return above

    def dispatched(self, named: str, nodes: Sequence[str]) -> Iterator[tuple[Edge, str]]:
        """The edges to a symbol that may lead to some `nodes` it stands for, each with the first of these."""
        definition = self.snapshot.definition(named)
        if definition is None:
            return
        is_type = definition.kind in CONTAINER_KINDS
        kinds = _CONSTRUCTING if is_type else _DISPATCHED
        for edge in self.snapshot.graph.incoming(named):
            # To set a key of an object by an interface's name uses no method that another type has.
            members = [node for node in nodes if self._is_set(node)] if edge.kind == "writes" else nodes
            if edge.kind not in kinds or not members:
                continue
            reached = nodes[0] if is_type else self.reached(edge.source, definition, members)
            if reached is not None:
                yield edge, reached

    def standing_in(self, node: str) -> tuple[str, ...]:
        """The members that a call of `node` may run in its place: those that override it, nearest first."""
        below: dict[str, None] = {}
        waiting = [node]
        for one in waiting:
            sources = [edge.source for edge in self.snapshot.graph.incoming(one) if edge.kind == "overrides"]
            fresh = [source for source in sources if source not in below and source != node]
            below |= dict.fromkeys(fresh[: MAX_SYMBOLS - len(below)])
            waiting += fresh if len(below) < MAX_SYMBOLS else []
        return tuple(below)

    def reached(self, source: str, named: Definition, nodes: Sequence[str]) -> str | None:
        """The first of the members `nodes` that may run where the code of `source` uses `named`; None: none of them.

        None may run where the code says what does: `super`, the name of the type, a new object of it. The object
        itself (`self`) may be of a type above or below the caller's, not of one beside it.
        """
        entry = self.snapshot.files[path_of(source)]
        caller = self.snapshot.definition(source)
        receivers = self._receivers_in(entry).get((caller.index if caller else -1, named.name), frozenset())
        holder = self.snapshot.definition(named.container)
        loose = {one for one in receivers if not _is_fixed(one, holder.name if holder else "")}
        if receivers and not loose:
            return None
        if caller is None or not loose <= _OWN:
            return nodes[0]
        return next((node for node in nodes if self._is_related(caller, node)), None)

    def _is_set(self, node: str) -> bool:
        """Whether a member is one that code sets: a field or a property."""
        member = self.snapshot.definition(node)
        return member is not None and member.kind in ("Field", "Property")

    def _is_related(self, caller: Definition, node: str) -> bool:
        """Whether the types around a caller and a member are one, or one of them is above the other."""
        member = self.snapshot.definition(node)
        own, other = self._type_around(caller), member.container if member else ""
        return not own or own == other or own in self._ancestors(other) or other in self._ancestors(own)

    def _type_around(self, definition: Definition) -> str:
        around: Definition | None = definition
        while around is not None and around.kind not in CONTAINER_KINDS:
            around = self.snapshot.definition(around.container)
        return around.id if around else ""

    def _ancestors(self, node: str) -> frozenset[str]:
        if node not in self._above:
            found: dict[str, None] = {}
            waiting = [node]
            for one in waiting:
                bases = [edge.target for edge in self.snapshot.graph.outgoing(one) if edge.kind in _SUBTYPE]
                waiting += [base for base in dict.fromkeys(bases) if base not in found]
                found |= dict.fromkeys(bases)
            self._above[node] = frozenset(found)
        return self._above[node]

    def _constructed_as(self, constructor: Definition) -> Mapping[str, float]:
        """The type of a constructor, and the types below that inherit it."""
        found: dict[str, float] = {constructor.container: 1.0}
        waiting = [constructor.container]
        for one in waiting:
            for edge in self.snapshot.graph.incoming(one):
                if edge.kind in _SUBTYPE and edge.source not in found and not self._has_constructor(edge.source):
                    found[edge.source] = min(found[one], edge.confidence)
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
        """The receivers in a file by the symbol around a reference and the name that it uses."""
        if entry.path not in self._receivers:
            found: dict[tuple[int, str], set[str]] = {}
            for one in entry.facts.references:
                found.setdefault((one.symbol, one.name), set()).add(one.receiver)
            self._receivers[entry.path] = {key: frozenset(receivers) for key, receivers in found.items()}
        return self._receivers[entry.path]


def _is_fixed(receiver: str, holder: str) -> bool:
    last = receiver.rpartition(".")[2].removesuffix("()")
    return receiver == SUPER or (bool(holder) and last == holder)
