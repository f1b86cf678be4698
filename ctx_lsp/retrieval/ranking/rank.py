"""Structure-aware ranking: named parts added to the fused scores by what the index knows of a unit and its file.

Each rule tells for every candidate what it gains, up to 1, or loses, down to -1; what that weighs is in `weights`. No
rule names a project. What the question spells out of a unit is in `rank_words`.
"""

import math
from collections import defaultdict
from heapq import heapify, heappop, heappush
from typing import get_args

import numpy as np

from ctx_lsp.graph.file_roles import FileRole
from ctx_lsp.retrieval.question.file_topics import asked_roles
from ctx_lsp.retrieval.ranking.ranking_context import RankingContext
from ctx_lsp.retrieval.ranking.score_matrix import DIGITS, ScoreMatrix
from ctx_lsp.retrieval.units import Unit, node_of, unit_of_node, unit_range
from ctx_lsp.syntax.symbol_kinds import CALLABLE_KINDS

GRAPH_SEEDS = 10  # best hits whose neighbours are raised
HUB_USERS = 600  # edges; with so many, its users say nothing of a symbol, and to go through them takes its time
BROUGHT_IN = 200  # neighbours at most that no channel found
COHERENCE_UNITS = 5  # best units of a file that count for it
MANY_LINES = 200  # a longer definition gains no more
MANY_USERS = 30  # with so many a symbol is as central as can be
SATURATION_LIMIT = 4  # better results of a file after which more make no difference


def callables(matrix: ScoreMatrix, _context: RankingContext) -> np.ndarray:
    """Functions and methods gain: what code does is done there."""
    gained = matrix.zeros()
    for place, entry, symbol in matrix.symbols:
        if entry.facts.outline.symbols[symbol].kind in CALLABLE_KINDS:
            gained[place] = 1.0
    return gained


def extent(matrix: ScoreMatrix, context: RankingContext) -> np.ndarray:
    """Long definitions gain, by the logarithm of their lines: more of what happens happens there."""
    files = context.snapshot.files
    lines = matrix.zeros()
    for place, unit in enumerate(matrix.units):
        start, end = unit_range(context.snapshot, unit)
        lines[place] = files[unit.path].source.data.count(b"\n", start, end)
    return np.asarray(np.minimum(np.log1p(lines) / math.log1p(MANY_LINES), 1.0))


def centrality(matrix: ScoreMatrix, context: RankingContext) -> np.ndarray:
    """What much depends on gains: a symbol by its users, any unit by the files that depend on its own."""
    graph = context.snapshot.graph
    used = matrix.zeros()
    for place, entry, symbol in matrix.symbols:
        used[place] = graph.users(entry.definitions[symbol].id, MANY_USERS)
    widest = math.log1p(graph.most_dependants) or 1.0
    needed = matrix.spread({path: math.log1p(len(graph.dependants.get(path, ()))) for path in matrix.paths})
    return np.asarray((np.log1p(used) / math.log1p(MANY_USERS) + needed / widest) / 2)


def coherence(matrix: ScoreMatrix, _context: RankingContext) -> np.ndarray:
    """The units of files in which much was found gain: the share of the best file's sum."""
    counted = np.concatenate([places[:COHERENCE_UNITS] for places in matrix.by_file()])
    sums = np.maximum(np.bincount(matrix.files[counted], matrix.totals[counted]), 0.0)
    highest = sums.max()
    return np.asarray((sums / highest if highest > 0 else sums)[matrix.files])


def neighbours(matrix: ScoreMatrix, context: RankingContext) -> dict[Unit, float]:
    """What the best hits depend on or are used by, by how surely; the nearest where no channel found them."""
    gained: dict[Unit, float] = defaultdict(float)
    for rank, place in enumerate(matrix.order()[:GRAPH_SEEDS].tolist(), start=1):
        unit = matrix.units[place]
        node = node_of(context.snapshot, unit)
        if node is None:
            continue
        graph = context.snapshot.graph
        edges = [(edge.target, edge.confidence) for edge in graph.outgoing(node)]
        if graph.users(node, HUB_USERS) < HUB_USERS:
            edges += [(edge.source, edge.confidence) for edge in graph.incoming(node)]
        for neighbour, confidence in edges:
            reached = unit_of_node(context.snapshot, neighbour)
            if reached is not None and reached != unit:
                gained[reached] = max(gained[reached], confidence / rank)
    new = [unit for unit in gained if unit not in matrix.places]
    for unit in sorted(new, key=lambda unit: (-gained[unit], unit))[BROUGHT_IN:]:
        del gained[unit]
    return gained


def role(matrix: ScoreMatrix, context: RankingContext) -> np.ndarray:
    """Tests, examples and documents lose a share of their score, unless the question or the filter asks for them."""
    named = asked_roles(context.query.plain_text) - {"data"}
    asked = {role: role in named for role in get_args(FileRole)} | {"source": True}
    asked["test"] |= context.wanted.tests is True
    roles: dict[str, FileRole] = {path: context.snapshot.files[path].role for path in matrix.paths}
    lost = matrix.spread({path: 0.0 if asked[one] else -1.0 for path, one in roles.items()})
    if not asked["test"]:
        for place, entry, symbol in matrix.symbols:
            if entry.role == "source" and symbol in entry.tests:
                lost[place] = -1.0
    return lost * np.maximum(matrix.totals, 0.0)


def diversify(matrix: ScoreMatrix, weight: float, limit: int) -> list[tuple[int, float]]:
    """The places of the best `limit` units, greedily, and what each lost: better results of the same file cost some."""
    totals, by_file = matrix.totals.tolist(), matrix.by_file()
    heads = [(-round(totals[places[0]], DIGITS), int(places[0]), 0) for places in by_file]
    heapify(heads)
    chosen: list[tuple[int, float]] = []
    while heads and len(chosen) < limit:
        _, place, better = heappop(heads)
        chosen.append((place, _lost(better, weight)))
        rest = by_file[matrix.files[place]][better + 1 :]
        if len(rest):
            heappush(heads, (-round(totals[rest[0]] - _lost(better + 1, weight), DIGITS), int(rest[0]), better + 1))
    return chosen


def _lost(better: int, weight: float) -> float:
    """What a unit loses for so many better results of its file."""
    return weight * min(better, SATURATION_LIMIT)
