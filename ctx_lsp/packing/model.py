"""Input and output types of packing, as plain frozen data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.packing.detail.lines import Lines
from ctx_lsp.retrieval.model import Auto, Coverage, Item, Origin, QueryAnalysis, ResultFilter, Scope

PackFormat = Literal["markdown", "xml", "json", "compact"]
Role = Literal["primary", "related", "dependency", "base", "type", "caller", "test", "sibling", "style"]
"""Why a symbol is in a pack. style: a section of a style document that applies to the files of the main results."""
Policy = Literal["adaptive", "split", "signatures"]
"""How the budget is spent. adaptive: by value per token. split: 60 % on primary definitions, 30 % on other results, and
10 % on additions from the graph. signatures: like adaptive, but nothing is shown in full."""
Cursor = Literal["auto", "on", "off"]
"""Whether a question also uses the symbol at the cursor. auto: only if the question refers to the cursor position
("this", "here"), names no symbol, or finds the symbol at the cursor anyway."""
SHORT_NAME = 10  # digits of the hash of a commit
Encoding = Literal["o200k_base", "cl100k_base"]
Level = Literal["full", "excerpt", "folded", "signature", "outline"]
UnresolvedReason = Literal["budget", "unselected", "depth", "ambiguous", "filtered", "secret"]
"""Why a pack lacks a dependency. unselected: there was room, but the dependency had too little value for its tokens."""


@dataclass(frozen=True, slots=True)
class PackOptions:
    """The options of a pack.

    `max_tokens` limits the whole rendered text, counted with the tokenizer `encoding`. `pin` and `exclude` hold symbol
    ids: pinned symbols are added first, and no line of an excluded symbol is shown. `since` is the id of a pack that
    the client already has; its contents are not shown again. If `tree` is true, the pack's header shows which symbols
    in the pack use which others. If `guidance` is true, a pack for an edit quotes the sections of style documents that
    apply to its files.
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
    guidance: bool = True


@dataclass(frozen=True, slots=True)
class QuestionSubject:
    """The subject of a pack for a question.

    `here` holds the ids of the symbols at the cursor; unknown ids are ignored. `hypothetical` is the asker's guess at
    the code that answers the question. `scope` says where to search.
    """

    question: str
    here: tuple[str, ...] = ()
    hypothetical: str = ""
    scope: Scope = "workspace"


@dataclass(frozen=True, slots=True)
class SymbolSubject:
    """The subject of a pack about one symbol, given by its id."""

    symbol: str


@dataclass(frozen=True, slots=True)
class FilesSubject:
    """The subject of a pack about files (as workspace paths).

    The pack shows their code, their dependants and their tests.
    """

    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChangeSubject:
    """The subject of a pack about changes: the unified diff `diff` or, if None, all changes since revision `base`."""

    base: str = "HEAD"
    diff: str | None = None


PackSubject = QuestionSubject | SymbolSubject | FilesSubject | ChangeSubject


@dataclass(frozen=True, slots=True)
class PackRequest:
    """A request for a pack: its subject and its options.

    A request names symbols instead of positions, because edits move positions. The same request can therefore be
    repeated for a later revision.
    """

    subject: PackSubject
    options: PackOptions = field(default_factory=PackOptions)


@dataclass(frozen=True, slots=True)
class PackItem:
    """One piece of a pack: a result with its role, its relation and the text shown for it.

    `relation` describes how the graph leads to this item from a primary item (one that the pack is about), such as
    `calls ← app.py::main`. It is `""` for a primary item. `tokens` is the token count of `text` alone.
    """

    item: Item
    role: Role
    relation: str
    level: Level
    tokens: int
    text: str


@dataclass(frozen=True, slots=True)
class RemotePiece:
    """A piece of code from a published repository: a search result, and the text of the lines named by its `origin`.

    `tokens` is the number of tokens that the piece takes when it is rendered.
    """

    item: Item
    tokens: int
    text: str

    @property
    def origin(self) -> Origin:
        """The repository, its revision, and the lines that are shown."""
        assert self.item.origin is not None
        return self.item.origin


