"""What packing takes and gives, as plain frozen data. No choice and no rendering here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.packing.detail.lines import Lines
from ctx_lsp.retrieval.model import Auto, Coverage, Item, QueryAnalysis, ResultFilter

PackFormat = Literal["markdown", "xml", "json", "compact"]
Role = Literal["primary", "related", "dependency", "base", "type", "caller", "test", "sibling"]
Policy = Literal["adaptive", "split", "signatures"]
"""How a budget is spent: adaptive: by value per token. split: 60 % on primary definitions, 30 % on other results, 10 %
on what the graph adds. signatures: as adaptive, but nothing is shown in full."""
Cursor = Literal["auto", "on", "off"]
"""Whether the symbol at the cursor counts for a question. auto: where the question speaks of it ("this", "here"), names
nothing, or finds that symbol by itself."""
Encoding = Literal["o200k_base", "cl100k_base"]
Level = Literal["full", "excerpt", "folded", "signature", "outline"]
UnresolvedReason = Literal["budget", "unselected", "depth", "ambiguous", "filtered", "secret"]
"""Why a pack lacks a dependency; unselected: there was room, but it was not worth its tokens."""


@dataclass(frozen=True, slots=True)
class PackOptions:
    """What the asker wants. `max_tokens` counts everything in the rendered text, by the vocabulary `encoding`.

    `pin` and `exclude` are symbols by id: the former enter before all else, of the latter no line is shown.
    `since` is the id of the pack that the asker has; what that one shows is not shown again. `tree`: the head shows
    which symbols of the pack use which.
    """

    max_tokens: int = 4096
    min_completeness: float = 0.9
    dependency_depth: int = 2
    include_tests: Auto = "auto"
    rerank: Auto = "auto"
    format: PackFormat = "markdown"
    filter: ResultFilter = field(default_factory=ResultFilter)
    pin: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    policy: Policy = "adaptive"
    cursor: Cursor = "auto"
    encoding: Encoding = "o200k_base"
    since: str = ""
    tree: bool = False


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
    kind: EdgeKind
    confidence: float


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A symbol that the primary items need and the pack lacks, and why."""

    symbol: str
    needed_by: str
    reason: UnresolvedReason


@dataclass(frozen=True, slots=True)
class Completeness:
    """Dependencies of the shown bodies: `score` = 0.7 · `symbol_resolution` + 0.3 · `dependency_coverage`, each 0–1.

    `score` is None where no body is shown.
    """

    score: float | None
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
class ShownResults:
    """How many of the `of` main results can be read, at least in excerpts."""

    main: int
    of: int


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether a pack is enough to start work on; `reason` names the one next action that would help most."""

    ready: bool
    reason: str


@dataclass(frozen=True, slots=True)
class ExcerptSymbols:
    """Symbols of one role that an excerpt shows, or only names (`named`), in the order of the file."""

    role: Role
    named: bool
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is shown of one file, from line `first` to `last` (counted from 1, both included), and why.

    `lines` are those that are shown; none where the symbols are only named.
    """

    path: str
    language: str
    first: int
    last: int
    lines: Lines
    mentions: tuple[ExcerptSymbols, ...]


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A symbol `depth` steps below a main result, and the kind of the edge that leads to it."""

    depth: int
    kind: EdgeKind | Literal[""]
    symbol: str


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures in a pack's head.

    Of the `needed` dependencies of shown bodies `present` are here (`score`: their weighted share, None where no body
    is shown); `main` of the `main_of` main results can be read. `confidence` is None where nothing was asked. `reason`
    is empty for a pack that is ready. `indexing` says how far the index is where it is incomplete, `read_as` which
    misspelt words were read as others. `sent` are names of what is left out because it was sent before, `more_sent` how
    many more there are. `tree` says which symbols of the pack use which.
    """

    question: str
    used: int
    budget: int
    score: float | None
    present: int
    needed: int
    files: int
    confidence: float | None
    main: int
    main_of: int
    reason: str = ""
    indexing: str = ""
    read_as: str = ""
    sent: tuple[str, ...] = ()
    more_sent: int = 0
    tree: tuple[TreeLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """What a pack's text is rendered from, in any format: excerpts with their lines, in order, and what is missing."""

    summary: Summary
    excerpts: tuple[tuple[Excerpt, str], ...]
    missing: tuple[Unresolved, ...]
    unlisted: int


@dataclass(frozen=True, slots=True)
class Pack:
    """A context pack; `text` is its rendered form, `pack_id` its content address.

    `confidence` is the calibrated chance (0–1) that the decisive lines of the question are in reach; None where
    nothing was asked, but a symbol, files or a change given.
    """

    pack_id: str
    revision: int
    query: QueryAnalysis
    tokens: PackTokens
    completeness: Completeness
    confidence: float | None
    shown: ShownResults
    readiness: Readiness
    items: tuple[PackItem, ...]
    edges: tuple[PackEdge, ...]
    coverage: Coverage
    timings: Mapping[str, float]
    warnings: tuple[str, ...]
    text: str
    document: Document
