"""Texts on their way into the index: those that are typed, those that were read, and what follows from them already.

Whoever sets a text is followed by all that comes after: texts put off are taken in first, and what is on its way for an
older text of a file is overtaken. On the writer's thread; which thread that is, and what is done when, is in `writer`.
"""

from collections.abc import Callable, Mapping

from ctx_lsp.cache.record_cache import NOTHING_RECALLED, FileCache
from ctx_lsp.cache.records import FileRecord
from ctx_lsp.graph.file_failures import LACKING
from ctx_lsp.ingest.workspace_inputs import Inputs
from ctx_lsp.snapshot.host import NOTHING_KNOWN, Host
from ctx_lsp.syntax.incremental.facts import KEPT_FILES
from ctx_lsp.text.source import SourceText


class Uptake:
    """Sets the texts of a host, with a cache of what follows from them."""

    def __init__(self, inputs: Inputs, host: Host, cache: FileCache, on_change: Callable[[], None]) -> None:
        self._inputs = inputs
        self._host = host
        self._cache = cache
        self._on_change = on_change
        self._opened: dict[str, None] = {}  # files that an editor has opened, to be edited soon; the latest last
        self._edited: set[str] = set()  # open files that have been edited
        self._deferred: dict[str, SourceText | None] = {}
        self.away: dict[str, SourceText] = {}  # texts that are with a helper, and have not changed since

    @property
    def deferred(self) -> bool:
        """Whether texts were put off."""
        return bool(self._deferred)

    @property
    def to_prepare(self) -> bool:
        """Whether files were opened that nothing was done for."""
        return bool(self._opened)

    def defer(self, path: str, text: SourceText | None) -> None:
        """Set the text of a file when it is needed or there is time: of many letters typed, the last is what counts."""
        self._deferred[path] = text
        self.away.pop(path, None)
        self._on_change()

    def opened(self, path: str) -> None:
        """A file is likely to be edited soon: get ready for it when there is time."""
        self._opened[path] = None
        if len(self._opened) > KEPT_FILES:
            del self._opened[next(iter(self._opened))]

    def prepare(self) -> None:
        """Get ready for edits of the file that was opened last."""
        self._host.prepare(self._opened.popitem()[0])

    def closed(self, path: str) -> None:
        """A file is not edited any more: what is on disk is what the next run begins with."""
        self._opened.pop(path, None)
        if path in self._edited:
            self._edited.discard(path)
            self._cache.note_anew([path])

    def apply(self, texts: Mapping[str, SourceText | None]) -> int:
        """Set the texts of buffers (None: there is none to index); returns how many files really changed."""
        return len(self._set(self._different(texts), NOTHING_KNOWN))

    def apply_known(self, texts: Mapping[str, SourceText | None], *, recall: bool) -> tuple[int, dict[str, SourceText]]:
        """Set texts that are on disk (None: there is none to index), but only where nothing has to be derived.

        With `recall` that is so where the cache knows what follows from them.

        Returns how many files really changed, and the texts that are left to `derive`.
        """
        new = self._different(texts)
        recalled = self._cache.recall(new, self._host.failures) if recall else NOTHING_RECALLED
        unknown = {path: text for path, text in new.items() if text is not None and path not in recalled.files}
        known = {path: text for path, text in new.items() if path not in unknown}
        records = self._set(known, recalled.files)
        self._host.remember_edges({path: record for path, record in recalled.edges.items() if path in records})
        return len(records), unknown

    def derive(self, texts: Mapping[str, SourceText], made: Mapping[str, FileRecord] = NOTHING_KNOWN) -> int:
        """Set texts that are on disk; returns how many files really changed. `made` is what was derived already."""
        records = self._set(self._different(texts), made)
        failures = self._host.failures
        new = {path: record for path, record in records.items() if record and not failures.has(path, *LACKING)}
        self._cache.note_files({path: (self._host.files[path].source, record) for path, record in new.items()})
        self._host.tidy()  # the many segments of a scan must not pile up
        return len(records)

    def _different(self, texts: Mapping[str, SourceText | None]) -> dict[str, SourceText | None]:
        """Those of `texts` that the index does not have, which has all that came before them then."""
        if self._deferred:
            deferred = self._deferred.copy()
            self._edited.update(self._set(self._unlike(deferred), NOTHING_KNOWN))
            self._deferred.clear()  # not before: what fails is tried again
        for path in texts:
            self.away.pop(path, None)
        return self._unlike(texts)

    def _unlike(self, texts: Mapping[str, SourceText | None]) -> dict[str, SourceText | None]:
        """Note which files there are now, and return those of `texts` that the index does not have as they are."""
        if self._inputs.known is not None:
            self._inputs.known.difference_update(path for path, text in texts.items() if text is None)
            self._inputs.known.update(path for path, text in texts.items() if text is not None)
        files = self._host.files
        return {path: text for path, text in texts.items() if path not in files or files[path].source != text}

    def _set(
        self, texts: Mapping[str, SourceText | None], known: Mapping[str, FileRecord]
    ) -> dict[str, FileRecord | None]:
        records = self._host.apply(texts, known)
        self._on_change()
        return records
