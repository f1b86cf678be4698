"""Plain data: the published content of a repository, and the question and candidates of a search in such content."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ctx_lsp.retrieval.model import ResultFilter

FORM = 1  # version of terms, impacts and figures: increase it when their meaning changes
DIMENSIONS = 384  # of vectors in the database; other models are published without vectors
NEAREST = 200  # chunks that a channel proposes
CHANGED = "+changes"  # after the name of a commit from which the published texts differ


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file of a published repository. `text` is None if texts are not published."""

    path: str
    language: str
    role: str
    text: bytes | None


class PublishedUnit(NamedTuple):
    """A symbol, or the text of a chunk outside all symbols. Such a text has an empty `symbol` and `name`.

    `callable`, `extent` and `centrality` are the values of the ranking rules with the same names. Lines are counted
    from 1; `name_line` is the line of the symbol's name.
    """

    number: int
    path: str
    symbol: str
    name: str
    kind: str
    signature: str
    language: str
    role: str
    is_test: bool
    first_line: int
    last_line: int
    callable: float
    extent: float
    centrality: float
    name_line: int | None = None


@dataclass(frozen=True, slots=True)
class PublishedPackage:
    """A package that a repository provides. `number` is its number in the repository; an unknown `version` is "".

    `tagged` says whether a tag of the published commit names the version; otherwise its manifest does.
    """

    number: int
    ecosystem: str
    name: str
    version: str
    tagged: bool


class PublishedExport(NamedTuple):
    """A name that importers of a module see, and its definition, which may be in another file.

    `package` is the package's number. `name` is "" for the module itself, and `symbol` is "" for a whole file.
    """

    package: int
    module: str
    name: str
    path: str
    symbol: str


class PublishedChunk(NamedTuple):
    """A chunk. `units` holds the numbers of its symbols, and `own` is the number of the unit for its text as a whole.

    `key` is the key of the vector, or None.
    """

    number: int
    units: tuple[int, ...]
    own: int
    key: bytes | None

    @property
    def shown_units(self) -> tuple[int, ...]:
        """The units that a search may show for the chunk: its symbols and its own unit.

        If the chunk has exactly one symbol, the own unit is never shown.
        """
        return self.units if len(self.units) == 1 else (*self.units, self.own)


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """The chunks that contain a term, and the term's BM25 impacts on them."""

    term: str
    rows: np.ndarray  # int32
    impacts: np.ndarray  # float32


@dataclass(frozen=True, slots=True)
class Revision:
    """The published commit ("" outside of Git), its tags, and the release that it is published as.

    `commit` ends in `CHANGED` if files differ from the commit. If `release` is empty, the current state is published.
    """

    commit: str
    tags: tuple[str, ...] = ()
    release: str = ""


@dataclass(frozen=True, slots=True)
class RepositoryContent:
    """The published content of a repository. `withheld` counts the chunks left out because they may hold a secret.

    If `revision` names a release, there are no chunks, because searches skip releases.
    """

    revision: Revision
    model: str
    files: Sequence[PublishedFile]
    units: Sequence[PublishedUnit]
    packages: Sequence[PublishedPackage]
    exports: Iterable[PublishedExport]
    chunks: Sequence[PublishedChunk]
    vectors: Mapping[bytes, np.ndarray]
    postings: Sequence[Postings]
    withheld: int


@dataclass(frozen=True, slots=True)
class Audience:
    """The database roles that may read a repository. Other roles see only its name, and only if it is `listed`."""

    readers: tuple[str, ...] = ("ctx_lsp_reader",)
    listed: bool = True


class PublishedRepository(NamedTuple):
    """The published current state of a repository, or one of its releases, and the number of its chunks.

    `release` is the name of the release, or "" for the current state. Searches skip releases, which have no chunks.
    `published` is the time of the publication in seconds since 1970. It differs if the same commit is published again.
    """

    number: int
    name: str
    revision: str
    form: int
    model: str
    chunks: int
    release: str = ""
    published: float = 0.0


@dataclass(frozen=True, slots=True)
class RemoteQuestion:
    """A question to published repositories: weighted terms, names of symbols, the question's vector, and a filter.

    `wanted` holds the names of the repositories to search, or is None for all. `left_out` holds names that are not
    searched, because workspace folders have them. `model` is the identity of the model that computed the vector.
    """

    terms: Mapping[str, float]
    names: tuple[str, ...]
    vector: np.ndarray | None
    model: str
    wanted: tuple[str, ...] | None
    left_out: tuple[str, ...]
    filter: ResultFilter


Row = tuple[int, int]  # the number of a repository, and that of a chunk or unit


@dataclass(frozen=True, slots=True)
class Candidates:
    """The chunks and units that the channels propose.

    `repositories` holds the searched repositories. `lexical` and `nearest` map chunks to scores, best first; `named`
    holds the units found by name. `chunks` and `units` hold everything that these refer to. `held_by` counts the chunks
    that contain each term. `warnings` name the repositories that were not searched, or not by meaning.
    """

    repositories: Mapping[int, PublishedRepository] = field(default_factory=dict)
    lexical: Mapping[Row, float] = field(default_factory=dict)
    nearest: Mapping[Row, float] = field(default_factory=dict)
    named: tuple[Row, ...] = ()
    chunks: Mapping[Row, PublishedChunk] = field(default_factory=dict)
    units: Mapping[Row, PublishedUnit] = field(default_factory=dict)
    held_by: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
