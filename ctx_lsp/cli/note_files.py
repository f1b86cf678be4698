"""Writes the files of new notes without overwriting any file, and updates or deletes the files of existing notes."""

import stat
from collections.abc import Collection, Iterable
from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.replaced_files import replaced_file
from ctx_lsp.text.decode import decode
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import DraftedNote, JudgedNote, NewNote, NoteEdit, Notes, NoteUpdate, with_edits


def write_note(folder: Path, notes: Notes, new: NewNote, taken: Collection[str] = ()) -> DraftedNote:
    """Write a new note below `folder` and return it.

    `taken` lists paths that are in use, even if the index does not contain them. Raises `click.ClickException` if the
    file cannot be written, and `BadRequest` if the note is refused.
    """
    draft = notes.draft(new, taken)
    while not _is_created(folder / draft.path, draft.text):  # a file that is not indexed has the name
        taken = [*taken, draft.path]
        draft = notes.draft(new, taken)
    return draft


def confirm_note(folder: Path, notes: Notes, note: JudgedNote) -> None:
    """Rewrite a note below `folder` as confirmed today. Raises `click.ClickException` if it cannot be confirmed."""
    edits = notes.confirmed(note)
    if edits is None:
        if note.verdict == "orphaned":
            reason = "cannot be confirmed, because its code is gone: edit it, or retire it"
        else:
            reason = "cannot be confirmed here: edit its front matter by hand"
        raise click.ClickException(f"{note.path} {reason}")
    _rewrite(folder, notes, note, edits)


def update_note(folder: Path, notes: Notes, note: JudgedNote) -> NoteUpdate:
    """Update the anchors of a note below `folder` to match the current code, and return the update.

    Raises `BadRequest` if the front matter cannot be edited, and `click.ClickException` if the file cannot be replaced.
    """
    found = notes.updated(note, CancelToken())
    _rewrite(folder, notes, note, found.edits)
    return found


def _rewrite(folder: Path, notes: Notes, note: JudgedNote, edits: Iterable[NoteEdit]) -> None:
    """Apply edits to the file of a note.

    Raises `click.ClickException` if the file differs from the indexed text, or if it cannot be read or written.
    """
    file, source = folder / note.path, notes.analysis.source(note.path)
    try:
        data = file.read_bytes()
        if source is None or data != source.data:
            raise click.ClickException(f"{note.path} {_difference(data, source)}")
        with replaced_file(file, mode=stat.S_IMODE(file.stat().st_mode)) as stream:
            stream.write(with_edits(data, edits))
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from error


def _difference(data: bytes, source: SourceText | None) -> str:
    """Return why a note cannot be edited if the bytes of its file are not those of the indexed text."""
    text = decode(data)
    if source is None or text is None or text.data != source.data:
        return "has just changed: try again"
    if data.endswith(source.data):
        return "begins with a byte-order mark: save it without one, or edit it by hand"
    return "is not in UTF-8: save it in UTF-8, or edit it by hand"


def delete_note(folder: Path, note: JudgedNote) -> None:
    """Delete the file of a note below `folder`. Raises `click.ClickException` if it cannot be deleted."""
    try:
        (folder / note.path).unlink()
    except OSError as error:
        raise click.ClickException(f"{folder / note.path} cannot be deleted: {error.strerror}") from error


def _is_created(file: Path, text: str) -> bool:
    """Create `file` with the content `text`, and return True; return False if the file already exists.

    Raises `click.ClickException` if the file cannot be created or written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(f"{file.parent} cannot be made: {error.strerror}") from error
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        return False
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from error
    return True
