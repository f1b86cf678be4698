"""The command `ctx-lsp cache`, which lists, prunes, clears, exports and imports the cache."""

import re
from decimal import Decimal
from pathlib import Path

import click

from ctx_lsp.cli.json_answers.upkeep import cache_json, sizes_json, transfer_json
from ctx_lsp.cli.options import as_json, folder, no_semantic
from ctx_lsp.cli.printing import print_line, show_json, show_table
from ctx_lsp.cli.session import open_workspace, settings_of, wait_until_indexed
from ctx_lsp.settings import MEGABYTE, CacheSettings
from ctx_lsp.workspace import (
    CacheEntry,
    CacheFileError,
    Sizes,
    Transfer,
    cache_info,
    clear_cache,
    export_cache,
    import_cache,
    prune_cache,
)

MAX_DAYS = 1_000_000
_UNITS = {"": 1, "k": 1_000, "m": MEGABYTE, "g": 1_000_000_000}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmg]?)b?", re.IGNORECASE)
_KINDS = {"vectors": "(vectors, shared)", "other": "(another version or key)"}

where = click.argument(
    "path",
    type=click.Path(file_okay=False, resolve_path=True, path_type=Path),
    metavar="[PATH]",
    required=False,
)


def _size(_: click.Context, __: click.Parameter, text: str | None) -> int | None:
    """Parse a size such as 500MB into bytes; units are powers of 1000. Raises `click.BadParameter`."""
    if text is None:
        return None
    found = _SIZE.fullmatch(text)
    if found is None:
        raise click.BadParameter(f"{text!r} is not a size such as 500MB or 2G")
    return int(Decimal(found[1]) * _UNITS[found[2].lower()])


@click.group(short_help="List, prune, clear, export or import the cache.")
def cache() -> None:
    """Manage the cache. It can be deleted at any time: answers stay the same, but the next start is slower."""


@cache.command(short_help="List the contents of the cache.")
@as_json
def ls(as_json: bool) -> None:
    """List the cached folders, the shared vectors, and the total."""
    info = cache_info(_settings())
    if as_json:
        show_json(cache_json(info))
        return
    rows = [(_name(store), _megabytes(store.bytes), store.last_used, _state(store)) for store in info.stores]
    total = ("total", _megabytes(info.bytes), "", f"of {_megabytes(info.max_bytes)}")
    show_table(("folder", "size", "last used", ""), [*rows, total])
    print_line(f"in {info.path}", err=True)


@cache.command(short_help="Delete the least recently used data.")
@click.option("--max-size", callback=_size, metavar="SIZE", help="Such as 500MB. Default: cache.maxMegabytes.")
@click.option(
    "--older-than", type=click.IntRange(0, MAX_DAYS), metavar="DAYS", help="Delete data unused for DAYS days."
)
@as_json
def prune(max_size: int | None, older_than: int | None, as_json: bool) -> None:
    """Delete the data of missing folders, then the least recently used data until the cache is within the limits."""
    _show_sizes(prune_cache(_settings(), max_size, older_than), as_json)


@cache.command(short_help="Delete everything, or the data of one folder.")
@where
@as_json
@click.pass_context
def clear(ctx: click.Context, path: Path | None, as_json: bool) -> None:
    """Delete all cached data.

    With PATH, delete only the data of that folder, and keep the vectors, which are shared. Stores that a running
    server has open are emptied, but not deleted. The exit code is 1 if a store still contains data.
    """
    cleared = clear_cache(_settings(), path)
    _show_sizes(cleared, as_json)
    if cleared.kept:
        print_line(f"stores that still hold data, because they are locked or cannot be read: {cleared.kept}", err=True)
        ctx.exit(1)


@cache.command(short_help="Write the cached data of a folder to a file.")
@folder
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@no_semantic
@as_json
def export(path: Path, file: Path, no_semantic: bool, as_json: bool) -> None:
    """Index the folder PATH and write its cached data to FILE, for `cache import` on another machine.

    Only the same version of ctx-lsp can import FILE. It contains names, signatures and documentation from the code, and
    the vectors of its texts; it is not encrypted, even if the cache is.
    """
    settings = settings_of(path)
    with open_workspace(path, settings) as workspace:
        wait_until_indexed(workspace, semantic=not no_semantic)
        try:
            made = export_cache(workspace, settings.cache, path, file)
        except CacheFileError as error:
            raise click.ClickException(str(error)) from error
    _show_transfer(made, as_json)


@cache.command("import", short_help="Import a file of `cache export`.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@where
@as_json
def import_(file: Path, path: Path | None, as_json: bool) -> None:
    """Import FILE into the cache of the folder PATH (default: the current one).

    The imported data is used for each file whose text has not changed since the export. Import only files from people
    you trust: the import checks that FILE is intact and compatible, not that its data is correct.
    """
    root = path or Path.cwd()
    try:
        taken = import_cache(settings_of(root).cache, root, file)
    except CacheFileError as error:
        raise click.ClickException(str(error)) from error
    _show_transfer(taken, as_json)


def _settings() -> CacheSettings:
    return settings_of(Path.cwd()).cache


def _name(store: CacheEntry) -> str:
    return _KINDS.get(store.kind, store.root)


def _state(store: CacheEntry) -> str:
    return "gone" if store.kind == "root" and not store.exists else ""


def _megabytes(size: int) -> str:
    return f"{size / MEGABYTE:,.1f} MB"


def _show_sizes(sizes: Sizes, as_json: bool) -> None:
    if as_json:
        show_json(sizes_json(sizes))
    else:
        print_line(f"{_megabytes(sizes.before)} before, {_megabytes(sizes.after)} now, {sizes.deleted} stores deleted")


def _show_transfer(made: Transfer, as_json: bool) -> None:
    if as_json:
        show_json(transfer_json(made))
    else:
        print_line(f"{made.records:,} records and {made.vectors:,} vectors, {_megabytes(made.bytes)}")
