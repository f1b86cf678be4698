"""Management of the cache: listing its contents, evicting data, and exporting or importing the data of one folder.

The settings define the cache's location and size limit. Only an export needs an open workspace, because only the index
of a folder knows which vectors belong to the folder.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ctx_lsp.cache.admin import CacheStore, Sizes, StoreKind, clear, list_stores, prune
from ctx_lsp.cache.archive import CacheFileError, Transfer, read_cache_file, write_cache_file
from ctx_lsp.cache.blob_store import DAY
from ctx_lsp.sealing.seal import UNSEALED, Seal
from ctx_lsp.settings import CacheSettings
from ctx_lsp.workspace.cache_location import cache_location
from ctx_lsp.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """One store in the cache folder. `kind` is `other` if the store has another version or seal, or cannot be read.

    `root` is the workspace folder whose data the store holds, or empty; `exists` is true if that folder still exists.
    `last_used` is a date as YYYY-MM-DD; `bytes` is the size on disk.
    """

    kind: StoreKind
    root: str
    bytes: int
    last_used: str
    exists: bool
    file: str


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """The cache folder, its size on disk, the size above which data is evicted, and the stores in the folder."""

    path: str
    bytes: int
    max_bytes: int
    stores: tuple[CacheEntry, ...]


def cache_info(settings: CacheSettings) -> CacheInfo:
    """List the contents of the cache folder."""
    stores = tuple(map(_entry, list_stores(settings.path, _seal(settings))))
    return CacheInfo(str(settings.path), sum(store.bytes for store in stores), settings.max_bytes, stores)


def prune_cache(settings: CacheSettings, max_bytes: int | None = None, older_than: int | None = None) -> Sizes:
    """Delete the data of missing folders and data not used for `older_than` days, then evict down to `max_bytes`.

    `max_bytes` defaults to the limit in the settings.
    """
    limit = settings.max_bytes if max_bytes is None else max_bytes
    return prune(settings.path, limit, older_than, _seal(settings))


def clear_cache(settings: CacheSettings, root: Path | None = None) -> Sizes:
    """Delete everything in the cache folder, or only the records of the folder `root`.

    In an encrypted cache, deleting the records of a single folder requires the key.
    """
    return clear(settings.path, root, _seal(settings))


def export_cache(workspace: Workspace, settings: CacheSettings, root: Path, file: Path) -> Transfer:
    """Write the cached data of `workspace`, whose only folder is `root`, to `file`. Raises `CacheFileError`."""
    folder, seal = _opened(settings)
    return write_cache_file(folder, root, workspace.cache_keys().result(), file, seal)


def import_cache(settings: CacheSettings, root: Path, file: Path) -> Transfer:
    """Import a file written by `export_cache` as the cached data of the folder `root`. Raises `CacheFileError`."""
    folder, seal = _opened(settings)
    return read_cache_file(folder, root, file, seal)


def _entry(store: CacheStore) -> CacheEntry:
    date = datetime.fromtimestamp(store.used * DAY, UTC).date().isoformat()
    return CacheEntry(store.kind, store.root, store.bytes, date, store.exists, str(store.file))


def _seal(settings: CacheSettings) -> Seal:
    """Return the seal of the cache. Without its key, return `UNSEALED`; sealed stores then have the kind `other`."""
    return cache_location(settings).seal or UNSEALED


def _opened(settings: CacheSettings) -> tuple[Path, Seal]:
    location = cache_location(settings)
    if location.folder is None or location.seal is None:
        raise CacheFileError(location.problem or "the cache is off (cache.enabled)")
    return location.folder, location.seal
