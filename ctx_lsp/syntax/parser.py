"""The one home of tree-sitter: guarded parsing and guarded queries. What the trees mean is not known here.

Nothing here raises on any text. A text that is too long, or that costs a grammar more than its share of processor time,
gives no tree, and its file is then treated as plain text.
"""

from collections.abc import Callable
from functools import cache
from importlib import resources
from threading import local
from time import thread_time
from typing import Literal

import tree_sitter_language_pack
from tree_sitter import Language, Node, Parser, Point, Query, QueryCursor, QueryPredicate, Tree

from ctx_lsp.base.checks import never
from ctx_lsp.syntax.degenerate import is_degenerate

__all__ = ["Captures", "Node", "Query", "Tree", "captures", "load_query", "matches", "parse"]

MAX_PARSED_BYTES = 2_000_000  # about 0.5 s of parsing; longer files are generated or data
PARSE_SECONDS = 3.0  # of this thread's own processor time, so that a busy machine changes no answer
_READ_BYTES = 65_536  # handed to the parser at a time

Captures = dict[str, list[Node]]


class _Parsers(local):
    """One parser a grammar and thread: a parser carries the state of the parse under way."""

    def __init__(self) -> None:
        self.by_grammar: dict[str, Parser] = {}


_parsers = _Parsers()


def parse(grammar: str, data: bytes) -> Tree | None:
    """Parse UTF-8 `data`; None where it is too long, is no source text, or takes too long."""
    if len(data) > MAX_PARSED_BYTES or is_degenerate(data):
        return None
    parser = _parsers.by_grammar.get(grammar)
    if parser is None:
        parser = _parsers.by_grammar[grammar] = Parser(_language(grammar))
    view = memoryview(data)

    def read(offset: int, _: Point) -> memoryview:
        return view[offset : offset + _READ_BYTES]

    expired = _expiry(PARSE_SECONDS)
    try:
        return parser.parse(read, progress_callback=lambda _offset, _error: expired())
    except ValueError:  # the callback stopped the parse; what it left behind must not leak into the next text
        parser.reset()
        return None


def matches(query: Query, root: Node, data: bytes) -> list[tuple[int, Captures]]:
    """Return each match of `query` below `root`, in order: the number of its pattern and its captures."""
    return QueryCursor(query).matches(root, _predicate(data))


def captures(query: Query, root: Node, data: bytes) -> Captures:
    """Return the captured nodes below `root` by capture name, in order."""
    return QueryCursor(query).captures(root, _predicate(data))


@cache
def load_query(grammar: str, folders: tuple[str, ...], name: str) -> Query | None:
    """Compile the query file `name` of `queries/<folder>/` of each of `folders`, joined; None where there is none."""
    base = resources.files("ctx_lsp.syntax").joinpath("queries")
    files = [base.joinpath(folder, name) for folder in folders]
    source = "\n".join(file.read_text("utf-8") for file in files if file.is_file())
    return Query(_language(grammar), source) if source else None


@cache
def _language(grammar: str) -> Language:
    # The pack's stub lists its names as a Literal; ours come from the language table, which a test checks against it.
    return tree_sitter_language_pack.get_language(grammar)  # type: ignore[arg-type]


def _predicate(data: bytes) -> QueryPredicate:
    """Return the test of `(#in? @capture "a" "b" …)`: the captured text is one of the strings.

    A tree that was parsed through a callback does not hold its text: `Node.text` and the predicates built into
    tree-sitter (`#eq?`, `#match?`, `#any-of?`) crash the process on it, so the queries use this one alone.
    """

    def holds(
        predicate: str, args: list[tuple[str, Literal["capture", "string"]]], pattern_index: int, captures: Captures
    ) -> bool:
        if never(predicate != "in?", f"unknown query predicate {predicate}"):
            return True
        words = {word.encode() for word, kind in args if kind == "string"}
        nodes = [node for name, kind in args if kind == "capture" for node in captures.get(name, ())]
        return any(data[node.start_byte : node.end_byte] in words for node in nodes)

    return holds


def _expiry(seconds: float) -> Callable[[], bool]:
    deadline = thread_time() + seconds
    return lambda: thread_time() > deadline
