"""The id of a request that is nested too deeply to be parsed: its answer needs no more. Whole messages are `rpc`'s."""

import json
import re
from collections.abc import Iterator

MessageId = int | str

_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:,]|[^\s"{}\[\]:,]+', re.DOTALL)


def outer_id(body: bytes) -> MessageId | None:
    """The `id` among the outermost members of a JSON object; None where there is none, or no integer or string."""
    found = [_scalar(value) for key, value in _outer_members(body) if _scalar(key) == "id"]
    return found[-1] if found else None


def _outer_members(body: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The outermost members of an object whose values are scalars, as they are written."""
    depth = 0
    last, key = b"", b""  # the token before, and the name whose value is next
    for match in _TOKEN.finditer(body):
        token = match[0]
        if token in (b"{", b"["):
            depth += 1
            key = b""
        elif token in (b"}", b"]"):
            depth -= 1
        elif depth == 1 and token == b":":
            key = last
        elif key:
            yield key, token
            key = b""
        last = token


def _scalar(written: bytes) -> MessageId | None:
    try:
        value = json.loads(written)
    except ValueError:
        return None
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None
