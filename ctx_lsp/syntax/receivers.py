"""What stands before a name: `a.b` of `a.b.name`, read backwards off the text. What it refers to is not known here."""

import re
from functools import cache

WINDOW = 200  # bytes looked at before a name; a longer chain counts as an expression
_EXPRESSION = "()"  # a receiver that is a call, a subscript, a literal …
_BLANKS = b" \t\r\n"
_TYPE_ARGUMENTS = re.compile(r"<[^<>]*>")
_NO_NAME = re.compile(r"[\s!?]+")


class _Separators:
    """What is read off texts in languages with the same separators."""

    def __init__(self, separators: tuple[str, ...], may_be_spaced: bool) -> None:
        longest_first = sorted(separators, key=len, reverse=True)
        self.blanks = _BLANKS if may_be_spaced else b""
        self.all = frozenset(separator.encode() for separator in separators)
        self.last_bytes = frozenset(separator[-1] for separator in self.all)
        self.before_name = self.last_bytes | frozenset(self.blanks)
        self.after_name = frozenset(separator[0] for separator in self.all) | frozenset(self.blanks)
        self.in_text = re.compile("|".join(map(re.escape, longest_first)))
        # Matched against the reversed text, so that the patterns can be anchored at the name.
        reversed_separators = [re.escape(separator[::-1]) for separator in longest_first]
        space = r"\s*" if may_be_spaced else ""
        separator = rf"{space}(?:{'|'.join(reversed_separators)}){space}".encode()
        chain = rb"(?:" + separator + rb"[!?]?(?:>[^<>()]*<(?:::)?)?[\w$\x80-\xff]+)*"
        expression = separator + rb"[!?]?[)\]}>\"'`]"
        self.receiver = re.compile(rb"(" + chain + rb")(" + expression + rb")?")
        self.super_call = re.compile(separator + rb"\)\(repus\b")


_separators = cache(_Separators)


class Receivers:
    """Reads receivers off one text; `separators` stand between a receiver and a member: `.`, `::`, `?.`."""

    def __init__(self, data: bytes, separators: tuple[str, ...], may_be_spaced: bool = True) -> None:
        self._data = data
        self._separators = _separators(separators, may_be_spaced)
        self._read: dict[bytes, str] = {}  # chains read before, reversed -> receiver

    def joins(self, end: int, member_start: int) -> bool:
        """Whether only a separator stands between a name that ends at `end` and the one at `member_start`."""
        if not 0 < member_start - end <= WINDOW or self._data[end] not in self._separators.after_name:
            return False
        return self._data[end:member_start].strip(self._separators.blanks) in self._separators.all

    def before(self, start: int) -> str:
        """The receiver of the name at `start`: "" for a bare name, "()" for an expression."""
        if start == 0 or self._data[start - 1] not in self._separators.before_name:
            return ""  # as most names are
        at = self._end_before(start)
        if at == 0 or self._data[at - 1] not in self._separators.last_bytes:
            return ""
        window = self._data[max(0, at - WINDOW) : at][::-1]
        match = self._separators.receiver.match(window)
        chain, expression = match.groups() if match else (b"", None)
        if not chain and self._separators.super_call.match(window):
            return "super"
        if expression or len(chain) == WINDOW:
            return _EXPRESSION
        return self._dotted(chain)

    def _end_before(self, at: int) -> int:
        """Where the text before `at` ends when the blanks at its end are left out."""
        blanks = self._separators.blanks
        while at > 0 and self._data[at - 1] in blanks:
            window = self._data[max(0, at - WINDOW) : at]
            at -= len(window) - len(window.rstrip(blanks))
        return at

    def _dotted(self, reversed_chain: bytes) -> str:
        known = self._read.get(reversed_chain)
        if known is None:
            chain = _TYPE_ARGUMENTS.sub("", reversed_chain[::-1].decode("utf-8", "replace"))
            names = (_NO_NAME.sub("", name) for name in self._separators.in_text.split(chain))
            known = self._read[reversed_chain] = ".".join(name for name in names if name)
        return known
