"""Checks of open documents, run shortly after each change to a text or to the index.

If the settings ask for it, the checks find a document's false statements about code, and the rare patterns in its
uncommitted lines (departures). Checks run on a separate thread and pass their results to a display: one of the two
classes in `diagnostics`. Requests that need the results for a document reuse its last check.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from threading import Lock
from typing import NamedTuple, Protocol

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.lru import Lru
from ctx_lsp.settings import Settings
from ctx_lsp.text.git import GitError
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import (
    Analysis,
    CheckedClaim,
    Checks,
    Departure,
    DepartureChecker,
    DocumentChecker,
    DocumentReport,
    NoteNews,
    Progress,
)

RETRY_PAUSES = (2.0, 10.0, 60.0)  # seconds until checks for which git failed are repeated; afterwards, changes do so
PAUSE = 0.08  # seconds from the last change to the check; short, so that the user is still looking at the text
WAIT = 0.02  # seconds between checks for cancellation while a request waits for another document's check
MAX_CHECKED = 30  # maximum number of documents to check at once, the last changed ones; nobody looks at more


@dataclass(frozen=True, slots=True)
class CheckedText:
    """A copy of an open text, made when its check was requested."""

    uri: str
    path: str
    version: int
    source: SourceText


Finding = CheckedClaim | Departure
"""Something to show in a document: a false statement, or a departure from the team's pattern."""

Dismissed = tuple[str, str, str]
"""Departures that the user does not want to see: path, category and alternative."""


class Found(NamedTuple):
    """The results of a check of one text. `report` is None if statements are not checked."""

    source: SourceText
    report: DocumentReport | None
    departures: tuple[Departure, ...]


class Display(Protocol):
    """Interface for showing findings to the user. All methods are called on the loop thread."""

    def show(self, checked: CheckedText, found: tuple[Finding, ...]) -> None:
        """Show the findings in a document."""

    def clear(self, uri: str) -> None:
        """Show nothing for a document, because it was closed or its check was switched off."""


