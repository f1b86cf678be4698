"""The command `ctx-lsp propose`, which proposes notes from the texts of a repository."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.note_files import write_note
from ctx_lsp.cli.notes_output import show_proposals
from ctx_lsp.cli.options import MAX_LIMIT, as_json, folder
from ctx_lsp.cli.printing import print_line
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.workspace import NewNote, Notes, ProposalQuery


@click.command(short_help="Propose notes from commits and documents.")
@folder
@click.option("--limit", type=click.IntRange(1, MAX_LIMIT), default=20, show_default=True, help="Number of proposals.")
@click.option(
    "--commits", type=click.IntRange(0, 20_000), default=1_000, show_default=True, help="Newest commits read."
)
@click.option("--accept", multiple=True, metavar="SOURCE", help="Write the notes of this source. Repeatable.")
@as_json
@click.pass_context
def propose(ctx: click.Context, path: Path, limit: int, commits: int, accept: tuple[str, ...], as_json: bool) -> None:
    """Propose notes about the code in the folder PATH, from commit messages, decision records and changelogs.

    Nothing is written, unless you name the sources of proposals with --accept: a commit's hash or its beginning, or the
    source as it is listed. The exit code is 1 if there is no proposal.
    """
    with open_analysis(path, settings_of(path), semantic=False) as analysis:
        notes = Notes(analysis)
        wanted = MAX_LIMIT if accept else limit
        found = notes.proposals(ProposalQuery(wanted, commits), CancelToken())
        written: list[str] = []
        for name in accept:
            chosen = [one for one in found if one.source == name or one.source.startswith(f"commit {name}")]
            if not chosen:
                raise click.ClickException(f"no proposal has the source {name}")
            for one in chosen:
                new = NewNote(one.type, one.text, one.about, source=one.source)
                written.append(write_note(path, notes, new, written).path)
    if accept:
        for note in written:
            print_line(note)
        return
    show_proposals(found, as_json)
    ctx.exit(0 if found else 1)
