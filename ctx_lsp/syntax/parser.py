"""Guarded parsing and queries with tree-sitter, which only this module imports. Trees are interpreted elsewhere.

No text causes an exception. A text that is too long, or takes too long to parse, has no tree, and its file is treated
as plain text. Callbacks are avoided, because the library never frees their return values, which amount to megabytes for
each text. So texts are passed to the parser as a whole, and queries use built-in predicates (`#any-of?`).
"""

import re
from functools import cache
from threading import local

import tree_sitter_language_pack
from tree_sitter import Language, Node, Parser, Point, Query, QueryCursor, Tree

from ctx_lsp.base import profiling
from ctx_lsp.languages.folders import FOLDERS
from ctx_lsp.syntax.degenerate import is_degenerate
from ctx_lsp.syntax.incremental.edits import Edit

__all__ = [
    "FoundMatch",
    "Node",
    "Query",
    "Tree",
    "edited",
    "exact_matches",
    "kind_query",
    "load_query",
    "matches",
    "parse",
    "token_query",
]

MAX_PARSED_BYTES = 2_000_000  # about 0.5 s of parsing; longer files are generated or data
PARSE_MICROSECONDS = 10_000_000  # twenty times what the longest text takes; only a grammar that hangs takes longer
OPEN_MATCHES = 256  # matches open at once; source needs fewer than 128, and time grows with the cube of a list's length
EXACT_OPEN_MATCHES = OPEN_MATCHES // 2  # lower, because a query of the whole text may have more open matches

_SUPPLEMENTARY = re.compile(rb"[\xf0-\xf4][\x80-\xbf]{3}")  # a character beyond U+FFFF
_FIRST_SUPPLEMENTARY = "\U00010000".encode()  # a letter, and as long in UTF-8 as all others

Captures = dict[str, list[Node]]
FoundMatch = tuple[int, Captures]


class _Parsers(local):
    """One parser for each grammar and thread, because a parser holds the state of the current parse."""

    def __init__(self) -> None:
        self.by_grammar: dict[str, Parser] = {}


_parsers = _Parsers()


def parse(grammar: str, data: bytes, like: Tree | None = None) -> Tree | None:
    """Parse UTF-8 `data`. Returns None if it is too long or degenerate, or takes too long to parse.

    `like` is the tree of a previous text, adapted by `edited`. It saves time and does not change the result. Texts with
    syntax errors are parsed from the beginning, because error recovery depends on where parsing begins.
    """
    if len(data) > MAX_PARSED_BYTES or is_degenerate(data):
        return None
    with profiling.stage("parsing"):
        return _parse(grammar, _without_supplementary(data), like)


def _without_supplementary(data: bytes) -> bytes:
    """Replace each character beyond U+FFFF by the first of them.

    The scanners of some grammars look up any character in C's tables of character classes, which end far below these.
    For an icon after `{`, Bash reads up to 2 MB behind its table, and the process crashes if nothing is mapped there.
    """
    return data if data.isascii() else _SUPPLEMENTARY.sub(_FIRST_SUPPLEMENTARY, data)


def _parse(grammar: str, data: bytes, like: Tree | None) -> Tree | None:
    parser = _parsers.by_grammar.get(grammar)
    if parser is None:
        parser = _parsers.by_grammar[grammar] = Parser(_language(grammar))
        parser.timeout_micros = PARSE_MICROSECONDS  # type: ignore[misc]  # the stub lacks the setter
    try:
        profiling.count("parses")
        if like is not None and not like.root_node.has_error:
            tree = parser.parse(data, like)
            if not tree.root_node.has_error:
                return tree
            profiling.count("parses")
        profiling.count("whole parses")
        return parser.parse(data)
    except ValueError:  # timeout; the state of the stopped parse must not leak into the next text
        parser.reset()
        return None