class LiveChecks:
    """Checker of open documents. It checks a document again after each change.

    All methods except `listen`, `found`, `departures`, `findings`, `report`, `known_report`, `is_current` and
    `open_text` must be called on the loop thread.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        texts: Callable[[], list[CheckedText]],
        analysis: Callable[[], "Future[Analysis]"],
        display: Display,
        counted: Callable[[], None] = lambda: None,
    ) -> None:
        """Start without documents. `texts` returns the open texts in the order of their latest changes.

        `counted` is called when the number of statements, or of false ones, in an open document has changed.
        """
        self._loop = loop
        self._texts = texts
        self._analysis = analysis
        self._display = display
        self._counted = counted
        self._checker = DocumentChecker()
        self._departures = DepartureChecker()
        self._dismissed: frozenset[Dismissed] = frozenset()
        self._checking = Lock()
        self._reports: Lru[str, tuple[object, DocumentReport]] = Lru(MAX_CHECKED)
        self._worker = ThreadPoolExecutor(1, "ctx-lsp-check")
        self._disk_changes = 0  # number of reports of changes on disk, including changes of files that are not indexed
        self._checked_disk = 0  # value of `_disk_changes` when the checker last looked at the disk
        self._timer: asyncio.TimerHandle | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._retries = 0  # repeated checks since the last change
        self._token = CancelToken()
        self._shown: dict[str, tuple[int, int]] = {}  # numbers of statements and of false ones, by URI
        self._marked: set[str] = set()  # URIs of documents in which outdated notes or departures are shown
        self._open: dict[str, CheckedText] = {}
        self._current: set[str] = set()  # URIs of documents checked with these settings, history and notes about them
        self._notes = NoteNews()
        self._checked_with: Settings | None = None
        self._was_ready = False
        self._closed = False
        self.settings = Settings()

    def listen(self, progress: Progress) -> None:
        """Handle a progress report from the workspace: check again when the index becomes ready."""
        is_ready = progress.phase == "ready"
        if is_ready and not self._was_ready:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self.changed)
        self._was_ready = is_ready

    def found(self, analysis: Analysis, path: str, token: CancelToken) -> Found | None:
        """Check the file at `path` with those checks that the settings switch on. Return None if it is not indexed.

        Raises `Cancelled` or `BadRequest`.
        """
        source = analysis.source(path)
        if source is None:
            return None
        report = self.report(analysis, path, token) if shows_statements(self.settings, path) else None
        return Found(source, report, self.departures(analysis, path, token))

    def departures(self, analysis: Analysis, path: str, token: CancelToken) -> tuple[Departure, ...]:
        """Return the departures in a file's uncommitted lines, if the settings ask for them. Raises `Cancelled`.

        There are none if git fails; the open documents are then checked again later.
        """
        if not shows_departures(self.settings, path):
            return ()
        self._wait(token)
        try:
            return self._departures.departures(analysis, path, token)
        except GitError:
            with suppress(RuntimeError):  # the server is ending
                self._loop.call_soon_threadsafe(self._retry_later)
            return ()
        finally:
            self._checking.release()

    def findings(self, found: Found) -> tuple[Finding, ...]:
        """Return the findings to show, without the kinds that are switched off and without dismissed departures."""
        false = wanted_false(found.report, self.settings) if found.report else ()
        return *false, *(one for one in found.departures if _key(one) not in self._dismissed)

    def dismiss(self, dismissed: Dismissed) -> None:
        """Hide the departures that match `dismissed`, until the server ends."""
        self._dismissed |= {dismissed}
        self._check_all()

    def report(self, analysis: Analysis, path: str, token: CancelToken) -> DocumentReport:
        """Check a document and return its statements, or return those of its last check if nothing has changed since.

        Raises `Cancelled` or `BadRequest`.
        """
        self._wait(token)
        try:
            checks = Checks.of(analysis, self._checker)
            inputs = checks.inputs, self._disk_changes
            if self._checked_disk != inputs[1]:
                self._checker.look_at_disk_again()
                self._checked_disk = inputs[1]
            known = self._reports.get(path)
            if known is not None and known[0] == inputs:
                return known[1]
            report = checks.document(path, (), token, with_remarks=True)
            self._reports.put(path, (inputs, report))
            return report
        finally:
            self._checking.release()

    def _wait(self, token: CancelToken) -> None:
        """Acquire the lock for checking, after any check of another document has ended. Raises `Cancelled`."""
        while not self._checking.acquire(timeout=WAIT):
            token.check()

    def known_report(self, path: str) -> DocumentReport | None:
        """Return the last report on a document, which may be outdated, or None if the document was not checked."""
        known = self._reports.peek(path)
        return known[1] if known is not None else None

    def is_current(self, uri: str, source: SourceText) -> bool:
        """Return whether `source` is still the text of a document. True for a document that is not open."""
        opened = self.open_text(uri)
        return opened is None or opened.source == source

    def open_text(self, uri: str) -> CheckedText | None:
        """Return the current text of an open document, or None if it is not open."""
        return self._open.get(uri)

    def changed(self) -> None:
        """Check the open documents after a pause, because a text, the index or a setting has changed."""
        self._retries = 0
        self._check_after_pause()

    def _check_after_pause(self) -> None:
        if self._closed:
            return
        self._open = {one.uri: one for one in self._texts()}
        self._token.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(PAUSE, self._check)

    def disk_changed(self) -> None:
        """Check the open documents after a pause, because files that they name may have come or gone."""
        self._disk_changes += 1
        self.changed()

    def history_changed(self) -> None:
        """Check all open documents after a pause, because a commit changes which of their lines are uncommitted."""
        self._retries = 0
        self._check_all()

    def _check_all(self) -> None:
        self._current.clear()
        self._check_after_pause()

    def _retry_later(self) -> None:
        """Check all open documents after a longer pause, unless that is planned already or was done several times."""
        if self._closed or self._retry is not None or self._retries >= len(RETRY_PAUSES):
            return
        self._retry = self._loop.call_later(RETRY_PAUSES[self._retries], self._check_again)
        self._retries += 1

    def _check_again(self) -> None:
        self._retry = None
        self._check_all()

    def close(self) -> None:
        """Stop checking."""
        self._closed = True
        if self._retry is not None:
            self._retry.cancel()
        self._token.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _check(self) -> None:
        self._timer = None
        self._token = token = CancelToken()
        if self.settings != self._checked_with:
            self._checked_with = self.settings
            self._current.clear()
        texts = [one for one in self._texts() if not is_off(self.settings, one.path)]
        for uri in self._shown.keys() - {one.uri for one in texts}:  # closed, or switched off
            del self._shown[uri]
            self._marked.discard(uri)
            self._current.discard(uri)
            self._display.clear(uri)
        if not texts or not self._was_ready:
            return

        def begin(answer: "Future[Analysis]") -> None:
            if answer.cancelled() or answer.exception() is not None:
                return
            with suppress(RuntimeError):  # the server is ending
                self._worker.submit(self._plan, answer.result(), texts, token)

        self._analysis().add_done_callback(begin)

    def _plan(self, analysis: Analysis, texts: list[CheckedText], token: CancelToken) -> None:
        """Start the checks of those texts that have to be checked, on the worker thread. Raises `Cancelled`."""
        if shows_notes(self.settings):
            about = self._notes.paths_with_news(analysis, token)
            self._current.difference_update(one.uri for one in texts if one.path in about)
        due = (one for one in reversed(texts) if self._is_due(analysis, one, one is texts[-1]))
        for one in list(islice(due, MAX_CHECKED)):  # a failure ends the check of one text alone
            with suppress(RuntimeError):  # the server is ending
                self._worker.submit(self._run, analysis, one, token)

    def _is_due(self, analysis: Analysis, one: CheckedText, is_first: bool) -> bool:
        """Return whether a text has to be checked.

        Prose has to be checked each time. A code file, whose comments rarely become false, has to be checked only if
        `is_first` is true (for the text that changed last), if it was not checked since the settings, the history or a
        note about it changed, or if outdated notes or departures are shown in it.
        """
        with_code = is_first or one.uri not in self._current or self._is_marked(one)
        return Checks.of(analysis).is_checked(one.path, with_code=with_code)

    def _is_marked(self, one: CheckedText) -> bool:
        """Return whether a document shows outdated notes or departures, or its last report has outdated notes."""
        report = self.known_report(one.path)
        return one.uri in self._marked or (report is not None and _has_notes(report))

    def _run(self, analysis: Analysis, one: CheckedText, token: CancelToken) -> None:
        """Check a text on the worker thread, then show the findings, unless the text differs from the indexed one.

        Raises `Cancelled` if a later change has made the check obsolete.
        """
        token.check()
        found = self.found(analysis, one.path, token)
        if found is not None and found.source == one.source:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._show, one.uri, found)

    def _show(self, uri: str, found: Found) -> None:
        now = next((one for one in self._texts() if one.uri == uri), None)
        if self._closed or now is None or now.source != found.source or is_off(self.settings, now.path):
            return
        self._display.show(now, self.findings(found))
        is_marked = found.departures or (found.report and _has_notes(found.report))
        (self._marked.add if is_marked else self._marked.discard)(uri)
        counts = counts_of(found.report, self.settings) if found.report else (0, 0)
        if self._shown.get(uri) != counts:
            self._counted()
        self._shown[uri] = counts
        self._current.add(uri)


def _has_notes(report: DocumentReport) -> bool:
    return any(one.claim.kind == "note" for one in report.claims)


def _key(one: Departure) -> Dismissed:
    return one.path, one.category, one.used


def is_off(settings: Settings, path: str) -> bool:
    """Return whether the settings switch off all checks of a document."""
    return not (shows_statements(settings, path) or shows_departures(settings, path))


def shows_statements(settings: Settings, path: str) -> bool:
    """Return whether the false statements of a document are to be shown."""
    return settings.checks.diagnostics and not _is_excluded(settings, path)


def shows_departures(settings: Settings, path: str) -> bool:
    """Return whether departures in the uncommitted lines of a document are to be shown."""
    return settings.checks.patterns and not _is_excluded(settings, path)


def shows_notes(settings: Settings) -> bool:
    """Return whether outdated notes are to be shown."""
    return settings.checks.diagnostics and "note" not in settings.checks.off


def _is_excluded(settings: Settings, path: str) -> bool:
    return any(f"{path}/".startswith(one.strip("/") + "/") for one in settings.checks.exclude)


def wanted(report: DocumentReport, settings: Settings) -> tuple[CheckedClaim, ...]:
    """Return the statements whose kinds are not switched off in the settings."""
    return tuple(one for one in report.claims if one.claim.kind not in settings.checks.off)


def wanted_false(report: DocumentReport, settings: Settings) -> tuple[CheckedClaim, ...]:
    """Return the false statements whose kinds are not switched off in the settings."""
    return tuple(one for one in wanted(report, settings) if one.is_false)


def counts_of(report: DocumentReport, settings: Settings) -> tuple[int, int]:
    """Return the number of `wanted` statements in a document, and how many of them are false."""
    every = wanted(report, settings)
    return len(every), sum(one.is_false for one in every)
