"""Data types for the meanings of expressions, with operations that need no lookups."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.resolution.type_names import TypeNames, type_names_of
from ctx_lsp.syntax.references.access_paths import SURE
from ctx_lsp.syntax.references.type_text import CALLABLE, MAX_DIGITS, TUPLE


class Meaning(NamedTuple):
    """One possible meaning of an expression.

    - With a `definition`: the definition itself, or (`is_value`) a value of the type that it defines.
    - With a `module`: the module with that name, as written in the file at `home`.
    - With neither: an external value of type `name`. For an object with known keys (a shape), `home` lists the keys.

    `inner` holds the alternatives of each type argument, or of each key's value; `owner` is the receiver through
    which a member was accessed; `sure` is the confidence.
    """

    definition: Definition | None = None
    is_value: bool = False
    module: str = ""
    home: str = ""
    name: str = ""
    inner: "tuple[Meanings, ...]" = ()
    owner: "Meaning | None" = None
    sure: float = 1.0


Meanings = tuple[Meaning, ...]
"""The possible meanings of an expression; empty if they are unknown."""

EXTERNAL: Meanings = (Meaning(),)
MAX_NESTED = 1_000  # meanings in the type arguments of one; the arguments of larger ones count as unknown
CALL_RESULT = "()"  # the name of a value that a call leaves unchanged: `Type.new`, with or without `()`


def limited(one: Meaning) -> Meaning:
    """Return `one`, without its type arguments if more than `MAX_NESTED` meanings are nested in it.

    Each of a few types can have the one before as several arguments, as in `type B = Pair<A, A>`. The number of nested
    meanings doubles with each of them, so comparing or caching such meanings would never end.
    """
    return one if _room_after(one, MAX_NESTED) >= 0 else one._replace(inner=())


def _room_after(one: Meaning, room: int) -> int:
    """Return how many of `room` meanings are left beside those nested in `one`; negative if there are too many."""
    for alternatives in one.inner:
        for each in alternatives:
            room = _room_after(each, room - 1)
            if room < 0:
                return room
    return room


def external(name: str, inner: "tuple[Meanings, ...]", language: str) -> Meanings:
    """Return the values whose type is the external type `name`, as written in a file in `language`.

    `inner` holds the meanings of each type argument. Some names have a special meaning in their language (see
    `TypeNames`): for example, a union has the values of its type arguments.
    """
    known = type_names_of(language)
    if name in known.types_of and inner:
        return tuple(one._replace(is_value=False) for one in inner[0])
    if name in known.unions:
        return tuple(one for alternative in inner for one in alternative)
    if name in known.functions | known.procedures and inner:
        return (callable_of(*inner) if name in known.functions else callable_of(*inner, ()),)
    if name in known.tuples:
        return (Meaning(name=TUPLE, is_value=True, inner=inner),)
    if name in known.transparent and inner:
        return inner[0]
    return (Meaning(name=name, is_value=True, inner=inner),)


def element_of(one: Meaning) -> Meanings:
    """Return the meanings that an element of an external container can have.

    For a tuple, these are the meanings of all its items. The result is `EXTERNAL` if the element type is unknown.
    """
    if one.name == TUPLE:
        return tuple(dict.fromkeys(item for items in one.inner for item in items))
    return one.inner[-1] if one.inner else EXTERNAL


def of_tuple(parts: "tuple[Meanings, ...]", name: str) -> Meanings:
    """Return the meanings of the tuple item at the index `name`; `EXTERNAL` if `name` is not the index of an item.

    `parts` holds the meanings of each item. If it has only one part, this part is returned for every `name`, because it
    may describe any number of items, as in Python's `tuple[Cat, ...]`.
    """
    if len(parts) == 1:
        return parts[0]
    is_number = name.isdecimal() and len(name) <= MAX_DIGITS
    return parts[int(name)] if is_number and int(name) < len(parts) else EXTERNAL


def unwrapped(one: Meaning, name: str, known: TypeNames) -> Meanings:
    """Return the member `name` of a wrapper, such as `Option` in Rust, around the value `one`."""
    if name in known.element_fields:
        return (one,)
    taken = ((callable_of((one,), ()),),) if name in known.callback_members else ()
    return (callable_of(*taken, () if name in known.mapping_members else (one,)),)


def callable_of(*inner: Meanings) -> Meaning:
    """Build the meaning of an external function; `inner` holds the meanings of the parameters, then of the result."""
    return Meaning(name=CALLABLE, inner=inner)


def identity(owner: Meaning | None) -> str:
    """Return a cache key for `owner`. The members of owners with the same key have the same values."""
    if owner is None:
        return ""
    inner = ",".join("|".join(map(identity, alternatives)) for alternatives in owner.inner)
    around = f" of {identity(owner.owner)}" if owner.inner and owner.owner else ""
    return f"{owner.definition.id if owner.definition else owner.name + owner.home}<{inner}>{around}"


# A character that cannot begin any other step is a step of its own, without meanings.
# Numbers are short: Python refuses to parse those of several thousand digits.
_STEP = re.compile(r"\.[^.(\[^%!;{]*|;[^.(\[^%!;{]*|\{[^{}]*\}|\(\d{0,9}\)" rf"|\[\d{{0,{MAX_DIGITS}}}\]|.", re.DOTALL)


class Chains:
    """A cache of evaluated chains of members and calls, so that shared prefixes are evaluated only once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], Meanings] = {}  # keyed by the head and the steps followed

    def follow(
        self, expression: str, begin: Callable[[str], Meanings], step: Callable[[Meanings, str], Meanings]
    ) -> Meanings:
        """Return the meanings of `expression`; `begin` evaluates its head, and `step` evaluates each further step."""
        head, steps = parsed(expression)
        known = self._known
        if (head,) not in known:
            known[(head,)] = begin(head)
        found = known[(head,)]
        for number, taken in enumerate(steps, 1):
            if not found:
                return EXTERNAL if SURE in steps else ()
            chain = (head, *steps[:number])
            if chain not in known:
                known[chain] = step(found, taken)
            found = known[chain]
        return found


