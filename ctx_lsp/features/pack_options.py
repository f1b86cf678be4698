"""Validates pack options and resolves the names and paths in them to symbol ids.

`protocol` adds defaults from the settings.
"""

from collections.abc import Iterable
from dataclasses import replace

from ctx_lsp.features.filters import check_filter
from ctx_lsp.features.model import BadRequest
from ctx_lsp.features.symbols import resolve_symbol
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.ignore import pattern_of


def resolved_options(snapshot: Snapshot, options: PackOptions) -> PackOptions:
    """Return the options with pinned and excluded symbols resolved to ids, without duplicates.

    The path of a file or folder is replaced by the outermost symbols of its files. Excluded symbols of a pinned path
    are not pinned. An excluded path is also added to the filter, because its files may contain text outside symbols.
    Raises `BadRequest` if nothing can match the filter, if a symbol is unknown or both pinned and excluded, or if a
    pinned path has no symbols.
    """
    check_filter(options.filter)
    if not options.pin and not options.exclude:
        return options
    excluded = _ids(snapshot, options.exclude)
    for written in options.pin:
        pinned = ids_of(snapshot, written)
        if not pinned:
            raise BadRequest(f"{written} has no symbols to pin")
        if pinned[0] in excluded and not _files_at(snapshot, written):
            raise BadRequest(f"{pinned[0]} is both pinned and excluded")
    left = tuple(symbol for symbol in _ids(snapshot, options.pin) if symbol not in excluded)
    paths = [pattern_of(one) for one in options.exclude if _files_at(snapshot, one)]
    admitted = replace(options.filter, exclude=(*options.filter.exclude, *paths))
    return replace(options, pin=left, exclude=excluded, filter=admitted)


def ids_of(snapshot: Snapshot, written: str) -> tuple[str, ...]:
    """Return the id of the symbol named `written`, or the ids of the outermost symbols in the file or folder `written`.

    A file or folder may have no symbols. Raises `BadRequest` if `written` is neither a path nor the name of one symbol.
    """
    files = _files_at(snapshot, written)
    if not files:
        return (resolve_symbol(snapshot, written).id,)
    entries = [snapshot.files[path] for path in files]
    return tuple(entry.definitions[index].id for entry in entries for index in entry.children.get(-1, ()))


def _files_at(snapshot: Snapshot, path: str) -> list[str]:
    """Return the file at a path, or the files of the folder at a path."""
    if path in snapshot.files:
        return [path]
    folder = path.rstrip("/") + "/"
    return sorted(file for file in snapshot.files if file.startswith(folder))


def _ids(snapshot: Snapshot, written: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for one in written for name in ids_of(snapshot, one)))
