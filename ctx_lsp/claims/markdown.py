"""Finds blocks of prose in Markdown with their code spans and links, and the commands and names in fenced code.

`sections` parses the text into block tokens. The parser gives no positions inside a block, so code spans and links
are matched here.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from ctx_lsp.claims.examples import NO_EXAMPLE, example_of
from ctx_lsp.claims.modality import is_about_new_files, is_hedged, is_no_fact_section, is_title_of_parameters
from ctx_lsp.claims.prose import ProseBlock, ProseDocument, ProseSpan
from ctx_lsp.text.source import SourceText

_CODE = re.compile(r"(?<![`\\])(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(
    r"!?\[(?P<label>[^\[\]\n]{0,200}(?:\[[^\[\]\n]{0,100}\][^\[\]\n]{0,100})?)\]\((?P<target><[^<>\n]{1,300}>|[^\s()]{1,300})(?:\s+\"[^\"\n]{0,200}\")?\)"
)
_SHELLS = frozenset({"sh", "bash", "shell", "console", "zsh", "shell-session", "terminal"})
_HEADS = (
    ({"file", "path", "defined in", "location", "source", "source file", "where", "in"}, " is defined in "),
    ({"defines", "contains", "exports", "declares"}, " defines "),
    ({"raises", "throws", "errors", "exceptions", "exception", "error"}, " raises "),
    ({"calls", "callee", "callees"}, " calls "),
    ({"base", "bases", "base class", "parent", "extends", "inherits from", "superclass"}, " extends "),
    ({"value"}, " is "),
    ({"default", "default value", "defaults to"}, " defaults to "),
    ({"tested by", "tests"}, " is tested by "),
    ({"decorator", "decorators"}, " is decorated with "),
)  # column headers, with the verb that relates the first cell of a row to the cell below the header
_WORD = re.compile(r"[A-Za-z_$][\w$]*")


class BlockToken(Protocol):
    """A token of the Markdown parser: the beginning, the end or the text of a block.

    `map` is the half-open range of the block's lines.
    """

    type: str
    tag: str
    map: list[int] | None
    content: str
    info: str

    @property
    def nesting(self) -> int:
        """1 at the beginning of a block, -1 at its end, otherwise 0."""


def markdown_prose(
    source: SourceText, lines: Sequence[str], tokens: Sequence[BlockToken], titles: list[tuple[int, str]]
) -> ProseDocument:
    """Return the prose of a section from its tokens.

    `titles` holds the headings around the text with their levels, outermost first, and is updated in place.
    """
    blocks: list[ProseBlock] = []
    commands: list[ProseBlock] = []
    local: set[str] = set()
    example = NO_EXAMPLE
    heads: tuple[str, ...] = ()
    row: list[ProseBlock] = []
    lists, introduction = 0, ""
    for number, token in enumerate(tokens):
        lists += token.nesting if token.type.endswith("_list_open") or token.type.endswith("_list_close") else 0
        if token.type == "inline" and not lists:
            introduction = token.content
        if token.type == "fence" and token.map:
            local.update(_WORD.findall(token.content))
            title = titles[-1][1] if number and tokens[number - 1].type == "heading_close" else ""
            example = example.joined(example_of(token.content, token.info, title))
            if token.info.strip().split(" ")[0].lower() in _SHELLS:
                commands.append(_aligned(source, lines, token, _titles(titles), ()))
        elif token.type == "code_block":
            local.update(_WORD.findall(token.content))
            example = example.joined(example_of(token.content))
        elif token.type == "inline" and token.map:
            opener = tokens[number - 1]
            if opener.type == "heading_open":
                level = int(opener.tag[1:])
                titles[:] = [*(one for one in titles if one[0] < level), (level, token.content)]
                introduction = ""
            spans = _spans(token.content)
            if opener.type in ("th_open", "td_open"):
                row.append(_aligned(source, lines, token, _titles(titles), spans))
                if tokens[number + 2].type == "tr_close":
                    if opener.type == "th_open":
                        heads = tuple(cell.text.strip().lower() for cell in row)
                    else:
                        joined = _joined(row, heads)
                        joined = replace(joined, hedged=joined.hedged or any(map(is_hedged, heads)))
                        blocks.append(_of_parameter(joined) if heads and is_title_of_parameters(heads[0]) else joined)
                    row = []
                continue
            block = _aligned(source, lines, token, _titles(titles), spans)
            if (
                lists == 1
                and tokens[number - 2].type == "list_item_open"
                and is_title_of_parameters(introduction or (titles[-1][1] if titles else ""))
            ):
                block = _of_parameter(block)
            is_item = lists > 0 and _is_hedged_list(introduction)
            blocks.append(replace(block, hedged=True) if is_item else block)
    return ProseDocument(tuple(blocks), tuple(commands), frozenset(local), example)


def _is_hedged_list(introduction: str) -> bool:
    """Return whether the sentence before a list hedges its items, as in "We removed the following:"."""
    last = introduction.rstrip().rpartition(". ")[2]
    return last.endswith(":") and (is_hedged(last) or is_about_new_files(last))


def _of_parameter(block: ProseBlock) -> ProseBlock:
    """Put "argument" before an item or a row that describes a parameter, for the sentence to say what it is."""
    return _joined([ProseBlock("argument", (), (), block.headings, block.hedged), block], ())


def _joined(row: Sequence[ProseBlock], heads: Sequence[str]) -> ProseBlock:
    """Join the cells of a table row into a sentence: "`f` raises `E`" if the headers are "Function" and "Raises"."""
    text, lines, spans = "", [], []
    for number, cell in enumerate(row):
        if number:
            head = heads[number] if number < len(heads) else ""
            text += next((verb for words, verb in _HEADS if head in words), " ")
        lines += [(len(text) + start, byte) for start, byte in cell.lines]
        spans += [
            ProseSpan(
                one.start + len(text),
                one.end + len(text),
                one.inner_start + len(text),
                one.inner_end + len(text),
                one.form,
            )
            for one in cell.spans
        ]
        text += cell.text
    return ProseBlock(text, tuple(lines), tuple(spans), row[0].headings, row[0].hedged)


def _titles(titles: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(title for _, title in titles)


def _aligned(
    source: SourceText, lines: Sequence[str], token: BlockToken, titles: tuple[str, ...], spans: tuple[ProseSpan, ...]
) -> ProseBlock:
    """Return the block of a token, with the position of each of its lines in the document."""
    assert token.map is not None
    first, last = token.map
    if token.type == "fence":
        first += 1
    found: list[tuple[int, int]] = []
    offset, number = 0, first
    for part in token.content.split("\n"):
        wanted = part.strip()
        column = -1
        while wanted and number < last:
            column = lines[number].find(wanted)
            if column >= 0:
                break
            number += 1
        if column >= 0 and number < len(lines):
            indent = len(part) - len(part.lstrip())
            start = source.line_range(number)[0]
            found.append((offset + indent, start + len(lines[number][:column].encode())))
            if token.type != "inline" or "\n" in token.content:
                number += 1
        offset += len(part) + 1
    hedged = any(map(is_no_fact_section, titles))
    return ProseBlock(token.content, tuple(found) or ((0, source.line_range(first)[0]),), spans, titles, hedged)


@lru_cache(maxsize=1 << 13)
def _spans(text: str) -> tuple[ProseSpan, ...]:
    """Return the code spans and links of a block.

    A link with a code span as its label gives two spans, unless the label equals the target.
    """
    if "`" not in text and "](" not in text:
        return ()
    codes = [ProseSpan(*one.span(), *_inner(one), "code") for one in _CODE.finditer(text)]
    links: list[ProseSpan] = []
    for one in _LINK.finditer(text):
        start, end = one.span("target")
        if any(code.start < end and start < code.end for code in codes):
            continue
        if one["label"].strip("`") == one["target"]:
            codes = [code for code in codes if not one.start() <= code.start < one.end()]
            links.append(ProseSpan(*one.span(), start, end, "link"))
            continue
        if text[start] == "<":
            start, end = start + 1, end - 1
        links.append(ProseSpan(one.end("label") + 1, one.end(), start, end, "link"))
    return (*codes, *links)


def _inner(found: re.Match[str]) -> tuple[int, int]:
    start, end = found.span(2)
    inner = found[2]
    if inner.strip():
        start, end = start + len(inner) - len(inner.lstrip()), end - (len(inner) - len(inner.rstrip()))
    return start, end
