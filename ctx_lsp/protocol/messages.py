"""What the custom commands take, one type each, with ranges and defaults. How they are checked is in `validation`.

Names are camelCase on the wire. Unknown top-level fields are ignored, so that an older server serves a newer client;
unknown names inside `options` and `filter` are errors, because a misspelt option would silently do nothing.
The editor clients mirror these types.
"""

from typing import Annotated, Literal

from lsprotocol import types
from msgspec import UNSET, Meta, Struct, UnsetType

MOST_FILES = 10_000  # of one request; as URIs some megabytes
MOST_ENTRIES = 1_000  # of other lists: names and patterns, which each file or result is held against

Auto = Literal["auto"] | bool
Name = Annotated[str, Meta(min_length=1, max_length=10_000)]
Files = Annotated[tuple[str, ...], Meta(min_length=1, max_length=MOST_FILES)]
Words = Annotated[tuple[str, ...], Meta(max_length=MOST_ENTRIES)]
Names = Annotated[tuple[Name, ...], Meta(max_length=MOST_ENTRIES)]
Revision = Annotated[str, Meta(min_length=1, max_length=1000)]
Depth = Annotated[int, Meta(ge=1, le=10)]
Question = Annotated[str, Meta(max_length=20_000)]  # characters; a question or a pasted error, not a document


class Filter(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Which results are wanted; empty lists restrict nothing, globs are git-ignore patterns."""

    languages: Words = ()
    kinds: Words = ()
    include: Words = ()
    exclude: Words = ()
    tests: Auto = "auto"


class Options(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """How a pack is made. What is left out is as the settings have it."""

    max_tokens: Annotated[int, Meta(ge=100, le=10_000_000)] | UnsetType = UNSET
    min_completeness: Annotated[float, Meta(ge=0.0, le=1.0)] | UnsetType = UNSET
    dependency_depth: Annotated[int, Meta(ge=0, le=10)] | UnsetType = UNSET
    include_tests: Auto | UnsetType = UNSET
    rerank: Auto | UnsetType = UNSET
    format: Literal["markdown", "xml", "json", "compact"] | UnsetType = UNSET
    filter: Filter = Filter()
    pin: Names = ()
    exclude: Names = ()
    policy: Literal["adaptive", "split", "signatures"] = "adaptive"
    cursor: Literal["auto", "on", "off"] = "auto"
    encoding: Literal["o200k_base", "cl100k_base"] = "o200k_base"
    since: Name | UnsetType = UNSET
    tree: bool = False


class SearchParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.search`."""

    query: Question
    limit: Annotated[int, Meta(ge=1, le=200)] | UnsetType = UNSET
    filter: Filter = Filter()
    rerank: Auto | UnsetType = UNSET


class QueryParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.query`: a question, with the place in the editor that it was asked from, if any."""

    query: Question
    text_document: types.TextDocumentIdentifier | None = None
    position: types.Position | None = None
    selection: types.Range | None = None
    options: Options = Options()


class ContextAtParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.contextAt`: a symbol, given by name or by place."""

    symbol: Name | None = None
    text_document: types.TextDocumentIdentifier | None = None
    position: types.Position | None = None
    options: Options = Options()


class ContextForFilesParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.contextForFiles`: all that is in `files` (URIs), whom it reaches and what tests it."""

    files: Files
    options: Options = Options()


class ContextForDiffParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.contextForDiff`: what differs from the git revision `base`, or what the unified `diff` changes."""

    base: Revision | None = None
    diff: Annotated[str, Meta(max_length=20_000_000)] | None = None
    options: Options = Options()


class PackTextParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.packText`: a pack that was given before, as a document, in its own format or another."""

    pack_id: Name
    format: Literal["markdown", "xml", "json", "compact"] | None = None


class PackDiffParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.packDiff`: from one pack to another, or without `against` to what the same question gives now."""

    pack_id: Name
    against: Name | None = None


class ExplainParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.explain`: why `symbol` is, or is not, among the answers to `query`."""

    query: Question
    symbol: Name


class ImpactParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.impact`: what depends on a symbol, given by name or by place, or on `files` (URIs)."""

    symbol: Name | None = None
    text_document: types.TextDocumentIdentifier | None = None
    position: types.Position | None = None
    files: Files | None = None
    depth: Depth = 2


class GraphParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.graph`: what is around a symbol, given by name or by place, or (a document alone) around a file.

    `kinds` are those of the edges to follow; without them all but `contains`.
    """

    symbol: Name | None = None
    text_document: types.TextDocumentIdentifier | None = None
    position: types.Position | None = None
    direction: Literal["out", "in", "both"] = "both"
    kinds: Words | None = None
    depth: Depth = 1


class TestScopeParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.testScope`: the tests that reach `files` (URIs), or what differs from the git revision `base`."""

    files: Files | None = None
    base: Revision | None = None


class PatternsParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.patterns`: patterns of a symbol, given by name or by place, or all; `kinds` are their names."""

    symbol: Name | None = None
    text_document: types.TextDocumentIdentifier | None = None
    position: types.Position | None = None
    kinds: Words | None = None


class CyclesParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.cycles`: nothing to say."""


class MapParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.map`: the largest number of tokens (o200k_base) of the map."""

    max_tokens: Annotated[int, Meta(ge=100, le=100_000)] = 1_500


class StatusParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.status`: nothing to say."""


class ReindexParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.reindex`: some files (URIs) or, without `files`, all; `force` redoes what is up to date, too."""

    files: Annotated[tuple[str, ...], Meta(max_length=MOST_FILES)] | None = None
    force: bool = False


class CacheParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.cache`: prune drops what is about folders that are gone or over the limit, clear drops everything."""

    action: Literal["info", "prune", "clear"] = "info"


class FeedbackParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.feedback`: a verdict on a symbol of a pack or on one that it lacks; or `clear`: forget the verdicts on
    `symbol`, or all."""

    pack_id: Name | None = None
    symbol: Name | None = None
    verdict: Literal["useful", "not", "missing"] | None = None
    clear: bool = False


class SavingsParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.savings`: how many days, today included."""

    days: Annotated[int, Meta(ge=1, le=400)] = 7


class DumpParams(Struct, frozen=True, rename="camel"):
    """`ctx-lsp.dump`: the parts of the index by digest, of the files at `paths` (workspace paths) or of all."""

    paths: Annotated[tuple[str, ...], Meta(max_length=MOST_FILES)] | None = None
