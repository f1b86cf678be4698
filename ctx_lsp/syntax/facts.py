"""Entry point of this layer: computes the facts about one file from its path and text. Pure; never raises."""

import re
from typing import NamedTuple

from ctx_lsp.base import profiling
from ctx_lsp.languages.table import PLAIN_TEXT, Language, language
from ctx_lsp.syntax.chunking.chunks import DEFINITION_BYTES, chunk_definitions, chunk_slices
from ctx_lsp.syntax.chunking.split import Splits, TreeSplitter, paragraphs
from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.embedded import embedded_facts
from ctx_lsp.syntax.items.attach import with_items
from ctx_lsp.syntax.model import Chunk, ChunkKind, FileFacts, Outline
from ctx_lsp.syntax.parsed_facts import ParsedFacts, read_rows
from ctx_lsp.syntax.parser import Tree
from ctx_lsp.syntax.preprocessing.c_tokens import read_code
from ctx_lsp.syntax.preprocessing.call_signatures import end_members
from ctx_lsp.syntax.preprocessing.conditions import blank_conditions, blank_cutting_conditions
from ctx_lsp.syntax.preprocessing.contexts import blank_contexts
from ctx_lsp.syntax.preprocessing.macros import blank_macros
from ctx_lsp.syntax.prose import prose_facts
from ctx_lsp.syntax.reference import References
from ctx_lsp.syntax.repair import parse_repaired
from ctx_lsp.syntax.rows import QueryRows, find_rows
from ctx_lsp.syntax.rules import LanguageRules, rules_of
from ctx_lsp.text.source import SourceText

_LONE_CARRIAGE_RETURN = re.compile(rb"\r(?!\n)")


def file_facts(path: str, source: SourceText) -> FileFacts:
    """Return the facts about the file at `path`, whose text is `source`.

    A file in a language without queries has only chunks, unless it is prose. A text that is too long or too deeply
    nested to be parsed is treated as plain text, but keeps the name of its language.
    """
    row = language(language_of(path, source))
    with profiling.stage("facts", row.name):
        facts, tree = _facts_in(row, path, source)
        return with_items(path, row, source.data, facts, tree)


def facts_without_items(path: str, source: SourceText) -> FileFacts:
    """Return the facts about a file, leaving out the items that it defines and mentions."""
    return _facts_in(language(language_of(path, source)), path, source)[0]


def _facts_in(row: Language, path: str, source: SourceText) -> tuple[FileFacts, Tree | None]:
    rules = rules_for(row.name, source)
    is_prose = row.category == "prose"
    is_parsed = row.grammar and not (is_prose and rules is None)
    tree = parse_repaired(row, parsed_text(source, rules)).tree if is_parsed else None
    if tree is None and is_prose:
        return prose_facts(row.name, source.data), None
    if tree is None:
        return plain_facts(path, source), None
    if rules is None:
        slices = TreeSplitter(tree.root_node, source.data).split(0, len(source.data), DEFINITION_BYTES)
        kind: ChunkKind = "module" if row.category == "code" else "text"
        return FileFacts(Outline(row.name, "", (), ()), (), References(), chunk_slices(source.data, slices, kind)), tree
    if rules.embedded is not None:
        return embedded_facts(row.name, source.data, tree, rules, rules.embedded), tree
    return _facts_of_tree(row, source, tree, rules), tree


def facts_of_tree(path: str, source: SourceText, tree: Tree, rules: LanguageRules) -> FileFacts:
    """Return the same facts as `file_facts` about a file whose language has queries and whose `tree` is known."""
    row = language(language_of(path, source))
    return with_items(path, row, source.data, _facts_of_tree(row, source, tree, rules), tree)


def _facts_of_tree(row: Language, source: SourceText, tree: Tree, rules: LanguageRules) -> FileFacts:
    return facts_from_rows(row.name, source.data, tree, find_rows(tree, rules), rules).facts


def plain_facts(path: str, source: SourceText) -> FileFacts:
    """Return the facts about a file that is read as plain text: its language, and its paragraphs as chunks."""
    return FileFacts(Outline(language_of(path, source), "", (), ()), (), References(), _paragraphs(source.data))


def no_facts(_: str, __: SourceText) -> FileFacts:
    """Return empty facts, for a file that cannot even be read as plain text."""
    return FileFacts(Outline(PLAIN_TEXT, "", (), ()), (), References(), ())


def rules_for(name: str, source: SourceText) -> LanguageRules | None:
    """Return the rules of the language `name`; None if it has no rules, or if the text is too long for them."""
    rules = rules_of(name)
    return rules if rules and len(source.data) <= rules.longest else None


def parsed_text(source: SourceText, rules: LanguageRules | None) -> bytes:
    """Return the text to parse. It has the length of `source`; some bytes are replaced with spaces or punctuation."""
    data = _with_line_feeds(source.data)
    if rules and rules.blanks_conditions:
        return blank_conditions(data)
    if rules and rules.ends_members:
        return end_members(data)
    if rules and rules.blanks_contexts:
        return blank_contexts(data)
    return _without_preprocessor(data) if rules and rules.blanks_macros else data


def _with_line_feeds(data: bytes) -> bytes:
    """Replace lone carriage returns with line feeds: in many grammars, only a line feed ends a line or a comment."""
    is_alone = data.count(b"\r") != data.count(b"\r\n")
    return _LONE_CARRIAGE_RETURN.sub(b"\n", data) if is_alone else data


def _without_preprocessor(data: bytes) -> bytes:
    read = read_code(data)
    without_macros, code = blank_macros(data, read.code)
    return blank_cutting_conditions(without_macros, read._replace(code=code))


class FactsWithDefinitions(NamedTuple):
    """Facts, and the definitions and slices from which they were built."""

    facts: FileFacts
    definitions: Definitions
    splits: Splits


def facts_from_rows(
    language_name: str, data: bytes, tree: Tree, rows: QueryRows, rules: LanguageRules
) -> FactsWithDefinitions:
    """Return the facts about a text whose language has queries; `rows` holds the results of the queries."""
    return facts_of_parsed(language_name, data, tree, read_rows(data, rows, rules))


def facts_of_parsed(
    language_name: str, data: bytes, tree: Tree, parsed: ParsedFacts, known: Splits | None = None
) -> FactsWithDefinitions:
    """Return the facts about a text whose facts except its chunks are `parsed`; `known` are slices of the text."""
    definitions, symbols, spans, references, imports, exports, package = parsed
    splitter = TreeSplitter(tree.root_node, data, known)
    with profiling.stage("chunks"):
        chunks = chunk_definitions(data, definitions, spans, splitter.split)
    outline = Outline(language_name, package, symbols, imports, exports)
    facts = FileFacts(outline, spans, References.of(references), chunks)
    return FactsWithDefinitions(facts, definitions, splitter.splits)


def _paragraphs(data: bytes) -> tuple[Chunk, ...]:
    return chunk_slices(data, paragraphs(data, 0, len(data), DEFINITION_BYTES), "text")
