"""Blanks out directives of conditional compilation that would break parsing.

In C and C++, a condition around whole statements or members stays, because the grammars support it there. They fail on
a condition that splits a statement, or whose branches each open the same brace. Only one branch of such a condition is
kept.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from ctx_lsp.syntax.preprocessing.c_tokens import CCode, blank

_CONDITION = re.compile(rb"^[ \t]*#(?:if|elseif|else|endif)\b[^\r\n]*", re.MULTILINE)
_OPENING = frozenset({b"if", b"ifdef", b"ifndef"})
_NEXT_BRANCH = frozenset({b"elif", b"elifdef", b"elifndef", b"else"})
_SIGN = re.compile(rb"[()\[\]{};]")
_OPENED = {b")": {b"(", b"for"}, b"]": {b"["}}  # closing -> opening brackets; a brace also closes unmatched ones
_FOR_HEAD = re.compile(rb"\b(?:for|if|switch)(?:\s+constexpr)?\s*\Z")  # brackets after it may contain a `;`
_ENUM_HEAD = re.compile(rb"\benum\b[^;{}]*+\Z")
_LONGEST_HEAD = 200  # how many bytes before a brace are searched for `enum`
_LONGEST_FOR = 20  # how many bytes before a parenthesis are searched for `for`
_STATEMENT_ENDS = frozenset({b"", b";", b"{", b"}", b":"})
_COMMENT = re.compile(rb"/\*.*?(?:\*/|\Z)", re.DOTALL)
_GOES_ON = re.compile(rb"[ \t]*+\S")
_LINE_END = re.compile(rb"\r?\n")
_NEVER = re.compile(rb"[ \t]*#[ \t]*if[ \t]+(?:0|false)\b")
_HAS_INCLUDE = re.compile(
    rb"\b__has_include(?:_next)?[ \t]*\([ \t]*(<[^<>\r\n]*>)"
)  # the grammars do not support this argument
_LONGEST_DROPPED = 4_000  # total bytes of dropped branches; alternative versions of a whole file should all be indexed
_WINDOW = 500  # how many bytes after a condition are searched for the next token


class _Bracket(NamedTuple):
    """An open bracket, with the brackets around it.

    `sign` is the bracket character, except that it is `enum` for the brace of an enum, and `for` for the parenthesis
    after the keyword `for`, which may contain a `;`.
    """

    sign: bytes
    outer: "_Brackets"
    brace: "_Brackets"  # the innermost brace around it

    @property
    def is_brace(self) -> bool:
        """Whether the bracket is a brace, which opens a block, a type or a namespace."""
        return self.sign in (b"{", b"enum")

    @property
    def block(self) -> "_Brackets":
        """The innermost brace: the bracket itself or an enclosing one."""
        return self if self.is_brace else self.brace


# The innermost open bracket. The same object at two positions means that the same brackets are open.
_Brackets = _Bracket | None


def blank_conditions(data: bytes) -> bytes:
    """Blank out all directives of conditional compilation in `data`, so that all branches are parsed."""
    return _CONDITION.sub(lambda match: b" " * len(match[0]), data)


def blank_cutting_conditions(data: bytes, read: CCode) -> bytes:
    """Blank out all but one branch of each condition that splits a statement in the C or C++ text `data`."""
    return _Scan(data, read).run() if read.directives else data


@dataclass(slots=True)
class _Condition:
    """A condition whose `#endif` has not been reached yet."""

    brackets: _Brackets
    is_cutting: bool
    directives: list[tuple[int, int]]
    kept_after: _Brackets = None  # the open brackets at the end of the kept branch
    ends_open: bool = False  # whether a branch ends within a statement
    ends: list[_Brackets] = field(default_factory=list)


class _Scan:
    """A pass over the directives of a text and the brackets between them."""

    def __init__(self, data: bytes, read: CCode) -> None:
        self._data = data
        self._read = read
        self._blanked = bytearray(data)
        self._brackets: _Brackets = None
        self._last = b""  # the last byte of code that is not whitespace
        self._open: list[_Condition] = []

    def run(self) -> bytes:
        """Blank out everything that the parser must not see, and return the text."""
        at = 0
        for name, start, end in self._read.directives:
            self._pass(at, start)
            at = end
            if name == b"define":
                self._blank_comments(start, end)
            elif name in _OPENING or name in _NEXT_BRANCH:
                for match in _HAS_INCLUDE.finditer(self._data, start, end):
                    self._blanked[match.start(1)] = self._blanked[match.end(1) - 1] = ord(" ")
            if name in _OPENING:
                inside = self._brackets is not None and not self._brackets.is_brace
                is_cutting = inside or not self._ends_statement()
                self._open.append(_Condition(self._brackets, is_cutting, [(start, end)]))
            elif self._open and name in _NEXT_BRANCH:
                self._end_branch(start, end)
                self._brackets = self._open[-1].brackets
            elif self._open and name == b"endif":
                self._end_branch(start, end)
                self._close(self._open.pop())
        return bytes(self._blanked)

    def _pass(self, start: int, end: int) -> None:
        """Track the brackets in the code between two directives."""
        code = self._read.code[start:end]
        for match in _SIGN.finditer(code):
            sign = match[0]
            innermost = self._brackets
            block = innermost.block if innermost else None
            if sign == b"{":
                is_enum = _ENUM_HEAD.search(code[max(0, match.start() - _LONGEST_HEAD) : match.start()])
                self._brackets = _Bracket(b"enum" if is_enum else sign, innermost, block)
            elif sign in (b"(", b"["):
                is_for = sign == b"(" and _FOR_HEAD.search(code[max(0, match.start() - _LONGEST_FOR) : match.start()])
                self._brackets = _Bracket(b"for" if is_for else sign, innermost, block)
            elif innermost is None:
                continue
            elif sign == b"}":
                self._brackets = block.outer if block else None
            elif sign == b";":
                self._brackets = innermost if innermost.sign == b"for" else block
            elif innermost.sign in _OPENED[sign]:
                self._brackets = innermost.outer
        self._last = code.rstrip()[-1:] or self._last

    def _end_branch(self, start: int, end: int) -> None:
        condition = self._open[-1]
        condition.directives.append((start, end))
        condition.ends.append(self._brackets)
        condition.ends_open |= not self._ends_statement()

    def _ends_statement(self) -> bool:
        """Return whether a statement or an enumerator ends at the current position."""
        is_enum = self._brackets is not None and self._brackets.sign == b"enum"
        return self._last in _STATEMENT_ENDS or (is_enum and self._last == b",")

    def _blank_comments(self, start: int, end: int) -> None:
        """Blank out the comments inside a macro definition, because the grammars would end the definition there.

        Backslashes keep the lines of the definition joined.
        """
        for match in _COMMENT.finditer(self._data, start, end):
            if not _GOES_ON.match(self._data, match.end(), end):
                continue
            blank(self._blanked, *match.span())
            for line_end in _LINE_END.finditer(self._data, *match.span()):
                self._blanked[line_end.start() - 1] = ord("\\")

    def _close(self, condition: _Condition) -> None:
        """Close `condition`. If it splits a statement, blank out its directives and all branches but one.

        Nothing is blanked out if the dropped branches are longer than `_LONGEST_DROPPED` bytes in total.
        """
        is_never = len(condition.ends) > 1 and _NEVER.match(self._data, condition.directives[0][0])
        kept = 1 if is_never else 0
        self._brackets = condition.ends[kept]
        end = condition.directives[-1][1]
        is_last = self._read.code[end : end + _WINDOW].lstrip()[:1] == b"}"
        is_even = all(brackets is condition.brackets for brackets in condition.ends)
        if is_even and not condition.is_cutting and (is_last or not condition.ends_open):
            return
        starts = [start for start, _ in condition.directives]
        dropped = [(starts[i], starts[i + 1]) for i in range(len(condition.ends)) if i != kept]
        if sum(end - start for start, end in dropped) > _LONGEST_DROPPED:
            return
        for start, end in (*condition.directives, *dropped):
            blank(self._blanked, start, end)
