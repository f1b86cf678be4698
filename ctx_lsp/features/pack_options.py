"""The options of packs: as the settings have them, and whether they can be met, with the symbols in them by id."""

from dataclasses import replace

from ctx_lsp.features.filters import check_filter
from ctx_lsp.features.model import BadRequest
from ctx_lsp.features.symbols import resolve_symbol
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.settings import Settings
from ctx_lsp.snapshot.snapshot import Snapshot


def usual_options(settings: Settings) -> PackOptions:
    """How packs are made where nobody says otherwise."""
    pack = settings.pack
    return PackOptions(
        max_tokens=pack.max_tokens,
        min_completeness=pack.min_completeness,
        dependency_depth=pack.dependency_depth,
        include_tests=pack.include_tests,
        rerank=settings.search.usual_rerank,
        format=pack.format,
    )


def checked(snapshot: Snapshot, options: PackOptions) -> PackOptions:
    """The options with the symbols that are pinned and excluded by id, each once.

    Raises `BadRequest` for a filter that lets nothing through, for what is no symbol, and for one that is in both.
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
