"""The cache stores of one workspace, and their maintenance in the background.

Eviction runs as soon as questions can be answered, and after each change in the cache settings. `cache.vector_store`
and `cache.record_cache` define the contents of the stores; `cache.admin` decides what to evict.
"""

import threading
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.admin import evict
from ctx_lsp.cache.blob_store import BUSY_TIMEOUT
from ctx_lsp.cache.record_cache import FileCache
from ctx_lsp.cache.savings_book import SavingsBook
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.settings import CacheSettings
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.vectors.table import VectorView

KEPT_AT_ONCE = 1_000  # vectors per transaction: about 20 ms
ENDING_SECONDS = 2.0  # time for background work to notice the cancellation; most steps take milliseconds


class CacheService:
    """The cache stores of one workspace, and a thread for slow work on these stores."""

    def __init__(self, settings: CacheSettings) -> None:
        self._settings = settings
        self.vectors = VectorStore(_folder(settings), wait=BUSY_TIMEOUT)
        self.files = FileCache(_folder(settings))
        self.savings = SavingsBook(_folder(settings))
        self._lock = threading.Lock()
        self._begun = False
        self._closed = CancelToken()
        self._thread: threading.Thread | None = None
        self._moved: Snapshot | None = None  # snapshot whose vectors must be copied to the new folder

    def begin(self) -> None:
        """Start maintenance. Called from any thread when questions can be answered; later calls have no effect."""
        if not self._begun:
            self._begun = True
            self._start_maintenance()

    def use(self, settings: CacheSettings, writer: Writer) -> None:
        """Apply new settings. If the folder changes, copy the data to the new folder. Call on the writer's thread."""
        old, self._settings = self._settings, settings
        folder = _folder(settings)
        if folder != _folder(old):
            while writer.cache.waiting:
                writer.cache.write(writer.host, writer.inputs.overlay)
            self.files.use_folder(folder, writer.host.files)
            self.vectors.use_folder(folder)
            self.savings.use_folder(folder)
            self._moved = writer.current() if folder else None
        if self._begun:
            self._start_maintenance()

    @property
    def folder(self) -> Path | None:
        """The cache folder; None if nothing is cached."""
        return _folder(self._settings)

    @property
    def location(self) -> str:
        """The cache folder; empty if nothing is cached."""
        return self.vectors.location

    @property
    def warnings(self) -> tuple[str, str]:
        """The reasons why vectors and file records are not cached; each is empty if there is no problem."""
        return self.vectors.warning, self.files.warning

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
        folder = _folder(self._settings)
        if folder is not None and not self._closed.cancelled:
            evict(folder, self._settings.max_bytes, self._closed)

    def _keep(self, vectors: VectorView) -> None:
        keys = vectors.keys()
        for start in range(0, len(keys), KEPT_AT_ONCE):
            if self._closed.cancelled:
                return
            rows = ((key, vectors.row(key)) for key in keys[start : start + KEPT_AT_ONCE])
            self.vectors.put_many([(key, row.tobytes()) for key, row in rows if row is not None])


def _folder(settings: CacheSettings) -> Path | None:
    return settings.path if settings.enabled else None
