"""Finds the comments, docstrings and literals in source code, with the queries and the grammar of its language.

`lexical_ranges` finds what a tokenizer without a grammar cannot: where strings end, and which commas make a tuple.
"""

from typing import Literal, NamedTuple

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.parser import Node, Tree, kind_query, matches, parse
from ctx_lsp.syntax.rows import find_outline
from ctx_lsp.syntax.rules import LanguageRules, rules_of

# Heredocs are missing: their indentation is mostly formatting.
_LITERALS = frozenset(
    {
        "ansi_c_string",
        "char",
        "char_literal",
        "character",
        "character_literal",
        "charlist",
        "double_quote_string",
        "encapsed_string",
        "format_string",
        "format_triple_quoted_string",
        "indented_string_expression",
        "interpolated_string",
        "interpolated_string_expression",
        "interpolated_string_literal",
        "interpreted_string_literal",
        "line_string_literal",
        "long_string_literal",
        "multi_line_string_literal",
        "multiline_string_literal",
        "quoted_string",
        "raw_string",
        "raw_string_literal",
        "regex",
        "regex_literal",
        "rune_literal",
        "sigil",
        "single_quote_string",
        "string",
        "string_expression",
        "string_lit",
        "string_literal",
        "string_value",
        "template_string",
        "triple_quote_string",
        "triple_quoted_string",
        "verbatim_string",
        "verbatim_string_literal",
    }
)
_LIFETIMES = frozenset({"lifetime", "label"})
_TUPLES = frozenset({"expression_list", "open_tuple", "tuple", "tuple_expression", "tuple_pattern", "tuple_type"})
_DOC_MARKS = (b"/**", b"///", b"//!", b"/*!")


class CommentRange(NamedTuple):
    """The byte range of a comment or docstring, and whether it is documentation."""

    start: int
    end: int
    is_doc: bool


def comment_ranges(name: str, data: bytes) -> list[CommentRange]:
    """Return the comments and docstrings of a text in the language `name`, in order; empty if it cannot be parsed."""
    parsed = _parsed(name, data)
    return _comments(*parsed, data) if parsed else []


LexicalKind = Literal["comment", "literal", "comma"]


class LexicalRange(NamedTuple):
    """The byte range of a comment, of a literal or lifetime (`'a`), or of the comma in a one-element tuple."""

    start: int
    end: int
    kind: LexicalKind


def lexical_ranges(name: str, data: bytes) -> list[LexicalRange]:
    """Return the lexical ranges (see `LexicalRange`) in a text in the language `name`, in order and without overlaps.

    Code and comments that are embedded in a literal belong to the literal. The result is empty if the text cannot be
    parsed.
    """
    parsed = _parsed(name, data)
    if parsed is None:
        return []
    tree, rules = parsed
    ranges = [LexicalRange(one.start, one.end, "comment") for one in _comments(tree, rules, data)]
    query = kind_query(language(name).grammar, _LITERALS | _LIFETIMES | _TUPLES)
    for _, captured in matches(query, tree.root_node) if query else ():
        ranges += [found for nodes in captured.values() for node in nodes if (found := _lexical(node, data))]
    ranges.sort(key=lambda one: (one.start, -one.end, one.kind))  # a docstring is a comment, then a literal
    kept: list[LexicalRange] = []
    for one in ranges:
        if one.end > one.start and (not kept or one.start >= kept[-1].end):
            kept.append(one)
    return kept


def _parsed(name: str, data: bytes) -> tuple[Tree, LanguageRules] | None:
    """Parse a text in the language `name`; return None if the language has no rules or no grammar."""
    rules = rules_of(name)
    tree = parse(language(name).grammar, data) if rules else None
    return (tree, rules) if rules and tree else None


def _lexical(node: Node, data: bytes) -> LexicalRange | None:
    if node.type in _LIFETIMES and not data.startswith(b"'", node.start_byte):
        return None
    if node.type not in _TUPLES:
        return LexicalRange(node.start_byte, node.end_byte, "literal")
    commas = [one for one in node.children if one.type == ","]
    elements = [one for one in node.named_children if not one.is_extra]
    if len(commas) != 1 or len(elements) != 1 or data.startswith((b"[", b"{"), node.start_byte):
        return None
    return LexicalRange(commas[0].start_byte, commas[0].end_byte, "comma")


def _comments(tree: Tree, rules: LanguageRules, data: bytes) -> list[CommentRange]:
    """Return the comments and docstrings of a tree, in order."""
    found: dict[tuple[int, int], bool] = {}
    for match in find_outline(tree, rules):
        for capture, (start, end, _) in zip(match.names, match.spots, strict=True):
            if capture in ("comment", "doc"):
                is_doc = capture == "doc" or data.startswith(_DOC_MARKS, start)
                found[start, end] = found.get((start, end), False) or is_doc
    return [CommentRange(start, end, is_doc) for (start, end), is_doc in sorted(found.items())]
