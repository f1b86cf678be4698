"""Parses texts with half-typed lines: a bracket without its counterpart would cost the rest of the file.

The indentation says which bracket is meant: a line that begins with a closing bracket is indented as the line that it
closes. Brackets that are left over are replaced with spaces, together with their lines unless these contain whole
blocks, if the text then has no errors. The repaired text has the same length, and depends on the text alone. A text
with other errors is left as it is: in C++, whose conditions can leave brackets over, repairs of it lost namespaces.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ctx_lsp.languages.table import Language
from ctx_lsp.syntax.parser import Tree, matches, parse, token_query

MAX_REPAIRED = 16  # brackets; a text with more is not half-typed, but in another language than its name says

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_BRACKETS = "".join((*_CLOSING, *_CLOSING.values()))


class _PlacedBracket(NamedTuple):
    """A bracket, which may be the end of a token such as `${`, with its place.

    `begins` says whether it is the first character of its line after the indentation.
    """

    kind: str
    row: int
    column: int
    indentation: int

    @property
    def begins(self) -> bool:
        return self.column == self.indentation


class ParsedText(NamedTuple):
    """A text as it was parsed, and its tree; None if there is none."""

    data: bytes
    tree: Tree | None


def parse_repaired(row: Language, data: bytes, like: Tree | None = None) -> ParsedText:
    """Parse a text in the language `row` like `parse`.

    If code has errors, and none without the brackets that are left over, it is parsed without them.
    """
    tree = parse(row.grammar, data, like)
    if tree is None or not tree.root_node.has_error or row.category != "code":
        return ParsedText(data, tree)
    repaired = _without_lone_brackets(row.grammar, data, tree)
    other = parse(row.grammar, repaired) if repaired != data else None
    if other is None or other.root_node.has_error:
        return ParsedText(data, tree)
    return ParsedText(repaired, other)


def _without_lone_brackets(grammar: str, data: bytes, tree: Tree) -> bytes:
    lines = data.split(b"\n")
    balance = _balance(_brackets(grammar, tree, lines))
    if len(balance.lone) > MAX_REPAIRED:
        return data
    for bracket in balance.lone:
        line = lines[bracket.row]
        start, end = balance.removable(bracket, len(line))
        lines[bracket.row] = line[:start] + b" " * (end - start) + line[end:]
    return b"\n".join(lines)


def _brackets(grammar: str, tree: Tree, lines: list[bytes]) -> Iterator[_PlacedBracket]:
    query = token_query(grammar, _BRACKETS)
    for _, captures in matches(query, tree.root_node) if query else ():
        (node,) = captures["node"]
        if node.is_missing:
            continue
        row, column = node.end_point.row, node.end_point.column - 1  # some tokens begin with white space
        line = lines[row]
        yield _PlacedBracket(node.type[-1], row, column, len(line) - len(line.lstrip(b" \t")))


class _Balance(NamedTuple):
    """The brackets without a counterpart, in any order.

    `spanning` holds the columns of the brackets whose counterparts are in other lines, by row, and `with_blocks` the
    rows with a whole block.
    """

    lone: list[_PlacedBracket]
    spanning: Mapping[int, list[int]]
    with_blocks: set[int]

    def removable(self, bracket: _PlacedBracket, length: int) -> tuple[int, int]:
        """Return the columns of what can go with a lone bracket from its line, which has `length` bytes.

        It lies between brackets that belong to other lines. Of a closing bracket, and in a line with a whole block, it
        is the bracket alone.
        """
        if bracket.kind not in _CLOSING or bracket.row in self.with_blocks:
            return bracket.column, bracket.column + 1
        columns = self.spanning.get(bracket.row, ())
        start = max((one + 1 for one in columns if one < bracket.column), default=0)
        return start, min((one for one in columns if one > bracket.column), default=length)


def _balance(brackets: Iterator[_PlacedBracket]) -> _Balance:
    found = _Balance([], defaultdict(list), set())
    open_: list[_PlacedBracket] = []
    for bracket in brackets:
        if bracket.kind in _CLOSING:
            open_.append(bracket)
            continue
        partner = _partner(open_, bracket)
        if partner is None:
            found.lone.append(bracket)
            continue
        opening = open_[partner]
        found.lone.extend(open_[partner + 1 :])
        del open_[partner:]
        if opening.row != bracket.row:
            found.spanning[opening.row].append(opening.column)
            found.spanning[bracket.row].append(bracket.column)
        elif bracket.kind == "}":
            found.with_blocks.add(bracket.row)
    found.lone.extend(open_)
    return found


def _partner(open_: list[_PlacedBracket], bracket: _PlacedBracket) -> int | None:
    """Return the place in `open_` of the bracket that `bracket` closes, or None if there is none."""
    same = [number for number, one in enumerate(open_) if _CLOSING[one.kind] == bracket.kind]
    if not same:
        return None
    last = open_[same[-1]]
    if bracket.begins and bracket.indentation < last.indentation:
        aligned = (number for number in reversed(same) if open_[number].indentation == bracket.indentation)
        return next(aligned, same[-1])
    return same[-1]
