"""Sections of a style document in Markdown or reStructuredText, and whether they apply to files of given languages.

A section reaches from its heading to the next heading of any level. It applies if its topic, or that of a heading above
it, concerns whoever edits code, and if neither its headings nor its examples are about other languages alone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.languages.table import language, language_by_alias
from ctx_lsp.packing.guidance.topics import Topic, is_shell, languages_in, topic_of
from ctx_lsp.syntax.headings import headings
from ctx_lsp.text.source import SourceText

MAX_LINES = 40  # lines of one section that a pack quotes; longer ones are cut at a blank line
_FENCE = re.compile(r"^[ \t]{0,9}(?:```|~~~)[ \t]{0,9}([\w#+-]{1,40})[^\n]{0,200}$", re.MULTILINE)
_INCLUDE = re.compile(r"@\S{1,300}")  # a line that stands for another file, which is a document of its own
_PATH = re.compile(r"`([\w.@-]{1,80}(?:/[\w.@*-]{0,80}){1,10})`")


@dataclass(frozen=True, slots=True)
class Section:
    """A section: its own title, the titles of the headings above it, its topic and its lines (`last` exclusive).

    `topic` is None if no heading tells it.
    """

    title: str
    above: tuple[str, ...]
    topic: Topic | None
    first: int
    last: int
    text: str


def document_sections(source: SourceText, *, is_markdown: bool, start: int = 0) -> list[Section]:
    """Return the sections that hold text, in order; `start` is the line at which the document's own text begins."""
    lines = [line.decode("utf-8", "replace") for line in source.data.splitlines(keepends=True)]
    found = [one for one in headings(source.data, is_markdown=is_markdown) if source.line_at(one.start) >= start]
    borders = [source.line_at(one.start) for one in found]
    sections: list[Section] = []
    stack: list[tuple[int, str, Topic | None]] = []
    lead = _section("", (), None, lines, (start, start, borders[0] if borders else len(lines)))
    if lead:
        sections.append(lead)
    for number, one in enumerate(found):
        stack = [each for each in stack if each[0] < one.level]
        title = source.slice(one.name_start, one.name_end).strip()
        above = tuple(each[1] for each in stack)
        topic = topic_of(title)
        if topic is None and len(stack) > 0:
            topic = stack[-1][2]
        if not number and one.level == 1 and len(found) > 1:
            topic = None  # the title of the whole document ("Contributing guidelines") says nothing of its sections
        stack.append((one.level, title, topic))
        body = source.line_at(one.body) if one.body < len(source.data) else len(lines)
        end = borders[number + 1] if number + 1 < len(borders) else len(lines)
        section = _section(title, above, topic, lines, (borders[number], body, end))
        if section:
            sections.append(section)
    return sections


def _section(
    title: str, above: tuple[str, ...], topic: Topic | None, lines: list[str], place: tuple[int, int, int]
) -> Section | None:
    """Build a section; return None if nothing but markup is below its heading."""
    first, body, end = place
    while end > body and not lines[end - 1].strip():
        end -= 1
    while first < body and not lines[first].strip():
        first += 1
    own = [line.strip() for line in lines[body:end]]
    if not any(line and not _INCLUDE.fullmatch(line) and line.strip("-=*_`~#<>! ") for line in own):
        return None
    if end - first > MAX_LINES:
        blank = [n for n in range(body + 1, first + MAX_LINES) if not lines[n].strip()]
        end = blank[-1] if blank and blank[-1] > body + MAX_LINES // 2 else first + MAX_LINES
    return Section(title, above, topic, first, end, "".join(lines[first:end]))


def is_about(section: Section, languages: frozenset[str], paths: tuple[str, ...]) -> bool:
    """Return whether a section can concern files of these languages at these paths, relative to the document's folder.

    It cannot if the nearest heading that names languages, or all its examples of code, are about other languages, or
    if its title is a path that none of the files is below.
    """
    families = {family(one) for one in languages}
    for title in (section.title, *reversed(section.above)):
        named = languages_in(title)
        if named:
            return any(family(one) in families for one in named)
    examples = list(_examples(section.text))
    if examples and not any(family(one) in families for one in examples):
        return False
    folders = [one.rstrip("/*") for one in _PATH.findall(section.title)]
    return not folders or any(path == one or path.startswith(f"{one}/") for path in paths for one in folders)


def _examples(text: str) -> Iterator[str]:
    """Yield the programming languages of the fenced examples; commands of a shell do not count."""
    for name in _FENCE.findall(text):
        found = language_by_alias(name.lower())
        if found is not None and language(found).category == "code" and not is_shell(found):
            yield found
