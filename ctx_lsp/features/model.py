"""What the façade answers beside search results and packs, as plain frozen data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.file_failures import FileFailure
from ctx_lsp.ingest.writer import IndexPhase
from ctx_lsp.patterns import Participant, PatternMatch
from ctx_lsp.retrieval.model import Coverage

State = Literal["indexing", "ready", "failed"]
MOST_FAILURES = 100  # that a status names; a fault that each file has must not make it megabytes
MOST_NAMED = 3  # files in a warning
RelationKind = Literal["caller", "overrider", "subclass", "importer", "test", "user"]


Refusal = Literal["", "unknownPack", "unknownSymbol", "ambiguousSymbol"]


class BadRequest(ValueError):
    """A mistake of the caller. The message says what is wrong and names what the caller gave, or the field.

    `reason` is for callers that can help themselves, such as a client that lets its user pick one of several symbols;
    `names` are the symbols to pick from.
    """

    def __init__(self, message: str, reason: Refusal = "", names: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.reason = reason
        self.names = tuple(names)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the background work is: `done` of `total` files or texts (`total` 0: not known yet)."""

    phase: IndexPhase
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class CacheUse:
    """Where the cache is ("": nothing is kept) and how large the stores are that the workspace uses."""

    path: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Status:
    """The state of the workspace now. `memory_bytes` is the process's resident size; `skipped` counts by reason.

    `searchable` is true as soon as text and graph cover every file. `kept_back` counts the chunks that no provider gets
    to see because they seem to hold a secret, `summaries` those about which there is a sentence. `failures` names files
    that lack a part of what follows from them because computing it failed, the first `MOST_FAILURES` one by one.
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
    work: Mapping[str, Mapping[str, int]]  # what was derived since the start, and how: see `engine.events`
    failures: tuple[FileFailure, ...] = ()
    warnings: tuple[str, ...] = ()


def failure_warnings(failures: Sequence[FileFailure]) -> tuple[str, ...]:
    """A sentence that names the first files of `failures`; nothing where there are none.

    What a model fails for has a warning of its own, because the fault may be the model's.
    """
    stages: dict[str, list[str]] = {}
    for one in failures:
        if one.stage != "vector":
            stages.setdefault(one.path, []).append(one.stage)
    named = "; ".join(f"{path} ({', '.join(stages[path])})" for path in islice(stages, MOST_NAMED))
    files = "1 file is" if len(stages) == 1 else f"{len(stages)} files are"
    more = ", …" if len(stages) > MOST_NAMED else ""
    sentence = f"{files} indexed in part only, because of a fault in ctx-lsp: {named}{more}."
    return (f"{sentence} The status has reports to send, without source text.",) if stages else ()


@dataclass(frozen=True, slots=True)
class ReindexCounts:
    """What a re-indexing looked at and how many files had really changed."""

    files: int
    changed: int


@dataclass(frozen=True, slots=True)
class ChannelEvidence:
    """Where a symbol stands in one channel; rank 0: not among its candidates."""

    channel: str
    rank: int
    score: float
    candidates: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a symbol is, or is not, in the answer to a question.

    `rank` is its place in the final order (0: not a candidate); `parts` sum to `score`; `role` and `level` are what it
    has in the pack of default options ("" where it is not in it); `reason` says it in a sentence. `patterns` are the
    design patterns and framework roles that it takes part in, whatever the question. `read_as` names misspelt words.
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
    """A pattern that `symbol` takes part in as `role`, with the others; `reason` says by what evidence."""

    symbol: str
    pattern: str
    role: str
    partners: tuple[Participant, ...]
    reason: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Patterns:
    """Patterns of one symbol, or (`symbol` None) of the whole workspace, each once, by the symbol at its centre."""

    symbol: str | None
    revision: int
    patterns: tuple[FoundPattern, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImpactNode:
    """A dependant: `via` is the symbol one step closer, `kind` the edge between them, `distance` ≥ 1.

    `relation` says what the dependant is to `via`; whatever is in test code is a test. `through` is the symbol that its
    code names where `via` may run in place of that: a member that `via` overrides, or a type that it constructs.
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
    """What depends on a symbol, on files (workspace paths), or on a module outside the workspace (`external`).

    Dependants come by distance, surest first.
    """

    symbol: str | None
    files: tuple[str, ...]
    revision: int
    dependants: tuple[ImpactNode, ...]
    warnings: tuple[str, ...] = ()
    external: str | None = None


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A symbol, or a file (`kind` `File`, `symbol` its path), `distance` edges away from the root (byte offsets)."""

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
    """`source` depends on `target`, or holds it where `kind` is `contains`; both are nodes of the same answer.

    `through` is the symbol that the code of `source` names where `target` may run in place of that.
    """

    source: str
    target: str
    kind: str
    confidence: float
    through: str | None = None


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A part of the dependency graph around `root`: nodes by distance and name, edges in order."""

    root: str
    revision: int
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PathStep:
    """One node on the way from a test to a change; `kind` is the edge to the next one, None at the change itself.

    `through` is the symbol that its code names where the next one may run in place of that.
    """

    symbol: str
    kind: EdgeKind | Literal["contains"] | None
    through: str | None = None


@dataclass(frozen=True, slots=True)
class ReachingTest:
    """A symbol of test code, or a test file's top level (`symbol` its path), that reaches a change.

    `distance` counts the edges on the way; 0: it has changed itself. `way` begins with it and ends with the change.
    `run` is the shell command that runs it alone, from the workspace's folder; null where the runner is not known.
    """

    symbol: str
    distance: int
    confidence: float
    way: tuple[PathStep, ...]
    run: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A symbol, or a file's code outside every symbol (`symbol` its path), that differs from an older revision."""

    symbol: str
    change: Literal["added", "changed", "removed"]


@dataclass(frozen=True, slots=True)
class AffectedTests:
    """The tests that reach a change, nearest first, and the test files that they are in (workspace paths)."""

    revision: int
    changed: tuple[Change, ...]
    tests: tuple[ReachingTest, ...]
    files: tuple[str, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cycle:
    """Files that import each other, directly or through others; `way` is a shortest round trip among them."""

    files: tuple[str, ...]
    way: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cycles:
    """All groups of files that import each other, the largest first."""

    revision: int
    cycles: tuple[Cycle, ...]
    warnings: tuple[str, ...] = ()
