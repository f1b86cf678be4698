"""Ranking rules based on the structure of the code: kind, length, graph edges and file role of a unit.

Each rule returns a column with a value from -1 to 1 for each candidate. The column is later multiplied by the rule's
weight (`weights`). No rule depends on a particular project. Rules based on the question's words are in `rank_words`.
"""

import math
from collections import defaultdict
from collections.abc import Mapping
from heapq import heapify, heappop, heappush
from typing import get_args

import numpy as np

from ctx_lsp.graph.file_roles import FileRole
from ctx_lsp.retrieval.question.file_topics import PROCEDURE_ROLES, asked_roles, procedure_fit
from ctx_lsp.retrieval.ranking.score_matrix import DIGITS, ScoreMatrix
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.retrieval.units import Unit, node_of, unit_of_node, unit_range
from ctx_lsp.syntax.symbol_kinds import CALLABLE_KINDS

GRAPH_SEEDS = 10  # how many of the best hits boost their neighbours
HUB_USERS = 600  # edges; a symbol with so many uses is a hub, whose neighbours are unrelated and slow to iterate over
MAX_NEIGHBOURS = 200  # maximum number of neighbours that no channel found
COHERENCE_UNITS = 5  # number of best units in a file that count
MANY_LINES = 200  # longer definitions get no higher value
MANY_USERS = 30  # symbols that are used more often get no higher value
SATURATION_LIMIT = 4  # maximum number of better results from the same file that count


def callables(matrix: ScoreMatrix, _context: SearchContext) -> np.ndarray:
    """Give the score 1 to functions and methods, which contain most of a program's behaviour, and 0 to other units."""
    gained = matrix.zeros()
    for place, entry, symbol in matrix.symbols:
        if entry.facts.outline.symbols[symbol].kind in CALLABLE_KINDS:
            gained[place] = 1.0
    return gained


def extent(matrix: ScoreMatrix, context: SearchContext) -> np.ndarray:
    """Score units by the logarithm of their line count, because long definitions contain more behaviour."""
    files = context.snapshot.files
    lines = matrix.zeros()
    for place, unit in enumerate(matrix.units):
        start, end = unit_range(context.snapshot, unit)
        lines[place] = files[unit.path].source.data.count(b"\n", start, end)
    return np.asarray(np.minimum(np.log1p(lines) / math.log1p(MANY_LINES), 1.0))


def centrality(matrix: ScoreMatrix, context: SearchContext) -> np.ndarray:
    """Score units by how much code depends on them: the uses of the symbol, and the dependants of the file."""
    graph = context.snapshot.graph
    used = matrix.zeros()
    for place, entry, symbol in matrix.symbols:
        used[place] = graph.users(entry.definitions[symbol].id, MANY_USERS)
    widest = math.log1p(graph.most_dependants) or 1.0
    needed = matrix.spread({path: math.log1p(len(graph.dependants.get(path, ()))) for path in matrix.paths})
    return np.asarray((np.log1p(used) / math.log1p(MANY_USERS) + needed / widest) / 2)


def coherence(matrix: ScoreMatrix, _context: SearchContext) -> np.ndarray:
    """Score units by the total score of the best candidates in their file, as a share of the best file's total."""
    best_first, starts = matrix.grouped_by_file()
    ranks = np.arange(len(best_first)) - np.repeat(starts[:-1], np.diff(starts))  # within the file of each candidate
    counted = best_first[ranks < COHERENCE_UNITS]
    sums = np.maximum(np.bincount(matrix.files[counted], matrix.totals[counted]), 0.0)
    highest = sums.max()
    return np.asarray((sums / highest if highest > 0 else sums)[matrix.files])


def neighbours(matrix: ScoreMatrix, context: SearchContext) -> dict[Unit, float]:
    """Return the graph neighbours of the best hits, each with the confidence of its edge divided by the hit's rank.

    Neighbours that are already candidates are always returned; of the others, only the best `MAX_NEIGHBOURS`.
    """
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
    for unit in sorted(new, key=lambda unit: (-gained[unit], unit))[MAX_NEIGHBOURS:]:
        del gained[unit]
    return gained


def role(matrix: ScoreMatrix, context: SearchContext) -> np.ndarray:
    """Give a negative score to units in files with a role that neither the question nor the filter asks for.

    This score is in proportion to the unit's score so far. The more the question's words suggest a data file, the less
    it loses. For a question about a procedure, files other than documents and scripts lose score, and guides gain
    score.
    """
    asked = roles_asked_for(context)
    roles: dict[str, FileRole] = {path: context.snapshot.files[path].role for path in matrix.paths}
    if context.query.procedure:
        stands = matrix.spread({path: procedure_fit(path, one) for path, one in roles.items()})
        return stands * np.maximum(matrix.totals, 0.0)
    lost = softened(matrix, matrix.spread({path: float(not asked[one]) for path, one in roles.items()}), context)
    if not asked["test"]:
        for place, entry, symbol in matrix.symbols:
            if entry.role == "source" and symbol in entry.tests:
                lost[place] = -1.0
    return lost * np.maximum(matrix.totals, 0.0)


def softened(matrix: ScoreMatrix, losing: np.ndarray, context: SearchContext) -> np.ndarray:
    """Return a loss of 1 for the units that are `losing` (1, else 0), less their degree in the part `data`, if any."""
    weight = context.weights.data
    degrees = matrix.column("data") / weight if weight else matrix.zeros()
    return np.asarray(-losing * (1.0 - degrees))


def roles_asked_for(context: SearchContext) -> Mapping[str, bool]:
    """Return, for each file role, whether the question or the filter asks for it.

    All questions ask for source code, except questions about procedures, which ask only for documents and data.
    """
    if context.query.procedure:
        return {role: role in PROCEDURE_ROLES for role in get_args(FileRole)}
    named = asked_roles(context.query.plain_text) - {"data"}
    asked = {role: role in named for role in get_args(FileRole)} | {"source": True}
    asked["test"] |= context.request.filter.tests is True
    return asked


def diversify(matrix: ScoreMatrix, weight: float, limit: int) -> list[tuple[int, float]]:
    """Choose the best candidates greedily, at most `limit`, so that no single file dominates.

    Each candidate loses `weight` for every better result from the same file. Return the matrix row of each chosen
    candidate, and the score that it lost.
    """
    totals, by_file = matrix.totals.tolist(), matrix.by_file()
    heads = [(-round(totals[places[0]], DIGITS), places[0], 0) for places in by_file]
    heapify(heads)
    files = matrix.files.tolist()
    chosen: list[tuple[int, float]] = []
    while heads and len(chosen) < limit:
        _, place, better = heappop(heads)
        chosen.append((place, _penalty(better, weight)))
        rest = by_file[files[place]][better + 1 :]
        if rest:
            heappush(heads, (-round(totals[rest[0]] - _penalty(better + 1, weight), DIGITS), rest[0], better + 1))
    return chosen


def _penalty(better: int, weight: float) -> float:
    """Return a unit's penalty. `better` is the number of results from the same file that rank above the unit."""
    return weight * min(better, SATURATION_LIMIT)
