"""The command `ctx-lsp retire`, which deletes notes that are no longer valid."""

from pathlib import Path

import click

from ctx_lsp.cli.note_files import delete_note
from ctx_lsp.cli.options import as_json, folder
from ctx_lsp.cli.printing import print_line, show_json
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.workspace import Notes


@click.command(short_help="Delete notes that no longer hold.")
@folder
@click.argument("notes", nargs=-1, required=True, metavar="NOTE...")
@as_json
def retire(path: Path, notes: tuple[str, ...], as_json: bool) -> None:
    """Delete the file of each NOTE in the folder PATH. Notes that were committed remain in the Git history.

    NOTE is the path of a note, or the name of its file without `.md`.
    """
    with open_analysis(path, settings_of(path), semantic=False) as analysis:
        book = Notes(analysis)
        found = list({note.path: note for note in map(book.named, notes)}.values())
        revived = book.revived(found)
    for note in found:
        delete_note(path, note)
    if as_json:
        show_json({"retired": [one.path for one in found], "revived": [one.path for one in revived]})
        return
    for note in found:
        print_line(note.path)
    for note in revived:
        print_line(f"    {note.path} is in force again: nothing replaces it now")
