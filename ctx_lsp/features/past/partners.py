"""Finds files that usually change together, by combining co-changes in the history with edges of the graph.

A partner without an edge is hidden coupling: nothing in the code shows it. This module answers requests; the stricter
rule for unsolicited hints is in `hint`.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import log1p

from ctx_lsp.graph.entry import path_of
from ctx_lsp.history.co_change import CoChange
from ctx_lsp.history.histories import Histories
from ctx_lsp.snapshot.snapshot import Snapshot

EDGE_WEIGHT = 0.1  # score of the file with the most edges to the other one; a certain co-change scores 1
MIN_TOGETHER = 3  # minimum number of common commits of a missing partner
MIN_SHARE = 0.3  # minimum share of the file's commits that touched a missing partner too
MAX_MISSING = 5


@dataclass(frozen=True, slots=True)
class FilePartner:
    """A file that usually changes with another file, `of`, or is joined to that file by edges of the graph.

    `changes` counts the commits to `of`, and `together` those that also changed this file. `hidden` is set if no edge
    joins the two files.
    """

    path: str
    of: str
    together: int
    changes: int
    score: float
    hidden: bool

    @property
    def share(self) -> float:
        """The share of the commits to `of` that also changed this file."""
        return self.together / self.changes if self.changes else 0.0


def file_partners(snapshot: Snapshot, histories: Histories, path: str) -> list[FilePartner]:
    """Return the files that change with the file at `path` or are joined to it by edges, highest score first."""
    edges = edge_strengths(snapshot, path)
    strongest = max(edges.values(), default=1.0)
    changed = {one.path: one for one in histories.partners(path)}
    none = CoChange("", 0, len(histories.touches(path)), 0.0)
    found: list[FilePartner] = []
    for other in changed.keys() | edges.keys():
        known, edge = changed.get(other, none), edges.get(other, 0.0)
        score = known.confidence + EDGE_WEIGHT * edge / strongest
        found.append(FilePartner(other, path, known.together, known.changes, score, hidden=not edge))
    return sorted(found, key=lambda one: (-one.score, one.path))


def edge_strengths(snapshot: Snapshot, path: str) -> dict[str, float]:
    """Return the files that have edges to or from a file, each with the logarithm of the number of these edges."""
    entry = snapshot.files.get(path)
    if entry is None:
        return {}
    edges: Counter[str] = Counter()
    for node in (path, *(one.id for one in entry.definitions)):
        edges.update(path_of(edge.target) for edge in snapshot.graph.outgoing(node))
        edges.update(path_of(edge.source) for edge in snapshot.graph.incoming(node))
    return {other: log1p(count) for other, count in edges.items() if other != path}


def missing_partners(snapshot: Snapshot, histories: Histories, touched: Collection[str]) -> tuple[FilePartner, ...]:
    """Return the files that usually change with some of the `touched` files but are not among them, best first.

    At most `MAX_MISSING` files are returned. Each is indexed, and shares several commits with a touched file.
    """
    best: dict[str, FilePartner] = {}
    for one in _missing(snapshot, histories, touched):
        if one.path not in best or one.score > best[one.path].score:
            best[one.path] = one
    return tuple(sorted(best.values(), key=lambda one: (-one.score, one.path))[:MAX_MISSING])


def _missing(snapshot: Snapshot, histories: Histories, touched: Collection[str]) -> Iterator[FilePartner]:
    for path in touched:
        for one in file_partners(snapshot, histories, path):
            is_known = one.path in snapshot.files and one.path not in touched
            if is_known and one.together >= MIN_TOGETHER and one.share >= MIN_SHARE:
                yield one


def sentences(partners: Sequence[FilePartner]) -> tuple[str, ...]:
    """Return a sentence about each missing partner, for the user."""
    return tuple(
        f"{one.path} changed in {one.together} of the {one.changes} commits to {one.of}, and is not part of this change"
        for one in partners
    )
