"""Pack options: defaults from the settings, and validation with symbols resolved to ids."""

from dataclasses import replace

from ctx_lsp.features.filters import check_filter
from ctx_lsp.features.model import BadRequest
from ctx_lsp.features.symbols import resolve_symbol
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.settings import Settings
from ctx_lsp.snapshot.snapshot import Snapshot


def default_options(settings: Settings) -> PackOptions:
    """The default options of packs."""
    pack = settings.pack
    return PackOptions(
        max_tokens=pack.max_tokens,
        min_completeness=pack.min_completeness,
        dependency_depth=pack.dependency_depth,
        include_tests=pack.include_tests,
        rerank=settings.search.default_rerank,
        format=pack.format,
    )


def resolved_options(snapshot: Snapshot, options: PackOptions) -> PackOptions:
    """The options with pinned and excluded symbols resolved to ids, without duplicates.

    Raises `BadRequest` for a filter that nothing can match, an unknown symbol, or a symbol both pinned and excluded.
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
