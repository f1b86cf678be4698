"""Finds the names that a file exports under another name, from the matches of `outline.scm`.

`graph` links these names to importers.
"""

from collections.abc import Iterable

from ctx_lsp.syntax.model import STARRED, WHOLE, Export
from ctx_lsp.syntax.rows import QueryMatch, text_of

_QUOTES = "'\"`"


def find_exports(found: Iterable[QueryMatch], data: bytes) -> tuple[Export, ...]:
    """Return the exports that the matches describe, in source order and without duplicates.

    Names that are exported unchanged are left out.
    """
    placed = sorted((match.first("export.name")[0], _export(match, data)) for match in found)
    return tuple(dict.fromkeys(one for _, one in placed if one.name != one.alias))


def _export(match: QueryMatch, data: bytes) -> Export:
    name = text_of(match.first("export.name"), data).strip(_QUOTES)
    if "export.whole" in match.names:
        return Export(name, WHOLE)
    if "export.star" in match.names:
        return Export(name, STARRED)
    return Export(name, ".".join(text_of(spot, data).strip(_QUOTES) for spot in match.all("export.alias")))
