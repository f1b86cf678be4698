"""Escapes text for a terminal: control characters, and marks that change the writing direction."""

import re

# C0 and C1 except tabs and line feeds; direction marks; line and paragraph separators; lone surrogates.
_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_IN_LINE = re.compile("[\t\n]")


def escaped(text: str) -> str:
    r"""Escape characters that a terminal would obey, in the form `\u001b`, which means the same character in JSON."""
    return _CONTROL.sub(_escape, text)


def escaped_line(text: str) -> str:
    """Escape like `escaped`, and escape tabs and line feeds too, so that the text stays on one line."""
    return _IN_LINE.sub(_escape, escaped(text))


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
