"""`ctx-lsp cache`: what is kept between runs, making it smaller, and handing a folder's part of it to somebody else."""

import re
from pathlib import Path

import click

from ctx_lsp.analysis import (
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
from ctx_lsp.cli.options import as_json, folder, no_semantic
from ctx_lsp.cli.printing import say, show_json, show_table
from ctx_lsp.cli.session import open_workspace, settings_of, settle
from ctx_lsp.settings import MEGABYTE, CacheSettings

_UNITS = {"": 1, "k": 1_000, "m": MEGABYTE, "g": 1_000_000_000}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmg]?)b?", re.IGNORECASE)
_KINDS = {"vectors": "(vectors, shared)", "other": "(another version)"}

where = click.argument(
    "path",
    type=click.Path(file_okay=False, resolve_path=True, path_type=Path),
    metavar="[PATH]",
    required=False,
)


def _size(_: click.Context, __: click.Parameter, text: str | None) -> int | None:
    """A number of bytes as written; units are powers of 1000."""
    if text is None:
        return None
    found = _SIZE.fullmatch(text)
    if found is None:
        raise click.BadParameter(f"{text!r} is no size such as 500MB or 2G")
    return int(float(found[1]) * _UNITS[found[2].lower()])


@click.group(short_help="List, prune, clear, export or import what is kept between runs.")
def cache() -> None:
    """Look after what is kept between runs. It is disposable: without it, answers are the same and come later."""


@cache.command(short_help="List what is in the cache.")
@as_json
def ls(as_json: bool) -> None:
    """List the folders that something is kept of, the vectors that all share, and the total."""
    info = cache_info(_settings())
    if as_json:
        show_json(info)
        return
    rows = [(_name(store), _megabytes(store.bytes), store.last_used, _state(store)) for store in info.stores]
    total = ("total", _megabytes(info.bytes), "", f"of {_megabytes(info.max_bytes)}")
    show_table(("folder", "size", "last used", ""), [*rows, total])
    say(f"in {info.path}", err=True)


@cache.command(short_help="Drop what is not needed.")
@click.option("--max-size", callback=_size, metavar="SIZE", help="Such as 500MB. Default: cache.maxMegabytes.")
@click.option("--older-than", type=click.IntRange(0), metavar="DAYS", help="Drop what was not used for so long.")
@as_json
def prune(max_size: int | None, older_than: int | None, as_json: bool) -> None:
    """Drop what is kept of folders that are gone, then what was not used for longest until the rest fits the limit."""
    _show_sizes(prune_cache(_settings(), max_size, older_than), as_json)


@cache.command(short_help="Drop everything, or what is about one folder.")
@where
@as_json
def clear(path: Path | None, as_json: bool) -> None:
    """Drop everything; with PATH, what is about that folder alone, but for the vectors, which all folders share."""
    _show_sizes(clear_cache(_settings(), path), as_json)


@cache.command(short_help="Write what is kept of a folder to a file.")
@folder
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@no_semantic
@as_json
def export(path: Path, file: Path, no_semantic: bool, as_json: bool) -> None:
    """Index the folder PATH and write what is kept of it to FILE, for `cache import` of the same version elsewhere.

    The file holds names, signatures and documentation of the code, and the vectors of its texts.
    """
    settings = settings_of(path)
    with open_workspace(path, settings) as workspace:
        settle(workspace, semantic=not no_semantic)
        try:
            made = export_cache(workspace, settings.cache, path, file)
        except CacheFileError as error:
            raise click.ClickException(str(error)) from error
    _show_transfer(made, as_json)


@cache.command("import", short_help="Take in what `cache export` wrote.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@where
@as_json
def import_(file: Path, path: Path | None, as_json: bool) -> None:
    """Take FILE into the cache for the folder PATH (default: the current one), which may lie anywhere.

    What fits the texts found there is used instead of being made again. Take files from people you trust only: that
    their content is whole and fits is checked, that it is true is not.
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
        show_json(sizes)
    else:
        say(f"{_megabytes(sizes.before)} before, {_megabytes(sizes.after)} now, {sizes.deleted} stores deleted")


def _show_transfer(made: Transfer, as_json: bool) -> None:
    if as_json:
        show_json(made)
    else:
        say(f"{made.records:,} records and {made.vectors:,} vectors, {_megabytes(made.bytes)}")
