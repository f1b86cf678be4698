"""Validates pack options and resolves the symbols in them to ids. `protocol` adds defaults from the settings."""

from dataclasses import replace

from ctx_lsp.features.filters import check_filter
from ctx_lsp.features.model import BadRequest
from ctx_lsp.features.symbols import resolve_symbol
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.snapshot.snapshot import Snapshot


def resolved_options(snapshot: Snapshot, options: PackOptions) -> PackOptions:
    """Return the options with pinned and excluded symbols resolved to ids, without duplicates.

    Raises `BadRequest` if nothing can match the filter, or if a symbol is unknown or both pinned and excluded.
    """
    check_filter(options.filter)
    if not options.pin and not options.exclude:
        return options
    pinned = _ids(snapshot, options.pin)
    excluded = _ids(snapshot, options.exclude)
    for symbol in excluded:
        if symbol in pinned:
            raise BadRequest(f"{symbol} is both pinned and excluded")
    return replace(options, pin=pinned, exclude=excluded)


def _ids(snapshot: Snapshot, written: tuple[str, ...]) -> tuple[str, ...]:
    found = (resolve_symbol(snapshot, one).id for one in written)
    return tuple(dict.fromkeys(found))
