"""Writes the files of new notes without overwriting any file, and updates or deletes the files of existing notes."""

import stat
from collections.abc import Collection
from pathlib import Path

import click

from ctx_lsp.base.replaced_files import replaced_file
from ctx_lsp.workspace import DraftedNote, JudgedNote, NewNote, Notes, with_edits


def write_note(folder: Path, notes: Notes, new: NewNote, taken: Collection[str] = ()) -> DraftedNote:
    """Write a new note below `folder` and return it. `taken` lists paths that are in use, even if not in the index."""
    draft = notes.draft(new, taken)
    while not _is_created(folder / draft.path, draft.text):  # a file that is not indexed has the name
        taken = [*taken, draft.path]
        draft = notes.draft(new, taken)
    return draft


def confirm_note(folder: Path, notes: Notes, note: JudgedNote) -> None:
    """Mark a note below `folder` as confirmed today. Raises `click.ClickException` if it cannot be confirmed."""
    edits, source = notes.confirmed(note), notes.analysis.source(note.path)
    if edits is None:
        if note.verdict == "orphaned":
            reason = "cannot be confirmed, because its code is gone: edit it, or retire it"
        else:
            reason = "cannot be confirmed here: edit its front matter by hand"
        raise click.ClickException(f"{note.path} {reason}")
    file = folder / note.path
    try:
        data = file.read_bytes()
        if source is None or data != source.data:
            raise click.ClickException(f"{note.path} has just changed, or has a byte-order mark: edit it by hand")
        with replaced_file(file, mode=stat.S_IMODE(file.stat().st_mode)) as stream:
            stream.write(with_edits(data, edits))
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from error


def delete_note(folder: Path, note: JudgedNote) -> None:
    """Delete the file of a note below `folder`."""
    try:
        (folder / note.path).unlink()
    except OSError as error:
        raise click.ClickException(f"{folder / note.path} cannot be deleted: {error.strerror}") from error


def _is_created(file: Path, text: str) -> bool:
    """Create `file` with the content `text`, and return True; return False if the file already exists."""
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
