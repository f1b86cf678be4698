"""Text that a terminal shows as it is: control characters and marks that turn the direction of writing are escaped."""

import re

# C0 and C1, but for tabs and line ends; marks of direction; separators of lines; halves of pairs.
_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_IN_LINE = re.compile("[\t\n]")


def escaped(text: str) -> str:
    r"""The text with `\u001b` and the like for what a terminal would obey; JSON reads it as the same text."""
    return _CONTROL.sub(_escape, text)


def escaped_line(text: str) -> str:
    """The same for a name, which is one line."""
    return _IN_LINE.sub(_escape, escaped(text))


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
