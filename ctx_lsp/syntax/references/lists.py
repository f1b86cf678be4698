"""Positions of arguments and parameters in their lists, counted in the text.

Syntax trees are not used, because positions in an edited text must be found without syntax nodes. The commas in a list
are found once and cached.
"""

import re
from bisect import bisect_left

from ctx_lsp.syntax.references.type_text import MAX_INDEX

LONGEST_LIST = 20_000  # how many bytes of a list are read; later positions are unknown

_MARK = re.compile(
    rb"""'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|//[^\n]*|/\*.*?(?:\*/|\Z)|=>|[()\[\]{}<>,]""",
    re.DOTALL,
)
_OPENING, _CLOSING = (b"(", b"[", b"{"), (b")", b"]", b"}")
_OWN_OBJECT = re.compile(rb"\(\s*this\b")  # declares the type of `this`; not a parameter


class Lists:
    """The lists of arguments and parameters in one text."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._commas: dict[tuple[int, bool], list[int]] = {}

    def position(self, opening: int, start: int, is_typed: bool) -> int:
        """Return the index of the argument or parameter at `start` in the list with the opening bracket at `opening`.

        Returns -1 if `start` is more than `LONGEST_LIST` bytes after the bracket. A leading `this: Type` is not
        counted. If `is_typed` is set, the list contains types, and `<` is a bracket.
        """
        if start - opening > LONGEST_LIST:
            return -1
        key = (opening, is_typed)
        if key not in self._commas:
            self._commas[key] = self._read(opening, is_typed)
        return bisect_left(self._commas[key], start) - (_OWN_OBJECT.match(self._data, opening) is not None)

    def element_step(self, opening: int, start: int) -> str:
        """Return the step to the element at `start` in the array with the opening bracket at `opening`: `[0]`, or `[]`.

        An element that is spread, or that follows such an element, has no known index.
        """
        index = self.position(opening, start, is_typed=False)
        is_known = 0 <= index <= MAX_INDEX and b"..." not in self._data[opening:start]
        return f"[{index}]" if is_known else "[]"

    def _read(self, opening: int, is_typed: bool) -> list[int]:
        """Return the offsets of the commas between the arguments or parameters in a list."""
        commas = []
        depth = angles = 0
        for match in _MARK.finditer(self._data, opening + 1, opening + LONGEST_LIST):
            mark = match[0]
            if mark in _OPENING:
                depth += 1
            elif mark in _CLOSING:
                depth -= 1
                angles = 0
                if depth < 0:
                    break
            elif mark == b"<":
                angles += is_typed
            elif mark == b">":
                angles = max(0, angles - 1)
            elif mark == b"," and not depth and not angles:
                commas.append(match.start())
        return commas
