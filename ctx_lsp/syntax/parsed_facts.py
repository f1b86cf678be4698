"""Builds facts from the query rows of one language: definitions, symbols, references and imports, but no chunks."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ctx_lsp.base import profiling
from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.model import Export, Import, Symbol, SymbolSpan
from ctx_lsp.syntax.outlines.exports import find_exports
from ctx_lsp.syntax.outlines.imports import find_imports, placed_imports, rebound_names
from ctx_lsp.syntax.outlines.matching import find_definitions
from ctx_lsp.syntax.outlines.outline import NO_KNOWN_SYMBOLS, KnownSymbol, Marks, build_outline
from ctx_lsp.syntax.outlines.sorting import SortedMatches, sort_matches
from ctx_lsp.syntax.reference import Reference
from ctx_lsp.syntax.references.access_paths import ExpressionReader
from ctx_lsp.syntax.references.local_names import LocalNames
from ctx_lsp.syntax.references.references import find_references
from ctx_lsp.syntax.references.values import Values
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch, QueryRows, text_of
from ctx_lsp.syntax.rules import LanguageRules


class ParsedFacts(NamedTuple):
    """The facts about a text, except its chunks. `definitions.items` and `symbols` have the same order."""

    definitions: Definitions
    symbols: tuple[Symbol, ...]
    spans: tuple[SymbolSpan, ...]
    references: Sequence[Reference]
    imports: tuple[Import, ...]
    exports: tuple[Export, ...]
    package: str


class ReadDefinitions(NamedTuple):
    """The sorted matches of the outline query, and the facts that are read from them first.

    `rebound` holds the name offsets of the definitions that a later import replaces.
    """

    found: SortedMatches
    definitions: Definitions
    imports: tuple[Import, ...]
    rebound: tuple[int, ...]


def read_rows(data: bytes, rows: QueryRows, rules: LanguageRules) -> ParsedFacts:
    """Build the facts from `rows`, the results of running the queries of `rules` on `data`."""
    read = read_definitions(data, rows.outline, rules)
    values = read_values(data, read, rows.references, rules)
    with profiling.stage("references"):
        references = find_references(rows.references, data, read.definitions, read.imports, rules, values)
    return read_symbols(data, read, references, references, rules, values)


def read_definitions(data: bytes, outline: Sequence[QueryMatch], rules: LanguageRules) -> ReadDefinitions:
    """Read the definitions and imports from the matches of the outline query."""
    found = sort_matches(outline)
    with profiling.stage("definitions"):
        definitions = find_definitions(found, data, rules)
    placed = [*placed_imports(found.imports, data, rules)]
    imports = find_imports(placed, data, rules, definitions)
    rebound = rebound_names(placed, found.collected["otherwise"], definitions) if rules.imports_rebind else ()
    return ReadDefinitions(found, definitions, imports, tuple(rebound))


def read_symbols(
    data: bytes,
    read: ReadDefinitions,
    references: Sequence[Reference],
    nearby: Sequence[Reference],
    rules: LanguageRules,
    values: Values,
    known: Mapping[int, KnownSymbol] = NO_KNOWN_SYMBOLS,
) -> ParsedFacts:
    """Build the symbols of a text, and return all its facts.

    `nearby` holds at least those `references` that are in the headers of the definitions that are not `known`.
    """
    found, definitions = read.found, read.definitions
    with profiling.stage("outline"):
        marks = _marks(found, data, read.rebound)
        symbols, spans = build_outline(data, definitions, nearby, marks, rules, values, known)
    exports = find_exports(found.exports, data)
    return ParsedFacts(definitions, symbols, spans, references, read.imports, exports, _package(found, data))


def read_values(
    data: bytes, read: ReadDefinitions, captured: Mapping[str, list[ByteSpan]], rules: LanguageRules
) -> Values:
    """Collect the values of the names in a text; `captured` holds the captures of the references query."""
    found, definitions = read.found, read.definitions
    receivers = ExpressionReader(
        data,
        rules.separators,
        rules.spaced_separators,
        captured,
        rules.objects,
        definitions.comments,
        rules.implicit_members,
        rules.member_types,
    )
    imported = set(found.starts("import.alias"))  # `const fs = require("fs")` is an import, not a variable
    local_names = LocalNames(captured, data, definitions, imported, rules.calls_locals)
    typed = found.typed
    if imported:
        typed = [one for one in typed if imported.isdisjoint([start for start, _, _ in one.spots])]
    return Values(data, typed, found.collected["closure"], definitions, local_names, receivers)


def _marks(found: SortedMatches, data: bytes, rebound: Iterable[int]) -> Marks:
    names = frozenset(text_of(spot, data) for spot in found.collected["exported.name"])
    fallbacks = frozenset([*found.starts("fallback"), *rebound])
    return Marks(found.starts("exported"), found.starts("hidden"), names, fallbacks)


def _package(found: SortedMatches, data: bytes) -> str:
    return next((text_of(spot, data) for spot in found.collected["package"]), "")
