"""The answers to requests, except search results and packs, as frozen dataclasses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.file_failures import FileFailure
from ctx_lsp.ingest.writer import IndexPhase
from ctx_lsp.patterns import Participant, PatternMatch
from ctx_lsp.patterns.adoption import Adoption
from ctx_lsp.patterns.departures import Departure
from ctx_lsp.retrieval.model import Coverage

State = Literal["indexing", "ready", "failed"]
MAX_FAILURES = 100  # failures listed in a status, so that a fault in every file does not bloat the status
MAX_NAMED = 3  # files named in a warning
RelationKind = Literal["caller", "overrider", "subclass", "importer", "test", "user"]


Refusal = Literal["", "unknownPack", "unknownSymbol", "ambiguousSymbol", "keptQuestion"]


class BadRequest(ValueError):
    """A mistake by the caller. The message says what is wrong and names the value or field at fault.

    `reason` serves callers that can recover, such as a client that lets its user choose one of several symbols. `names`
    contains the symbols to choose from, or the paths of files that are named where a symbol is wanted.
    """

    def __init__(self, message: str, reason: Refusal = "", names: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.reason = reason
        self.names = tuple(names)


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of background work: `done` of `total` files or texts. If `total` is 0, their number is not known yet."""

    phase: IndexPhase
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class CacheUse:
    """The cache folder (`""` if nothing is cached) and the size of the stores that the workspace uses.

    `shared` is the team's shared storage (`""` if none is used). `shared_found` counts the requested rows that the
    storage contained, and `shared_missing` those that it did not contain.
    """

    path: str
    bytes: int
    shared: str = ""
    shared_found: int = 0
    shared_missing: int = 0


@dataclass(frozen=True, slots=True)
class Status:
    """The current state of the workspace.

    `memory_bytes` is the resident size of the process; `skipped` counts paths by reason. `searchable` becomes true once
    the text index and the graph cover every file. `kept_back` counts the chunks that are not sent to any provider
    because they may contain a secret; `summaries` counts the chunks with a summary sentence. `failures` lists the files
    whose indexing failed in part, up to `MAX_FAILURES`. `outdated_buffers` counts the open buffers whose files have
    changed on disk below them.
    """

    state: State
    searchable: bool
    revision: int
    coverage: Coverage
    files: int
    symbols: int
    chunks: int
    edges: int
    kept_back: int
    summaries: int
    languages: Mapping[str, int]
    skipped: Mapping[str, int]
    cache: CacheUse
    memory_bytes: int
    model: str
    reranker: str
    work: Mapping[str, Mapping[str, int]]  # computations since the start, by source and kind: see `engine.events`
    outdated_buffers: int = 0
    failures: tuple[FileFailure, ...] = ()
    warnings: tuple[str, ...] = ()


def failure_warnings(failures: Sequence[FileFailure]) -> tuple[str, ...]:
    """Return a warning that names the first files in `failures`; empty if there are none.

    Failures to embed a file are left out. They have their own warning, because the model may be at fault.
    """
    stages: dict[str, list[str]] = {}
    for one in failures:
        if one.stage != "vector":
            stages.setdefault(one.path, []).append(one.stage)
    named = "; ".join(f"{path} ({', '.join(stages[path])})" for path in islice(stages, MAX_NAMED))
    files = "1 file is" if len(stages) == 1 else f"{len(stages)} files are"
    more = ", …" if len(stages) > MAX_NAMED else ""
    sentence = f"{files} only partly indexed, because of a bug in ctx-lsp: {named}{more}."
    return (f"{sentence} The status has reports that you can send; they contain no source text.",) if stages else ()


@dataclass(frozen=True, slots=True)
class ReindexCounts:
    """The result of re-indexing: how many files were checked, and how many of them had changed."""

    files: int
    changed: int


