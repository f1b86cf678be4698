"""Types of object literals: the keys of a literal, with the types of their values. Unknown members are left out.

`values` evaluates the values; `type_text` defines the form of the types.
"""

from collections.abc import Callable, Iterable

from ctx_lsp.syntax.references.access_paths import LITERAL, UNKNOWN
from ctx_lsp.syntax.references.type_text import SHAPE, TYPE_OF
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch

LONGEST = 200  # characters; further members are left out

_QUOTES = b"'\"`"
_APART = frozenset("{}|,?")  # characters that have another meaning in a type


class Shapes:
    """The object literals of one text, keyed by their ranges, with the keys and values in them."""

    def __init__(self, data: bytes, found: Iterable[QueryMatch]) -> None:
        self._members: dict[ByteSpan, list[tuple[str, ByteSpan]]] = {}
        for match in found:
            start, end, _ = match.first("typed.member")
            key = data[start:end].strip(_QUOTES).decode("utf-8", "replace")
            if key.isidentifier():
                members = self._members.setdefault(match.first("typed.shape")[:2], [])
                members.append((key, match.first("typed.value")[:2]))

    def __contains__(self, place: ByteSpan) -> bool:
        """Return whether `place` is the range of an object literal that has a key with a value."""
        return place in self._members

    def type_of(self, place: ByteSpan, value_at: Callable[[ByteSpan], str]) -> str:
        """Return the expression for the literal at `place`; `LITERAL` if the type of no member is known.

        `value_at` returns the expression for the value in a range.
        """
        parts: list[str] = []
        for key, value in self._members[place]:
            named = _type_of_value(value_at(value))
            if named and sum(map(len, parts)) + len(key) + len(named) <= LONGEST:
                parts += [key, named]
        return f"{{{SHAPE}<{','.join(parts)}>}}" if parts else LITERAL


def _type_of_value(value: str) -> str:
    """Convert the expression for a value to the value's type, as text in normal form; "" if the type is unknown."""
    if value.startswith("{") and value.endswith("}") and value.count("{") == 1:
        return value[1:-1]
    return "" if value.startswith(UNKNOWN) or not _APART.isdisjoint(value) else f"{TYPE_OF}<{value}>"
