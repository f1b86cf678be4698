"""Regular expressions that are compiled when they are first used, because most runs of the program use few of them."""

import re
from typing import Any, AnyStr, cast

_OWN = ("_flags", "_text")
_OF_PATTERN = (
    "findall", "finditer", "flags", "fullmatch", "groupindex", "groups", "match", "pattern", "scanner", "search",
    "split", "sub", "subn",
)  # fmt: skip


class _LateExpression:
    """An expression that is compiled on first use. Its methods are then those of the compiled pattern."""

    __slots__ = (*_OWN, *_OF_PATTERN)

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # Python calls it only while the slot is empty
        if name not in _OF_PATTERN:
            raise AttributeError(name)
        compiled = re.compile(self._text, self._flags)
        for slot in _OF_PATTERN:
            setattr(self, slot, getattr(compiled, slot))
        return getattr(compiled, name)


def compile_late(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return an expression that acts like `re.compile(text, flags)`, but is compiled at the first use of a method.

    For expressions that take a noticeable part of the start of the program. Functions of `re` do not accept the result.
    """
    return cast(re.Pattern[AnyStr], _LateExpression(text, flags))
