"""Parses configuration texts into plain values. Malformed text is treated as empty."""

import json
import re
import tomllib
from typing import Any

# Unterminated strings and comments match up to the end, which keeps matching linear.
_STRING = r'("(?:[^"\\\n]|\\.)*+"?)'
_COMMENT = re.compile(_STRING + r"|//[^\n]*|/\*(?:.*?\*/|.*)", re.DOTALL)
_LAST_COMMA = re.compile(_STRING + r"|,(?=\s*[}\]])", re.DOTALL)


def json_object(data: bytes) -> dict[str, Any]:
    """Parse a JSON object that may have comments and trailing commas; return an empty object if it is malformed."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    try:
        value = json.loads(_LAST_COMMA.sub(_kept, _COMMENT.sub(_kept, text)))
    except (ValueError, RecursionError):
        return {}
    return table(value)


def toml_table(data: bytes) -> dict[str, Any]:
    """Parse the top-level table of a TOML document; return an empty table if the document is malformed."""
    try:
        return tomllib.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}


def table(value: object) -> dict[str, Any]:
    """Return `value` if it is a table, else an empty table."""
    return value if isinstance(value, dict) else {}


def inner(value: object, *keys: str) -> Any:  # noqa: ANN401  # what a text may hold
    """Return the value found by following `keys` through nested tables; None if there is none."""
    for key in keys:
        value = table(value).get(key)
    return value


def items(value: object) -> list[Any]:
    """Return `value` if it is a list, else an empty list."""
    return value if isinstance(value, list) else []


def strings(value: object) -> tuple[str, ...]:
    """Return the strings in a list, or a single string as a tuple of one; empty for any other value."""
    if isinstance(value, str):
        return (value,)
    return tuple(item for item in items(value) if isinstance(item, str))


def _kept(match: re.Match[str]) -> str:
    return match[1] or ""
