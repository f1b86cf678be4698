"""What the façade answers beside search results and packs, as plain frozen data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ctx_lsp.index.writer import Phase
from ctx_lsp.retrieval.model import Coverage

State = Literal["indexing", "ready", "failed"]


class BadRequest(ValueError):
    """The asker's mistake: names the field and what was expected there."""

    def __init__(self, field_name: str, expected: str) -> None:
        super().__init__(f"{field_name}: expected {expected}")
        self.field = field_name
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the background work is: `done` of `total` files or texts (`total` 0: not known yet)."""

    phase: Phase
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

    `searchable` is true as soon as text and graph cover every file.
    """

    state: State
    searchable: bool
    revision: int
    coverage: Coverage
    files: int
    symbols: int
    chunks: int
    edges: int
    languages: Mapping[str, int]
    skipped: Mapping[str, int]
    cache: CacheUse
    memory_bytes: int
    model: str
    work: Mapping[str, Mapping[str, int]]  # what was derived since the start, and how: see `engine.events`
    warnings: tuple[str, ...] = ()


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
    has in the pack of default options ("" where it is not in it); `reason` says it in a sentence.
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


@dataclass(frozen=True, slots=True)
class ImpactNode:
    """A dependant: `via` is the symbol one step closer, `kind` the edge between them, `distance` ≥ 1."""

    symbol: str
    distance: int
    kind: str
    via: str
    confidence: float
    test: bool


@dataclass(frozen=True, slots=True)
class Impact:
    """What depends on a symbol, by distance, surest first."""

    symbol: str
    revision: int
    dependants: tuple[ImpactNode, ...]
    warnings: tuple[str, ...] = field(default=())
