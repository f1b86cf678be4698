"""Strips comment marks, docstring quotes and common indentation from documentation. Markup is not interpreted."""

import re
import textwrap
from collections.abc import Iterable

_STRING = re.compile(r"\A[a-zA-Z]*(\"\"\"|'''|\"|'|`)(.*)\1\Z", re.DOTALL)
_ATTRIBUTE = re.compile(r"\A@\w+[\s(]+(?:~[a-zA-Z](?=\"))?")  # Elixir's `@doc """…"""`, `@doc ~S"""…"""`
_OPENING = re.compile(r"\A(/\*[*!]?|/\+\+?|\{-\s?[|^]?|\{(?!-)|\(\*\*?|--\[=*\[|<!--|#=|=begin\b)")
_CLOSING = re.compile(r"((?<!\*)\*+[/)]|(?<!\+)\++/|-?\}|\]=*\]|-->|=#|=end)\Z")
_LINE_MARK = re.compile(r"\A[ \t]*(///?!?|//|--(?:-|\s?[|^])?|#+[:!|']?|![<>!]?|;+|%+|\*(?!\*))", re.ASCII)
_RULE = re.compile(r"[-=*#/~_+\s]*\Z")  # a line that consists of drawing characters


def docstring(text: str) -> str:
    """Return the text of a docstring literal without its quotes and indentation."""
    match = _STRING.match(_ATTRIBUTE.sub("", text))
    return _dedented(match[2] if match else text)


def comment(texts: Iterable[str]) -> str:
    """Return the text of a run of comments without comment marks. Lines that are pure decoration become empty."""
    lines = [line.expandtabs().rstrip() for text in texts for line in _comment_lines(text)]
    margin = min((len(line) - len(line.lstrip(" ")) for line in lines if line), default=0)
    return "\n".join(line[margin:] for line in lines).strip()


def _comment_lines(text: str) -> list[str]:
    if _ATTRIBUTE.match(text) or text.startswith('"'):  # in Julia, a string above a definition documents it
        return docstring(text).splitlines()
    if text.startswith("#!"):  # an interpreter line
        return []
    text = _CLOSING.sub("", _OPENING.sub("", text))
    lines = [_LINE_MARK.sub("", line, count=1) for line in text.splitlines()]
    return ["" if _RULE.match(line) else line for line in lines]


def _dedented(text: str) -> str:
    first, _, rest = text.expandtabs().partition("\n")
    return "\n".join(line.rstrip() for line in (first.strip() + "\n" + textwrap.dedent(rest)).splitlines()).strip()
