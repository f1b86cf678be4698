"""The command `ctx-lsp recall`, which lists notes about the code of a folder."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.notes_output import show_recall
from ctx_lsp.cli.options import MAX_LIMIT, as_json, folder
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.workspace import NOTE_TYPES, NoteQuery, Notes, NoteType


@click.command(short_help="List notes about the code, and whether they still hold.")
@folder
@click.argument("question", default="")
@click.option("--about", default="", metavar="SYMBOL", help="Only notes about this symbol or file.")
@click.option("--type", "kinds", type=click.Choice(NOTE_TYPES), multiple=True, help="Only this type. Repeatable.")
@click.option("--limit", type=click.IntRange(1, MAX_LIMIT), default=10, show_default=True, help="Number of notes.")
@click.option("--replaced", is_flag=True, help="Also list notes that others have replaced.")
@as_json
@click.pass_context
def recall(
    ctx: click.Context,
    path: Path,
    question: str,
    about: str,
    kinds: tuple[NoteType, ...],
    limit: int,
    replaced: bool,
    as_json: bool,
) -> None:
    """List the notes in the folder PATH; with QUESTION, only those that answer it, best first.

    Each note has a verdict: fresh, moved, drifted or orphaned, depending on the code that it is about, or refuted if a
    statement in it is false. A note is in force if it is accepted, not replaced and not refuted, its code exists, and
    its text is more than a template's question. Only such notes are used in packs, searches and impact; the others
    come last, with the reasons. The exit code is 1 if no note is found.
    """
    with open_analysis(path, settings_of(path), semantic=False, await_vectors=True) as analysis:
        found = Notes(analysis).recall(NoteQuery(question, about, kinds, limit, replaced), CancelToken())
    show_recall(found, as_json)
    ctx.exit(0 if found.notes else 1)
