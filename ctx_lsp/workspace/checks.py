"""Checks of the statements about code in documents, drafts and diffs, at one revision. `claims` implements them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.claims import CheckedClaim, Checker, CheckOptions, DocumentReport
from ctx_lsp.claims.documents import is_document
from ctx_lsp.claims.former import FormerLookup, FormerPlace
from ctx_lsp.claims.index import DiskPaths
from ctx_lsp.claims.model import UNKNOWN
from ctx_lsp.claims.occurrences import is_code
from ctx_lsp.features.changes import changes_since
from ctx_lsp.features.diffs import changes_of_diff
from ctx_lsp.features.past.former_code import FormerCode, former_code
from ctx_lsp.history.histories import Histories
from ctx_lsp.memory import is_note
from ctx_lsp.packing.detail.lines import Lines
from ctx_lsp.retrieval.gaps import gaps
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.disk import Check, Disk, Limits
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace.indexed_files import IndexedFiles, exists_below
from ctx_lsp.workspace.notes.claims import note_claims

DRAFT = "untitled.md"  # the path of a text without a file, as if it were a document beside the README


class Analysed(Protocol):
    """The members of an analysis that this module uses."""

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot of the workspace's index."""

    @property
    def roots(self) -> Roots:
        """The folders of the workspace."""

    @property
    def histories(self) -> Histories:
        """The commits of the folders."""

    @property
    def limits(self) -> Limits:
        """The limits that decide which files are indexed."""


@dataclass(frozen=True, slots=True)
class PastCode:
    """Lookup of names and files that commits have removed from the workspace.

    `folders` pairs the prefix of each workspace folder with the former code of this folder.
    """

    folders: tuple[tuple[str, FormerCode], ...]

    @staticmethod
    def of(roots: Roots, histories: Histories) -> "PastCode":
        """Return the former code of the folders that have a history. Nothing is read yet."""
        found = ((root, histories.by_folder.get(root.directory)) for root in roots.all)
        return PastCode(tuple((root.prefix, former_code(root.directory, one.tip)) for root, one in found if one))

    def name(self, name: str) -> FormerPlace | None:
        """Return the last source file that defined `name`, which no file defines now; None if there is none."""
        for prefix, code in self.folders:
            if text := code.name(name):
                return FormerPlace(prefix + text.path, text.days)
        return None

    def path(self, path: str) -> FormerPlace | None:
        """Return the last file that was removed at or below a workspace path, or None if there is none."""
        for prefix, code in self.folders:
            text = code.path(path.removeprefix(prefix)) if path.startswith(prefix) else None
            if text is not None:
                return FormerPlace(prefix + text.path, text.days)
        return None

    def path_ending(self, path: str) -> FormerPlace | None:
        """Return the last removed file whose path ended with the parts of `path`, or None."""
        for prefix, code in self.folders:
            if text := code.path_ending(path):
                return FormerPlace(prefix + text.path, text.days)
        return None

    def is_committed(self, path: str, text: str) -> bool | None:
        """Return whether the newest commit of the folder has `text` in a workspace file; None if git fails."""
        for prefix, code in self.folders:
            if path.startswith(prefix):
                return code.is_committed(path.removeprefix(prefix), text)
        return False

    def definition_with(self, path: str, name: str, word: str) -> FormerPlace | None:
        """Return the file at `path` in the last commit in which its definition of `name` contained `word`, or None."""
        for prefix, code in self.folders:
            days = code.days_since(path.removeprefix(prefix), name, word) if path.startswith(prefix) else None
            if days is not None:
                return FormerPlace(path, days)
        return None


