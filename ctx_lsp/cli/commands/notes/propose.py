"""The command `ctx-lsp propose`, which proposes notes from the commits and documents of a repository."""

from collections.abc import Sequence
from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.note_files import write_note
from ctx_lsp.cli.notes_output import show_proposals
from ctx_lsp.cli.options import MAX_LIMIT, as_json, folder
from ctx_lsp.cli.printing import print_line
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.workspace import NewNote, Notes, ProposalQuery, ProposedNote

SHORTEST_HASH = 4  # digits, as in git


@click.command(short_help="Propose notes from commits and documents.")
@folder
@click.option("--limit", type=click.IntRange(1, MAX_LIMIT), default=20, show_default=True, help="Number of proposals.")
@click.option(
    "--commits",
    type=click.IntRange(0, 20_000),
    default=1_000,
    show_default=True,
    help="Number of newest commits to read.",
)
@click.option("--accept", multiple=True, metavar="SOURCE", help="Write the note proposed from this source. Repeatable.")
@as_json
def propose(path: Path, limit: int, commits: int, accept: tuple[str, ...], as_json: bool) -> None:
    """Propose notes about the code in the folder PATH, from commit messages, decision records and changelogs.

    The command only lists proposals. To write some of them, name the source of each with --accept, as it is listed; for
    a commit, the first digits of its hash are enough.
    """
    with open_analysis(path, settings_of(path), semantic=False) as analysis:
        notes = Notes(analysis)
        wanted = MAX_LIMIT if accept else limit
        found = notes.proposals(ProposalQuery(wanted, commits), CancelToken())
        chosen = [_named(name, found.notes) for name in accept]
        written: list[str] = []
        for one in chosen:
            new = NewNote(one.type, one.text, one.about, source=one.source)
            written.append(write_note(path, notes, new, written).path)
    if accept:
        for note in written:
            print_line(note)
        return
    show_proposals(found, commits, as_json)


def _named(name: str, found: Sequence[ProposedNote]) -> ProposedNote:
    """Return the proposal whose source is `name`, or whose commit hash starts with `name` (at least four digits).

    Raises `click.ClickException` unless there is exactly one.
    """
    chosen = [one for one in found if one.source == name] or [one for one in found if _is_hash_of(name, one.source)]
    if len(chosen) != 1:
        problem = "no proposal has" if not chosen else f"{len(chosen)} proposals have"
        raise click.ClickException(f"{problem} the source {name}; nothing was written")
    return chosen[0]


def _is_hash_of(name: str, source: str) -> bool:
    given = source.removeprefix("commit ")
    return source != given and len(name) >= SHORTEST_HASH and (given.startswith(name) or name.startswith(given))