@dataclass(frozen=True, slots=True)
class ChannelEvidence:
    """The rank and score of a symbol in one channel; rank 0 means that the channel did not find the symbol."""

    channel: str
    rank: int
    score: float
    candidates: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation of why a symbol is or is not in the answer to a question.

    `rank` is the symbol's position in the final order (0 if not found). The values of `parts` add up to `score`. `role`
    and `level` are those in a pack with default options (`""` if the pack does not contain the symbol). `reason` is
    a one-sentence explanation. `patterns` contains the symbol's design patterns and framework roles, which do not
    depend on the question. `read_as` lists corrected words.
    """

    symbol: str
    rank: int
    score: float
    parts: Mapping[str, float]
    channels: tuple[ChannelEvidence, ...]
    role: str
    level: str
    relation: str
    reason: str
    patterns: tuple[PatternMatch, ...]
    warnings: tuple[str, ...] = ()
    read_as: str = ""


@dataclass(frozen=True, slots=True)
class FoundPattern:
    """A pattern in which `symbol` has the role `role`, with its partners; `reason` states the evidence."""

    symbol: str
    pattern: str
    role: str
    partners: tuple[Participant, ...]
    reason: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns of one symbol, or of the whole workspace if `symbol` is None.

    For the whole workspace, each pattern is listed once, at its central symbol. `adoption` lists the alternatives that
    files use, and `departures` the changed lines that use rare alternatives. Both are empty for a single symbol, and if
    only some kinds of patterns were requested.
    """

    symbol: str | None
    revision: int
    patterns: tuple[FoundPattern, ...]
    warnings: tuple[str, ...] = ()
    adoption: tuple[Adoption, ...] = ()
    departures: tuple[Departure, ...] = ()


@dataclass(frozen=True, slots=True)
class ImpactNode:
    """A dependant of a change. `via` is the symbol one step closer to the change; `kind` is the kind of edge to `via`.

    `distance` is at least 1. `relation` is the relation of the dependant to `via`; for test code it is always `test`.
    `through` is the symbol that the dependant's code names, if that is not `via` itself: a member that `via` overrides,
    or the type that `via` constructs.
    """

    symbol: str
    distance: int
    kind: str
    relation: RelationKind
    via: str
    confidence: float
    test: bool
    through: str | None = None


@dataclass(frozen=True, slots=True)
class Impact:
    """The dependants of a symbol, of files (workspace paths), or of a module outside the workspace (`external`).

    Dependants are sorted by distance, then by confidence, highest first.
    """

    symbol: str | None
    files: tuple[str, ...]
    revision: int
    dependants: tuple[ImpactNode, ...]
    warnings: tuple[str, ...] = ()
    external: str | None = None


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A symbol, or a file (`kind` is `File` and `symbol` is the path), that is `distance` edges away from the root."""

    symbol: str
    path: str
    start: int
    end: int
    kind: str
    signature: str
    role: str
    distance: int


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """An edge between two nodes of an answer: `source` depends on `target`, or contains it if `kind` is `contains`.

    If the code of `source` names another symbol instead of `target`, `through` is that symbol.
    """

    source: str
    target: str
    kind: str
    confidence: float
    through: str | None = None


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The part of the dependency graph around `root`; nodes are sorted by distance and name, edges by source."""

    root: str
    revision: int
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PathStep:
    """One node on the path from a test to a change; `kind` is the kind of edge to the next node, None at the last node.

    If the code names another symbol instead of the next node, `through` is that symbol.
    """

    symbol: str
    kind: EdgeKind | Literal["contains"] | None
    through: str | None = None


@dataclass(frozen=True, slots=True)
class ReachingTest:
    """A test that reaches a change: a symbol of test code, or a test file's top level (`symbol` is then the path).

    A symbol inside a test that has a command counts as that test.

    `distance` counts the edges on the path; 0 means that the test itself changed. `way` is the path from the test to
    the change. `run` is the shell command that runs only this test, from the workspace folder; None if the runner is
    unknown.
    """

    symbol: str
    distance: int
    confidence: float
    way: tuple[PathStep, ...]
    run: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A difference from an older revision, in a symbol or in code outside any symbol (`symbol` is then the path)."""

    symbol: str
    change: Literal["added", "changed", "removed"]


@dataclass(frozen=True, slots=True)
class FileTests:
    """A file with tests that reach a change. `tests` is their number; 0 means that only its top level reaches it.

    `run` is the shell command that runs all tests of the file, from the workspace folder; None if there is none.
    """

    path: str
    tests: int
    run: str | None


@dataclass(frozen=True, slots=True)
class AffectedTests:
    """The tests that reach a change, nearest first, and their files (workspace paths).

    `groups` has the same files in the order of their nearest tests.

    `unchanged` is true if nothing has changed since a revision. It is false if something could not be compared.
    """

    revision: int
    changed: tuple[Change, ...]
    tests: tuple[ReachingTest, ...]
    files: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    unchanged: bool = False
    groups: tuple[FileTests, ...] = ()


@dataclass(frozen=True, slots=True)
class Cycle:
    """A group of files that import each other, directly or indirectly; `way` is a shortest cycle among them."""

    files: tuple[str, ...]
    way: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cycles:
    """All groups of files that import each other, largest first."""

    revision: int
    cycles: tuple[Cycle, ...]
    warnings: tuple[str, ...] = ()