@dataclass(frozen=True, slots=True)
class PackEdge:
    """A dependency between two packed symbols."""

    source: str
    target: str
    kind: EdgeKind
    confidence: float


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A symbol that a primary item needs but the pack does not show, and the reason why."""

    symbol: str
    needed_by: str
    reason: UnresolvedReason


@dataclass(frozen=True, slots=True)
class Completeness:
    """Completeness of a pack: the extent to which it shows the definitions that its shown bodies need.

    `score` = 0.7 · `symbol_resolution` + 0.3 · `dependency_coverage`, each 0–1. `score` is None if no body was shown.
    """

    score: float | None
    symbol_resolution: float
    dependency_coverage: float
    unresolved: tuple[Unresolved, ...]


@dataclass(frozen=True, slots=True)
class PackTokens:
    """Exact token counts, computed with the pack's tokenizer.

    `used` is the count for the rendered text. `baseline` is the count for the complete files from which the pack shows
    code.
    """

    used: int
    budget: int
    baseline: int

    @property
    def savings(self) -> float:
        """Share of the baseline that the pack saves: at most 1, below 0 for a longer pack, and 0 without a baseline."""
        return 1.0 - self.used / self.baseline if self.baseline else 0.0


@dataclass(frozen=True, slots=True)
class ShownResults:
    """The number of main results that a pack shows, at least in excerpts (`main`), and of all of them (`of`)."""

    main: int
    of: int


@dataclass(frozen=True, slots=True)
class Readiness:
    """Readiness of a pack: whether it contains enough to start work.

    `reason` names the next action that would help most; it is empty if the pack is ready.
    """

    ready: bool
    reason: str


@dataclass(frozen=True, slots=True)
class ExcerptSymbols:
    """Symbols in an excerpt that have the same role, in file order; if `named` is true, only their names are shown."""

    role: Role
    named: bool
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The lines that a pack shows from one file, between the lines `first` and `last` (counted from 1, inclusive).

    `mentions` holds the symbols that the excerpt shows or names. `lines` is empty if the excerpt only names symbols.
    """

    path: str
    language: str
    first: int
    last: int
    lines: Lines
    mentions: tuple[ExcerptSymbols, ...]


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A line of the tree: a symbol, its `depth` below a main result, and the kind of edge that leads to the symbol."""

    depth: int
    kind: EdgeKind | Literal[""]
    symbol: str


AdviceKind = Literal["note", "pattern", "commits"]


@dataclass(frozen=True, slots=True)
class AdviceLine:
    """A line about the code of a pack: it quotes a note, or names a pattern of the team or the commits of a file.

    `path` is the file in which to read more: the note, an example of the pattern, or the file that the commits changed.
    It is empty if the pattern has no example.
    """

    kind: AdviceKind
    text: str
    path: str


@dataclass(frozen=True, slots=True)
class Summary:
    """The contents of a pack's header.

    The pack shows `present` of the `needed` dependencies of the shown bodies. `score` is the completeness, or None if
    no body is shown. Of the `main_of` main results, `main` are readable in the pack. `confidence` is None if there is
    no question. `reason` is empty if the pack is ready. `indexing` reports progress while the index is incomplete.
    `read_as` lists the corrections of misspelt words, and `remark` the words of the question that the workspace never
    mentions. `sent` holds the names of items left out because they were sent before, and `more_sent` counts those that
    are not listed. `tree` shows which symbols in the pack use which others. `advice` holds notes, the team's patterns
    and the commits that changed files.
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
    remark: str = ""
    sent: tuple[str, ...] = ()
    more_sent: int = 0
    tree: tuple[TreeLine, ...] = ()
    advice: tuple[AdviceLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """The content of a pack, from which its text is rendered in any format.

    `excerpts` holds each excerpt with its text, in order. `missing` lists missing dependencies; `unlisted` is how many
    more are missing.
    """

    summary: Summary
    excerpts: tuple[tuple[Excerpt, str], ...]
    missing: tuple[Unresolved, ...]
    unlisted: int


@dataclass(frozen=True, slots=True)
class SymbolCommit:
    """A commit that changed a definition: its full hash, author, time (seconds since 1970) and subject."""

    name: str
    author: str
    time: int
    subject: str

    @property
    def short_name(self) -> str:
        """The first digits of the hash, as many as Git shows."""
        return self.name[:SHORT_NAME]


@dataclass(frozen=True, slots=True)
class Pack:
    """A context pack. `text` is its rendered form, and `pack_id` is its content address.

    `confidence` is the calibrated probability (0–1) that the pack shows at least half of the lines that answer the
    question. It is None if the pack is about a symbol, files or a change. `elsewhere` holds code from published
    repositories. `commits` holds the commits that changed each shown symbol since the revision that the pack is about.
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
    elsewhere: tuple[RemotePiece, ...] = ()
    commits: Mapping[str, tuple[SymbolCommit, ...]] = field(default_factory=dict)
