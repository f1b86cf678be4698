"""Queries about the Git history: files that change together, changes since a revision, and the commit behind a line.

A `Past` object is immutable and thread-safe, like the `Analysis` that creates it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.changes import Changes, changes_since
from ctx_lsp.features.diffs import changes_of_diff
from ctx_lsp.features.model import Impact
from ctx_lsp.features.past.definition_partners import DefinitionPartner, frequent_partners
from ctx_lsp.features.past.definition_past import DefinitionPast, definition_past, is_uncommitted, sentence_about
from ctx_lsp.features.past.hint import UsualPartner, hint_after_save, usual_partner
from ctx_lsp.features.past.partners import FilePartner, missing_partners, sentences
from ctx_lsp.features.past.reasons import FileActivity, file_activity, line_reason, sentence_about_line
from ctx_lsp.features.past.since import commits_since, with_changed
from ctx_lsp.graph.entry import path_of
from ctx_lsp.history.histories import Histories
from ctx_lsp.history.log import PastCommit
from ctx_lsp.packing.model import SymbolCommit
from ctx_lsp.retrieval.model import Item, ResultFilter
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.roots import Roots
from ctx_lsp.workspace.past.definition_histories import DefinitionHistories

LATE_HISTORY = "Definitions that often change with it are missing: Git took too long to read the history."
NEXT_ATTEMPT = "Ask again in a minute."
UNREAD_HISTORY = "Still reading the Git history: files and definitions that usually change too are missing."


@dataclass(frozen=True, slots=True)
class Past:
    """Queries about the Git history of the code. `day` is the current day as days since 1970."""

    snapshot: Snapshot
    roots: Roots
    histories: Histories
    day: int
    definitions: DefinitionHistories

    def with_changed(self, wanted: ResultFilter, token: CancelToken) -> ResultFilter:
        """Return the filter with `changed` set to the symbols and files that differ from its Git revision `since`.

        A filter without a revision is returned unchanged. Raises `BadRequest`, `Cancelled`.
        """
        return with_changed(wanted, self.snapshot, self.roots, token)

    def commits_since(
        self, wanted: ResultFilter, items: Iterable[Item], token: CancelToken
    ) -> dict[str, tuple[SymbolCommit, ...]]:
        """Return the commits since the filter's Git revision that changed each result, newest first, keyed by symbol.

        A result without a symbol is keyed by its path, and has the commits that changed its file outside of symbols.
        The mapping is empty if the filter has no revision. Raises `BadRequest`, `Cancelled`.
        """
        symbols = [item.symbol or item.path for item in items if item.origin is None]
        return self.commits_of(symbols, wanted.since, token) if wanted.since else {}

    def commits_of(self, symbols: Sequence[str], since: str, token: CancelToken) -> dict[str, tuple[SymbolCommit, ...]]:
        """Return the commits since a Git revision that changed each symbol, newest first.

        Raises `BadRequest`, `Cancelled`.
        """
        return commits_since(self.roots, since, symbols, token)

    def changes(self, base: str, diff: str | None, token: CancelToken) -> Changes:
        """Return the changes of a diff, or those since a Git revision, with warnings about missing partners.

        Raises `BadRequest`, `Cancelled`.
        """
        if diff is not None:
            return self.with_missing_partners(changes_of_diff(self.snapshot, self.roots, diff))
        return self.with_missing_partners(changes_since(self.snapshot, self.roots, base, token))

    def with_missing_partners(self, found: Changes) -> Changes:
        """Return `found` with a warning for each missing partner: a file that usually changes too, but did not.

        If one of them nearly always changes too (by the rule of `usual_partner`), `doubt` names it. While the history
        of a changed file has not been read, a warning says so.
        """
        touched = {path_of(change.symbol) for change in found.changes}
        partners = self.missing_partners(touched)
        usual = (usual_partner(self.histories, path, touched) for path in sorted(touched))
        doubt = next((_doubt(one) for one in usual if one is not None and one.path in self.snapshot.files), "")
        warnings = (*found.warnings, *self._reading(touched), *sentences(partners))
        return replace(found, warnings=warnings, doubt=doubt)

    def usual_partner(self, path: str) -> UsualPartner | None:
        """Return the file that nearly always changes with the saved file at `path` but is unchanged; usually None."""
        return hint_after_save(self.snapshot, self.histories, path)

    def activity(self, path: str) -> FileActivity | None:
        """Return how often a file changed recently, and the author of its last commit; None if it has no commit."""
        return file_activity(self.histories, path, self.day)

    def of_definition(self, symbol: str, token: CancelToken) -> DefinitionPast | None:
        """Return the commits that changed a definition, or None if none is known. Raises `Cancelled`."""
        return definition_past(self.histories, symbol, self.day, token)

    def is_uncommitted(self, symbol: str, token: CancelToken) -> bool:
        """Return whether a definition is missing from the committed text of its file. Raises `Cancelled`.

        Returns False if that text is not known.
        """
        return is_uncommitted(self.histories, symbol, self.day, token)

    def definition_sentence(self, symbol: str, token: CancelToken) -> str:
        """Return a Markdown sentence about the past of a definition; "" if no commit is known. Raises `Cancelled`."""
        found = self.of_definition(symbol, token)
        return sentence_about(symbol, found) if found else ""

    def line_reason(self, path: str, line: int, token: CancelToken) -> PastCommit | None:
        """Return the commit that last changed a line (counted from 0), or None if there is none. Raises `Cancelled`."""
        return line_reason(self.snapshot, self.histories, path, line, token)

    def line_sentence(self, path: str, line: int, token: CancelToken) -> str:
        """Return a Markdown sentence about the commit that last changed a line; "" if there is none.

        Lines are counted from 0. Raises `Cancelled`.
        """
        commit = self.line_reason(path, line, token)
        return sentence_about_line(commit) if commit else ""

    def partners_of(self, found: Impact) -> tuple[FilePartner, ...]:
        """Return the files that usually change with the subject of an impact analysis."""
        return self.missing_partners(_subject(found))

    def frequent_definitions(
        self, found: Impact, token: CancelToken, *, is_only_request: bool = False
    ) -> tuple[Impact, tuple[DefinitionPartner, ...]]:
        """Return an impact analysis with warnings, and the definitions that often change with its symbol.

        The first call after a start reads Git for a second or more. If that takes too long, no definitions are returned
        and a warning says so. The warning also advises the user to ask again, because the next request continues
        reading. This advice is left out if `is_only_request` says that the process handles no further request. Another
        warning is added, for symbols and files alike, if the Git history has not been read yet. Raises `Cancelled`.
        """
        found = replace(found, warnings=(*found.warnings, *self._reading(_subject(found))))
        symbol = found.symbol
        if not symbol:
            return found, ()
        history = self.definitions.of_file(self.snapshot, self.histories, path_of(symbol), token)
        if history.is_late:
            warning = LATE_HISTORY if is_only_request else f"{LATE_HISTORY} {NEXT_ATTEMPT}"
            found = replace(found, warnings=(*found.warnings, warning))
        return found, frequent_partners(self.snapshot, self.histories, history, symbol)

    def missing_partners(self, touched: Collection[str]) -> tuple[FilePartner, ...]:
        """Return the files that usually change with one of the files `touched`, but are not among them."""
        return missing_partners(self.snapshot, self.histories, touched)

    def _reading(self, paths: Collection[str]) -> tuple[str, ...]:
        """Return a sentence for the user if the history of one of the files at `paths` has not been read yet."""
        unread = self.histories.unread
        found = (self.roots.locate(path) for path in paths) if unread else ()
        return (UNREAD_HISTORY,) if any(one is not None and one[0] in unread for one in found) else ()


def _subject(found: Impact) -> Sequence[str]:
    """Return the paths of the files that an impact analysis is about."""
    return found.files or ((path_of(found.symbol),) if found.symbol else ())


def _doubt(partner: FilePartner) -> str:
    habit = f"it changed in {partner.together} of the last {partner.changes} commits to {partner.of}"
    return f"look at {partner.path}: {habit}"
