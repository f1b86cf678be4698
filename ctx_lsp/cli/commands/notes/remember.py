"""The command `ctx-lsp remember`, which writes a note about the code of a folder."""

from pathlib import Path
from typing import TypedDict, Unpack

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.note_files import write_note
from ctx_lsp.cli.notes_output import warn_of_contradictions
from ctx_lsp.cli.options import as_json, folder
from ctx_lsp.cli.output import print_warnings
from ctx_lsp.cli.printing import print_line, show_json
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.workspace import NOTE_TYPES, NewNote, Notes, NoteType


class _Fields(TypedDict):
    reason: str
    category: str
    scope: tuple[str, ...]
    supersedes: tuple[str, ...]


@click.command(short_help="Write a note about the code into the repository.")
@folder
@click.argument("kind", type=click.Choice(NOTE_TYPES), metavar="TYPE")
@click.argument("text")
@click.option("--about", multiple=True, metavar="SYMBOL", help="Symbol or file that the note is about. Repeatable.")
@click.option("--reason", default="", help="Why the note is written.")
@click.option("--category", default="", help="Topic of the note, in one word.")
@click.option("--scope", multiple=True, metavar="GLOB", help="Paths that it applies to. Repeatable.")
@click.option("--supersedes", multiple=True, metavar="NOTE", help="Id of a note that it replaces. Repeatable.")
@click.option("--proposed", is_flag=True, help="Write it as a proposal, which somebody has to accept.")
@as_json
def remember(
    path: Path,
    kind: NoteType,
    text: str,
    about: tuple[str, ...],
    proposed: bool,
    as_json: bool,
    **fields: Unpack[_Fields],
) -> None:
    """Write a note about the code in the folder PATH, as a file in `.ctx-lsp/memory/`.

    TYPE is convention, decision, gotcha or failure. The first line of TEXT is the title; the rest is Markdown.
    """
    new = NewNote(kind, text, about, state="proposed" if proposed else "accepted", **fields)
    with open_analysis(path, settings_of(path), semantic=False) as analysis:
        notes = Notes(analysis)
        draft = write_note(path, notes, new)
        (false,) = notes.contradictions([draft], CancelToken())
    if as_json:
        show_json({"path": draft.path, "text": draft.text, "contradictions": false, "warnings": draft.warnings})
        return
    print_line(draft.path)
    warn_of_contradictions(draft.path, false)
    print_warnings(draft.warnings)
