"""The command `ctx-lsp update`, which sets the anchors of outdated notes to the current code."""

from pathlib import Path

import click

from ctx_lsp.cli.note_files import update_note
from ctx_lsp.cli.options import as_json, folder
from ctx_lsp.cli.printing import print_line, show_json
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.workspace import Notes


@click.command(short_help="Update outdated notes to match the current code.")
@folder
@click.argument("notes", nargs=-1, required=True, metavar="NOTE...")
@as_json
def update(path: Path, notes: tuple[str, ...], as_json: bool) -> None:
    """Update each NOTE in the folder PATH to match the current code: its date, its anchors and their digests.

    An anchor whose code is gone is set to the most similar code. The text of the note does not change; edit it if it is
    no longer true. NOTE is the path of a note, or the name of its file without `.md`.
    """
    with open_analysis(path, settings_of(path), semantic=False) as analysis:
        book = Notes(analysis)
        found = {note.path: note for note in map(book.named, notes)}
        updates = {name: update_note(path, book, note) for name, note in found.items()}
    if as_json:
        answer = [{"path": name, "nearest": one.nearest, "gone": one.gone} for name, one in updates.items()]
        show_json({"updated": answer})
        return
    for name, one in updates.items():
        print_line(name)
        for target in one.nearest:
            print_line(f"    now about {target}, the code that is most like the deleted code: check that this is right")
        for target in one.gone:
            print_line(f"    still about {target}, which is gone: edit the note, or retire it")
