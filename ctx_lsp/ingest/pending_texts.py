"""Texts on their way into the index: deferred edits, texts read from disk, and records derived from them.

Before a text is set, all deferred texts are applied, and the results for older texts of the same file are discarded.
This code runs on the writer's thread; `writer` schedules the work.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from time import perf_counter

from ctx_lsp.cache.record_cache import NO_CACHED_RECORDS, CachedRecords, FileCache
from ctx_lsp.cache.records import FileRecord
from ctx_lsp.graph.file_failures import DERIVED_STAGES
from ctx_lsp.ingest.workspace_inputs import Inputs
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.snapshot.host import NO_RECORDS, Host
from ctx_lsp.syntax.incremental.facts import KEPT_FILES
from ctx_lsp.text.source import SourceText

MANY_SEGMENTS = 48  # fewer cost more time in merges than they save in questions
PLAIN_FILES_AT_ONCE = 5
MERGE_STEPS = 6  # maximum number of merge steps with each batch of a scan, each of about 3 ms


class PendingTexts:
    """The queue of texts to be set in the host of the index, with a cache of the records derived from them."""

    def __init__(
        self, inputs: Inputs, host: Host, cache: FileCache, monitor: Monitor, on_change: Callable[[], None]
    ) -> None:
        self._inputs = inputs
        self._host = host
        self._cache = cache
        self._monitor = monitor
        self._on_change = on_change
        self._opened: dict[str, None] = {}  # opened files not yet prepared for editing, latest last
        self._edited: set[str] = set()  # open files that have been edited
        self._deferred: dict[str, SourceText | None] = {}
        self._edited_at: dict[str, float] = {}  # when the oldest edit arrived that a deferred text contains
        self.away: dict[str, SourceText] = {}  # texts that a worker is processing and that have not changed since

    @property
    def deferred(self) -> bool:
        """Whether there are deferred texts."""
        return bool(self._deferred)

    @property
    def to_prepare(self) -> bool:
        """Whether there are opened files to prepare for editing."""
        return bool(self._opened)

    def defer(self, path: str, text: SourceText | None, edited_at: float) -> None:
        """Queue a text to be set when it is needed or there is time. A newer text for the same file replaces it.

        `edited_at` is the time (`perf_counter`) at which the text arrived.
        """
        self._deferred[path] = text
        self._edited_at.setdefault(path, edited_at)
        self.away.pop(path, None)
        self._on_change()

    def opened(self, path: str) -> None:
        """Queue a newly opened file to be prepared for editing when there is time."""
        self._opened[path] = None
        if len(self._opened) > KEPT_FILES:
            del self._opened[next(iter(self._opened))]

    def prepare(self) -> None:
        """Prepare the most recently opened file for edits."""
        self._host.prepare(self._opened.popitem()[0])

    def closed(self, path: str) -> None:
        """Note that a file has been closed; if it was edited, queue its records for the cache."""
        self._opened.pop(path, None)
        if path in self._edited:
            self._edited.discard(path)
            self._cache.note_everything([path])

    def apply(self, texts: Mapping[str, SourceText | None]) -> int:
        """Set the texts of buffers, and return how many files really changed.

        The text is None for a buffer that is not to be indexed.
        """
        return len(self._set(self._different(texts), NO_RECORDS))

    def apply_known(
        self, texts: Mapping[str, SourceText | None], *, use_cache: bool
    ) -> tuple[int, dict[str, SourceText]]:
        """Put texts from disk into the index, except those for which a record must first be derived.

        A text of None means that nothing is to be indexed at its path. With `use_cache`, records are taken from the
        cache where possible. Returns how many files really changed, and the texts that were left out; pass these to
        `derive`.
        """
        new = self._different(texts)
        cached = self._cache.find_records(new, self._host.failures) if use_cache else NO_CACHED_RECORDS
        changed, unknown = self._apply_records(new, cached)
        if use_cache:
            self._monitor.cache_asked("files", len(cached.files), len(unknown))
        return changed, unknown

    def apply_shared(
        self, texts: Mapping[str, SourceText], rows: Mapping[bytes, bytes]
    ) -> tuple[int, dict[str, SourceText]]:
        """Put texts from disk into the index if `rows`, the rows from a shared cache, contain their records.

        The result is as in `apply_known`.
        """
        new = {path: text for path, text in self._different(texts).items() if text is not None}
        return self._apply_records(new, self._cache.take_rows(new, rows, self._host.failures))

    def _apply_records(
        self, new: Mapping[str, SourceText | None], cached: CachedRecords
    ) -> tuple[int, dict[str, SourceText]]:
        unknown = {path: text for path, text in new.items() if text is not None and path not in cached.files}
        known = {path: text for path, text in new.items() if path not in unknown}
        changed = self._set(known, cached.files)
        self._host.remember_edges({path: record for path, record in cached.edges.items() if path in changed})
        self._merge_segments()
        return len(changed), unknown

    def derive(self, texts: Mapping[str, SourceText], made: Mapping[str, FileRecord] = NO_RECORDS) -> int:
        """Set texts read from disk, and derive the records that `made` lacks; return how many files really changed."""
        records = self._set(self._different(texts), made)
        failures = self._host.failures
        new = {path: record for path, record in records.items() if record and not failures.has(path, *DERIVED_STAGES)}
        entries = {path: self._host.files[path] for path in new}
        whole = {path: (entry.source, new[path]) for path, entry in entries.items() if not entry.is_plain}
        self._cache.note_files(whole)
        self._merge_segments()
        return len(records)

    def read_as_plain_text(self, texts: Mapping[str, SourceText]) -> None:
        """Make texts from disk searchable as plain text; those of files that were read in full are left out.

        `derive` must get the same texts later. Otherwise `read_in_full` processes them.
        """
        files, plain = self._host.files, self._host.plain_files
        new = {path: text for path, text in self._different(texts).items() if path not in files or path in plain}
        self._set(new, NO_RECORDS, as_plain_text=True)
        self._merge_segments()

    def read_in_full(self, paths: Iterable[str]) -> None:
        """Process those of the given files that were only read as plain text so far, each with its newest text."""
        if self._deferred:
            self.apply({})
        plain = [path for path in paths if path in self._host.plain_files]
        if plain:
            self.derive({path: self.away.get(path) or self._host.files[path].source for path in plain})

    def read_some_in_full(self) -> None:
        """Process a few of the files that are still plain text because a scan has failed."""
        self.read_in_full(list(islice(self._host.plain_files, PLAIN_FILES_AT_ONCE)))

    def _merge_segments(self) -> None:
        """Merge segments of the lexical index for a few milliseconds, if a scan has left many.

        A question visits every segment, and takes several times as long if there are hundreds of them.
        """
        for _ in range(MERGE_STEPS):
            if self._host.segments <= MANY_SEGMENTS or not self._host.tidy():
                return

    def _different(self, texts: Mapping[str, SourceText | None]) -> dict[str, SourceText | None]:
        """Apply deferred texts, then return the items of `texts` that differ from the index."""
        if self._deferred:
            deferred = self._deferred.copy()
            self._edited.update(self._set(self._unlike(deferred), NO_RECORDS))
            self._deferred.clear()  # only now, so that a failed attempt is repeated
            now = perf_counter()
            for edited_at in self._edited_at.values():
                self._monitor.edits.observe(value=now - edited_at)
            self._edited_at.clear()
        for path in texts:
            self.away.pop(path, None)
        return self._unlike(texts)

    def _unlike(self, texts: Mapping[str, SourceText | None]) -> dict[str, SourceText | None]:
        """Update the set of known files, and return the items of `texts` that differ from the index.

        A text that was only read as plain text differs, too.
        """
        if self._inputs.known is not None:
            self._inputs.known.difference_update(path for path, text in texts.items() if text is None)
            self._inputs.known.update(path for path, text in texts.items() if text is not None)
        plain = self._host.plain_files
        in_full = {path: entry for path in texts if path not in plain and (entry := self._host.files.get(path))}
        return {path: text for path, text in texts.items() if path not in in_full or in_full[path].source != text}

    def _set(
        self, texts: Mapping[str, SourceText | None], known: Mapping[str, FileRecord], *, as_plain_text: bool = False
    ) -> dict[str, FileRecord | None]:
        records = self._host.apply(texts, known, as_plain_text=as_plain_text)
        self._on_change()
        return records
