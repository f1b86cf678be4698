"""Blanks out the context parameters of Kotlin declarations, which the grammar does not know.

    context(logger: Logger) fun run() {}

The grammar takes `context(…)` for a call, and drops the declaration after it on the same line. A real call, such as
`context(item)` on the line above `val next = …`, is not changed: its parentheses contain neither `name: Type` nor a
bare type.
"""

import re

from ctx_lsp.syntax.preprocessing.c_tokens import blank

_CONTEXT = re.compile(
    rb"^[ \t]*+(?:@[\w.]++(?:\([^()\r\n]*+\))?+[ \t]++|(?!context\b)[a-z]++[ \t]++)*+"
    rb"(?P<context>context[ \t]*+\((?=\s*+(?:[\w`]++\s*+:|(?:[a-z]\w*+\.)*+[A-Z@]))(?:[^()\"]|\([^()\"]*+\))*+\))"
    rb"(?=\s*+(?:@[\w.]++(?:\([^()\r\n]*+\))?+\s++|[a-z]++\s++)*?(?:fun|val|var|class|interface|object)\b)",
    re.MULTILINE,
)


def blank_contexts(data: bytes) -> bytes:
    """Return `data` with each list of context parameters replaced with spaces."""
    if b"context" not in data:
        return data
    blanked = bytearray(data)
    for match in _CONTEXT.finditer(data):
        start, end = match.span("context")
        blank(blanked, start, end)
    return bytes(blanked)
