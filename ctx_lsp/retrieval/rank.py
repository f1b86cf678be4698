"""Structure-aware ranking: named parts added to the fused scores by what the index knows of a unit and its file.

Each rule is a function that adds one part; what the parts weigh is in `weights`. No rule names a project. What the
question spells out of a unit is in `rank_words`.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from heapq import heapify, heappop, heappush, nsmallest

from ctx_lsp.index.roles import FileRole
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.retrieval.fusion import Parts, best_first, total
from ctx_lsp.retrieval.grounds import Grounds, Scores
from ctx_lsp.retrieval.units import Unit, node_of, unit_of_node

_TEST_WORDS = frozenset({"test", "tests", "testing", "spec", "fixture", "mock", "unittest", "pytest"})
_TEST_SCOPES = frozenset({"test", "tests"})  # modules of tests inside the file that they test
_EXAMPLE_WORDS = frozenset({"example", "examples", "sample", "demo", "tutorial", "benchmark"})
_DOCS_WORDS = frozenset({"docs", "doc", "documentation", "readme", "changelog", "guide"})


GRAPH_SEEDS = 10  # best hits whose neighbours are raised
BROUGHT_IN = 200  # neighbours at most that no channel found: what the whole program uses has thousands
VALUE_KINDS = frozenset({"Variable", "Constant", "Field", "EnumMember", "Property", "Key"})
MEMBERS = 3  # best members of a type that count for it
COHERENCE_UNITS = 5  # best units of a file that count for it
MANY_USERS = 30  # with so many a symbol is as central as can be
_VERSION = re.compile(r"v(\d{1,3})")
_VERSION_WORD = re.compile(r"\bv\d|\bversion|\blegacy\b|\bold(?:er)?\b")
SATURATION_LIMIT = 4  # better results of a file after which more make no difference


def add_kind(scored: Scores, over: Grounds, weight: float) -> None:
    """Lower fields, constants and other one-line values: they carry a name and little else."""
    for unit, parts in scored.items():
        if unit.symbol >= 0 and over.snapshot.files[unit.path].definitions[unit.symbol].kind in VALUE_KINDS:
            parts["kind"] = -weight


def add_public(scored: Scores, over: Grounds, weight: float) -> None:
    """Raise what other files can see."""
    for unit, parts in scored.items():
        if unit.symbol >= 0 and over.snapshot.files[unit.path].facts.outline.symbols[unit.symbol].exported:
            parts["public"] = weight


def add_centrality(scored: Scores, over: Grounds, weight: float) -> None:
    """Raise what much depends on: a symbol by its users, any unit by the files that depend on its own."""
    graph = over.snapshot.graph
    widest = math.log1p(graph.most_dependants)
    for unit, parts in scored.items():
        node = node_of(over.snapshot, unit)
        users = math.log1p(graph.users(node, MANY_USERS)) / math.log1p(MANY_USERS) if node else 0.0
        spread = math.log1p(len(graph.dependants.get(unit.path, ()))) / widest if widest else 0.0
        if users or spread:
            parts["centrality"] = weight * (users + spread) / 2


def add_version(scored: Scores, over: Grounds, weight: float) -> None:
    """Lower what lies in the folder of an older version, unless the question names a version: `v1` beside `v2`."""
    if _VERSION_WORD.search(over.query.text.lower()):
        return
    versions = {path: found for path in {unit.path for unit in scored} if (found := _versions(path))}
    newest = _newest_versions(over.snapshot.files) if versions else {}
    for unit, parts in scored.items():
        if any(number < newest[parent] for parent, number in versions.get(unit.path, ())):
            parts["version"] = -weight


def _newest_versions(paths: Iterable[str]) -> dict[str, int]:
    """The highest version that folders below each folder are named after."""
    newest: dict[str, int] = {}
    for path in paths:
        for parent, number in _versions(path):
            newest[parent] = max(number, newest.get(parent, 0))
    return newest


def _versions(path: str) -> tuple[tuple[str, int], ...]:
    """The folders in a path that are named after a version, as the folder around each and the version."""
    if not (path.startswith("v") or "/v" in path):  # most; a look at each folder would take thirty times as long
        return ()
    folders = path.split("/")[:-1]
    found = ((position, _VERSION.fullmatch(folder)) for position, folder in enumerate(folders))
    return tuple(("/".join(folders[:position]), int(match[1])) for position, match in found if match)


def add_coherence(scored: Scores, over: Grounds, weight: float) -> None:
    """Raise the units of files in which much was found."""
    by_file: dict[str, list[float]] = defaultdict(list)
    for unit in best_first(scored):
        by_file[unit.path].append(total(scored[unit]))
    sums = {path: max(sum(values[:COHERENCE_UNITS]), 0.0) for path, values in by_file.items()}
    highest = max(sums.values(), default=0.0)
    for unit, parts in scored.items():
        parts["coherence"] = weight * sums[unit.path] / highest if highest > 0 else 0.0


def add_graph(scored: Scores, over: Grounds, weight: float) -> None:
    """Raise what the best hits depend on or are used by; the nearest are brought in where no channel found them."""
    seeds = best_first(scored)[:GRAPH_SEEDS]
    gained: dict[Unit, float] = defaultdict(float)
    for rank, unit in enumerate(seeds, start=1):
        node = node_of(over.snapshot, unit)
        if node is None:
            continue
        edges = [(edge.target, edge.confidence) for edge in over.snapshot.graph.outgoing(node)]
        edges += [(edge.source, edge.confidence) for edge in over.snapshot.graph.incoming(node)]
        for neighbour, confidence in edges:
            reached = unit_of_node(over.snapshot, neighbour)
            if reached is not None and reached != unit:
                gained[reached] = max(gained[reached], confidence / rank)
    new = [unit for unit in gained if unit not in scored]
    for unit in nsmallest(BROUGHT_IN, new, key=lambda unit: (-gained[unit], unit)):
        scored[unit] = {}
    for unit in scored.keys() & gained.keys():
        scored[unit]["graph"] = weight * gained[unit]


def add_members(scored: Scores, over: Grounds, weight: float) -> None:
    """Raise types by the best of their members: who needs several methods of a type needs to see the type."""
    best: dict[Unit, list[float]] = defaultdict(list)
    for unit, parts in scored.items():
        if unit.symbol >= 0:
            parent = over.snapshot.files[unit.path].facts.outline.symbols[unit.symbol].parent
            if parent >= 0:
                best[Unit(unit.path, over.snapshot.files[unit.path].meant[parent], -1)].append(total(parts))
    highest = max((total(parts) for parts in scored.values()), default=0.0)
    for unit in scored.keys() & best.keys():
        values = sorted(best[unit], reverse=True)[:MEMBERS]
        if highest > 0 and len(values) > 1:
            scored[unit]["members"] = weight * sum(values) / (MEMBERS * highest)


def add_role(scored: Scores, over: Grounds, weight: float) -> None:
    """Lower tests, examples and documents, unless the question or the filter asks for them."""
    words = frozenset(over.query.text.lower().replace("_", " ").split())
    asked = {
        "test": over.wanted.tests is True or bool(words & _TEST_WORDS),
        "example": bool(words & _EXAMPLE_WORDS),
        "docs": bool(words & _DOCS_WORDS),
        "data": False,
    }
    for unit, parts in scored.items():
        role = _role(over.snapshot, unit)
        if role != "source" and not asked[role]:
            parts["role"] = -weight * max(total(parts), 0.0)


def _role(snapshot: Snapshot, unit: Unit) -> FileRole:
    """The unit's part in the project: its file's, or a test's inside a source file."""
    entry = snapshot.files[unit.path]
    if entry.role == "source" and unit.symbol >= 0:
        scopes = entry.definitions[unit.symbol].qualname.lower().split(".")
        if not _TEST_SCOPES.isdisjoint(scopes[:-1]) or scopes[-1].startswith("test_"):
            return "test"
    return entry.role


def diversify(scored: dict[Unit, Parts], weight: float, limit: int) -> list[Unit]:
    """The best `limit` units, greedily; each better result of the same file costs a unit something."""
    by_file: dict[str, list[Unit]] = defaultdict(list)
    for unit in reversed(best_first(scored)):
        by_file[unit.path].append(unit)  # the best of each file is last
    heads = [(_order(scored, units[-1], 0.0), path) for path, units in by_file.items()]
    heapify(heads)
    taken: dict[str, int] = defaultdict(int)
    chosen: list[Unit] = []
    while heads and len(chosen) < limit:
        _, path = heappop(heads)
        best = by_file[path].pop()
        chosen.append(best)
        if taken[path] and weight:
            scored[best]["saturation"] = -_lost(taken[path], weight)
        taken[path] += 1
        if by_file[path]:
            heappush(heads, (_order(scored, by_file[path][-1], _lost(taken[path], weight)), path))
    return chosen


def _lost(better: int, weight: float) -> float:
    return weight * min(better, SATURATION_LIMIT)


def _order(scored: dict[Unit, Parts], unit: Unit, lost: float) -> tuple[float, Unit]:
    return -round(total(scored[unit]) - lost, 6), unit
