"""Writes the files of new notes; existing files are never overwritten."""

from collections.abc import Collection
from pathlib import Path

import click

from ctx_lsp.workspace import DraftedNote, NewNote, Notes


def write_note(folder: Path, notes: Notes, new: NewNote, taken: Collection[str] = ()) -> DraftedNote:
    """Write a new note below `folder` and return it. `taken` holds used paths that may not be indexed."""
    draft = notes.draft(new, taken)
    while not _is_created(folder / draft.path, draft.text):  # a file that is not indexed has the name
        taken = [*taken, draft.path]
        draft = notes.draft(new, taken)
    return draft


def _is_created(file: Path, text: str) -> bool:
    """Write a new file; return false if it exists already."""
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