@dataclass(frozen=True, slots=True)
class Checks:
    """Checks of statements about code against one snapshot.

    The parameter `kinds` of a method restricts the check to these kinds of claims; if it is empty, all are checked.
    `limits` decides which files are indexed.
    """

    snapshot: Snapshot
    roots: Roots
    checker: Checker
    limits: Limits = field(default_factory=Limits)

    @staticmethod
    def of(analysis: Analysed, checker: Checker | None = None) -> "Checks":
        """Create the checks for an analysis. Pass the same `checker` again to reuse its cached results."""
        used = checker or Checker()
        used.disk = DiskPaths(partial(exists_below, analysis.roots), partial(_is_ignored_below, analysis.roots, {}))
        used.former = PastCode.of(analysis.roots, analysis.histories)
        return Checks(analysis.snapshot, analysis.roots, used, analysis.limits)

    @property
    def _files(self) -> IndexedFiles:
        return IndexedFiles(self.snapshot, self.roots, self.limits)

    @property
    def inputs(self) -> tuple[int, bool, FormerLookup]:
        """The revision, whether all files are indexed, and the code that commits have removed.

        The results of the checks follow from these, the settings, and the files on disk.
        """
        return self.snapshot.revision, self.snapshot.is_complete, self.checker.former

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about what the index lacks. While files are being indexed, no statement is refuted."""
        return gaps(self.snapshot, by_meaning=False)

    def is_checked(self, path: str, *, with_code: bool) -> bool:
        """Return whether a file is indexed and can be checked: a document or, with `with_code`, also a source file."""
        entry = self.snapshot.files.get(path)
        return entry is not None and (is_document(entry) or (with_code and is_code(entry)))

    def draft(self, source: SourceText, kinds: Iterable[str], token: CancelToken, path: str = DRAFT) -> DocumentReport:
        """Check a text without a file, as if it were the document at `path`. Raises `Cancelled`."""
        return self._report(path, source, kinds, None, token)

    def document(
        self, path: str, kinds: Iterable[str], token: CancelToken, *, with_remarks: bool = False
    ) -> DocumentReport:
        """Check the document at a workspace path. Raises `BadRequest`, `Cancelled`.

        With `with_remarks`, the report also names notes whose code has changed since they were written. Such a remark
        asks the reader to check the note; it is not a false statement.
        """
        source = self.snapshot.files[self._files.known(path)].source
        return self._report(path, source, kinds, None, token, with_remarks=with_remarks)

    def documents(
        self, paths: Sequence[str], base: str | None, kinds: Iterable[str], token: CancelToken
    ) -> tuple[DocumentReport, ...]:
        """Check the given files, and all documents in the given folders; check all documents if `paths` is empty.

        With `base`, check only lines that changed since this Git revision. Raises `BadRequest`, `Cancelled`.
        """
        chosen = self._chosen(paths)
        if base is None:
            return tuple(self._report(path, self.snapshot.files[path].source, kinds, None, token) for path in chosen)
        return self._changed(changes_since(self.snapshot, self.roots, base, token).hunks, chosen, kinds, token)

    def diff(self, diff: str, kinds: Iterable[str], token: CancelToken) -> tuple[DocumentReport, ...]:
        """Check the lines of documents that a unified diff changes. Raises `BadRequest`, `Cancelled`."""
        return self._changed(changes_of_diff(self.snapshot, self.roots, diff).hunks, self._chosen(()), kinds, token)

    def _changed(
        self, hunks: Mapping[str, Lines], chosen: Sequence[str], kinds: Iterable[str], token: CancelToken
    ) -> tuple[DocumentReport, ...]:
        files = self.snapshot.files
        return tuple(self._report(one, files[one].source, kinds, hunks[one], token) for one in chosen if one in hunks)

    def _chosen(self, paths: Sequence[str]) -> list[str]:
        files = self.snapshot.files
        if not paths:
            return sorted(path for path in files if is_document(files[path]))
        named = frozenset(paths)
        return [one for one in self._files.inside(paths) if one in named or is_document(files[one])]

    def _report(
        self,
        path: str,
        source: SourceText,
        kinds: Iterable[str],
        lines: Lines | None,
        token: CancelToken,
        *,
        with_remarks: bool = False,
    ) -> DocumentReport:
        options = CheckOptions(frozenset(kinds), tuple(lines) if lines is not None else None)  # type: ignore[arg-type]
        report = self.checker.check(self.snapshot, path, source, options, token)
        if not self.snapshot.is_complete:
            return _without_refutations(report)
        is_wanted = lines is None and (not options.kinds or "note" in options.kinds)
        if not is_wanted or not (with_remarks or is_note(path)):
            return report
        notes = note_claims(self.snapshot, path, source, partial(exists_below, self.roots), token)
        notes = notes if with_remarks else tuple(one for one in notes if one.judgement.severity != "low")
        return replace(report, claims=tuple(sorted((*report.claims, *notes), key=_position))) if notes else report


def _position(one: CheckedClaim) -> int:
    return one.claim.start


def _is_ignored_below(roots: Roots, known: dict[Path, Check], path: str) -> bool:
    """Return whether an ignore file of its root lists a workspace path.

    `known` keeps the rules of each root, keyed by its folder.
    """
    located = roots.locate(path)
    if located is None:
        return False
    folder = located[0].directory
    if folder not in known:
        known[folder] = Disk().checks(folder, Limits())
    skipped = known[folder](located[1])
    return skipped is not None and skipped.reason == "ignored"


def _without_refutations(report: DocumentReport) -> DocumentReport:
    """Return the report with refuted claims marked unknown, because files that are not indexed yet may confirm them."""
    return replace(
        report, claims=tuple(replace(one, judgement=UNKNOWN) if one.is_false else one for one in report.claims)
    )
