"""Manages the cache folder: lists and measures its stores, and drops the least needed data.

Any number of processes may use the stores at the same time. An open store is never deleted; it only loses rows, and
this affects only the speed of the processes that use it. Rebuilding a root's records takes milliseconds per file, and
recomputing vectors takes a hundred times as long. Therefore whole roots that are not in use are dropped first (deleted
roots, then the least recently used), then vectors, and last the roots in use. `blob_store` handles a single store;
`archive` exports and imports one root's data.
"""

import sys
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.blob_files import delete_unused, files_of, store_header
from ctx_lsp.cache.blob_store import DAY, NOT_CANCELLED, PRUNE_SHARE, BlobStore, today
from ctx_lsp.cache.record_cache import FOLDER, MAX_ROOT_BYTES, SUFFIX, root_file
from ctx_lsp.cache.savings_book import savings_file
from ctx_lsp.cache.vector_store import MAX_VECTOR_BYTES, vectors_file
from ctx_lsp.sealing.seal import UNSEALED, Seal, is_sealed_by

_STORES = ("vectors*.sqlite3", f"{FOLDER}/*.sqlite3")  # patterns that match the stores of every version of the program

StoreKind = Literal["root", "vectors", "other"]


@dataclass(frozen=True, slots=True)
class CacheStore:
    """One store in the cache folder. `kind` is `other` for a store with another format or seal, or an unreadable one.

    `root` is the real path of the root folder whose records the store contains (`""` if it contains none); `exists`
    says whether that folder still exists. `used` is the day (since 1970) on which data in the store was last requested;
    `bytes` is the size on disk.
    """

    kind: StoreKind
    root: str
    bytes: int
    used: int
    exists: bool
    file: Path


@dataclass(frozen=True, slots=True)
class Sizes:
    """The effect of dropping data: bytes on disk before and after, and the number of deleted stores.

    `kept` is the number of stores that should have been emptied but still contain data.
    """

    before: int
    after: int
    deleted: int
    kept: int = 0


def list_stores(folder: Path, seal: Seal = UNSEALED) -> list[CacheStore]:
    """List the stores in the cache `folder`, vectors first, then sorted by root. Stores that vanish are skipped."""
    found = (_look(file, seal) for file in _files(folder))
    return sorted(
        (store for store in found if store is not None), key=lambda store: (store.kind != "vectors", store.root)
    )


def prune(folder: Path, max_bytes: int, older_than: int | None = None, seal: Seal = UNSEALED) -> Sizes:
    """Drop stores of deleted roots, data unused for `older_than` days, and data in excess of `max_bytes`."""
    before = list_stores(folder, seal)
    for store in before:
        if store.kind == "root" and not store.exists:
            delete_unused(store.file)
    if older_than is not None:
        _drop_unused(list_stores(folder, seal), today() - older_than, seal)
    _cut(list_stores(folder, seal), max_bytes, max_bytes, NOT_CANCELLED, seal)
    return _sizes(folder, before)


def evict(folder: Path, max_bytes: int, token: CancelToken = NOT_CANCELLED, seal: Seal = UNSEALED) -> Sizes:
    """Shrink the folder if it exceeds `max_bytes`, and each store that exceeds the limit for its kind.

    Sizes are reduced to somewhat less than their limits, so that eviction is not needed at every start. If all limits
    are met, no store is opened. This may take seconds; once `token` is cancelled, the remaining data stays.
    """
    size = size_on_disk(folder)
    if size <= max_bytes and all(_bytes(file) <= _own_limit(file, seal) for file in _files(folder)):
        return Sizes(size, size, 0)
    before = list_stores(folder, seal)
    cut = [replace(store, bytes=_cut_to_own_limit(store, token, seal)) for store in before]
    _cut(cut, max_bytes, int(max_bytes * PRUNE_SHARE), token, seal)
    return _sizes(folder, before)


def clear(folder: Path, root: Path | None = None, seal: Seal = UNSEALED) -> Sizes:
    """Drop the records of `root`. If `root` is None, drop all data, including the vectors that all roots share."""
    before = list_stores(folder, seal)
    file = root_file(folder, root, seal) if root else None
    kept = 0
    for store in before:
        if (file is None or store.file == file) and not delete_unused(store.file):
            _cut_rows(store, 0, NOT_CANCELLED, seal)
            kept += _may_hold_rows(store.file, seal)
    return replace(_sizes(folder, before), kept=kept)


def discard_unsealed(folder: Path) -> None:
    """Delete all files of the cache that are not sealed and that no process has open."""
    for file in (*_files(folder), savings_file(folder)):
        if is_sealed_by(file.name, UNSEALED) and file.exists():
            delete_unused(file)


