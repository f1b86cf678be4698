"""Which argument or parameter of a list it is that begins at a place, counted in the text.

Trees are not asked, because what is counted must be known of an edited text without its nodes. A list is read once,
however many of its members are asked for.
"""

import re
from bisect import bisect_left

LONGEST_LIST = 20_000  # bytes of a list that are read; what stands behind more of them is unknown

_MARK = re.compile(
    rb"""'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|//[^\n]*|/\*.*?(?:\*/|\Z)|=>|[()\[\]{}<>,]""",
    re.DOTALL,
)
_OPENING, _CLOSING = (b"(", b"[", b"{"), (b")", b"]", b"}")
_OWN_OBJECT = re.compile(rb"\(\s*this\b")  # a first parameter that is none


class Lists:
    """The lists of one text."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._commas: dict[tuple[int, bool], list[int]] = {}

    def position(self, opening: int, start: int, is_typed: bool) -> int:
        """How many others come before what begins at `start` in the list whose bracket is at `opening`; -1: too far.

        An object that is declared in front of the parameters (`this: Type`) does not count. Where the list `is_typed`,
        `<` is a bracket.
        """
        if start - opening > LONGEST_LIST:
            return -1
        key = (opening, is_typed)
        if key not in self._commas:
            self._commas[key] = self._read(opening, is_typed)
        return bisect_left(self._commas[key], start) - (_OWN_OBJECT.match(self._data, opening) is not None)

    def _read(self, opening: int, is_typed: bool) -> list[int]:
        """Where the commas between the members of a list stand."""
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
