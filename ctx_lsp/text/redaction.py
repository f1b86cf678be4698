"""Replaces likely secrets in all text that leaves the program.

In packs, whole lines with secrets have already been left out (`packing.detail.redaction`). This module covers all other
text that is sent or printed. `secrets` detects secrets.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from ctx_lsp.text.secrets import Span, secret_spans

REDACTED = "[redacted]"
ADDRESSES = frozenset({"uri", "targetUri"})  # members of answers that clients send back, so they must stay unchanged

_BETWEEN = b"\n\0\n"  # separates strings; no rule matches across it


def redacted(text: str) -> str:
    """Replace each likely secret in `text` with `REDACTED`."""
    [shown] = redacted_parts([text])
    return shown


def redacted_parts(texts: Sequence[str]) -> list[str]:
    """Replace each likely secret in a text that is divided into the consecutive parts `texts`.

    A secret may extend over several parts: `REDACTED` replaces it in the first one. Each part is also scanned alone,
    because the end of the part before it may hide the beginning of a secret from the detector. A secret that both
    follows a word without a space and extends over several parts is not found.
    """
    parts = _encoded(texts)
    starts = [0, *accumulate(map(len, parts))]
    spans = secret_spans(b"".join(parts))
    if len(parts) > 1:
        for at, part in zip(starts, parts, strict=False):
            spans += [(at + start, at + end) for start, end in secret_spans(part)]
    return _without(sorted(spans), starts, parts, texts)


def redacted_answer(value: object, *, keep_addresses: bool = True) -> object:
    """Replace likely secrets in all strings of a JSON value; return the same object if there are no secrets.

    If `keep_addresses`, the members named in `ADDRESSES` and the keys of all mappings stay unchanged. All strings are
    scanned in one pass, because some answers have thousands of them.
    """
    strings = list(dict.fromkeys(_strings(value, keep_addresses)))
    parts = _encoded(strings)
    starts = [0, *accumulate(len(part) + len(_BETWEEN) for part in parts)]
    found = _without(secret_spans(_BETWEEN.join(parts)), starts, parts, strings)
    shown = {text: known for text, known in zip(strings, found, strict=True) if text != known}
    return _with(value, shown, keep_addresses) if shown else value


def _encoded(texts: Sequence[str]) -> list[bytes]:
    return [text.encode("utf-8", "surrogatepass") for text in texts]


def _without(spans: Sequence[Span], starts: Sequence[int], parts: Sequence[bytes], texts: Sequence[str]) -> list[str]:
    """Replace the `spans` (sorted) of a text whose parts, encoded from `texts`, begin at the offsets `starts`."""
    inside: dict[int, list[Span]] = {}
    for start, end in spans:
        number = bisect_right(starts, start, hi=len(parts)) - 1
        while number < len(parts) and starts[number] < end:
            inside.setdefault(number, []).append((start - starts[number], end - starts[number]))
            number += 1
    return [_cut(part, inside[n]) if n in inside else texts[n] for n, part in enumerate(parts)]


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


def _strings(value: object, keep_addresses: bool) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if not keep_addresses:
                yield key
            if not (keep_addresses and key in ADDRESSES):
                yield from _strings(inner, keep_addresses)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner, keep_addresses)


def _with(value: object, shown: Mapping[str, str], keep_addresses: bool) -> object:
    if isinstance(value, str):
        return shown.get(value, value)
    if isinstance(value, Mapping):
        return {
            key if keep_addresses else shown.get(key, key): (
                inner if keep_addresses and key in ADDRESSES else _with(inner, shown, keep_addresses)
            )
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [_with(inner, shown, keep_addresses) for inner in value]
    return value
