"""Definitions that commits changed, found by comparing the texts before and after, and which of them change together.

Nothing here is stored: the texts of a few commits are read and parsed when somebody asks.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import log2
from pathlib import Path
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.definition_diff import edited_definitions
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.history.co_change import MAX_FILES, PRIOR
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.git import read_texts
from ctx_lsp.text.git_log import TouchedContents, touched_contents

SAME_FILE_WEIGHT = 0.3  # weight of commits that touched the file of a definition but not the definition
EDGE_WEIGHT = 0.2  # weight of an edge of the graph, relative to a certain co-change
BATCH = 50  # commits whose texts are read together

_COMPARED_ROLES = frozenset({"source", "test"})


class ChangedDefinitions(NamedTuple):
    """The definitions that a commit changed, with the weight of the commit."""

    symbols: Collection[str]
    weight: float


def changed_definitions(folder: Path, commits: Sequence[str], token: CancelToken) -> dict[str, tuple[str, ...]]:
    """Return the definitions of code that each commit changed, by the paths after it; nothing for large commits.

    Added definitions are left out. Raises `GitError` and `Cancelled`.
    """
    found: dict[str, tuple[str, ...]] = {}
    for start in range(0, len(commits), BATCH):
        token.check()
        touched = touched_contents(folder, commits[start : start + BATCH])
        compared = {
            commit: [one for one in files if one.file.kind in "MR" and file_role(one.file.path) in _COMPARED_ROLES]
            for commit, files in touched.items()
            if len(files) <= MAX_FILES
        }
        names = (name for files in compared.values() for one in files for name in (one.before, one.after))
        texts = dict(read_texts(folder, names))
        for commit, files in compared.items():
            token.check()
            found[commit] = tuple(symbol for one in files for symbol in _edited(one, texts))
    return found


def _edited(one: TouchedContents, texts: Mapping[str, bytes]) -> Iterable[str]:
    if one.before not in texts or one.after not in texts:
        return
    for node in edited_definitions(one.file.path, texts[one.before], texts[one.after]):
        yield node.symbol


def definition_partners(
    symbol: str, commits: Iterable[ChangedDefinitions], edges: Mapping[str, float]
) -> list[tuple[str, float]]:
    """Return the definitions that change with `symbol`, with their scores, the likeliest first.

    `commits` are those that touched its file, and `edges` its neighbours in the graph with their strengths (0–1).
    """
    own: dict[str, float] = defaultdict(float)
    beside: dict[str, float] = defaultdict(float)
    own_total = beside_total = PRIOR
    for symbols, weight in commits:
        if symbol in symbols:
            gained, share = own, weight / log2(1 + len(symbols))
            own_total += weight
        else:
            gained, share = beside, weight / log2(1 + len(symbols)) if symbols else 0.0
            beside_total += weight
        for other in symbols:
            gained[other] += share
    scores: dict[str, float] = defaultdict(float)
    for gained, total, factor in ((own, own_total, 1.0), (beside, beside_total, SAME_FILE_WEIGHT)):
        for other, gain in gained.items():
            scores[other] += factor * gain / total
    for other, strength in edges.items():
        scores[other] += EDGE_WEIGHT * strength
    scores.pop(symbol, None)
    return sorted(scores.items(), key=lambda one: (-one[1], one[0]))


def definition_edges(snapshot: Snapshot, symbol: str) -> dict[str, float]:
    """Return the neighbours of a definition in the graph, with the confidence of their surest edge (0–1)."""
    found: dict[str, float] = {}
    for edge in (*snapshot.graph.outgoing(symbol), *snapshot.graph.incoming(symbol)):
        other = edge.target if edge.source == symbol else edge.source
        if "::" in other:
            found[other] = max(found.get(other, 0.0), edge.confidence)
    return found
