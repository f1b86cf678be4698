"""Configuration texts as plain values. A text that cannot be read is as good as an empty one."""

import json
import re
import tomllib
from typing import Any

# Strings and comments that nothing ends go on to the end, so that no text is looked at from each of its beginnings.
_STRING = r'("(?:[^"\\\n]|\\.)*+"?)'
_COMMENT = re.compile(_STRING + r"|//[^\n]*|/\*(?:.*?\*/|.*)", re.DOTALL)
_LAST_COMMA = re.compile(_STRING + r"|,(?=\s*[}\]])", re.DOTALL)


def json_object(data: bytes) -> dict[str, Any]:
    """The object in a JSON text, in which comments and commas after the last item may stand."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    try:
        value = json.loads(_LAST_COMMA.sub(_kept, _COMMENT.sub(_kept, text)))
    except (ValueError, RecursionError):
        return {}
    return table(value)


def toml_table(data: bytes) -> dict[str, Any]:
    """The outermost table of a TOML text."""
    try:
        return tomllib.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}


def table(value: object) -> dict[str, Any]:
    """`value` if it is a table, else an empty one."""
    return value if isinstance(value, dict) else {}


def inner(value: object, *keys: str) -> Any:  # noqa: ANN401  # what a text may hold
    """What stands in nested tables under `keys`; None where there is nothing."""
    for key in keys:
        value = table(value).get(key)
    return value


def strings(value: object) -> tuple[str, ...]:
    """The strings of a list; a lone string is a list of one."""
    if isinstance(value, str):
        return (value,)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _kept(match: re.Match[str]) -> str:
    return match[1] or ""
