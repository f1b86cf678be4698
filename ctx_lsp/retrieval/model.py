"""What retrieval takes and gives, as plain frozen data. No ranking here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Auto = Literal["auto"] | bool
Intent = Literal["symbol", "question", "change"]


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """Which results are wanted. Empty tuples mean no restriction; globs are git-ignore patterns on workspace paths."""

    languages: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    tests: Auto = "auto"


@dataclass(frozen=True, slots=True)
class Item:
    """One result. `start` and `end` are byte offsets in the file's text of the same revision.

    `symbol` is `path::Qualified.name`, or None for a chunk without one; `kind` a name of LSP's SymbolKind (`File` for
    a chunk without a symbol). `scores` are named parts that sum to `score`.
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


@dataclass(frozen=True, slots=True)
class QueryAnalysis:
    """How a question was understood.

    `intent` is `symbol` for a look-up of one name, `change` where an edit is given instead of words, else `question`;
    `symbols` are the identifiers found in it, `terms` the index terms; `meant` is the text without misspelt words and
    `read_as` names these (`discuont → discount`); both are "" where none was found. `code` is how far it is about code,
    from 0 to 1.
    """

    text: str
    intent: Intent
    symbols: tuple[str, ...]
    terms: tuple[str, ...]
    meant: str = ""
    read_as: str = ""
    code: float = 1.0

    @property
    def plain_text(self) -> str:
        """The text without misspelt words."""
        return self.meant or self.text


@dataclass(frozen=True, slots=True)
class Coverage:
    """Share (0–1) of the known files that text search has seen, and of their chunks that have a vector."""

    lexical: float
    semantic: float


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """Ranked results of one revision."""

    revision: int
    query: QueryAnalysis
    items: tuple[Item, ...]
    coverage: Coverage
    timings: Mapping[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
