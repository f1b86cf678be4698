"""Sections of a style document in Markdown or reStructuredText, and whether they apply to files of given languages.

A section extends from its heading to the next heading of any level. A section whose heading has no topic inherits the
topic of the section above it in the outline. A section whose heading states no condition inherits the condition of the
section above it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.languages.table import language, language_by_alias
from ctx_lsp.packing.guidance.conditions import condition_of
from ctx_lsp.packing.guidance.topics import Topic, is_shell, languages_in, topic_of
from ctx_lsp.syntax.headings import headings
from ctx_lsp.text.source import SourceText

MAX_LINES = 40  # maximum number of lines quoted from a section; a longer section is cut, at a blank line if possible
_FENCE = re.compile(r"^[ \t]{0,9}(?:```|~~~)[ \t]{0,9}([\w#+-]{1,40})[^\n]{0,200}$", re.MULTILINE)
_INCLUDE = re.compile(r"@\S{1,300}")  # a line that includes another file, which is a style document itself
_PATH = re.compile(r"`([\w.@-]{1,80}(?:/[\w.@*-]{0,80}){1,10})`")


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a style document: its title, the titles of the headings above it, its topic, lines and text.

    `topic` is None if neither the section's heading nor any heading above it has a known topic. `condition` holds the
    nouns that the nearest heading with a condition requires (`conditions`). Lines are counted from 0, and `last` is
    exclusive.
    """

    title: str
    above: tuple[str, ...]
    topic: Topic | None
    condition: frozenset[str]
    first: int
    last: int
    text: str


def document_sections(source: SourceText, *, is_markdown: bool, start: int = 0) -> list[Section]:
    """Return the sections that contain text, in order. Lines before `start`, such as front matter, are left out."""
    lines = [line.decode("utf-8", "replace") for line in source.data.splitlines(keepends=True)]
    found = [one for one in headings(source.data, is_markdown=is_markdown) if source.line_at(one.start) >= start]
    borders = [source.line_at(one.start) for one in found]
    sections: list[Section] = []
    stack: list[tuple[int, str, Topic | None, frozenset[str]]] = []
    lead = _section("", (), None, frozenset(), lines, (start, start, borders[0] if borders else len(lines)))
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
            topic = None  # the title of the whole document ("Contributing guidelines") is not the topic of its sections
        condition = condition_of(title) or (stack[-1][3] if stack else frozenset())
        stack.append((one.level, title, topic, condition))
        body = source.line_at(one.body) if one.body < len(source.data) else len(lines)
        end = borders[number + 1] if number + 1 < len(borders) else len(lines)
        section = _section(title, above, topic, condition, lines, (borders[number], body, end))
        if section:
            sections.append(section)
    return sections


def _section(
    title: str,
    above: tuple[str, ...],
    topic: Topic | None,
    condition: frozenset[str],
    lines: list[str],
    place: tuple[int, int, int],
) -> Section | None:
    """Build a section, or return None if there is only markup or an introduction below its heading.

    `place` holds the line of the heading, the first line below it, and the line after the section.
    """
    first, body, end = place
    while end > body and not lines[end - 1].strip():
        end -= 1
    while first < body and not lines[first].strip():
        first += 1
    own = [line.strip() for line in lines[body:end]]
    if not any(line and not _INCLUDE.fullmatch(line) and line.strip("-=*_`~#<>! ") for line in own):
        return None
    text = "\n".join(own).strip()
    if text.endswith(":") and "\n\n" not in text:  # a paragraph that introduces the sections below it
        return None
    if end - first > MAX_LINES:
        blank = [n for n in range(body + 1, first + MAX_LINES) if not lines[n].strip()]
        end = blank[-1] if blank and blank[-1] > body + MAX_LINES // 2 else first + MAX_LINES
    return Section(title, above, topic, condition, first, end, "".join(lines[first:end]))


def is_about(section: Section, languages: frozenset[str], paths: tuple[str, ...]) -> bool:
    """Return whether a section can apply to files in these languages, at these paths below the document's folder.

    The nearest heading that names languages decides. Without such a heading, a section does not apply if all of its
    code examples are in other languages. Nor does it apply if its title names paths that contain none of the files.
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
    """Yield the programming language of each fenced code block, except shell commands."""
    for name in _FENCE.findall(text):
        found = language_by_alias(name.lower())
        if found is not None and language(found).category == "code" and not is_shell(found):
            yield found