def size_on_disk(folder: Path) -> int:
    """Return the total size in bytes of all stores in the cache `folder`."""
    return sum(map(_bytes, _files(folder)))


def _files(folder: Path) -> list[Path]:
    return [file for pattern in _STORES for file in sorted(folder.glob(pattern))]


def _look(file: Path, seal: Seal) -> CacheStore | None:
    try:
        written = int(file.stat().st_mtime) // DAY
    except OSError:
        return None
    kind = _kind(file, seal)
    known = store_header(file, seal) if kind != "other" else None
    if known is None:
        return CacheStore("other", "", _bytes(file), written, exists=False, file=file)
    exists = kind == "vectors" or _may_exist(Path(known.subject))
    return CacheStore(kind, known.subject, _bytes(file), known.used or written, exists, file)


def _kind(file: Path, seal: Seal) -> StoreKind:
    """Return the kind of a store, judging by its name alone."""
    if file.name == vectors_file(file.parent, seal).name:
        return "vectors"
    return "root" if file.name.endswith(SUFFIX) and is_sealed_by(file.name, seal) else "other"


def _may_hold_rows(file: Path, seal: Seal) -> bool:
    """Return whether a store contains rows; also True if the store exists but cannot be read."""
    header = store_header(file, seal)
    return file.exists() and (header is None or header.used > 0)


def _may_exist(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except OSError:  # an unreadable folder may still exist
        return True


def _bytes(file: Path) -> int:
    total = 0
    for part in files_of(file):
        try:
            total += part.stat().st_size
        except OSError:  # the file does not exist
            continue
    return total


def _sizes(folder: Path, before: list[CacheStore]) -> Sizes:
    after = {file: _bytes(file) for file in _files(folder)}
    return Sizes(_total(before), sum(after.values()), len({store.file for store in before} - after.keys()))


def _total(stores: Iterable[CacheStore]) -> int:
    return sum(store.bytes for store in stores)


def _drop_unused(stores: Iterable[CacheStore], day: int, seal: Seal) -> None:
    """Drop data last used before `day`; delete a store as a whole if it holds no newer data."""
    for store in stores:
        unused = store.used < day and delete_unused(store.file)
        if not unused and store.kind != "other":
            with _opened(store, seal) as opened:
                opened.drop_before(day)


def _own_limit(file: Path, seal: Seal) -> int:
    """Return the maximum size of a single store, in bytes. Stores of other program versions are unlimited."""
    limits: dict[StoreKind, int] = {"vectors": MAX_VECTOR_BYTES, "root": MAX_ROOT_BYTES, "other": sys.maxsize}
    return limits[_kind(file, seal)]


def _cut_to_own_limit(store: CacheStore, token: CancelToken, seal: Seal) -> int:
    """Shrink a store that exceeds its own limit, and return its size."""
    limit = _own_limit(store.file, seal)
    return store.bytes if store.bytes <= limit else _cut_rows(store, int(limit * PRUNE_SHARE), token, seal)


def _cut(stores: list[CacheStore], max_bytes: int, target: int, token: CancelToken, seal: Seal) -> None:
    """If `stores` together exceed `max_bytes`, drop the least needed data until at most `target` bytes remain."""
    total = _total(stores)
    if total <= max_bytes:
        return
    kept = []
    for store in sorted(stores, key=_need):
        if total <= target or token.cancelled:
            return
        if store.kind != "vectors" and delete_unused(store.file):
            total -= store.bytes
        else:
            kept.append(store)
    for store in sorted(kept, key=lambda store: (store.kind != "vectors", store.used)):
        if total > target and not token.cancelled:
            total -= store.bytes - _cut_rows(store, max(0, store.bytes - (total - target)), token, seal)


def _need(store: CacheStore) -> tuple[bool, bool, int]:
    """Return a sort key: stores of other versions first, then those of deleted roots, then the least recently used."""
    return store.kind != "other", store.exists, store.used


def _cut_rows(store: CacheStore, max_bytes: int, token: CancelToken, seal: Seal) -> int:
    """Drop the least recently used rows until at most `max_bytes` remain in a store; return the store's size."""
    if store.kind == "other":
        return store.bytes  # the layout of its rows is unknown
    with _opened(store, seal) as opened:
        opened.prune(max_bytes, token)
    return _bytes(store.file)


def _opened(store: CacheStore, seal: Seal) -> "closing[BlobStore]":
    return closing(BlobStore(store.file, store.root, seal=seal))
