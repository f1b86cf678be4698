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
        self._first_bytes = frozenset(self._blanks) | {separator[0] for separator in self._separators}
        self._in_text = re.compile("|".join(map(re.escape, _longest_first(separators))))
        # Matched against the reversed text, so that the patterns can be anchored at the name.
        reversed_separators = [re.escape(separator[::-1]) for separator in _longest_first(separators)]
        space = r"\s*" if may_be_spaced else ""
        separator = rf"{space}(?:{'|'.join(reversed_separators)}){space}".encode()
        chain = rb"(?:" + separator + rb"[!?]?(?:>[^<>()]*<(?:::)?)?[\w$\x80-\xff]+)*"
        expression = separator + rb"[!?]?[)\]}>\"'`]"
        self._receiver = re.compile(rb"(" + chain + rb")(" + expression + rb")?")
        self._super_call = re.compile(separator + rb"\)\(repus\b")
        self._read: dict[bytes, str] = {}  # chains read before, reversed -> receiver

    def joins(self, end: int, member_start: int) -> bool:
        """Whether only a separator stands between a name that ends at `end` and the one at `member_start`."""
        if not 0 < member_start - end <= _WINDOW or self._data[end] not in self._first_bytes:
            return False
        return self._data[end:member_start].strip(self._blanks) in self._separators

    def before(self, start: int) -> str:
        """The receiver of the name at `start`: "" for a bare name, "()" for an expression."""
        at = self._end_before(start)
        if at == 0 or self._data[at - 1] not in self._last_bytes:
            return ""
        window = self._data[max(0, at - _WINDOW) : at][::-1]
        match = self._receiver.match(window)
        chain, expression = match.groups() if match else (b"", None)
        if not chain and self._super_call.match(window):
            return "super"
        if expression or len(chain) == _WINDOW:
            return _EXPRESSION
        return self._dotted(chain)

    def _end_before(self, at: int) -> int:
        """Where the text before `at` ends when the blanks at its end are left out."""
        while at > 0 and self._data[at - 1] in self._blanks:
            window = self._data[max(0, at - _WINDOW) : at]
            at -= len(window) - len(window.rstrip(self._blanks))
        return at

    def _dotted(self, reversed_chain: bytes) -> str:
        known = self._read.get(reversed_chain)
        if known is None:
            chain = _TYPE_ARGUMENTS.sub("", reversed_chain[::-1].decode("utf-8", "replace"))
            names = (_NO_NAME.sub("", name) for name in self._in_text.split(chain))
            known = self._read[reversed_chain] = ".".join(name for name in names if name)
        return known


def _longest_first(separators: tuple[str, ...]) -> list[str]:
    return sorted(separators, key=len, reverse=True)