def _head_end(expression: str) -> int:
    if expression.startswith("{"):
        return expression.find("}") + 1 or len(expression)
    return next((at for at, letter in enumerate(expression) if letter in ".([^%!;{"), len(expression))


@lru_cache(maxsize=16384)
def parsed(expression: str) -> tuple[str, tuple[str, ...]]:
    """Split an access path (see `access_paths`) into its head and its steps, such as `.name`, `()` and `[]`.

    Any text can be split: a character that cannot begin a step becomes a separate step, which has no meanings.
    """
    end = _head_end(expression)
    steps: list[str] = []
    for step in _STEP.findall(expression, end):
        is_element = step == "^" or (step[0] == "[" and step[1:])
        if is_element and steps and steps[-1] == "%":
            steps.pop()
        else:
            steps.append(step)
    return expression[:end], tuple(steps)


def called_outside(one: Meaning) -> Meanings:
    """Return the result of calling `one`, which is defined outside the workspace.

    A value named `CALL_RESULT` is returned without that name, because the call leaves it unchanged otherwise. For a
    callable with known types, the meanings of its result are returned; for any other value, `EXTERNAL`.
    """
    if one.name == CALL_RESULT:
        return (one._replace(name=""),)
    return one.inner[-1] if one.inner and one.name.endswith(CALLABLE) else EXTERNAL


def of_language(one: Meaning, holder: Definition, name: str) -> Meanings:
    """Return the meanings that the language itself defines for member `name` of the type `holder` or of its values."""
    known = type_names_of(holder.language)
    if not one.is_value:
        is_maker = name in known.makers
        return (one._replace(is_value=True, name=CALL_RESULT, owner=None),) if is_maker else ()
    if name in known.type_members:
        return (one._replace(is_value=False, name="", owner=None),)
    return (one._replace(name=CALL_RESULT),) if name in known.copying else ()
