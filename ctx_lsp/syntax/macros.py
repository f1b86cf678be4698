"""Blanks out what the grammars expect nowhere, before the text is parsed: conditions, macros of C and C++.

`UV_HANDLE_FIELDS` alone on a line or `class API Name {` throws a parser off for the rest of a structure or a file.
Blanks are as long as what they replace, so that every offset holds; the text itself is never changed.
"""

import re

_ALONE = re.compile(rb"^[ \t]*([A-Z][A-Z0-9_]{3,}(\([^()\n]*\))?)[ \t]*(?=\r?$)", re.MULTILINE)
_IN_TYPE_HEAD = re.compile(
    rb"\b(?:class|struct|union|enum)[ \t]+([A-Z][A-Z0-9_]{2,}(?:\([^()\n]*\))?)[ \t]+"
    rb"(?=[A-Za-z_]\w*\s*(?:final\s*)?[:{])"
)
_CONDITION = re.compile(rb"^[ \t]*#(?:if|elseif|else|endif)\b[^\r\n]*", re.MULTILINE)
_WINDOW = 500  # bytes looked at in front of a macro
_STATEMENT_ENDS = b"{};"
_CONTINUATIONS = b"{=,)|&?:.+-*/<>(["  # what follows on the next line belongs to the macro
_NEXT = re.compile(rb"\s*(\w{1,100}[ \t]*\(|\S)?")


def blank_conditions(data: bytes) -> bytes:
    """Return `data` with blanks in place of the lines of conditional compilation: all branches are read."""
    return _CONDITION.sub(lambda match: b" " * len(match[0]), data)


def blank_macros(data: bytes) -> bytes:
    """Return `data` with blanks in place of such macros."""
    blanked = bytearray(data)
    last_end = 0
    for match in _ALONE.finditer(data):
        if _stands_between_statements(data, match, last_end):
            _blank(blanked, match)
            last_end = match.end()
    for match in _IN_TYPE_HEAD.finditer(data):
        _blank(blanked, match)
    return bytes(blanked)


def _stands_between_statements(data: bytes, match: re.Match[bytes], last_end: int) -> bool:
    """Whether nothing before or after `match` needs it; `last_end` is where the last macro that was blanked ends."""
    before = data[max(last_end, match.start() - _WINDOW) : match.start()].rstrip()
    line = before[before.rfind(b"\n") + 1 :]
    if before and before[-1] not in _STATEMENT_ENDS and not _is_apart(line):
        return False
    following = _NEXT.match(data, match.end())
    after = following[1] if following and following[1] else b""
    if after[:1] and after[0] in _CONTINUATIONS:
        return False
    if len(after) > 1 and after.upper() != after and not match[2]:  # a return type on a line of its own
        return False
    return not (after == b"}" and before.endswith(b"{") and b"enum" in line)


def _is_apart(line: bytes) -> bool:
    """Whether `line` is a directive or ends in a comment."""
    if line.lstrip().startswith(b"#"):
        return not line.endswith(b"\\")
    return line.endswith(b"*/") or b"//" in line


def _blank(blanked: bytearray, match: re.Match[bytes]) -> None:
    start, end = match.span(1)
    blanked[start:end] = b" " * (end - start)
