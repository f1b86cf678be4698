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


def resolved_options(snapshot: Snapshot, options: PackOptions) -> PackOptions:
    """Return the options with pinned and excluded symbols resolved to ids, without duplicates.

    The path of a file or folder is replaced by the outermost symbols of its files. Raises `BadRequest` if nothing can
    match the filter, or if a symbol is unknown or both pinned and excluded.
    """
    check_filter(options.filter)
    if not options.pin and not options.exclude:
        return options
    excluded = _ids(snapshot, options.exclude)
    for symbol in _ids(snapshot, [one for one in options.pin if not _files_at(snapshot, one)]):
        if symbol in excluded:
            raise BadRequest(f"{symbol} is both pinned and excluded")
    pinned = tuple(symbol for symbol in _ids(snapshot, options.pin) if symbol not in excluded)
    return replace(options, pin=pinned, exclude=excluded)


def ids_of(snapshot: Snapshot, written: str) -> tuple[str, ...]:
    """Return the ids of the symbols meant by a name, or by the path of a file or folder. Raises `BadRequest`."""
    files = _files_at(snapshot, written)
    if not files:
        return (resolve_symbol(snapshot, written).id,)
    entries = [snapshot.files[path] for path in files]
    found = tuple(entry.definitions[index].id for entry in entries for index in entry.children.get(-1, ()))
    if not found:
        raise BadRequest(f"{written} has no symbols to pin or exclude")
    return found


def _files_at(snapshot: Snapshot, path: str) -> list[str]:
    """Return the file at a path, or the files of the folder at a path."""
    if path in snapshot.files:
        return [path]
    folder = path.rstrip("/") + "/"
    return sorted(file for file in snapshot.files if file.startswith(folder))


def _ids(snapshot: Snapshot, written: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for one in written for name in ids_of(snapshot, one)))
