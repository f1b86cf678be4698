"""The cache folder as a whole: which stores are in it, how large they are, and dropping what is needed least.

Stores may be in use by any number of processes meanwhile. One that somebody has open is never deleted: it loses rows at
most, through SQLite, which its user notices by nothing but speed. Records of a root cost milliseconds a file to make
again, vectors a hundred times that: whole roots go first, those that are gone or longest unused ahead of others, then
vectors, and the roots in use last. What is in one store is in `blob_store`; handing over a root's part, in `archive`.
"""

import sys
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.blob_files import about, delete_unused, files_of
from ctx_lsp.cache.blob_store import DAY, NEVER, PRUNE_SHARE, BlobStore, today
from ctx_lsp.cache.record_cache import FOLDER, MAX_ROOT_BYTES, SUFFIX, root_file
from ctx_lsp.cache.vector_store import FILE_NAME, MAX_VECTOR_BYTES

_STORES = ("vectors-*.sqlite3", f"{FOLDER}/*.sqlite3")  # of any version of the program

StoreKind = Literal["root", "vectors", "other"]


@dataclass(frozen=True, slots=True)
class CacheStore:
    """One store. `kind` other: of another version of the program, or unreadable.

    `root` is the real path of the folder that it is about ("": none), `used` the day (since 1970) on which something in
    it was last asked for, `exists` whether that folder is still there, `bytes` the size on disk.
    """

    kind: StoreKind
    root: str
    bytes: int
    used: int
    exists: bool
    file: Path


@dataclass(frozen=True, slots=True)
class Sizes:
    """What dropping came to: bytes on disk before and after, and the number of stores that are gone."""

    before: int
    after: int
    deleted: int


def list_stores(folder: Path) -> list[CacheStore]:
    """All stores in the cache `folder`, the vectors first, then by root. Raises nothing; what vanishes is left out."""
    found = map(_look, _files(folder))
    return sorted(
        (store for store in found if store is not None), key=lambda store: (store.kind != "vectors", store.root)
    )


def prune(folder: Path, max_bytes: int, older_than: int | None = None) -> Sizes:
    """Drop stores of roots that are gone, what was not used for `older_than` days, and what is over `max_bytes`."""
    before = list_stores(folder)
    for store in before:
        if store.kind == "root" and not store.exists:
            delete_unused(store.file)
    if older_than is not None:
        _drop_unused(list_stores(folder), today() - older_than)
    _cut(list_stores(folder), max_bytes, max_bytes, NEVER)
    return _sizes(folder, before)


def evict(folder: Path, max_bytes: int, token: CancelToken = NEVER) -> Sizes:
    """Cut the folder, if it is over `max_bytes`, and each store that is over the limit of its kind.

    They are cut to a share of the limit, so that it does not happen at every start. Nothing is dropped, and no store
    opened, while there is room. May take seconds; once `token` is cancelled, what is left stays.
    """
    size = size_on_disk(folder)
    if size <= max_bytes and all(_bytes(file) <= _own_limit(file) for file in _files(folder)):
        return Sizes(size, size, 0)
    before = list_stores(folder)
    cut = [replace(store, bytes=_cut_to_own_limit(store, token)) for store in before]
    _cut(cut, max_bytes, int(max_bytes * PRUNE_SHARE), token)
    return _sizes(folder, before)


def clear(folder: Path, root: Path | None = None) -> Sizes:
    """Drop everything; with `root`, what is about that folder alone. Vectors are shared, so that they go with all."""
    before = list_stores(folder)
    file = root_file(folder, root) if root else None
    for store in before:
        if (file is None or store.file == file) and not delete_unused(store.file):
            _cut_rows(store, 0, NEVER)
    return _sizes(folder, before)


def size_on_disk(folder: Path) -> int:
    """Bytes of all stores in the cache `folder`."""
    return sum(map(_bytes, _files(folder)))


def _files(folder: Path) -> list[Path]:
    return [file for pattern in _STORES for file in sorted(folder.glob(pattern))]


def _look(file: Path) -> CacheStore | None:
    try:
        written = int(file.stat().st_mtime) // DAY
    except OSError:
        return None
    known = about(file) if file.name == FILE_NAME or file.name.endswith(SUFFIX) else None
    if known is None:
        return CacheStore("other", "", _bytes(file), written, exists=False, file=file)
    kind: StoreKind = "vectors" if file.name == FILE_NAME else "root"
    exists = kind == "vectors" or _may_exist(Path(known.subject))
    return CacheStore(kind, known.subject, _bytes(file), known.used or written, exists, file)


def _may_exist(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except OSError:  # it cannot be looked at, which does not mean that it is gone
        return True


def _bytes(file: Path) -> int:
    total = 0
    for one in files_of(file):
        try:
            total += one.stat().st_size
        except OSError:  # there is no such file now
            continue
    return total


def _sizes(folder: Path, before: list[CacheStore]) -> Sizes:
    after = list_stores(folder)
    deleted = {store.file for store in before} - {store.file for store in after}
    return Sizes(_total(before), _total(after), len(deleted))


def _total(stores: Iterable[CacheStore]) -> int:
    return sum(store.bytes for store in stores)


def _drop_unused(stores: Iterable[CacheStore], day: int) -> None:
    """Drop what was last used before `day`: whole stores where that is all there is in them."""
    for store in stores:
        unused = store.used < day and delete_unused(store.file)
        if not unused and store.kind != "other":
            with _opened(store) as opened:
                opened.drop_before(day)


def _own_limit(file: Path) -> int:
    """How large a store may become by itself; for another version's, that version sees to it."""
    if file.name == FILE_NAME:
        return MAX_VECTOR_BYTES
    return MAX_ROOT_BYTES if file.name.endswith(SUFFIX) else sys.maxsize


def _cut_to_own_limit(store: CacheStore, token: CancelToken) -> int:
    """Returns the size of the store then."""
    limit = _own_limit(store.file)
    return store.bytes if store.bytes <= limit else _cut_rows(store, int(limit * PRUNE_SHARE), token)


def _cut(stores: list[CacheStore], max_bytes: int, target: int, token: CancelToken) -> None:
    """Where `stores` have more than `max_bytes`, drop what is needed least until they have `target` at most."""
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
    for store in sorted(kept, key=lambda one: (one.kind != "vectors", one.used)):
        if total > target and not token.cancelled:
            total -= store.bytes - _cut_rows(store, max(0, store.bytes - (total - target)), token)


def _need(store: CacheStore) -> tuple[bool, bool, int]:
    """Other versions' stores first, then those of roots that are gone, then those longest unused."""
    return store.kind != "other", store.exists, store.used


def _cut_rows(store: CacheStore, max_bytes: int, token: CancelToken) -> int:
    """Drop the rows of a store that were longest unused; returns its size then."""
    if store.kind == "other":
        return store.bytes  # its user has other ideas of it
    with _opened(store) as opened:
        opened.prune(max_bytes, token)
    return _bytes(store.file)


def _opened(store: CacheStore) -> "closing[BlobStore]":
    return closing(BlobStore(store.file, store.root))
