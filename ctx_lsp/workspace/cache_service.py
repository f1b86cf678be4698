"""The cache stores of one workspace, and their maintenance in the background.

Eviction runs as soon as questions can be answered, and after each change in the cache settings. `cache.vector_store`
and `cache.record_cache` define the contents of the stores; `cache.admin` decides what to evict.
"""

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.admin import discard_unsealed, evict
from ctx_lsp.cache.blob_store import BUSY_TIMEOUT
from ctx_lsp.cache.record_cache import FileCache
from ctx_lsp.cache.savings_book import SavingsBook
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.sealing.seal import UNSEALED, Seal
from ctx_lsp.settings import CacheSettings
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.vectors.table import VectorView
from ctx_lsp.workspace.cache_location import CacheLocation, is_encrypted, unlock, unsealed_location

KEPT_AT_ONCE = 1_000  # vectors per transaction: about 20 ms
ENDING_SECONDS = 2.0  # time for background work to notice the cancellation; most steps take milliseconds


class CacheService:
    """The cache stores of one workspace, and a thread for slow work on these stores."""

    def __init__(self, settings: CacheSettings) -> None:
        """Open the stores, unless they are encrypted: then they stay closed until `unlock` has read their key."""
        self._settings = settings
        self._location = unsealed_location(settings)
        folder = self._location.folder
        self.vectors = VectorStore(folder, wait=BUSY_TIMEOUT)
        self.files = FileCache(folder)
        self.savings = SavingsBook(folder)
        self.on_seal: tuple[
            Callable[[Seal | None], None], ...
        ] = ()  # called with the seal, or None while it is unknown
        self._then: Callable[[], None] | None = None  # the work that waits for the key
        self._lock = threading.Lock()
        self._begun = False
        self._closed = CancelToken()
        self._thread: threading.Thread | None = None
        self._moved: Snapshot | None = None  # snapshot whose vectors must be copied to the new folder

    def begin(self) -> None:
        """Start maintenance; later calls have no effect.

        Call this once questions can be answered, from any thread.
        """
        if not self._begun:
            self._begun = True
            self._start_maintenance()

    def unlock(self, writer: Writer, then: Callable[[], None]) -> None:
        """Call `then` as soon as the stores are open, or as soon as it is clear that their key cannot be read in time.

        If the stores are encrypted, the functions in `on_seal` are called first.
        """
        if is_encrypted(self._settings):
            self._then = then
            self.use(self._settings, writer)
        else:
            then()

    def use(self, settings: CacheSettings, writer: Writer) -> None:
        """Apply new settings. If the location changes, copy the data to the new location.

        The functions in `on_seal` are called as soon as the key has been read or could not be read. If the encryption
        setting has changed, they are also called at once.
        """
        if settings.encryption != self._settings.encryption:
            self._tell(unsealed_location(settings).seal)
        self._settings = settings

        def move(location: CacheLocation, writer: Writer) -> None:
            if settings != self._settings:
                return  # they have changed again
            self._move(location, writer)
            self._tell(location.seal)
            if self._then is not None:
                then, self._then = self._then, None
                then()

        unlock(settings, lambda location: writer.put(partial(move, location)))

    def _tell(self, seal: Seal | None) -> None:
        for on_seal in self.on_seal:
            on_seal(seal)

    def _move(self, location: CacheLocation, writer: Writer) -> None:
        old, self._location = self._location, location
        if (location.folder, location.seal) != (old.folder, old.seal):
            while writer.cache.waiting:
                writer.cache.write(writer.host, writer.inputs.overlay)
            folder, seal = self.place
            self.files.use_folder(folder, writer.host.files, seal)
            self.vectors.use_folder(folder, seal)
            self.savings.use_folder(folder, seal)
            self._moved = writer.current() if folder else None
        if self._begun:
            self._start_maintenance()

    @property
    def place(self) -> tuple[Path | None, Seal]:
        """The cache folder and the seal of its stores, which always match, although another thread changes both."""
        location = self._location
        return location.folder, location.seal or UNSEALED

    @property
    def known_seal(self) -> Seal | None:
        """The seal of the stores, or None while its key is unknown."""
        return self._location.seal

    @property
    def location(self) -> str:
        """The cache folder; empty if nothing is cached."""
        return self.vectors.location

    @property
    def warnings(self) -> tuple[str, str, str]:
        """Three reasons: why nothing is cached, why no vectors are cached, and why no file records are cached.

        A reason is "" if it does not apply.
        """
        return self._location.problem, self.vectors.warning, self.files.warning

    def size_bytes(self) -> int:
        """Return the total size of the stores in use."""
        return self.vectors.size_bytes() + self.files.size_bytes()

    def close(self) -> None:
        """Stop background work. The stores stay open until the writer, which still uses them, closes them."""
        self._closed.cancel()
        self.savings.write()
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join(ENDING_SECONDS)

    def _start_maintenance(self) -> None:
        with self._lock:
            before = self._thread
            self._thread = threading.Thread(target=self._work, args=(before,), name="cache-keeper", daemon=True)
            self._thread.start()

    def _work(self, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()
        moved, self._moved = self._moved, None
        if moved is not None and moved.vectors is not None:
            self._keep(moved.vectors)
        location = self._location
        if location.folder is not None and location.seal is not None and not self._closed.cancelled:
            if location.seal.fingerprint:
                discard_unsealed(location.folder)
            evict(location.folder, self._settings.max_bytes, self._closed, location.seal)

    def _keep(self, vectors: VectorView) -> None:
        keys = vectors.keys()
        for start in range(0, len(keys), KEPT_AT_ONCE):
            if self._closed.cancelled:
                return
            rows = ((key, vectors.row(key)) for key in keys[start : start + KEPT_AT_ONCE])
            self.vectors.put_many([(key, row.tobytes()) for key, row in rows if row is not None])
