"""Everything known about one file from its path and text alone: the entry of this layer. Pure, and raises nothing."""

from collections.abc import Callable
from typing import NamedTuple

from ctx_lsp.syntax.chunks import DEFINITION_BYTES, chunk_definitions, chunk_slices
from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.headings import sections
from ctx_lsp.syntax.imports import find_imports
from ctx_lsp.syntax.languages import Language, language, language_of
from ctx_lsp.syntax.macros import blank_macros
from ctx_lsp.syntax.matching import find_definitions
from ctx_lsp.syntax.model import Chunk, ChunkKind, FileFacts, Import, Outline, Reference
from ctx_lsp.syntax.outline import Marks, build_outline
from ctx_lsp.syntax.parser import Tree, parse
from ctx_lsp.syntax.references import find_references
from ctx_lsp.syntax.rows import Rows, find_rows, text_of
from ctx_lsp.syntax.rules import Rules, rules_of
from ctx_lsp.syntax.sorting import SortedMatches, sort_matches
from ctx_lsp.syntax.split import TreeSplitter, paragraphs
from ctx_lsp.text.source import SourceText


def file_facts(path: str, source: SourceText) -> FileFacts:
    """Return the facts of the file at `path` whose text is `source`.

    A file in a language without queries has chunks alone. A text that is too long or too deeply nested to be parsed
    is treated as plain text, but keeps the name of its language.
    """
    row = language(language_of(path, source))
    rules = rules_of(row.name)
    is_prose = row.category == "prose" and rules is None
    tree = parse(row.grammar, parsed_text(source, rules)) if row.grammar and not is_prose else None
    if tree is None:
        return FileFacts(Outline(row.name, "", (), ()), (), (), _text_chunks(row, source.data))
    if rules is None:
        slices = TreeSplitter(tree.root_node, source.data).split(0, len(source.data), DEFINITION_BYTES)
        kind: ChunkKind = "module" if row.category == "code" else "text"
        return FileFacts(Outline(row.name, "", (), ()), (), (), chunk_slices(source.data, slices, kind))
    return outlined(row.name, source.data, tree, find_rows(tree, rules), rules).facts


def parsed_text(source: SourceText, rules: Rules | None) -> bytes:
    """The text that the parser gets to see, every byte of `source` or a blank for it."""
    return blank_macros(source.data) if rules and rules.blanks_macros else source.data


class Outlined(NamedTuple):
    """Facts, and the definitions that they were made from."""

    facts: FileFacts
    definitions: Definitions


FindReferences = Callable[[Definitions, tuple[Import, ...]], tuple[Reference, ...]]


def outlined(
    language_name: str, data: bytes, tree: Tree, rows: Rows, rules: Rules, find: FindReferences | None = None
) -> Outlined:
    """Return the facts of a text in a language with queries; `rows` are what these find in its tree.

    `find` is a faster way to the references, if there is one.
    """
    found = sort_matches(rows.outline)
    definitions = find_definitions(found, data, rules)
    imports = find_imports(found.imports, data, rules)
    if find is None:
        references = find_references(rows.references, data, definitions, imports, rules)
    else:
        references = find(definitions, imports)
    symbols, spans = build_outline(data, definitions, references, _marks(found, data), rules)
    chunks = chunk_definitions(data, definitions, spans, TreeSplitter(tree.root_node, data).split)
    outline = Outline(language_name, _package(found, data), symbols, imports)
    return Outlined(FileFacts(outline, spans, references, chunks), definitions)


def _marks(found: SortedMatches, data: bytes) -> Marks:
    names = frozenset(text_of(spot, data) for spot in found.collected["exported.name"])
    return Marks(found.starts("exported"), found.starts("hidden"), names)


def _package(found: SortedMatches, data: bytes) -> str:
    return next((text_of(spot, data) for spot in found.collected["package"]), "")


def _text_chunks(row: Language, data: bytes) -> tuple[Chunk, ...]:
    if row.category == "prose":
        return chunk_slices(data, sections(data, DEFINITION_BYTES), "text")
    return chunk_slices(data, paragraphs(data, 0, len(data), DEFINITION_BYTES), "text")
