"""Input and output types of packing, as plain frozen data. No selection and no rendering here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.packing.detail.lines import Lines
from ctx_lsp.retrieval.model import Auto, Coverage, Item, QueryAnalysis, ResultFilter

PackFormat = Literal["markdown", "xml", "json", "compact"]
Role = Literal["primary", "related", "dependency", "base", "type", "caller", "test", "sibling"]
Policy = Literal["adaptive", "split", "signatures"]
"""How the budget is spent. adaptive: by value per token. split: 60 % on primary definitions, 30 % on other results, the
rest on additions from the graph. signatures: like adaptive, but nothing is shown in full."""
Cursor = Literal["auto", "on", "off"]
"""Use of the symbol at the cursor in a question. auto: only if the question refers to it ("this", "here"), names no
symbol, or finds the symbol at the cursor by itself."""
Encoding = Literal["o200k_base", "cl100k_base"]
Level = Literal["full", "excerpt", "folded", "signature", "outline"]
UnresolvedReason = Literal["budget", "unselected", "depth", "ambiguous", "filtered", "secret"]
"""Why a pack lacks a dependency. unselected: there was room, but the dependency was not worth its tokens."""


@dataclass(frozen=True, slots=True)
class PackOptions:
    """The options of a pack.

    `max_tokens` limits all of the rendered text, counted with the vocabulary `encoding`. `pin` and `exclude` are symbol
    ids: pinned symbols enter first, and no line of an excluded symbol is shown. `since` is the id of a pack that the
    asker already has; its contents are not shown again. `tree`: the head shows which symbols of the pack use which.
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
class QuestionSubject:
    """A question; the symbols `here` are at the position where it was asked, and unknown ids are ignored."""

    question: str
    here: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SymbolSubject:
    """One symbol, by id."""

    symbol: str


@dataclass(frozen=True, slots=True)
class FilesSubject:
    """The contents of files (workspace paths), their dependants and their tests."""

    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChangeSubject:
    """The changes since the Git revision `base`, or those of the unified `diff` if it is given."""

    base: str = "HEAD"
    diff: str | None = None


PackSubject = QuestionSubject | SymbolSubject | FilesSubject | ChangeSubject


@dataclass(frozen=True, slots=True)
class PackRequest:
    """A request for a pack: its subject and how it is made. Independent of the revision, so that it can be repeated.

    It holds symbols instead of positions in texts, because an edit moves positions.
    """

    subject: PackSubject
    options: PackOptions = field(default_factory=PackOptions)


@dataclass(frozen=True, slots=True)
class PackItem:
    """One piece of a pack: a result with its role, its relation and the text shown for it.

    `relation` is the edge path from a primary item (`calls ← app.py::main`); it is `""` for a primary item. `tokens` is
    the cost of `text` alone.
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
    """A symbol that the primary items need and the pack lacks, with the reason."""

    symbol: str
    needed_by: str
    reason: UnresolvedReason


@dataclass(frozen=True, slots=True)
class Completeness:
    """Share of the dependencies of the shown bodies that the pack shows.

    `score` = 0.7 · `symbol_resolution` + 0.3 · `dependency_coverage`, each 0–1. `score` is None if no body is shown.
    """

    score: float | None
    symbol_resolution: float
    dependency_coverage: float
    unresolved: tuple[Unresolved, ...]


@dataclass(frozen=True, slots=True)
class PackTokens:
    """Exact token counts with the pack's vocabulary.

    `used` counts the rendered text; `baseline` counts every packed file as a whole.
    """

    used: int
    budget: int
    baseline: int

    @property
    def savings(self) -> float:
        """Share of the baseline that the pack saves (0–1)."""
        return 1.0 - self.used / self.baseline if self.baseline else 0.0


@dataclass(frozen=True, slots=True)
class ShownResults:
    """Number of the `of` main results that the pack shows, at least in excerpts."""

    main: int
    of: int


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether a pack is enough to start work on; `reason` names the one next action that would help most."""

    ready: bool
    reason: str


@dataclass(frozen=True, slots=True)
class ExcerptSymbols:
    """Symbols of one role that an excerpt shows, or only names (`named`), in file order."""

    role: Role
    named: bool
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The lines of one file that a pack shows, from line `first` to `last` (counted from 1, inclusive).

    `mentions` are the symbols that it shows or names. `lines` are the shown lines; it is empty if symbols are only
    named.
    """

    path: str
    language: str
    first: int
    last: int
    lines: Lines
    mentions: tuple[ExcerptSymbols, ...]


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A symbol `depth` steps below a main result, with the kind of the edge that leads to it."""

    depth: int
    kind: EdgeKind | Literal[""]
    symbol: str


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures in a pack's head.

    The pack shows `present` of the `needed` dependencies of the shown bodies. `score` is their weighted share, or None
    if no body is shown. `main` of the `main_of` main results can be read. `confidence` is None without a question.
    `reason` is empty if the pack is ready. `indexing` reports progress while the index is incomplete. `read_as` lists
    the corrections of misspelt words. `sent` are names omitted because they were sent before, and `more_sent` counts
    the unlisted ones. `tree` shows which symbols of the pack use which.
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
    """The source of a pack's text in any format: excerpts with their lines, in order, and the missing dependencies."""

    summary: Summary
    excerpts: tuple[tuple[Excerpt, str], ...]
    missing: tuple[Unresolved, ...]
    unlisted: int


@dataclass(frozen=True, slots=True)
class Pack:
    """A context pack; `text` is its rendered form, `pack_id` its content address.

    `confidence` is the calibrated chance (0–1) that the decisive lines of the question are in reach. It is None if a
    symbol, files or a change was given instead of a question.
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
