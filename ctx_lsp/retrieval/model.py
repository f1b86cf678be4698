"""Input and output types of retrieval, as plain frozen data. Ranking is in `ranking`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ctx_lsp.text.roots import RootSelection

Auto = Literal["auto"] | bool
Intent = Literal["symbol", "question", "change"]

MAX_REMARKED = 3  # unmentioned words of a question that its remark names


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """Restrictions on the results of a search. An empty field sets no restriction.

    `include` and `exclude` hold gitignore patterns for workspace paths. `since` is a Git revision; `changed` holds the
    symbols and files that differ from that revision, or None until they have been determined; `changed_lines` holds
    half-open ranges of the lines that differ in each changed file; and `uncompared` holds a sentence for each folder
    that cannot be compared with the revision. `roots` holds names of workspace folders; `folders` is the
    selection of these folders, or None until the names have been looked up. `withheld` holds the paths of files that
    are never results, such as notes that are not in force.
    """

    languages: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    tests: Auto = "auto"
    since: str = ""
    changed: tuple[str, ...] | None = None
    changed_lines: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
    uncompared: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    folders: RootSelection | None = None
    withheld: frozenset[str] = frozenset()


ScopeWord = Literal["workspace", "everywhere"]
Scope = ScopeWord | tuple[str, ...]
"""Where to search: the workspace, also all published repositories, or the folders and repositories of these names."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of a result outside the workspace: a published repository, its revision, and lines of a file in it."""

    repository: str
    revision: str
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search request: the question, the maximum number of results, and the filter for them.

    `rerank` says whether a model reorders the first results; with "auto", it does so only if their scores are close.
    `hypothetical` is the asker's guess at the code that answers the question, or ""; the search combines both texts.
    """

    question: str
    limit: int = 10
    filter: ResultFilter = field(default_factory=ResultFilter)
    rerank: Auto = "auto"
    hypothetical: str = ""
    scope: Scope = "workspace"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict on a symbol, with a `strength` from -1 (does not belong in the pack) to 1 (is missing from the pack).

    `text` is the digest of the symbol's definition at the time of the verdict. `terms` holds the terms of the question.
    """

    symbol: str
    text: bytes
    terms: frozenset[str]
    strength: float


Feedback = tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One search result. `start` and `end` are byte offsets in the file's text at the revision of the answer.

    `symbol` is `path::Qualified.name`, or None for a chunk without a symbol. `kind` is the name of an LSP SymbolKind
    (`File` for a chunk without a symbol). `scores` holds the named parts whose sum is `score`. A result with an
    `origin` is in a file of another repository, and has no offsets.
    """

    path: str
    start: int
    end: int
    symbol: str | None
    kind: str
    language: str
    signature: str
    score: float
    scores: Mapping[str, float]
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class QueryAnalysis:
    """The analysis of a question.

    `intent` is `symbol` for a lookup of a single name, `change` for a code change that needs context, and `question`
    for everything else. `symbols` holds the identifiers in the question, and `terms` holds its index terms. `meant` is
    the text with misspelt words corrected, and `read_as` lists the corrections (`discuont → discount`); both are "" if
    nothing was corrected. `unmentioned` holds the words, except everyday words, that do not occur in the workspace in
    any form. `mentioned` is the share (0–1) of the question's words that do occur. `code` is the degree to which the
    question is about code, from 0 to 1. `procedure` is true if the question asks how developers work on the project.
    """

    text: str
    intent: Intent
    symbols: tuple[str, ...]
    terms: tuple[str, ...]
    meant: str = ""
    read_as: str = ""
    unmentioned: tuple[str, ...] = ()
    mentioned: float = 1.0
    code: float = 1.0
    procedure: bool = False

    @property
    def plain_text(self) -> str:
        """The text with misspelt words corrected."""
        return self.meant or self.text

    @property
    def remark(self) -> str:
        """A sentence such as `Nothing here mentions "invoice" or "S3".`, or "" if no word is unmentioned."""
        names = [f'"{word}"' for word in self.unmentioned[:MAX_REMARKED]]
        if more := len(self.unmentioned) - len(names):
            names.append(f"{more} more {'word' if more == 1 else 'words'}")
        *others, last = names or [""]
        return f"Nothing here mentions {', '.join(others)}{' or ' if others else ''}{last}." if last else ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The share (0–1) of known files that text search covers, and the share of chunks that have a vector."""

    lexical: float
    semantic: float


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The ranked results of a search in one revision."""

    revision: int
    query: QueryAnalysis
    items: tuple[Item, ...]
    coverage: Coverage
    timings: Mapping[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
