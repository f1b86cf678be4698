"""Structure-aware ranking: named parts added to the fused scores by what the index knows of a unit and its file.

Each rule is a function that adds one part; what the parts weigh is in `weights`. No rule names a project.
"""

from collections import defaultdict
from heapq import heapify, heappop, heappush
from itertools import pairwise

from ctx_lsp.index.resolution.modules.files import module_stem
from ctx_lsp.index.roles import FileRole
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.retrieval.fusion import Parts, best_first, total
from ctx_lsp.retrieval.model import Filter, QueryAnalysis
from ctx_lsp.retrieval.units import Unit, node_of, unit_of_node
from ctx_lsp.syntax.words import terms

_TEST_WORDS = frozenset({"test", "tests", "testing", "spec", "fixture", "mock", "unittest", "pytest"})
_TEST_SCOPES = frozenset({"test", "tests"})  # modules of tests inside the file that they test
_EXAMPLE_WORDS = frozenset({"example", "examples", "sample", "demo", "tutorial", "benchmark"})
_DOCS_WORDS = frozenset({"docs", "doc", "documentation", "readme", "changelog", "guide"})


SHORTEST_PREFIX = 3  # letters; shorter beginnings are shared by chance
GRAPH_SEEDS = 10  # best hits whose neighbours are raised
VALUE_KINDS = frozenset({"Variable", "Constant", "Field", "EnumMember", "Property", "Key"})
MEMBERS = 3  # best members of a type that count for it
COHERENCE_UNITS = 5  # best units of a file that count for it
SATURATION_LIMIT = 4  # better results of a file after which more make no difference


def add_kind(scored: dict[Unit, Parts], snapshot: Snapshot, weight: float) -> None:
    """Lower fields, constants and other one-line values: they carry a name and little else."""
    for unit, parts in scored.items():
        if unit.symbol >= 0 and snapshot.files[unit.path].definitions[unit.symbol].kind in VALUE_KINDS:
            parts["kind"] = -weight


def add_name(scored: dict[Unit, Parts], snapshot: Snapshot, query: QueryAnalysis, weight: float) -> None:
    """Raise symbols whose own name consists of the question's words."""
    words = frozenset(query.terms)
    for unit, parts in scored.items():
        if unit.symbol < 0:
            continue
        name = set(terms(snapshot.files[unit.path].facts.outline.symbols[unit.symbol].name))
        shared = len(name & words)
        if shared:
            parts["name"] = weight * shared / len(name)


def add_path(scored: dict[Unit, Parts], query: QueryAnalysis, weight: float) -> None:
    """Raise units of files whose name consists of the question's words."""
    words = [word for word in query.terms if len(word) >= SHORTEST_PREFIX]
    words += [first + second for first, second in pairwise(query.terms)]
    shares = {path: _path_share(path, words) for path in {unit.path for unit in scored}}
    for unit, parts in scored.items():
        if shares[unit.path]:
            parts["path"] = weight * shares[unit.path]


def _path_share(path: str, words: list[str]) -> float:
    """Share of the words of a file's module name that the question begins with, or that begin a word of it."""
    stem = set(terms(module_stem(path)))
    named = sum(any(_same_beginning(part, word) for word in words) for part in stem)
    return named / len(stem) if stem else 0.0


def _same_beginning(part: str, word: str) -> bool:
    return part == word or (len(part) >= SHORTEST_PREFIX and (word.startswith(part) or part.startswith(word)))


def add_coherence(scored: dict[Unit, Parts], weight: float) -> None:
    """Raise the units of files in which much was found."""
    by_file: dict[str, list[float]] = defaultdict(list)
    for unit in best_first(scored):
        by_file[unit.path].append(total(scored[unit]))
    sums = {path: sum(values[:COHERENCE_UNITS]) for path, values in by_file.items()}
    highest = max(sums.values(), default=0.0)
    for unit, parts in scored.items():
        parts["coherence"] = weight * sums[unit.path] / highest if highest > 0 else 0.0


def add_graph(scored: dict[Unit, Parts], snapshot: Snapshot, weight: float) -> None:
    """Raise what the best hits depend on or are used by, and bring it in where no channel found it."""
    seeds = best_first(scored)[:GRAPH_SEEDS]
    gained: dict[Unit, float] = defaultdict(float)
    for rank, unit in enumerate(seeds, start=1):
        node = node_of(snapshot, unit)
        if node is None:
            continue
        edges = [(edge.target, edge.confidence) for edge in snapshot.graph.outgoing(node)]
        edges += [(edge.source, edge.confidence) for edge in snapshot.graph.incoming(node)]
        for neighbour, confidence in edges:
            reached = unit_of_node(snapshot, neighbour)
            if reached is not None and reached != unit:
                gained[reached] = max(gained[reached], confidence / rank)
    for unit, gain in sorted(gained.items()):
        scored.setdefault(unit, {})["graph"] = weight * gain


def add_members(scored: dict[Unit, Parts], snapshot: Snapshot, weight: float) -> None:
    """Raise types by the best of their members: who needs several methods of a type needs to see the type."""
    best: dict[Unit, list[float]] = defaultdict(list)
    for unit, parts in scored.items():
        if unit.symbol >= 0:
            parent = snapshot.files[unit.path].facts.outline.symbols[unit.symbol].parent
            if parent >= 0:
                best[Unit(unit.path, snapshot.files[unit.path].meant[parent], -1)].append(total(parts))
    highest = max((total(parts) for parts in scored.values()), default=0.0)
    for unit in scored.keys() & best.keys():
        values = sorted(best[unit], reverse=True)[:MEMBERS]
        if highest > 0 and len(values) > 1:
            scored[unit]["members"] = weight * sum(values) / (MEMBERS * highest)


def add_role(
    scored: dict[Unit, Parts], snapshot: Snapshot, query: QueryAnalysis, wanted: Filter, weight: float
) -> None:
    """Lower tests, examples and documents, unless the question or the filter asks for them."""
    words = frozenset(query.text.lower().replace("_", " ").split())
    asked = {
        "test": wanted.tests is True or bool(words & _TEST_WORDS),
        "example": bool(words & _EXAMPLE_WORDS),
        "docs": bool(words & _DOCS_WORDS),
        "data": False,
    }
    for unit, parts in scored.items():
        role = _role(snapshot, unit)
        if role != "source" and not asked[role]:
            parts["role"] = -weight * total(parts)


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
        if taken[path]:
            scored[best]["saturation"] = -_lost(taken[path], weight)
        taken[path] += 1
        if by_file[path]:
            heappush(heads, (_order(scored, by_file[path][-1], _lost(taken[path], weight)), path))
    return chosen


def _lost(better: int, weight: float) -> float:
    return weight * min(better, SATURATION_LIMIT)


def _order(scored: dict[Unit, Parts], unit: Unit, lost: float) -> tuple[float, Unit]:
    return -round(total(scored[unit]) - lost, 6), unit
