"""Detects degenerate texts, which must not be parsed because of extreme repetition or nesting. Uses no parser.

Some grammars of the language pack take minutes for such texts, or crash, inside one call that no timeout can stop.
Examples are `/*/*/*…` in Swift, `a<a<a<…` in Java, and `- - - …` in YAML. Such texts are rare, but a server must
survive them.
"""

from itertools import accumulate

from ctx_lsp.base.compression import compressed

MAX_NESTING = 400  # maximum depth of brackets; hand-written source stays below 50, minified bundles below 200
MAX_REPETITION = 50  # compression ratio; source stays below 10, generated tables below 30
_SHORTEST = 2_048  # bytes; no grammar takes long for shorter texts

_OTHER_THAN_BRACKETS = bytes(set(range(256)) - set(b"()[]{}"))
_STEPS = dict.fromkeys(b"([{", 1) | dict.fromkeys(b")]}", -1)
_RUNS = (b"- " * 64, b"? " * 64, b": " * 64)  # YAML blocks nested on one line overflow a buffer of its grammar


def is_degenerate(data: bytes) -> bool:
    """Return whether `data` is far more repetitive, or far more deeply nested, than any source text."""
    if any(run in data for run in _RUNS):
        return True
    brackets = data.translate(None, _OTHER_THAN_BRACKETS)
    if len(brackets) > MAX_NESTING and max(accumulate(map(_STEPS.__getitem__, brackets))) > MAX_NESTING:
        return True
    # Compression takes a twentieth of the time that parsing takes.
    return len(data) > _SHORTEST and len(data) > MAX_REPETITION * len(compressed(data))
