"""What packing takes and gives, as plain frozen data. No choice and no rendering here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ctx_lsp.retrieval.model import Auto, Coverage, Filter, Item, QueryAnalysis

PackFormat = Literal["markdown", "xml", "json", "compact"]
Role = Literal["primary", "dependency", "base", "type", "caller", "test", "sibling"]
Policy = Literal["adaptive", "split", "signatures"]
"""How a budget is spent: adaptive: by value per token. split: 60 % on primary definitions, 30 % on other results, 10 %
on what the graph adds. signatures: as adaptive, but nothing is shown in full."""
Encoding = Literal["o200k_base", "cl100k_base"]
Level = Literal["full", "folded", "signature", "outline"]
UnresolvedReason = Literal["budget", "depth", "ambiguous", "filtered", "secret"]


@dataclass(frozen=True, slots=True)
class PackOptions:
    """What the asker wants. `max_tokens` counts everything in the rendered text, by the vocabulary `encoding`.

    `pin` and `exclude` are symbols by id: the former enter before all else, of the latter no line is shown.
    `since` is the id of the pack that the asker has; what that one shows is not shown again.
    """

    max_tokens: int = 4096
    min_completeness: float = 0.9
    dependency_depth: int = 2
    include_tests: Auto = "auto"
    rerank: Auto = "auto"
    format: PackFormat = "markdown"
    filter: Filter = field(default_factory=Filter)
    pin: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    policy: Policy = "adaptive"
    encoding: Encoding = "o200k_base"
    since: str = ""


@dataclass(frozen=True, slots=True)
class PackItem:
    """One piece of a pack: a result with the reason it is here and the text that stands for it.

    `relation` is the edge path that brought it, from a primary item (`calls ← app.py::main`), `""` for a primary one.
    `tokens` is the cost of `text` alone.
    """

    item: Item
    role: Role
    relation: str
    level: Level
    tokens: int
    text: str


@dataclass(frozen=True, slots=True)
class PackEdge:
    """A dependency between two packed symbols."""

    source: str
    target: str
    kind: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A symbol that the primary items need and the pack lacks, and why."""

    symbol: str
    needed_by: str
    reason: UnresolvedReason


@dataclass(frozen=True, slots=True)
class Completeness:
    """`score` = 0.7 · `symbol_resolution` + 0.3 · `dependency_coverage`, each 0–1."""

    score: float
    symbol_resolution: float
    dependency_coverage: float
    unresolved: tuple[Unresolved, ...]


@dataclass(frozen=True, slots=True)
class PackTokens:
    """Exact counts under the pack's vocabulary.

    `used` is that of the rendered text; `baseline` that of every packed file as a whole.
    """

    used: int
    budget: int
    baseline: int

    @property
    def savings(self) -> float:
        """Share of the baseline that was not needed (0–1)."""
        return 1.0 - self.used / self.baseline if self.baseline else 0.0


@dataclass(frozen=True, slots=True)
class Pack:
    """A context pack; `text` is its rendered form, `pack_id` its content address."""

    pack_id: str
    revision: int
    query: QueryAnalysis
    tokens: PackTokens
    completeness: Completeness
    items: tuple[PackItem, ...]
    edges: tuple[PackEdge, ...]
    coverage: Coverage
    timings: Mapping[str, float]
    warnings: tuple[str, ...]
    text: str
