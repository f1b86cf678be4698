"""The cache as its owner sees it: what is in it, making it smaller, and handing a folder's part of it to somebody else.

Where it is and how large it may be follows from the settings. No workspace needs to be open, but for exporting: which
vectors belong to a folder, only its index knows.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ctx_lsp.cache.admin import CacheStore, Sizes, StoreKind, clear, list_stores, prune
from ctx_lsp.cache.archive import CacheFileError, Transfer, read_cache_file, write_cache_file
from ctx_lsp.cache.blob_store import DAY
from ctx_lsp.settings import CacheSettings
from ctx_lsp.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """One store in the cache folder; `kind` other: of another version of the program.

    `root` is the folder that it is about ("": none) and `exists` whether that is still there; `last_used` is a date as
    YYYY-MM-DD, `bytes` the size on disk.
    """

    kind: StoreKind
    root: str
    bytes: int
    last_used: str
    exists: bool
    file: str


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """The cache folder, its size on disk, the limit that eviction keeps it to, and its stores."""

    path: str
    bytes: int
    max_bytes: int
    stores: tuple[CacheEntry, ...]


def cache_info(settings: CacheSettings) -> CacheInfo:
    """What is in the cache folder."""
    stores = tuple(map(_entry, list_stores(settings.path)))
    return CacheInfo(str(settings.path), sum(store.bytes for store in stores), settings.max_bytes, stores)


def prune_cache(settings: CacheSettings, max_bytes: int | None = None, older_than: int | None = None) -> Sizes:
    """Drop what is about folders that are gone, was not used for `older_than` days, or is over `max_bytes`.

    Without `max_bytes` the settings' limit counts.
    """
    return prune(settings.path, settings.max_bytes if max_bytes is None else max_bytes, older_than)


def clear_cache(settings: CacheSettings, root: Path | None = None) -> Sizes:
    """Drop everything; with `root`, the records of that folder alone."""
    return clear(settings.path, root)


def export_cache(workspace: Workspace, settings: CacheSettings, root: Path, file: Path) -> Transfer:
    """Write what the cache has of `workspace`, whose only folder is `root`, to `file`. Raises `CacheFileError`."""
    return write_cache_file(_folder(settings), root, workspace.cache_keys().result(), file)


def import_cache(settings: CacheSettings, root: Path, file: Path) -> Transfer:
    """Take what `export_cache` wrote into the cache, as the part of the folder `root`. Raises `CacheFileError`."""
    return read_cache_file(_folder(settings), root, file)


def _entry(store: CacheStore) -> CacheEntry:
    date = datetime.fromtimestamp(store.used * DAY, UTC).date().isoformat()
    return CacheEntry(store.kind, store.root, store.bytes, date, store.exists, str(store.file))


def _folder(settings: CacheSettings) -> Path:
    if not settings.enabled:
        raise CacheFileError("nothing is kept (cache.enabled)")
    return settings.path
