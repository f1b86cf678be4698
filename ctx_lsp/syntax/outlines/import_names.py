"""Finds the positions of names in import statements. `graph.resolution` resolves the names.

The facts about a file contain its imports without positions, because edges do not depend on positions. When a request
is about a name in an import, the text is therefore parsed again here.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.embedded import embedded_pieces
from ctx_lsp.syntax.facts import parsed_text
from ctx_lsp.syntax.model import Import
from ctx_lsp.syntax.outlines.imports import placed_imports
from ctx_lsp.syntax.outlines.sorting import sort_matches
from ctx_lsp.syntax.parser import Tree
from ctx_lsp.syntax.repair import parse_repaired
from ctx_lsp.syntax.rows import QueryMatch, find_outline
from ctx_lsp.syntax.rules import LanguageRules, rules_of
from ctx_lsp.text.source import SourceText

_QUOTES = b"'\"`<>"


class ImportName(NamedTuple):
    """A name or alias in an import, with byte offsets. It names a module if `is_module` is set, else a member."""

    imported: Import
    start: int
    end: int
    is_module: bool


def import_names(path: str, source: SourceText) -> tuple[ImportName, ...]:
    """Return the names in the imports of a text, in source order; none if its language has no queries.

    Never raises.
    """
    name = language_of(path, source)
    rules = rules_of(name)
    tree = parse_repaired(language(name), parsed_text(source, rules)).tree if rules else None
    if rules is None or tree is None:
        return ()
    names = {(one.start, one.end): one for one in _names_in(source.data, tree, rules)}
    for piece in embedded_pieces(source.data, tree, rules, rules.embedded) if rules.embedded is not None else ():
        inner = rules_of(piece.language)
        for one in _names_in(source.data[piece.start : piece.end], piece.tree, inner) if inner else ():
            moved = one._replace(start=piece.start + one.start, end=piece.start + one.end)
            names[moved.start, moved.end] = moved
    return tuple(names[place] for place in sorted(names))


def _names_in(data: bytes, tree: Tree, rules: LanguageRules) -> Iterator[ImportName]:
    found = sort_matches(find_outline(tree, rules)).imports
    for imported, match in placed_imports(found, data, rules):
        yield from _names(imported, match, data)


def _names(imported: Import, match: QueryMatch, data: bytes) -> Iterator[ImportName]:
    is_whole = not imported.name
    for capture, is_module in (("import.module", True), ("import.name", False), ("import.alias", is_whole)):
        spots = match.all(capture)
        if spots:
            start, end = _unquoted(min(spot[0] for spot in spots), max(spot[1] for spot in spots), data)
            yield ImportName(imported, start, end, is_module)


def _unquoted(start: int, end: int, data: bytes) -> tuple[int, int]:
    is_quoted = end - start > 1 and data[start] in _QUOTES and data[end - 1] in _QUOTES
    return (start + 1, end - 1) if is_quoted else (start, end)
