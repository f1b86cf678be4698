"""Messages of the commands that maintain the index and its cache: `reindex`, `cache`, `dump`."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from ctx_lsp.protocol.messages.common import MAX_FILES, Params, WireObject, doc

CacheAction = Literal["info", "prune", "clear"]


class ReindexParams(Params, frozen=True):
    """The parameters of `ctx-lsp.reindex`."""

    files: Annotated[
        Annotated[tuple[str, ...], Meta(max_length=MAX_FILES)] | None, doc("URIs of files; default: all files.")
    ] = None
    force: Annotated[bool, doc("Whether files are indexed again although their text has not changed.")] = False


class CacheParams(Params, frozen=True):
    """The parameters of `ctx-lsp.cache`."""

    action: Annotated[
        CacheAction,
        doc("prune: delete what belongs to removed folders or exceeds the limit. clear: delete everything."),
    ] = "info"


class DumpParams(Params, frozen=True):
    """The parameters of `ctx-lsp.dump`."""

    paths: Annotated[
        Annotated[tuple[str, ...], Meta(max_length=MAX_FILES)] | None,
        doc("Workspace paths of the files to list; default: all files."),
    ] = None


class WireReindexCounts(WireObject, frozen=True):
    """The result of re-indexing."""

    files: Annotated[int, doc("Files that were checked.")]
    changed: Annotated[int, doc("Files of these that had changed.")]


class WireCacheStore(WireObject, frozen=True):
    """One store in the cache folder: the data of one workspace folder, or the vectors, which all folders share."""

    kind: Annotated[Literal["root", "vectors", "other"], doc("other: of another version of the program, or key.")]
    root: Annotated[str, doc("The folder that it belongs to; empty if it belongs to none.")]
    bytes: Annotated[int, doc("Bytes on disk.")]
    last_used: Annotated[str, doc("The day of the last use, as YYYY-MM-DD.")]
    exists: Annotated[bool, doc("Whether that folder still exists.")]
    file: Annotated[str, doc("The path of the store.")]


class WireCacheReport(WireObject, frozen=True):
    """The state of the cache folder after the action."""

    path: Annotated[str, doc("The cache folder.")]
    bytes: Annotated[int, doc("Bytes on disk.")]
    max_bytes: Annotated[int, doc("The limit in bytes to which eviction keeps it.")]
    stores: Annotated[tuple[WireCacheStore, ...], doc("The stores in it.")]
    action: Annotated[CacheAction, doc("The action.")]
    before: Annotated[int, doc("Bytes on disk before the action.")]
    after: Annotated[int, doc("Bytes on disk after the action.")]


class WireFileDump(WireObject, frozen=True):
    """Digests of the data derived from one file."""

    text: Annotated[str, doc("Digest of its text.")]
    outline: Annotated[str, doc("Digest of its outline.")]
    places: Annotated[str, doc("Digest of its spans and references.")]
    chunks: Annotated[str, doc("Digest of its chunks.")]
    edges: Annotated[str, doc("Digest of the edges that start in it.")]


class WireDump(WireObject, frozen=True):
    """Digests of the index at one revision. Indexes of the same texts and settings differ only in `revision`."""

    revision: Annotated[int, doc("The revision of the index.")]
    known_files: Annotated[int, doc("How many files the workspace has; -1: not known yet.")]
    files: Annotated[Mapping[str, WireFileDump], doc("The files by workspace path.")]
    names: Annotated[str, doc("Digest of the table of names.")]
    dependants: Annotated[str, doc("Digest of the dependants of each file.")]
    documents: Annotated[int, doc("Chunks in the text index.")]
    frequencies: Annotated[str, doc("Digest of the frequency of each term.")]
    searches: Annotated[Mapping[str, tuple[str, ...]], doc("Hits of a few fixed searches, with their scores.")]
    unkeyed: Annotated[int, doc("Files whose chunks have no keys for vectors yet.")]
    vectors: Annotated[
        Mapping[str, tuple[str, str]], doc("By the key of a chunk's text: its chunks, and the digest of its vector.")
    ]
