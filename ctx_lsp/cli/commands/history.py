"""The command `ctx-lsp history`, which lists the packs that were requested in a folder, or repeats one of them."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folder
from ctx_lsp.cli.printing import print_line, show_json, style
from ctx_lsp.cli.session import complaints, open_workspace, settings_of, wait_until_indexed
from ctx_lsp.protocol.answers.parts import wire_history
from ctx_lsp.workspace import PackHistory, cache_location

MAX_LISTED = 500
_LOCKED = "the history is locked: its key could not be read (cache.encryption)"


@click.command(short_help="List the packs of a folder, or repeat one.")
@folder
@click.option("--limit", type=click.IntRange(1, MAX_LISTED), default=20, show_default=True, help="Number of packs.")
@click.option("--replay", type=click.IntRange(1, MAX_LISTED), metavar="NUMBER", help="Repeat the pack of this number.")
@click.option("--clear", is_flag=True, help="Delete the history of the folder, also from windows with several folders.")
@as_json
@click.pass_context
def history(ctx: click.Context, path: Path, limit: int, replay: int | None, clear: bool, as_json: bool) -> None:
    """List the packs that editors and agents have requested in the folder PATH in the last 30 days, latest first.

    Only the requests are stored. --replay makes a pack again from the current code and shows what has changed since.
    """
    settings = settings_of(path)
    kept = PackHistory([path], settings.pack.history, seal=cache_location(settings.cache).seal)
    if kept.is_on and kept.is_locked:
        raise click.ClickException(_LOCKED)
    if clear:
        kept.forget_folder(path)
    packs = kept.recent(max(limit, replay or 0))
    if replay is not None:
        if replay > len(packs):
            raise click.UsageError(f"there is no pack {replay}; the history has {len(packs)}")
        ctx.exit(_show_again(path, packs[replay - 1].pack_id, as_json))
    if as_json:
        show_json(wire_history(packs, kept=kept.is_kept))
        return
    for number, one in enumerate(packs, 1):
        by = f" (by {one.asked_by})" if one.asked_by else ""
        print_line(f"{number:>3}. {style(one.asked_at[:10], dim=True)}  {style(one.title)}{by}")
    if not packs:
        print_line("no packs yet" if kept.is_on else "the history is off (pack.history)", err=True)


def _show_again(path: Path, pack_id: str, as_json: bool) -> int:
    """Make a pack again and print it, with the changes since it was first made; return the exit code."""
    with open_workspace(path, settings_of(path)) as workspace, complaints():
        wait_until_indexed(workspace, semantic=True)
        analysis = workspace.analysis().result()
        again = workspace.packs.replay(analysis, pack_id, None, CancelToken())
        output.show_pack(again.kept.pack, analysis, as_json)
        for kind, names in again.changes.by_kind.items():
            print_line(f"{kind} since: {', '.join(names)}", err=True)
    return 0 if again.kept.pack.items else 1