def edited(tree: Tree, edit: Edit, old: bytes, new: bytes) -> Tree:
    """Return a copy of `tree`, the tree of `old`, with the positions of its nodes adapted to `new`."""
    copy = tree.copy()
    points = (_point(old, edit.start), _point(old, edit.old_end), _point(new, edit.new_end))
    copy.edit(edit.start, edit.old_end, edit.new_end, *points)
    return copy


def _point(data: bytes, offset: int) -> Point:
    return Point(data.count(b"\n", 0, offset), offset - data.rfind(b"\n", 0, offset) - 1)


def matches(query: Query, root: Node) -> list[FoundMatch]:
    """Return each match of `query` below `root`, as the number of its pattern and its captures.

    If more than `OPEN_MATCHES` are open at once, some are lost; a profile counts the queries to which this happens.
    `QueryCursor.captures` is not used. It returns captures in source order, so matches have to wait, and if too many
    wait, it silently drops the oldest.
    """
    with profiling.stage("queries"):
        cursor = QueryCursor(query, match_limit=OPEN_MATCHES)
        found = cursor.matches(root)
    profiling.count("matches", len(found))
    if cursor.did_exceed_match_limit:
        profiling.count("queries that lost matches")
    return found


def exact_matches(query: Query, root: Node, within: tuple[int, int] | None) -> list[FoundMatch] | None:
    """Return the matches as `matches` does, or None if some may be missing because too many were open at once.

    With `within`, only matches whose outermost node overlaps this byte range are returned.
    """
    cursor = QueryCursor(query, match_limit=EXACT_OPEN_MATCHES)
    if within:
        cursor.set_byte_range(*within)
    with profiling.stage("queries"):
        found = cursor.matches(root)
    profiling.count("matches", len(found))
    return None if cursor.did_exceed_match_limit else found


@cache
def load_query(grammar: str, folders: tuple[str, ...], *names: str) -> Query | None:
    """Compile the query files `names` of all language `folders` into one query; None if no such file exists."""
    with profiling.stage("loading"):
        return _load_query(grammar, folders, *names)


def _load_query(grammar: str, folders: tuple[str, ...], *names: str) -> Query | None:
    texts = (FOLDERS.text(folder, name) for name in names for folder in folders)
    source = "\n".join(text for text in texts if text is not None)
    return Query(_language(grammar), source) if source else None


@cache
def kind_query(grammar: str, kinds: frozenset[str]) -> Query | None:
    """Return a query that captures every node of these kinds as `node`; None if the grammar has none of them."""
    known = _language(grammar)
    names = {_kind(known, one) for one in range(known.node_kind_count) if known.node_kind_is_named(one)}
    found = " ".join(f"({one})" for one in sorted(kinds & names))
    return Query(known, f"[{found}] @node") if found else None


@cache
def token_query(grammar: str, last: str) -> Query | None:
    """Return a query that captures as `node` each token that ends with one of the characters `last`, such as `${`.

    Tokens with several of them, such as `[]`, are left out. Returns None if the grammar has no such token.
    """
    known = _language(grammar)
    ids = (one for one in range(known.node_kind_count) if known.node_kind_is_visible(one))
    tokens = {_kind(known, one) for one in ids if not known.node_kind_is_named(one)}
    ending = (one for one in tokens if one and one[-1] in last and not {*one[:-1]} & {*last, '"', "\\"})
    found = " ".join(f'"{one}"' for one in sorted(ending))
    return Query(known, f"[{found}] @node") if found else None


def _kind(grammar: Language, number: int) -> str | None:
    """Return the name of a kind of node; None if it is not UTF-8.

    On Windows, names of tokens with other characters, such as a dash in Verilog, are compiled in the encoding of the
    compiler's computer.
    """
    try:
        return grammar.node_kind_for_id(number)
    except UnicodeDecodeError:
        return None


@cache
def _language(grammar: str) -> Language:
    # The pack's stub types names as a Literal. Names here come from the language table, which a test checks.
    with profiling.stage("loading"):
        return tree_sitter_language_pack.get_language(grammar)  # type: ignore[arg-type]
