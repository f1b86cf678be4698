"""Contextual types: the types that the surrounding code expects of expressions.

The expected type is that of the parameter, field, variable or result to which the expression is passed or assigned. It
determines the types of the keys in an object literal, of the names in a pattern, and of the parameters of an anonymous
function. Types are written as expressions (see `access_paths`). `values` computes the values of names.
"""

from collections.abc import Callable, Iterable

from ctx_lsp.syntax.references.access_paths import UNKNOWN, ExpressionReader, member_step
from ctx_lsp.syntax.references.lists import Lists
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch

MAX_EXPECTED = 240  # maximum number of characters

_VALUES = frozenset({"expected.value", "expected.element", "expected.called", "expected.method"})
_AROUND = frozenset({"expected.same", "expected.literal", "expected.function"})
_LISTS = {
    "expected.called": "expected.arguments",
    "expected.method": "expected.arguments",
    "expected.function": "expected.parameters",
}

Closed = Callable[[str, int, int], str]
"""(expression, offset, hops) -> the expression with at most `hops` local names replaced with their values."""
ReturnedAt = Callable[[int, int], str]
"""(offset, hops) -> the declared result of the function around the offset."""


class ContextualTypes:
    """The contextual types in one text, computed on demand and cached."""

    def __init__(self, data: bytes, matches: Iterable[QueryMatch], receivers: ExpressionReader, lists: Lists) -> None:
        self._data = data
        self._lists = lists
        self._receivers = receivers
        self._matches: dict[ByteSpan, list[QueryMatch]] = {}
        for match in matches:
            self._matches.setdefault(match.first("expected")[:2], []).append(match)
        self._known: dict[tuple[ByteSpan, int], str] = {}

    def of(self, place: ByteSpan, closed: Closed, returned: ReturnedAt, hops: int) -> str:
        """Return the type that the surrounding code expects of the node at `place`; `UNKNOWN` if there is none.

        The node is an expression, a pattern or a parameter. `closed` replaces local names with their values, and `hops`
        limits how many are replaced. `returned` finds the declared result of the function around an offset.
        """
        key = (place, hops)
        if key not in self._known:
            found = (self._of(match, closed, returned, hops) for match in self._matches.get(place, ()) if hops)
            known = (one for one in found if not one.startswith(UNKNOWN) and len(one) <= MAX_EXPECTED)
            self._known[key] = UNKNOWN  # ends a recursion: a type that depends on itself is unknown
            self._known[key] = next(known, UNKNOWN)
        return self._known[key]

    def _of(self, match: QueryMatch, closed: Closed, returned: ReturnedAt, hops: int) -> str:
        start = match.first("expected")[0]
        for capture, (first, last, _) in zip(match.names, match.spots, strict=True):
            if capture in _VALUES:
                value = closed(self._value(capture, first, last), first, hops - 1)
                if "expected.arguments" not in match.names and not value.rpartition(".")[2][:1].isupper():
                    value = UNKNOWN if capture == "expected.called" else value  # `<div>` is not a component
                return value + self._result(match, first, closed, returned, hops) + self._step(match, capture, start)
            if capture in _AROUND:
                return self.of((first, last), closed, returned, hops) + self._step(match, capture, start)
            if capture == "expected.type":
                named = self._receivers.type_at(first, last)
                return f"{{{named}}}" if named else UNKNOWN
            if capture == "expected.returned":
                return returned(first, hops)
        return UNKNOWN

    def _result(self, match: QueryMatch, start: int, closed: Closed, returned: ReturnedAt, hops: int) -> str:
        """Return a step `{=T}` with the type expected of the result of the call at `start`; "" if there is none."""
        if "expected.arguments" not in match.names:
            return ""
        expected = self.of((start, match.first("expected.arguments")[1]), closed, returned, hops - 1)
        is_type = expected.startswith("{") and expected.endswith("}") and expected.count("{") == 1
        return f"{{={expected[1:-1]}}}" if is_type else ""

    def _value(self, capture: str, start: int, end: int) -> str:
        """Return the expression at `start`–`end`.

        The capture of a called method contains only its name, so its receiver is prepended.
        """
        if capture != "expected.method":
            return self._receivers.value(start, self._receivers.end_of_arguments(end))
        receiver = self._receivers.before(start)
        return f"{receiver}.{self._text(start, end)}" if receiver else self._text(start, end)

    def _step(self, match: QueryMatch, capture: str, start: int) -> str:
        """Return the step from the type of the captured node to that of its part at `start`.

        It is `(0)` for an argument or parameter, and `[0]`, `[]` or `.key` for an element or member. Returns "" if both
        have the same type.
        """
        if capture in _LISTS:
            return self._numbered(match, _LISTS[capture], start)
        if capture == "expected.literal" and "expected.key" in match.names:
            first, last, _ = match.first("expected.key")
            return member_step(self._text(first, last).strip("'\""))
        if capture == "expected.literal":
            return self._lists.element_step(match.first(capture)[0], start)
        return "[]" if capture == "expected.element" else ""

    def _numbered(self, match: QueryMatch, capture: str, start: int) -> str:
        """Return the text of the step to the parameter that corresponds to the argument or parameter at `start`.

        Returns `UNKNOWN` if the position of the argument or parameter is unknown.
        """
        is_typed = capture == "expected.parameters"
        number = self._lists.position(match.first(capture)[0], start, is_typed) if capture in match.names else 0
        return f"({number})" if number >= 0 else UNKNOWN

    def _text(self, start: int, end: int) -> str:
        return self._data[start:end].decode("utf-8", "replace")
