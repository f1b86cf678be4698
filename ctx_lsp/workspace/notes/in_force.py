"""Tells which notes packs, searches and answers about dependencies may show: those that are in force.

A note that is proposed, replaced, unanswered, orphaned or refuted is not a result, because a result has no verdict
beside it; nor is a file among the notes that is not a valid note. `book` lists all notes with their verdicts.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import partial
from threading import Lock
from weakref import ref

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.claims import Checker
from ctx_lsp.claims.former import FormerLookup
from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.lexical.terms import file_terms
from ctx_lsp.memory import UNANSWERED, JudgedNote, Note, is_unanswered
from ctx_lsp.memory.quoting import NoteIndex, NoteLine
from ctx_lsp.packing.model import Pack, PackRequest
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace.checks import DRAFT, Analysed, Checks
from ctx_lsp.workspace.indexed_files import exists_below


class NotesInForce:
    """Verdicts on the notes of the latest snapshot, which is held weakly. Thread-safe.

    Statements are checked only when a note would be shown, once for each snapshot.
    """

    def __init__(self) -> None:
        """Create an empty cache."""
        self.index = NoteIndex()
        self._checker = Checker()  # kept, because it looks for missing words in all files once
        self._lock = Lock()
        self._latest: tuple[ref[Snapshot], FormerLookup, dict[str, bool]] | None = None
        self._lexical: tuple[ref[Snapshot], frozenset[str], LexicalView] | None = None

    def withheld(self, analysis: Analysed) -> frozenset[str]:
        """Return the paths of the notes that are proposed, replaced, unanswered or orphaned."""
        return self.index.withheld(analysis.snapshot, partial(exists_below, analysis.roots))

    def lexical(self, analysis: Analysed) -> LexicalView:
        """Return the text index without the documents of withheld notes: their words do not count as mentioned."""
        snapshot, withheld = analysis.snapshot, self.withheld(analysis)
        if not withheld:
            return snapshot.lexical
        latest = self._lexical  # threads may replace it at the same time; each result is right
        if latest is None or latest[0]() is not snapshot or latest[1] != withheld:
            files = (snapshot.files[path] for path in sorted(withheld))
            latest = self._lexical = ref(snapshot), withheld, snapshot.lexical.without(map(file_terms, files))
        return latest[2]

    def without_withheld(self, analysis: Analysed, wanted: ResultFilter) -> ResultFilter:
        """Return the filter with the notes to withhold added."""
        withheld = self.withheld(analysis)
        return replace(wanted, withheld=wanted.withheld | withheld) if withheld else wanted

    def refuted(self, analysis: Analysed, token: CancelToken, paths: Iterable[str]) -> frozenset[str]:
        """Return the paths of those notes among the files at `paths` that make a false statement. Raises `Cancelled`.

        A note that is withheld is not checked.
        """
        current = self.index.current(analysis.snapshot)
        if not current:
            return frozenset()
        notes = [current[path] for path in dict.fromkeys(paths) if path in current]
        return frozenset(one.path for one in notes if self._is_refuted(analysis, one, token))

    def left_out(self, analysis: Analysed, token: CancelToken) -> Callable[[str], bool]:
        """Return a function that returns whether the file at a path is a note that is not in force.

        The function checks the statements of each note for which it is called, and raises `Cancelled`.
        """
        withheld, current = self.withheld(analysis), self.index.current(analysis.snapshot)

        def is_left_out(path: str) -> bool:
            return path in withheld or (path in current and self._is_refuted(analysis, current[path], token))

        return is_left_out

    def lines(self, analysis: Analysed, targets: Iterable[str], token: CancelToken) -> tuple[NoteLine, ...]:
        """Return the lines that quote notes in force about symbols or files. Raises `Cancelled`."""
        is_left_out = self.left_out(analysis, token)
        return self.index.lines(analysis.snapshot, targets, lambda one: not is_left_out(one.path))

    def _is_refuted(self, analysis: Analysed, one: JudgedNote, token: CancelToken) -> bool:
        with self._lock:  # a checker is not thread-safe
            checks = Checks.of(analysis, self._checker)
            verdicts = self._verdicts(analysis.snapshot, checks.checker.former)
            if one.path not in verdicts:
                verdicts[one.path] = bool(contradictions(checks, one.note, one.root, token))
            return verdicts[one.path]

    def _verdicts(self, snapshot: Snapshot, former: FormerLookup) -> dict[str, bool]:
        latest = self._latest
        if latest is None or latest[0]() is not snapshot or latest[1] != former:
            latest = self._latest = ref(snapshot), former, {}
        return latest[2]


def contradictions(checks: Checks, note: Note, root: str, token: CancelToken) -> tuple[str, ...]:
    """Return the reasons why statements of a note are false. Raises `Cancelled`.

    The front matter is not checked, because its anchors have their own verdicts.
    """
    said = SourceText(f"{note.title}\n\n{note.body}\n".encode("utf-8", "replace"))
    report = checks.draft(said, (), token, root + DRAFT)
    return tuple(claim.judgement.reason for claim in report.claims if claim.is_false)


def doubts(one: JudgedNote, false: Collection[str]) -> tuple[str, ...]:
    """Return the reasons why a note with the false statements `false` is not in force; empty if it is in force."""
    reasons = {
        one.note.state: one.note.state == "proposed",
        f"replaced by {one.superseded_by}": bool(one.superseded_by),
        UNANSWERED: is_unanswered(one.note),
        "its code is gone": one.verdict == "orphaned",
        "it says something false": bool(false),
    }
    return tuple(reason for reason, applies in reasons.items() if applies)


def pack_without_refuted(
    request: PackRequest, make: Callable[[PackRequest], Pack], refuted: Callable[[Iterable[str]], frozenset[str]]
) -> Pack:
    """Make the pack for a request, and make it again without the notes that it shows and that `refuted` returns.

    A note that the request itself names stays.
    """
    while True:
        pack, known = make(request), request.options.filter.withheld
        added = refuted(one.item.path for one in pack.items) - known
        if not added:
            return pack
        wanted = replace(request.options.filter, withheld=known | added)
        request = replace(request, options=replace(request.options, filter=wanted))
