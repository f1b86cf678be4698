"""Notes about the code in one revision: those that are relevant to a question, symbol or file, and drafts of new notes.

Nothing here writes files. The server sends a drafted note to the editor as an edit; the command line writes it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from difflib import get_close_matches
from functools import partial
from typing import Literal

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.model import BadRequest
from ctx_lsp.graph.entry import path_of
from ctx_lsp.memory import (
    FOLDER,
    Anchor,
    AnchorVerdict,
    JudgedNote,
    Note,
    NoteError,
    NoteProblem,
    NoteState,
    NoteType,
    anchor_of,
    is_note,
    note_path,
    notes_about,
    notes_about_gone_code,
    notes_in,
    write_note,
)
from ctx_lsp.memory.decay import EPOCH
from ctx_lsp.memory.note_text import one_line
from ctx_lsp.memory.notebook import MAX_NOTES
from ctx_lsp.memory.superseding import superseding
from ctx_lsp.text.disk_files import is_link_outside
from ctx_lsp.text.secrets import secret_in
from ctx_lsp.workspace.analysis import Analysis
from ctx_lsp.workspace.checks import Checks
from ctx_lsp.workspace.indexed_files import exists_below, reason_unread
from ctx_lsp.workspace.notes.edits import NoteEdit, NoteUpdate, confirmed_edits, updated
from ctx_lsp.workspace.notes.in_force import contradictions, doubts
from ctx_lsp.workspace.notes.proposals import ProposalQuery, Proposals, proposals
from ctx_lsp.workspace.notes.ranking import ranked_notes
from ctx_lsp.workspace.notes.targets import recalled_targets, targets_of
from ctx_lsp.workspace.notes.unread import unread_notes

NoteVerdict = Literal[AnchorVerdict, "refuted"]

MAX_CHECKED = 50  # notes of an answer whose statements are checked; the rest are listed as they are


@dataclass(frozen=True, slots=True)
class NoteQuery:
    """A query for notes: the question that they answer, the symbol or file that they are about, and their types.

    An empty field sets no condition. Notes that were replaced by others are left out unless `replaced` is true.
    """

    question: str = ""
    target: str = ""
    types: tuple[NoteType, ...] = ()
    limit: int = 10
    replaced: bool = False


@dataclass(frozen=True, slots=True)
class RecalledNote:
    """A note with the false statements that it makes about the code, as sentences."""

    judged: JudgedNote
    contradictions: tuple[str, ...]

    @property
    def verdict(self) -> NoteVerdict:
        """The verdict on the note: "refuted" if one of its statements is false, else the verdict on its anchors."""
        return "refuted" if self.contradictions else self.judged.verdict

    @property
    def is_in_force(self) -> bool:
        """Whether a reader may rely on the note."""
        return self.judged.is_current and not self.contradictions

    @property
    def doubts(self) -> tuple[str, ...]:
        """The reasons why the note is not in force, as phrases."""
        return doubts(self.judged, self.contradictions)


@dataclass(frozen=True, slots=True)
class Recall:
    """The first notes that match a query, best first, and the number of all matches.

    `problems` names the files with invalid notes and those that are not read, and `warnings` says what the index lacks.
    """

    notes: tuple[RecalledNote, ...]
    total: int
    problems: tuple[NoteProblem, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewNote:
    """The content of a note to be written. The first line of `text` becomes its title.

    `about` holds the names of symbols and the paths of files that become the note's anchors.
    """

    type: NoteType
    text: str
    about: tuple[str, ...] = ()
    reason: str = ""
    category: str = ""
    scope: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    source: str = "person"
    state: NoteState = "accepted"


@dataclass(frozen=True, slots=True)
class DraftedNote:
    """A new note, and the workspace path and the text of its file, which does not exist yet.

    `warnings` says why the file would not be read, if so, as sentences.
    """

    path: str
    text: str
    note: Note
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Notes:
    """Queries about the notes in one revision."""

    analysis: Analysis

    def recall(self, query: NoteQuery, token: CancelToken) -> Recall:
        """Return the notes that match a query. Raises `BadRequest` for an unknown symbol or file, and `Cancelled`.

        Notes that are not in force come last.
        """
        notes, problems = self._all(token)
        found: Sequence[JudgedNote] = [one for one in notes if not query.types or one.note.type in query.types]
        if not query.replaced:
            found = [one for one in found if not one.superseded_by]
        if query.target:
            targets = recalled_targets(self.analysis, query.target, notes)
            found = list(dict.fromkeys(one for target in targets for one in notes_about(found, target)))
        if query.question:
            found = ranked_notes(self.analysis, found, query.question, token)
        found = sorted(found, key=lambda one: not one.is_current)
        checks = Checks.of(self.analysis)
        in_force: list[RecalledNote] = []
        others: list[RecalledNote] = []
        for number, one in enumerate(found[: max(query.limit, MAX_CHECKED)]):
            if len(in_force) == query.limit:
                break
            recalled = RecalledNote(
                one, contradictions(checks, one.note, one.root, token) if number < MAX_CHECKED else ()
            )
            (in_force if recalled.is_in_force else others).append(recalled)
        listed = tuple((in_force + others)[: query.limit])
        return Recall(listed, len(found), (*problems, *unread_notes(self.analysis)), checks.warnings)

    def proposals(self, query: ProposalQuery, token: CancelToken) -> Proposals:
        """Return proposals for notes, based on the repository's commits and documents. Raises `Cancelled`."""
        return proposals(self.analysis, self._all(token)[0], query, token)

    def find(self, path: str) -> JudgedNote | None:
        """Return the note at `path`, or None if there is none."""
        return next((one for one in self._all()[0] if one.path == path), None) if is_note(path) else None

    def named(self, written: str) -> JudgedNote:
        """Return the note with the path or id `written`; the id is the file name without `.md`. Raises `BadRequest`."""
        notes = self._all()[0]
        found = [one for one in notes if one.path == written] or [one for one in notes if one.id == written]
        if len(found) == 1:
            return found[0]
        if found:
            raise BadRequest(f"there are {len(found)} notes {written!r}; give the path of one")
        raise BadRequest(_no_note(written, notes))

    def anchored_in(self, path: str) -> Mapping[str, Sequence[JudgedNote]]:
        """Return the current notes about a file or code in it, keyed by the current symbol or path of their anchors."""
        return self.analysis.packs.notes.index.anchored(self.analysis.snapshot, path)

    def confirmed(self, note: JudgedNote) -> tuple[NoteEdit, ...] | None:
        """Return the edits that accept a note, set its date to today and update its anchors to the current code.

        Return None if code that the note is about is gone, or if the edits would change anything else in the note.
        """
        return confirmed_edits(self.analysis.snapshot, note, self._today)

    def updated(self, note: JudgedNote, token: CancelToken) -> NoteUpdate:
        """Return the update of a note: today's date, and anchors to the current code or to the most similar code.

        Raises `BadRequest` if the note's front matter cannot be edited, and `Cancelled`.
        """
        report = Checks.of(self.analysis).document(note.path, (), token)
        false = (one.claim for one in report.claims if one.is_false and one.claim.kind != "note")
        first = next(((one.start, one.end) for one in false), None)
        found = updated(self.analysis.snapshot, note, self._today, first)
        if found is None:
            raise BadRequest(f"{note.path} cannot be updated here: edit its front matter by hand")
        return found

    def draft(self, new: NewNote, taken: Collection[str] = ()) -> DraftedNote:
        """Return a draft of a new note. Raises `BadRequest` if the note is invalid or seems to contain a secret.

        `taken` holds the paths, relative to the note's workspace folder, of existing files that are not indexed. The
        draft gets a different path.
        """
        title, _, body = new.text.strip().partition("\n")
        title = one_line(title.lstrip("#"))
        if not title:
            raise BadRequest("the first line of a note says what it is about; it must not be empty")
        files = self.analysis.snapshot.files
        targets = list(dict.fromkeys(target for one in new.about for target in targets_of(self.analysis, one)))
        roots = {self._root_of(target) for target in targets} or {""}
        if len(roots) > 1:
            raise BadRequest("a note is about the code of one workspace folder")
        root = roots.pop()
        known = {one.path: one for one in self._all()[0]}
        replaced = tuple(_id_in(root, old, known) for old in new.supersedes)
        note = Note(
            type=new.type,
            title=title,
            body=body.strip(),
            date=self._today,
            reason=one_line(new.reason),
            category=one_line(new.category),
            scope=new.scope,
            anchors=tuple(self._anchor(target, root) for target in targets),
            supersedes=replaced,
            source=one_line(new.source),
            state=new.state,
        )
        try:
            text = write_note(note)
        except NoteError as error:
            raise BadRequest(str(error)) from error
        if kind := secret_in(text):
            raise BadRequest(
                f"the note seems to hold {kind}, and everybody who has the repository can read it: leave the secret out"
            )
        located = self.analysis.roots.locate(f"{root}{FOLDER}")
        if located and is_link_outside(located[0].directory, located[1]):
            raise BadRequest(f"{root}{FOLDER} is a link out of the workspace folder")
        found = {path.removeprefix(root) for path in files if path.startswith(f"{root}{FOLDER}")}
        path = root + note_path(title, {*found, *taken})
        reason = reason_unread(self.analysis.roots, self.analysis.limits, path)
        if not reason and len(known) >= MAX_NOTES:
            reason = f"the workspace has {MAX_NOTES:,} notes or more, and no more are read"
        warnings = (f"{path} will not be read as a note, because {reason}",) if reason else ()
        return DraftedNote(path, text, note, warnings)

    def contradictions(
        self, notes: Iterable[DraftedNote | JudgedNote], token: CancelToken
    ) -> Iterator[tuple[str, ...]]:
        """Yield, for each note, its false statements about the code, as sentences. Raises `Cancelled`."""
        checks = Checks.of(self.analysis)
        for one in notes:
            yield contradictions(checks, one.note, one.path[: one.path.rindex(FOLDER)], token)

    def about(self, path: str) -> list[JudgedNote]:
        """Return the accepted notes, not replaced, about a file or code in it, including those whose code is gone."""
        return [one for one in notes_about(self._all()[0], path) if one.is_in_use]

    def gone_from(self, path: str) -> list[JudgedNote]:
        """Return the accepted notes, not replaced, about a file that is gone or about code that is gone from it."""
        return notes_about_gone_code(self._all()[0], path)

    def label(self, note: JudgedNote) -> str:
        """Return the title of a note in quotation marks, followed by its path if other notes have the same title."""
        alike = any(one.note.title == note.note.title and one.path != note.path for one in self._all()[0])
        return f"“{note.note.title}”" + (f" ({note.path})" if alike else "")

    def revived(self, retired: Collection[JudgedNote]) -> tuple[JudgedNote, ...]:
        """Return the notes that are no longer replaced once the notes `retired` are deleted, and are then current."""
        left = [one for one in self._all()[0] if one not in retired]
        replaced = superseding(((one.path, one.note) for one in left), [one.path for one in left]).replaced
        freed = (one for one in left if one.superseded_by and one.path not in replaced)
        return tuple(one for one in freed if replace(one, superseded_by="").is_current)

    @property
    def _today(self) -> date:
        return EPOCH + timedelta(days=self.analysis.day)

    def _all(self, token: CancelToken | None = None) -> tuple[tuple[JudgedNote, ...], tuple[NoteProblem, ...]]:
        exists = partial(exists_below, self.analysis.roots)
        return notes_in(self.analysis.snapshot, self.analysis.day, exists, token)

    def _root_of(self, target: str) -> str:
        located = self.analysis.roots.locate(path_of(target))
        return located[0].prefix if located else ""

    def _anchor(self, target: str, root: str) -> Anchor:
        definition = self.analysis.snapshot.definition(target)
        digest = anchor_of(self.analysis.snapshot, definition).digest if definition else ""
        return Anchor(target.removeprefix(root), digest)


def _id_in(root: str, written: str, known: Mapping[str, JudgedNote]) -> str:
    """Return the id of the note with the path or id `written`, which must belong to the folder `root`.

    `known` holds all notes by path. Raises `BadRequest`.
    """
    found = known.get(written if is_note(written) else f"{root}{FOLDER}{written}.md")
    if found is None:
        raise BadRequest(_no_note(written, known.values()))
    if found.root != root:
        raise BadRequest(f"{found.path} belongs to another folder, and a note can only replace notes of its own folder")
    return found.id


def _no_note(written: str, notes: Iterable[JudgedNote]) -> str:
    near = get_close_matches(written, (one.id for one in notes), n=3)
    return f"there is no note {written!r}" + (f"; nearest: {', '.join(near)}" if near else "")
