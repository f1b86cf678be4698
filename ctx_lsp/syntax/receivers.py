"""What stands before a name: `a.b` of `a.b.name`, read backwards off the text. What it refers to is not known here."""

import re

_WINDOW = 200  # bytes looked at before a name; a longer chain counts as an expression
_EXPRESSION = "()"  # a receiver that is a call, a subscript, a literal …
_BLANKS = b" \t\r\n"
_TYPE_ARGUMENTS = re.compile(r"<[^<>]*>")
_NO_NAME = re.compile(r"[\s!?]+")


class Receivers:
    """Reads receivers off one text; `separators` stand between a receiver and a member: `.`, `::`, `?.`."""

    def __init__(self, data: bytes, separators: tuple[str, ...], may_be_spaced: bool = True) -> None:
        self._data = data
        self._blanks = _BLANKS if may_be_spaced else b""
        self._separators = frozenset(separator.encode() for separator in separators)
        self._last_bytes = frozenset(separator[-1] for separator in self._separators)
        self._in_text = re.compile("|".join(map(re.escape, _longest_first(separators))))
        # Matched against the reversed text, so that the patterns can be anchored at the name.
        reversed_separators = [re.escape(separator[::-1]) for separator in _longest_first(separators)]
        space = r"\s*" if may_be_spaced else ""
        separator = rf"{space}(?:{'|'.join(reversed_separators)}){space}".encode()
        self._chain = re.compile(rb"(?:" + separator + rb"[!?]?(?:>[^<>()]*<(?:::)?)?[\w$\x80-\xff]+)+")
        self._expression = re.compile(separator + rb"[!?]?[)\]}>\"'`]")
        self._super_call = re.compile(separator + rb"\)\(repus\b")

    def joins(self, end: int, member_start: int) -> bool:
        """Whether only a separator stands between a name that ends at `end` and the one at `member_start`."""
        return (
            0 < member_start - end <= _WINDOW and self._data[end:member_start].strip(self._blanks) in self._separators
        )

    def before(self, start: int) -> str:
        """The receiver of the name at `start`: "" for a bare name, "()" for an expression."""
        data = self._data
        at = start
        while at > 0 and data[at - 1] in self._blanks:
            at -= 1
        if at == 0 or data[at - 1] not in self._last_bytes:
            return ""
        window = data[max(0, at - _WINDOW) : at][::-1]
        chain = self._chain.match(window)
        end = chain.end() if chain else 0
        if self._super_call.match(window):
            return "super"
        if end == len(window) == _WINDOW or self._expression.match(window, end):
            return _EXPRESSION
        return self._dotted(window[:end][::-1].decode("utf-8", "replace"))

    def _dotted(self, chain: str) -> str:
        names = self._in_text.split(_TYPE_ARGUMENTS.sub("", chain))
        return ".".join(name for name in (_NO_NAME.sub("", name) for name in names) if name)


def _longest_first(separators: tuple[str, ...]) -> list[str]:
    return sorted(separators, key=len, reverse=True)
