"""The command `ctx-lsp confirm`, which confirms that notes are still valid."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.note_files import confirm_note
from ctx_lsp.cli.notes_output import warn_of_contradictions
from ctx_lsp.cli.options import as_json, folder
from ctx_lsp.cli.printing import print_line, show_json
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.workspace import Notes


@click.command(short_help="Confirm that notes still hold, or accept proposed ones.")
@folder
@click.argument("notes", nargs=-1, required=True, metavar="NOTE...")
@as_json
def confirm(path: Path, notes: tuple[str, ...], as_json: bool) -> None:
    """Confirm that each NOTE in the folder PATH is still valid: date it today, and anchor it to the current code.

    This also accepts a proposed note. A warning names each false statement in the text of the note; such a note
    stays refuted until it is edited. NOTE is the path of a note, or the name of its file without `.md`.
    """
    with open_analysis(path, settings_of(path), semantic=False) as analysis:
        book = Notes(analysis)
        found = [book.named(one) for one in notes]
        for note in found:
            confirm_note(path, book, note)
        false = dict(zip((note.path for note in found), book.contradictions(found, CancelToken()), strict=True))
    if as_json:
        refuted = [{"path": name, "contradictions": said} for name, said in false.items() if said]
        show_json({"confirmed": [one.path for one in found], "refuted": refuted})
        return
    for note in found:
        print_line(note.path)
        warn_of_contradictions(note.path, false[note.path])
