"""Parses code with half-typed lines: an unmatched bracket would cost the rest of the file.

The indentation says which bracket is unmatched: a line that begins with a closing bracket is indented as the statement
that it closes. An unmatched bracket is replaced with spaces, and so is the rest of its line, unless this contains a
whole block or is the head of one. The repaired text is used if it has no errors. It has the same length and depends on
the text alone. A text with other errors is left as it is: in C++, whose conditions can leave brackets unmatched,
repairs of it lost namespaces.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ctx_lsp.languages.table import Language
from ctx_lsp.syntax.parser import Node, Tree, matches, parse, token_query

MAX_UNMATCHED = 16  # brackets; a text with more is not half-typed, but in another language than its name says
MAX_DEPTH = 256  # open brackets, which bounds the search for the one that a bracket closes

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_BRACKETS = (*_CLOSING, *_CLOSING.values())


class _PlacedBracket(NamedTuple):
    """A bracket, which may be the end of a token such as `${`, with its place."""

    kind: str
    row: int
    column: int


class _OpenBracket(NamedTuple):
    """An opening bracket, and the indentation of the line in which its statement begins."""

    bracket: _PlacedBracket
    indentation: int


class ParsedText(NamedTuple):
    """A text as it was parsed, and its tree. The tree is None if the text cannot be parsed (see `parser.parse`)."""

    data: bytes
    tree: Tree | None


def parse_repaired(row: Language, data: bytes, adapted: Callable[[bytes], Tree] | None = None) -> ParsedText:
    """Parse a text in the language `row`, as `parse` does, and return the tree with the text that was parsed.

    If code has syntax errors, and all of them disappear when unmatched brackets are blanked out, the text with the
    blanks is parsed and returned instead. `adapted` takes the text to parse, and returns the tree of an earlier text,
    adapted to it; that saves time and does not change the result.
    """
    tree = parse(row.grammar, data, adapted(data) if adapted else None)
    if tree is None or row.category != "code" or not _has_error_at_bracket(tree.root_node, data):
        return ParsedText(data, tree)
    repaired = _without_unmatched(row.grammar, data, tree)
    if repaired == data:
        return ParsedText(data, tree)
    other = parse(row.grammar, repaired, adapted(repaired) if adapted else None)
    return ParsedText(data, tree) if other is None or other.root_node.has_error else ParsedText(repaired, other)


def _has_error_at_bracket(root: Node, data: bytes) -> bool:
    """Return whether a bracket is missing or is part of a syntax error.

    If not, every bracket is matched, and there is nothing to repair.
    """
    unread = [root]
    while unread:
        node = unread.pop()
        if not node.has_error:
            continue
        if node.is_missing or (node.is_error and not node.children):
            text = node.type.encode() if node.is_missing else data[node.start_byte : node.end_byte]
            if any(one.encode() in text for one in _BRACKETS):
                return True
        elif node.is_error and any(not one.is_named and one.type.endswith(_BRACKETS) for one in node.children):
            return True
        unread += node.children
    return False


def _without_unmatched(grammar: str, data: bytes, tree: Tree) -> bytes:
    lines = data.split(b"\n")
    indentations = [len(line) - len(line.lstrip(b" \t")) for line in lines]
    brackets = _Brackets(indentations)
    for bracket in _placed(grammar, tree):
        brackets.add(bracket)
        if brackets.is_too_much:
            return data
    if len(brackets.unmatched) > MAX_UNMATCHED:
        return data
    for bracket in brackets.unmatched:
        line = lines[bracket.row]
        start, end = brackets.removable_columns(bracket, lines)
        lines[bracket.row] = line[:start] + b" " * (end - start) + line[end:]
    return b"\n".join(lines)


def _placed(grammar: str, tree: Tree) -> Iterator[_PlacedBracket]:
    query = token_query(grammar, "".join(_BRACKETS))
    for _, captures in matches(query, tree.root_node) if query else ():
        (node,) = captures["node"]
        if not node.is_missing:  # the end counts, because some tokens begin with white space
            yield _PlacedBracket(node.type[-1], node.end_point.row, node.end_point.column - 1)


class _Brackets:
    """The brackets of a text, matched in source order."""

    def __init__(self, indentations: Sequence[int]) -> None:
        self._indentations = indentations  # by row
        self._open: list[_OpenBracket] = []
        self._statement_indentations: dict[int, int] = {}  # of continued statements, by row
        self._closed: list[_PlacedBracket] = []  # unmatched brackets before the open ones
        self._spanning: defaultdict[int, list[int]] = defaultdict(list)  # row → columns matched in other rows
        self._with_blocks: set[int] = set()  # rows

    @property
    def unmatched(self) -> list[_PlacedBracket]:
        """The brackets without a counterpart."""
        return self._closed + [one.bracket for one in self._open]

    @property
    def is_too_much(self) -> bool:
        """Whether there are too many unmatched brackets already, or too many open ones."""
        return len(self._closed) > MAX_UNMATCHED or len(self._open) > MAX_DEPTH

    def add(self, bracket: _PlacedBracket) -> None:
        """Add the next bracket of the text."""
        row = bracket.row
        if bracket.kind in _CLOSING:
            self._open.append(_OpenBracket(bracket, self._statement_indentations.get(row, self._indentations[row])))
            return
        number = self._partner(bracket)
        if number is None:
            self._closed.append(bracket)
            return
        opening, indentation = self._open[number]
        self._closed += [one.bracket for one in self._open[number + 1 :]]
        del self._open[number:]
        if opening.row != row:
            self._statement_indentations[row] = indentation
            self._spanning[opening.row].append(opening.column)
            self._spanning[row].append(bracket.column)
        elif bracket.kind == "}":
            self._with_blocks.add(row)

    def _partner(self, bracket: _PlacedBracket) -> int | None:
        """Return the place in the open brackets of the one that `bracket` closes, or None if there is none."""
        same = [number for number, one in enumerate(self._open) if _CLOSING[one.bracket.kind] == bracket.kind]
        if not same:
            return None
        indentation = self._indentations[bracket.row]
        is_first = bracket.column == indentation
        if is_first and indentation < self._open[same[-1]].indentation:
            equal = (number for number in reversed(same) if self._open[number].indentation == indentation)
            return next(equal, same[-1])
        return same[-1]

    def removable_columns(self, bracket: _PlacedBracket, lines: Sequence[bytes]) -> tuple[int, int]:
        """Return the start and end of the columns to blank out in the line of an unmatched bracket.

        An opening bracket is blanked out with the code around it, up to the nearest brackets that match brackets in
        other lines. Only the bracket itself is blanked out if it is a closing one, if its line has a whole block, or if
        the next line is indented more deeply.
        """
        row = bracket.row
        if bracket.kind not in _CLOSING or row in self._with_blocks or self._is_head(row, lines):
            return bracket.column, bracket.column + 1
        columns = self._spanning.get(row, ())
        start = max((one + 1 for one in columns if one < bracket.column), default=0)
        return start, min((one for one in columns if one > bracket.column), default=len(lines[row]))

    def _is_head(self, row: int, lines: Sequence[bytes]) -> bool:
        following = (number for number in range(row + 1, len(lines)) if lines[number].strip())
        below = next(following, row)
        return self._indentations[below] > self._indentations[row]
