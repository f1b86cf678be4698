"""Branches of conditional compilation for only one operating system, such as `#ifdef _WIN32`.

The language's rules list the macros that identify the system. Conditions are read term by term; a condition without
such a macro is assumed not to depend on the system. `conditions` blanks out what parsers cannot read.
"""

import re
from collections.abc import Iterable

# A backslash at the end of a line continues the directive on the next one.
_DIRECTIVE = re.compile(
    rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b((?:[^\r\n\\]|\\\r?\n|\\[^\r\n])*)", re.MULTILINE
)
_COMMENT = re.compile(rb"/[*/]")
_WORD = re.compile(rb"!|\w+")


def branches_of_system(data: bytes, macros: Iterable[str]) -> list[tuple[int, int]]:
    """Return the byte ranges of branches in `data` that require one of `macros`, in the order in which they end."""
    names = frozenset(macro.encode() for macro in macros)
    if not any(name in data for name in names):
        return []
    found: list[tuple[int, int]] = []
    opened: list[_SystemCondition] = []
    for directive in _DIRECTIVE.finditer(data):
        kind, text = directive[1], _COMMENT.split(directive[2], 1)[0]
        if kind in (b"if", b"ifdef", b"ifndef"):
            opened.append(_SystemCondition(names))
        elif not opened:
            continue
        if opened[-1].is_of_system:
            found.append((opened[-1].start, directive.start()))
        if kind == b"endif":
            opened.pop()
        else:
            opened[-1].enter(kind, text, directive.end())
    return found


class _SystemCondition:
    """A condition (`#if`) whose `#endif` has not been reached.

    `names` are the macros of one operating system. `is_of_system` is set while the current branch is compiled only for
    this system. `start` is where the branch begins.
    """

    def __init__(self, names: frozenset[bytes]) -> None:
        self._names = names
        self._others_are_done = False  # whether an earlier branch takes every other system
        self.is_of_system = False
        self.start = 0

    def enter(self, kind: bytes, text: bytes, start: int) -> None:
        """Begin the branch that follows the directive `#kind text` and begins at the offset `start`."""
        self.start = start
        self.is_of_system = self._others_are_done
        if kind == b"else":
            return
        needed = [self._needed(alternative.split(b"&&"), kind == b"ifndef") for alternative in text.split(b"||")]
        if all(True in one for one in needed):
            self.is_of_system = True
        elif needed == [[False]]:
            self._others_are_done = True

    def _needed(self, terms: list[bytes], is_negated: bool) -> list[bool]:
        """Return, for each of `terms` that tests a macro of the system, whether the term requires the system.

        The terms are joined by `&&`; with `is_negated`, as in `#ifndef`, each one means the opposite. The result is
        empty if there are several terms and none of them requires the system.
        """
        found = []
        for term in terms:
            words = [word for word in _WORD.findall(term) if word != b"defined"]
            is_not = words[:1] == [b"!"]
            if words[is_not : is_not + 1] and words[is_not] in self._names:
                found.append(is_not == is_negated)
        return found if len(terms) == 1 or True in found else []
