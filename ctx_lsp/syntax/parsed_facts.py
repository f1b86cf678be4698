"""Builds facts from the query rows of one language: definitions, symbols, references and imports, but no chunks."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ctx_lsp.base import profiling
from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.model import Export, Import, Symbol, SymbolSpan
from ctx_lsp.syntax.outlines.exports import find_exports
from ctx_lsp.syntax.outlines.imports import find_imports, placed_imports, rebound_names
from ctx_lsp.syntax.outlines.matching import find_definitions
from ctx_lsp.syntax.outlines.outline import Marks, build_outline
from ctx_lsp.syntax.outlines.sorting import SortedMatches, sort_matches
from ctx_lsp.syntax.reference import Reference
from ctx_lsp.syntax.references.access_paths import ExpressionReader
from ctx_lsp.syntax.references.local_names import LocalNames
from ctx_lsp.syntax.references.references import find_references
from ctx_lsp.syntax.references.values import Values
from ctx_lsp.syntax.rows import QueryRows, text_of
from ctx_lsp.syntax.rules import LanguageRules

FindReferences = Callable[[Definitions, tuple[Import, ...], Values], tuple[Reference, ...]]


class ParsedFacts(NamedTuple):
    """The facts about a text, except its chunks. `definitions.items` and `symbols` have the same order."""

    definitions: Definitions
    symbols: tuple[Symbol, ...]
    spans: tuple[SymbolSpan, ...]
    references: tuple[Reference, ...]
    imports: tuple[Import, ...]
    exports: tuple[Export, ...]
    package: str


def read_rows(data: bytes, rows: QueryRows, rules: LanguageRules, find: FindReferences | None = None) -> ParsedFacts:
    """Build the facts from `rows`, the results of running the queries of `rules` on `data`.

    If `find` is given, it replaces the full search for references with a faster one.
    """
    found = sort_matches(rows.outline)
    with profiling.stage("definitions"):
        definitions = find_definitions(found, data, rules)
    placed = [*placed_imports(found.imports, data, rules)]
    imports = find_imports(placed, data, rules, definitions)
    rebound = rebound_names(placed, found.collected["otherwise"], definitions) if rules.imports_rebind else ()
    values = _values(found, data, definitions, rows, rules)
    with profiling.stage("references"):
        if find is None:
            references = find_references(rows.references, data, definitions, imports, rules, values)
        else:
            references = find(definitions, imports, values)
    with profiling.stage("outline"):
        symbols, spans = build_outline(data, definitions, references, _marks(found, data, rebound), rules, values)
    exports = find_exports(found.exports, data)
    return ParsedFacts(definitions, symbols, spans, references, imports, exports, _package(found, data))


def _values(
    found: SortedMatches, data: bytes, definitions: Definitions, rows: QueryRows, rules: LanguageRules
) -> Values:
    receivers = ExpressionReader(
        data,
        rules.separators,
        rules.spaced_separators,
        rows.references,
        rules.objects,
        definitions.comments,
        rules.implicit_members,
        rules.member_types,
    )
    imported = set(found.starts("import.alias"))  # `const fs = require("fs")` is an import, not a variable
    local_names = LocalNames(rows.references, data, definitions, imported, rules.calls_locals)
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
