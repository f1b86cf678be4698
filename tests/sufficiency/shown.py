"""The lines of files that a text shows: parses a rendered pack as a reader sees it, without the code that made it.

A Markdown pack cites `path:first-last` above a fence; in it, a line `… L120` stands for omitted lines before line 120,
`… (reason)` for redacted lines, and `…` at the end for the rest of a definition.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from ctx_lsp.text.source import SourceText

Shown = Mapping[str, frozenset[int]]
"""By path: lines, counted from 0."""

_HEADING = re.compile(r"## (`+) ?(?P<path>.+):(?P<first>\d+)-(?P<last>\d+) ?\1$")
_FENCE = re.compile(r"(`{3,})[\w#+-]*$")
_ELISION = re.compile(r"\s*…(?: (?:L(?P<next>\d+)|\(.*\)))?$")


def lines_of(source: SourceText) -> list[str]:
    """The lines of a file without their ends."""
    return source.data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def shown_by(text: str, sources: Mapping[str, Sequence[str]]) -> Shown:
    """The lines that a Markdown pack shows of the files with the lines `sources`.

    Raises `ValueError` for a line that the cited file does not have at that place.
    """
    shown: dict[str, frozenset[int]] = {}
    for path, first, last, excerpt in _excerpts(text.split("\n")):
        shown[path] = shown.get(path, frozenset()) | _located(excerpt, sources[path], first - 1, last)
    return shown


def _excerpts(rows: Sequence[str]) -> Iterator[tuple[str, int, int, list[str]]]:
    """Each excerpt that shows lines: path, first and last line as cited, and the lines."""
    at = 0
    cited: re.Match[str] | None = None
    while at < len(rows):
        cited = _HEADING.match(rows[at]) or cited
        fence = _FENCE.match(rows[at])
        at += 1
        if fence and cited:
            end = rows.index(fence[1], at)
            yield cited["path"], int(cited["first"]), int(cited["last"]), list(rows[at:end])
            at = end + 1


def _located(excerpt: Sequence[str], source: Sequence[str], first: int, end: int) -> frozenset[int]:
    """The lines that an excerpt of the lines from `first` to before `end` shows."""
    found: set[int] = set()
    at = first
    for place_named, part in _parts(excerpt, first):
        places = range(at, end - len(part) + 1) if place_named is None else [place_named]
        at = next((place for place in places if at <= place and source[place : place + len(part)] == part), -1)
        if at < 0:
            raise ValueError(f"a pack shows what is not in lines {first + 1} to {end} of its file: {part[0]!r}")
        found.update(range(at, at + len(part)))
        at += len(part) + 1
    if found and (min(found) < first or max(found) >= end):
        raise ValueError(f"a pack shows what is not in lines {first + 1} to {end} of its file: {excerpt[0]!r}")
    return frozenset(found)


def _parts(excerpt: Sequence[str], first: int) -> Iterator[tuple[int | None, list[str]]]:
    """The pieces between elisions, each with its first line (from 0), or None if that is not named."""
    start: int | None = first
    part: list[str] = []
    for line in excerpt:
        if elision := _ELISION.match(line):
            if part:
                yield start, part
            start, part = (int(elision["next"]) - 1 if elision["next"] else None), []
        else:
            part.append(line)
    if part:
        yield start, part
