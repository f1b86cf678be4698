"""Finds blocks of prose in reStructuredText, and its code spans and roles, which docstrings and comments use as well.

Literal blocks and directives that contain code are left out, but their words are recorded as `local_names`: names that
an example may define.
"""

import re
from collections.abc import Iterator

from ctx_lsp.claims.examples import NO_EXAMPLE, ExampleCode, example_of
from ctx_lsp.claims.modality import is_no_fact_section
from ctx_lsp.claims.prose import ProseBlock, ProseDocument, ProseSpan
from ctx_lsp.syntax.headings import Heading, headings
from ctx_lsp.text.source import SourceText

_ROLE = re.compile(
    r"(?::(?:[a-z]\w*:)?(?:func|class|meth|mod|attr|data|exc|obj|const|any|file|ref|doc|py|type|property|method):)"
    r"`(?P<role>[^`\n]{1,160})`"
    r"|(?P<marks>`{1,2})(?!`|\s)(?P<code>[^`]{1,160}?)(?<!\s)(?P=marks)(?![`_\w])"
    r"|\{@link(?:code|plain)? (?P<link>[^}\s]{1,120})[^}\n]{0,120}\}"
    r"|\{@code (?P<term>[^{}\n]{1,120})\}"
    r"|<\w+ cref=\"(?P<cref>[^\"\n]{1,120})\"\s*/?>"
)
_PLAIN_WORD = re.compile(r"[A-Z]?[a-z]+")
_MARKS = ("`", "{@", "cref=")  # one of them is in every text with a code span
_TITLED = re.compile(r"(?:[^<>]*\s)?<(?P<target>[^<>]+)>")  # "the cart <shop.Cart>", but not `Into<Cart>`
_NO_CODE_ROLES = re.compile(r":(?:ref|doc|any|file):")
_DIRECTIVE = re.compile(r"\s*\.\. (?P<name>[\w:-]+)::(?P<rest>.*)")
_PROSE_DIRECTIVES = frozenset(
    {"note", "warning", "tip", "hint", "important", "seealso", "admonition", "attention", "caution"}
)
_LABEL = re.compile(r"\s*\.\. _[^:\n]*:.*")
_REFERENCE = re.compile(r":(?:ref|numref|term|doc|any|std:\w+):`[^`]*`")
_CAPTION = re.compile(r"\s*:(?:caption|name|filename):\s*(?P<text>.*)")
_OPTION = re.compile(r"\s*(?::[\w-]+:|$)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_SIGNS = re.compile(r"\s*[=\-~^\"'*+#.`:_]{3,}\s*")


def restructured_document(source: SourceText) -> ProseDocument:
    """Return the prose of a reStructuredText document."""
    lines = [source.slice(*source.line_range(number)) for number in range(source.line_count)]
    titles = _titles_by_line(headings(source.data, is_markdown=False), source)
    blocks: list[ProseBlock] = []
    local: set[str] = set()
    example = NO_EXAMPLE
    paragraph: list[int] = []
    listing: list[str] = []  # the lines of a directive or literal block that is left out
    skipped = -1  # the indentation of a directive or literal block that is left out

    def close() -> None:
        if paragraph:
            blocks.append(_block(source, lines, paragraph, titles[paragraph[0]]))
            paragraph.clear()

    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if skipped >= 0 and (not line.strip() or indent > skipped):
            local.update(_WORD.findall(line))
            listing.append(line)
            continue
        example, skipped = example.joined(_listed(listing)), -1
        listing.clear()
        directive = _DIRECTIVE.fullmatch(line)
        if not line.strip() or directive or _SIGNS.fullmatch(line) or is_link_target(line):
            close()
            if directive and directive["name"] not in _PROSE_DIRECTIVES:
                skipped = indent
            continue
        paragraph.append(number)
        if line.rstrip().endswith("::"):
            close()
            skipped = indent
    close()
    return ProseDocument(tuple(blocks), (), frozenset(local), example.joined(_listed(listing)))


def _listed(lines: list[str]) -> ExampleCode:
    """Return the files and imports of a block of code. Its caption may name its file."""
    captions = [found["text"] for line in lines if (found := _CAPTION.match(line))]
    code = "\n".join(line for line in lines if not _OPTION.match(line))
    return example_of(code, " ".join(captions)) if lines else NO_EXAMPLE


def _titles_by_line(found: list[Heading], source: SourceText) -> list[tuple[str, ...]]:
    """Return the titles of the sections around each line, outermost first."""
    starts = {source.line_at(one.start): one for one in found}
    open_titles: list[tuple[int, str]] = []
    by_line = []
    for number in range(source.line_count):
        one = starts.get(number)
        if one is not None:
            title = source.slice(one.name_start, one.name_end)
            open_titles = [*(each for each in open_titles if each[0] < one.level), (one.level, title)]
        by_line.append(tuple(title for _, title in open_titles))
    return by_line


def _block(source: SourceText, lines: list[str], numbers: list[int], titles: tuple[str, ...]) -> ProseBlock:
    offset, starts, texts = 0, [], []
    for number in numbers:
        line = lines[number]
        text = line.strip()
        starts.append((offset, source.line_range(number)[0] + len(line[: len(line) - len(line.lstrip())].encode())))
        texts.append(text)
        offset += len(text) + 1
    joined = without_references("\n".join(texts))
    return ProseBlock(joined, tuple(starts), tuple(inline_spans(joined)), titles, any(map(is_no_fact_section, titles)))


def is_link_target(line: str) -> bool:
    """Return whether a line names a place for links, or the address that a link leads to: `.. _guide: https://…`."""
    return _LABEL.fullmatch(line) is not None


def without_references(text: str) -> str:
    """Blank out the roles that refer to document labels and titles, because these are not code."""
    return _REFERENCE.sub(lambda found: " " * len(found[0]), text) if ":`" in text else text


def inline_spans(text: str) -> Iterator[ProseSpan]:
    """Yield the code spans, the roles, and the inline links to symbols in `text`."""
    if not any(mark in text for mark in _MARKS):
        return
    for found in _ROLE.finditer(text):
        group = found.lastgroup or "code"
        start, end = found.span(group)
        if group == "role" and _NO_CODE_ROLES.match(found[0]):
            continue
        titled = _TITLED.fullmatch(found[group])
        if titled:
            start, end = start + titled.start("target"), start + titled.end("target")
        if found["marks"] == "`" and text[start] == "!" and _PLAIN_WORD.fullmatch(text, start + 1, end):
            continue  # such as a part of a name, which Sphinx is not to look up
        while start < end and text[start] in "~!#":
            start += 1
        if start < end:
            yield ProseSpan(*found.span(), start, end, "code")
