"""The one home of tree-sitter: guarded parsing and guarded queries. What the trees mean is not known here.

Nothing here raises on any text. A text that is too long, or that keeps a grammar busy for too long, gives no tree, and
its file is then treated as plain text. Texts are parsed whole and queries use the built-in predicates (`#any-of?`):
the library never frees what its callbacks return, megabytes a text.
"""

from functools import cache
from threading import local

import tree_sitter_language_pack
from tree_sitter import Language, Node, Parser, Point, Query, QueryCursor, Tree

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
    "load_query",
    "matches",
    "parse",
]

MAX_PARSED_BYTES = 2_000_000  # about 0.5 s of parsing; longer files are generated or data
PARSE_MICROSECONDS = 10_000_000  # twenty times what the longest text takes: only a grammar that hangs needs so long
OPEN_MATCHES = 256  # at a time; source needs fewer than 128, and the cost of a list of n names grows with its cube
EXACT_OPEN_MATCHES = OPEN_MATCHES // 2  # in a part of a text; in the whole of it more may be open at the same time

Captures = dict[str, list[Node]]
FoundMatch = tuple[int, Captures]


class _Parsers(local):
    """One parser a grammar and thread: a parser carries the state of the parse under way."""

    def __init__(self) -> None:
        self.by_grammar: dict[str, Parser] = {}


_parsers = _Parsers()


def parse(grammar: str, data: bytes, like: Tree | None = None) -> Tree | None:
    """Parse UTF-8 `data`; None where it is too long, is no source text, or takes too long.

    `like` is the tree of an older text, `edited` to fit the new one. The tree is the same with it and without: what the
    library makes of an error depends on where it begins to read, so that texts with one are read from their beginning.
    """
    if len(data) > MAX_PARSED_BYTES or is_degenerate(data):
        return None
    parser = _parsers.by_grammar.get(grammar)
    if parser is None:
        parser = _parsers.by_grammar[grammar] = Parser(_language(grammar))
        parser.timeout_micros = PARSE_MICROSECONDS  # type: ignore[misc]  # the stub forgets that it can be set
    try:
        if like is not None and not like.root_node.has_error:
            tree = parser.parse(data, like)
            if not tree.root_node.has_error:
                return tree
        return parser.parse(data)
    except ValueError:  # out of time; what the stopped parse left behind must not leak into the next text
        parser.reset()
        return None


def edited(tree: Tree, edit: Edit, old: bytes, new: bytes) -> Tree:
    """Return a copy of `tree`, the tree of `old`, whose nodes stand where the text of each is in `new`."""
    copy = tree.copy()
    points = (_point(old, edit.start), _point(old, edit.old_end), _point(new, edit.new_end))
    copy.edit(edit.start, edit.old_end, edit.new_end, *points)
    return copy


def _point(data: bytes, offset: int) -> Point:
    return Point(data.count(b"\n", 0, offset), offset - data.rfind(b"\n", 0, offset) - 1)


def matches(query: Query, root: Node) -> list[FoundMatch]:
    """Return each match of `query` below `root`: the number of its pattern and its captures.

    The library's captures in the order of the text are no way to these: what waits for its turn counts as open, and
    where that is too much the match that has been open for the longest is lost without a word.
    """
    return QueryCursor(query, match_limit=OPEN_MATCHES).matches(root)


def exact_matches(query: Query, root: Node, within: tuple[int, int] | None) -> list[FoundMatch] | None:
    """Like `matches`, but None where some might be missing, because too many were open at a time.

    With `within` those matches alone whose outermost node has bytes in that range.
    """
    cursor = QueryCursor(query, match_limit=EXACT_OPEN_MATCHES)
    if within:
        cursor.set_byte_range(*within)
    found = cursor.matches(root)
    return None if cursor.did_exceed_match_limit else found


@cache
def load_query(grammar: str, folders: tuple[str, ...], *names: str) -> Query | None:
    """Compile the query files `names` of each of the `folders` of languages as one; None where there is none."""
    texts = (FOLDERS.text(folder, name) for name in names for folder in folders)
    source = "\n".join(text for text in texts if text is not None)
    return Query(_language(grammar), source) if source else None


@cache
def _language(grammar: str) -> Language:
    # The pack's stub lists its names as a Literal; ours come from the language table, which a test checks against it.
    return tree_sitter_language_pack.get_language(grammar)  # type: ignore[arg-type]
