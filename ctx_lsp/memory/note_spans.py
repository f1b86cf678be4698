"""Positions of values in the front matter of a note, for diagnostics and for edits that keep the rest of the text."""

from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from ctx_lsp.memory.note_text import NoteLoader, split_note

_BLOCK_STYLES = ("|", ">")


@dataclass(frozen=True, slots=True)
class ValueSpan:
    """The byte range of a YAML value in a note, including the value's quotes.

    `style` is the quote, "" for a plain value, or `|` or `>` for a block scalar, whose text begins on the next line.
    """

    start: int
    end: int
    style: str

    def written(self, value: str) -> str:
        """Return the YAML text of another value in the style of this one."""
        style, end = ('"', "\n") if self.style in _BLOCK_STYLES else (self.style or None, "")
        dumped = yaml.safe_dump(
            [value], default_style=style, default_flow_style=True, allow_unicode=True, width=float("inf")
        )
        return dumped.strip()[1:-1] + end


@dataclass(frozen=True, slots=True)
class AnchorSpans:
    """The places of an anchor's target and digest. `digest` is None if the anchor has none."""

    target: ValueSpan
    digest: ValueSpan | None


@dataclass(frozen=True, slots=True)
class NoteSpans:
    """The places of a note's date, of its state if it has one, and of its anchors.

    `anchors` is in the order of `Note.anchors`.
    """

    date: ValueSpan
    state: ValueSpan | None
    anchors: tuple[AnchorSpans, ...]


def note_spans(data: bytes) -> NoteSpans:
    """Return the places of values in the text of a note. The text must be one that `read_note` accepts."""
    text = data.decode()
    before = text.index("\n") + 1  # the first line is the fence
    spans = _SpanReader(text, before)
    fields = spans.fields(yaml.compose(split_note(text)[0], Loader=NoteLoader))
    state = spans.span(fields["state"]) if "state" in fields else None
    return NoteSpans(spans.span(fields["date"]), state, tuple(spans.anchors(fields.get("anchors"))))


@dataclass(frozen=True, slots=True)
class _SpanReader:
    text: str
    before: int  # characters before the front matter

    def span(self, node: yaml.Node) -> ValueSpan:
        return ValueSpan(self._bytes(node.start_mark), self._bytes(node.end_mark), getattr(node, "style", None) or "")

    def _bytes(self, mark: yaml.Mark) -> int:
        return len(self.text[: self.before + mark.index].encode())

    @staticmethod
    def fields(node: yaml.Node | None) -> dict[str, yaml.Node]:
        """Return the values of a mapping by key. `read_note` accepts no mapping with equal keys."""
        return {key.value: value for key, value in node.value} if node else {}

    def anchors(self, node: yaml.Node | None) -> Iterator[AnchorSpans]:
        if node is None or not node.value:
            return
        for one in node.value if isinstance(node, yaml.SequenceNode) else [node]:
            if isinstance(one, yaml.MappingNode):
                fields = self.fields(one)
                digest = fields.get("digest")
                yield AnchorSpans(self.span(fields["target"]), self.span(digest) if digest else None)
            else:
                yield AnchorSpans(self.span(one), None)
