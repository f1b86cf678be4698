"""Blocks of prose, and their sentences with the code that they mention.

`markdown`, `restructured` and `code_texts` find the blocks and their code spans. Bare words that can only be code, such
as `get_user()` or `src/shop.py`, are mentions as well.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ctx_lsp.claims.examples import NO_EXAMPLE, ExampleCode
from ctx_lsp.claims.model import CodeMention, MentionForm, Sentence

_BARE = re.compile(
    r"(?<![\w./:@#$<>-])(?:"
    r"(?:[\w@+.-]+/)+[\w@+.-]*\w\.[a-z]\w{0,5}(?::\d+)?"  # a path with an extension
    r"|[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*\(\)"  # a call
    r"|_*[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?:\.\w+)*"  # snake_case
    r"|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?:(?:\.|::)\w+)*"  # CamelCase
    r"|[A-Z]\w*\.[a-z_]\w+"  # Type.member
    r"|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+"  # UPPER_CASE
    r"|[a-z][a-z0-9]+(?:\.[a-z_]\w+)*\.[A-Z]\w+(?:\.\w+)?"  # module.Type
    r")(?![\w/]|-\w)"
)
_SENTENCE_END = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)(?<!\bvs)(?<!\betc)[.!?](?:[\"')*_]{0,3})\s+(?=[\"'(*_]{0,3}[A-Z<])|\n\s*\n"
)
_MARKS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|\\(?=[\W_])")
_ITEM = re.compile(r"\n[-*+] ")  # the beginning of an item of a list
_SPACE = re.compile(r"\s+")
_ANGLES = str.maketrans("<>’", "  '")


class ProseSpan(NamedTuple):
    """A code span, link or bare name in a block's text, with the range of the mention inside it, in characters."""

    start: int
    end: int
    inner_start: int
    inner_end: int
    form: MentionForm


@dataclass(frozen=True, slots=True)
class ProseBlock:
    """A paragraph, heading, list item or table row of prose.

    `lines` pairs the start of each line in `text`, in characters, with its byte offset in the document. `hedged` is
    set if the block's place in the document suggests that it does not describe the present code. Bare words are
    mentions only if `has_bare_names` is set.
    """

    text: str
    lines: tuple[tuple[int, int], ...]
    spans: tuple[ProseSpan, ...]
    headings: tuple[str, ...] = ()
    hedged: bool = False
    has_bare_names: bool = True

    def offset(self, character: int) -> int:
        """Convert an offset in the text, in characters, to a byte offset in the document."""
        start, byte = self.lines[max(0, bisect_right(self.lines, (character, 1 << 60)) - 1)]
        return byte + len(self.text[start:character].encode())


@dataclass(frozen=True, slots=True)
class ProseDocument:
    """The prose of one document.

    `commands` holds the blocks of shell commands. `local_names` holds the words of fenced code, which may define these
    names as part of an example, and `example` its files and imports.
    """

    blocks: tuple[ProseBlock, ...]
    commands: tuple[ProseBlock, ...] = ()
    local_names: frozenset[str] = field(default_factory=frozenset)
    example: ExampleCode = NO_EXAMPLE


def sentences(blocks: Iterable[ProseBlock]) -> Iterator[Sentence]:
    """Yield those sentences of the blocks that mention code."""
    for block in blocks:
        yield from _of_block(block)


class SplitSentence(NamedTuple):
    """A sentence with its range and its mentions. Offsets count characters in the block's text."""

    skeleton: str
    start: int
    end: int
    mentions: tuple[tuple[int, int, str, MentionForm], ...]


def _of_block(block: ProseBlock) -> Iterator[Sentence]:
    for one in _split(block.text, block.spans, block.has_bare_names):
        mentions = tuple(
            CodeMention(block.offset(start), block.offset(end), text, form) for start, end, text, form in one.mentions
        )
        start, end = block.offset(one.start), block.offset(one.end)
        yield Sentence(one.skeleton, mentions, start, end, block.headings, block.hedged)


@lru_cache(maxsize=1 << 13)
def _split(text: str, code_spans: tuple[ProseSpan, ...], has_bare_names: bool) -> tuple[SplitSentence, ...]:
    """Return those sentences in the text of a block that mention code.

    Results are cached, because an edit leaves most blocks unchanged.
    """
    spans = sorted((*code_spans, *(_bare_spans(text, code_spans) if has_bare_names else ())))
    if not spans:
        return ()
    masked, cursor = [], 0
    for span in spans:  # sentence ends are found in a copy of the same length in which code is masked
        masked += [text[cursor : span.start].translate(_ANGLES), "<" + "x" * (span.end - span.start - 1)]
        cursor = span.end
    masked.append(text[cursor:].translate(_ANGLES))
    whole = "".join(masked)
    borders = [0, *(one.end() for one in _SENTENCE_END.finditer(whole)), len(whole)]
    found: list[SplitSentence] = []
    for start, end in pairwise(borders):
        inside = [one for one in spans if start <= one.start < end]
        spans = spans[len(inside) :]
        if inside:
            found.append(_sentence(text, start, end, inside))
    return tuple(found)


def _sentence(text: str, start: int, end: int, spans: list[ProseSpan]) -> SplitSentence:
    pieces, mentions, cursor = [], [], start
    for number, span in enumerate(spans):
        between = _ITEM.sub(" • ", text[cursor : span.start])
        pieces += [_MARKS.sub("", between.translate(_ANGLES)), f"<{number}>"]
        written = _SPACE.sub(" ", text[span.inner_start : span.inner_end])
        mentions.append((span.inner_start, span.inner_end, written, span.form))
        cursor = span.end
    pieces.append(_MARKS.sub("", text[cursor:end].translate(_ANGLES)))
    skeleton = _SPACE.sub(" ", "".join(pieces)).strip()
    return SplitSentence(skeleton, start, end, tuple(mentions))


def _is_beginning(text: str, found: re.Match[str]) -> bool:
    """Return whether a bare name is only the beginning of several names, as in "one of Cart.total_*".

    An asterisk after a name may also end emphasis that begins on the same line.
    """
    line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
    return text.startswith("*", found.end()) and (found[0].endswith("_") or "*" not in line)


def _bare_spans(text: str, code_spans: tuple[ProseSpan, ...]) -> Iterator[ProseSpan]:
    taken = sorted((span.start, span.end) for span in code_spans)
    starts = [start for start, _ in taken]
    for found in _BARE.finditer(text):
        before = bisect_right(starts, found.end() - 1) - 1
        # A link in reStructuredText, as in "see Example.com_", or the end of any name, as in "all *_test functions".
        is_reference = "." in found[0] and found[0].endswith("_")
        is_end = found[0].startswith("_") and text[: found.start()].endswith("*")
        if not (is_reference or is_end or _is_beginning(text, found)) and (
            before < 0 or taken[before][1] <= found.start()
        ):
            yield ProseSpan(*found.span(), *found.span(), "bare")
