"""Adds members to JSON objects and removes them. All other text stays as it is, byte for byte.

An added member looks like its neighbours: on a line of its own in an object that has lines, and on the same line in
another. Removing the member gives the text from before.
"""

import json
import re
from collections.abc import Mapping
from typing import Literal

from ctx_lsp.agents.json_text import BLANKS, JsonMember, JsonObject, JsonText

Style = Literal["lines", "one line", "compact"]

_INDENT = re.compile(r"^([ \t]+)[^ \t\r\n]", re.MULTILINE)
_LINE_END = re.compile(r"[ \t]*(?:[\r\n]|\Z)")


def newline_of(text: str) -> str:
    """Return the line end that `text` uses."""
    return "\r\n" if "\r\n" in text else "\n"


def line_indent(text: str, offset: int) -> str:
    """Return the indentation of the line of `text` that `offset` is in."""
    line = text[:offset].rpartition("\n")[2]
    return line[: len(line) - len(line.lstrip(" \t"))]


def starts_line(text: str, offset: int) -> bool:
    """Return whether a line of `text` after the first has only indentation before `offset`."""
    _, line_end, line = text[:offset].rpartition("\n")
    return bool(line_end) and not line.strip(BLANKS)


def written_value(value: object, style: Style, line_start: str = "\n", unit: str = "  ") -> str:
    """Return `value` as JSON. In the style "lines", objects have one line a member; `line_start` is the line end and
    the indentation of the line where the value starts, and `unit` is the indentation of a level.
    """
    if style == "lines" and isinstance(value, Mapping) and value:
        inner = line_start + unit
        members = (written_member(name, member, style, inner, unit) for name, member in value.items())
        return "{" + ",".join(inner + member for member in members) + line_start + "}"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":") if style == "compact" else None)


def written_member(name: str, value: object, style: Style, line_start: str = "\n", unit: str = "  ") -> str:
    """Return the member `name` with `value` as JSON, as `written_value` writes values."""
    colon = ":" if style == "compact" else ": "
    return json.dumps(name, ensure_ascii=False) + colon + written_value(value, style, line_start, unit)


def with_member(document: JsonText, owner: JsonObject, name: str, value: object, style: Style) -> str:
    """Return the text of `document` with a new member at the end of `owner`.

    The style "lines" is "one line" in an object that is on one line.
    """
    text, closing = document.text, owner.end - 1
    start = document.token_end(closing)
    last = owner.members[-1] if owner.members else None
    comma = document.bare.find(",", last.end, closing) if last else -1
    space = _space_before(document, owner, style)
    has_lines = "\n" in space
    written = written_member(
        name, value, "one line" if style == "lines" and not has_lines else style, space, _unit(document)
    )
    if last is None:
        return text[:start] + space + written + text[start:]
    if comma >= 0:
        return text[:start] + space + written + "," + text[start:]
    return text[: last.end] + "," + text[last.end : start] + space + written + text[start:]


def without_member(document: JsonText, owner: JsonObject, member: JsonMember) -> str:
    """Return the text of `document` without `member` of `owner`, its comma, and the white space before it."""
    text, bare = document.text, document.bare
    start, after = document.token_end(member.start), document.skipped(member.end)
    rest = text[member.end :]
    if bare[after] == ",":
        rest = text[member.end : after] + text[after + 1 :]
    would_be_comment = document.is_in_line_comment(start) and not _LINE_END.match(rest)
    head = text[: member.start if would_be_comment else start]
    index = owner.members.index(member)
    if bare[after] != "," and index:
        comma = bare.index(",", owner.members[index - 1].end)
        head = head[:comma] + head[comma + 1 :]
    return head + rest


def with_value(document: JsonText, member: JsonMember, value: object) -> str:
    """Return the text of `document` with `value` as the value of `member`."""
    text = document.text
    style: Style = "lines" if starts_line(text, member.start) else "one line"
    written = written_value(value, style, newline_of(text) + line_indent(text, member.start), _unit(document))
    return text[: member.value_start] + written + text[member.end :]


def _space_before(document: JsonText, owner: JsonObject, style: Style) -> str:
    """Return the white space between the end of `owner` and a new member: a line end with the indentation, or none."""
    text, bare = document.text, document.bare
    last = owner.members[-1] if owner.members else None
    inside = text[last.end if last else owner.start + 1 : owner.end - 1]
    if last and "\n" in bare[len(bare[: last.start].rstrip(BLANKS)) : last.start]:
        return newline_of(text) + line_indent(text, last.start)
    if "//" in inside or (not last and "\n" in inside):
        return newline_of(text) + line_indent(text, owner.start) + _unit(document)
    if not last and not inside.strip(BLANKS):
        return inside
    return "" if style == "compact" else " "


def _unit(document: JsonText) -> str:
    found = _INDENT.search(document.bare)
    return found[1] if found else "  "
