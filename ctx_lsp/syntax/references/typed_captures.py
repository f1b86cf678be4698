"""Captures of query matches about types and values, and their roles. `values` evaluates the matches.

The query files have a few dozen combinations of captures, so each role is determined once per combination.
"""

from functools import cache

from ctx_lsp.syntax.rows import QueryMatch

_ENTERED, ELEMENT, _ITERABLE = "^", "[]", "%"
SUFFIXES = {
    "typed.value": "", "typed.element": ELEMENT, "typed.entered": _ENTERED, "typed.item": _ITERABLE,
    "typed.copied": ELEMENT + _ITERABLE,
    "typed.result": "", "typed.yielded": _ITERABLE, "typed.first": ".0", "typed.second": ".1", "typed.third": ".2",
    "typed.key": ".keys()[]",
}  # fmt: skip
"""Captures of values of names and results of functions, each with the step from the expression to the value."""
RESULTS = frozenset({"typed.result", "typed.yielded"})
_OF_STATEMENT = frozenset({"typed.name", "typed.type", *SUFFIXES})
"""Captures within the statement that binds a name; the binding applies from the end of the last capture."""
_IMPLICIT = "typed.implicit."  # prefix of captures for functions whose parameter has an implicit name: `it`, `_`


def name_start(match: QueryMatch) -> int:
    """Return the offset of the name that a match is about.

    If the name is that of an implicit parameter, such as `it`, return the offset of the function.
    """
    return match.first("typed.name" if "typed.name" in match.names else implicit_capture(match.names))[0]


@cache
def implicit_capture(captures: tuple[str, ...]) -> str:
    """Return the capture of a function whose parameter has an implicit name; "" if there is none."""
    return next((name for name in captures if name.startswith(_IMPLICIT)), "")


def implicit_name(capture: str) -> str:
    """Return the implicit name for a capture.

    Swift's `$0` is captured by its number, because a capture cannot contain `$`.
    """
    name = capture.removeprefix(_IMPLICIT)
    return f"${name}" if name.isdecimal() else name


@cache
def may_name(captures: tuple[str, ...]) -> bool:
    """Return whether a match with these captures is about the value of a name, a result or a parameter."""
    is_about_name = not {"typed.comment", "typed.name", "taken"}.isdisjoint(captures)
    return is_about_name or captures[0] in RESULTS or bool(implicit_capture(captures))


@cache
def statement_places(captures: tuple[str, ...]) -> tuple[int, ...]:
    """Return the indices of the captures inside the statement that binds a name."""
    return tuple(index for index, capture in enumerate(captures) if capture in _OF_STATEMENT)
