"""Finds partners: definitions that help a reader to understand the primary definitions (those that a pack is about).

Partners are found by following the edges of the graph. Each partner has a role, a relevance, and the graph path that
leads to it. `selection` decides which partners are added to a pack.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Literal, NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import Definition, path_of, qualname_of
from ctx_lsp.packing.dependencies import Dependency, uses
from ctx_lsp.packing.model import Role
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS

DECAY = 0.5  # share of the relevance that is kept at the first step along an edge
FURTHER_DECAY = 0.25  # the same at each later step, so that direct references come before small, distant definitions
OWNER = 0.8  # share of a member's relevance that is kept for the type that contains the member
MIN_RELEVANCE = 0.02  # less relevant definitions are noise
MAX_PARTNERS = 200
MAX_DEPENDANTS = 6  # callers, tests and variants per definition; they show how the definition is used, not what it is
NON_SOURCE = 0.5  # share of the relevance that is kept for a use in an example or a document

_ROLE_OF_USED: Mapping[EdgeKind, Role] = {
    "inherits": "base",
    "implements": "base",
    "overrides": "base",
    "uses-type": "type",
}
_VARIANT_KINDS: frozenset[EdgeKind] = frozenset({"inherits", "implements", "overrides"})
_USING_KINDS: frozenset[EdgeKind] = _VARIANT_KINDS.union(
    ("calls", "reads", "uses-type", "decorates", "raises", "tests", "registers", "satisfies", "mentions", "supersedes")
)


@dataclass(frozen=True, slots=True)
class Hop:
    """One step along the graph: the kind of the edge, and the node from which the edge was followed.

    `back` is true if the edge was followed against its direction.
    """

    kind: EdgeKind | Literal["contains"]
    origin: str
    back: bool

    def text(self, *, short: bool) -> str:
        """Return `calls ← origin` if the origin calls the symbol, or `calls → origin` if the symbol calls the origin.

        The symbol is the one that the step leads to. If `short`, the origin is written without its file path.
        """
        origin = qualname_of(self.origin) if short else self.origin
        return f"{self.kind} {'→' if self.back else '←'} {origin}"


RelationPath = tuple[Hop, ...]
"""Steps from a partner back to a primary definition. For the primary definition itself, there are no steps."""


def relation_text(relation: RelationPath, *, short: bool = False) -> str:
    """Convert a relation path to text, such as `calls ← app.py::main`. If `short`, leave out file paths."""
    steps = [f" {'→' if hop.back else '←'} {hop.text(short=short)}" for hop in relation]
    return "".join(steps)[3:]


class Partner(NamedTuple):
    """A definition found by following the graph; its relevance is above 0 and at most 1."""

    definition: Definition
    role: Role
    relation: RelationPath
    relevance: float


def expand(snapshot: Snapshot, core: Mapping[str, float], depth: int, token: CancelToken) -> list[Partner]:
    """Find the partners of the definitions in `core`, most relevant first, up to `depth` edges away.

    `core` maps symbol ids to relevance. Raises `Cancelled`.
    """
    queue = _Queue()
    found: dict[str, Partner] = {}
    for node, relevance in core.items():
        definition = snapshot.definition(node)
        if definition is not None and depth > 0:
            start = Partner(definition, "primary", (), relevance)
            queue.push(_used_by(snapshot, start))
            queue.push(_using(snapshot, start))
            queue.push(_owner(snapshot, start))
    while len(found) < MAX_PARTNERS and (partner := queue.pop()) is not None:
        token.check()
        node = partner.definition.id
        if node in found or node in core:
            continue
        found[node] = partner
        if len(partner.relation) < depth and not any(hop.back for hop in partner.relation):
            queue.push(_used_by(snapshot, partner))
    return list(found.values())


def partner_of(origin: str, use: Dependency, relevance: float) -> Partner:
    """Build the partner for a definition that `origin` uses; `relevance` is that of `origin`."""
    role = _ROLE_OF_USED.get(use.kind, "dependency")
    return Partner(use.target, role, (Hop(use.kind, origin, back=False),), relevance * use.confidence)


def variant_of(origin: str, use: Dependency, relevance: float) -> Partner:
    """Build the partner for a definition that implements or overrides `origin`; `relevance` is that of `origin`."""
    return Partner(use.target, "sibling", (Hop(use.kind, origin, back=True),), relevance * use.confidence)


class _Queue:
    """A priority queue of partners, most relevant first; ties are broken by symbol id, then by relation path."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, str, str, int, Partner]] = []
        self._numbers = count()

    def push(self, partners: Iterable[Partner]) -> None:
        for one in partners:
            key = (-round(one.relevance, 9), one.definition.id, relation_text(one.relation), next(self._numbers))
            heappush(self._heap, (*key, one))

    def pop(self) -> Partner | None:
        return heappop(self._heap)[-1] if self._heap else None


def _used_by(snapshot: Snapshot, origin: Partner) -> Iterator[Partner]:
    kept = origin.relevance * (FURTHER_DECAY if origin.relation else DECAY)
    for use in uses(snapshot, origin.definition):
        relevance = kept * use.confidence
        if relevance >= MIN_RELEVANCE:
            role = _ROLE_OF_USED.get(use.kind, "dependency")
            hop = Hop(use.kind, origin.definition.id, back=False)
            yield Partner(use.target, role, (hop, *origin.relation), relevance)


def _owner(snapshot: Snapshot, origin: Partner) -> Iterator[Partner]:
    """Yield the type that contains `origin`, if there is one, as a partner of `origin`."""
    container = snapshot.definition(origin.definition.container)
    if container is not None and container.kind in CONTAINER_KINDS:
        hop = Hop("contains", origin.definition.id, back=True)
        yield Partner(container, "type", (hop,), origin.relevance * OWNER)


def _using(snapshot: Snapshot, origin: Partner) -> Iterator[Partner]:
    own = origin.definition.id
    edges = [edge for edge in snapshot.graph.incoming(own) if edge.kind in _USING_KINDS]
    weighed = sorted((-edge.confidence * _kept(snapshot, edge.source), edge.source, edge.kind) for edge in edges)
    seen: set[str] = set()
    for weight, source, kind in weighed:
        relevance = -weight * origin.relevance * DECAY
        if len(seen) == MAX_DEPENDANTS or relevance < MIN_RELEVANCE:
            return
        definition = snapshot.definition(source)
        if definition is None or source in seen or source.startswith(f"{own}."):
            continue
        seen.add(source)
        yield Partner(definition, _role_of_using(snapshot, kind, definition), (Hop(kind, own, back=True),), relevance)


def _kept(snapshot: Snapshot, source: str) -> float:
    return NON_SOURCE if snapshot.files[path_of(source)].role in ("example", "docs") else 1.0


def _role_of_using(snapshot: Snapshot, kind: EdgeKind, source: Definition) -> Role:
    if snapshot.files[source.path].role == "test":
        return "test"
    return "sibling" if kind in _VARIANT_KINDS else "caller"
