"""Replaces likely secrets in all text that leaves the program.

In packs, whole lines with secrets have already been left out (`packing.detail.redaction`). This module covers all other
text that is sent or printed. `secrets` detects secrets.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate

from ctx_lsp.text.secrets import Span, secret_spans

REDACTED = "[redacted]"
ADDRESSES = frozenset({"uri", "targetUri"})  # members of answers that clients send back, so they must stay unchanged

_BETWEEN = b"\n\0\n"  # separates strings; no rule matches across it


def redacted(text: str) -> str:
    """Replace each likely secret in `text` with `REDACTED`."""
    [shown] = _redacted([text])
    return shown


def redacted_answer(value: object) -> object:
    """Replace likely secrets in all strings of a JSON value; return the same object if there are no secrets.

    All strings are scanned in one pass, because some answers have thousands of them.
    """
    strings = list(dict.fromkeys(_strings(value)))
    shown = dict(zip(strings, _redacted(strings), strict=True))
    return value if all(text == known for text, known in shown.items()) else _with(value, shown)


def _redacted(strings: list[str]) -> list[str]:
    parts = [text.encode("utf-8", "surrogatepass") for text in strings]
    spans = secret_spans(_BETWEEN.join(parts))
    if not spans:
        return strings
    starts = [0, *accumulate(len(part) + len(_BETWEEN) for part in parts)]
    inside: dict[int, list[Span]] = {}
    for start, end in spans:
        number = bisect_right(starts, start) - 1
        while number < len(parts) and starts[number] < end:
            inside.setdefault(number, []).append((start - starts[number], end - starts[number]))
            number += 1
    return [_cut(part, inside[n]) if n in inside else strings[n] for n, part in enumerate(parts)]


def _cut(part: bytes, spans: list[Span]) -> str:
    pieces = []
    reached = 0
    for start, end in spans:
        if end <= reached or start >= len(part):
            continue
        if start >= reached:
            pieces += [part[reached : max(start, 0)], REDACTED.encode()]
        reached = end
    return b"".join((*pieces, part[reached:])).decode("utf-8", "replace")


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in ADDRESSES:
                yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)


def _with(value: object, shown: Mapping[str, str]) -> object:
    if isinstance(value, str):
        return shown.get(value, value)
    if isinstance(value, Mapping):
        return {key: inner if key in ADDRESSES else _with(inner, shown) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_with(inner, shown) for inner in value]
    return value
