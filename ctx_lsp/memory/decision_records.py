"""Extracts the decision from an architecture decision record: the title, and the first sentences of the decision.

`syntax.items.decisions` finds the records, which follow MADR or Nygard's template, and their states.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.memory.message_prose import paragraphs
from ctx_lsp.memory.note_text import one_line
from ctx_lsp.text.sentences import sentences_of

MAX_SENTENCES = 3
_NUMBER = re.compile(r"(?:adr[-_ ]?)?\d{1,5}\s*[.:—–-]\s*", re.IGNORECASE)
_DECISION = re.compile(r"(?:the )?decisions?(?: outcome| made)?\W*", re.IGNORECASE)
_RECORDS = re.compile(r"\bdecision records?\b|\brecord (?:architecture|architectural) decisions\b", re.IGNORECASE)


class RecordedDecision(NamedTuple):
    """A decision as a title and a text. `parts` holds the record and the headings below it, which may name code."""

    title: str
    text: str
    parts: tuple[Definition, ...]


def recorded_decision(entry: FileEntry, record: Definition) -> RecordedDecision | None:
    """Return the decision of a record, or None if it states none, or states only that decisions will be recorded."""
    title = one_line(_NUMBER.sub("", entry.facts.outline.symbols[record.index].name, count=1))
    parts = tuple(_with_headings_below(entry, record.index))
    deciding = (
        parts[0] if len(parts) == 1 else next((one for one in parts if _DECISION.fullmatch(_name(entry, one))), None)
    )
    text = _first_sentences(entry, deciding) if deciding else ""
    return None if _RECORDS.search(title) or not text else RecordedDecision(title, text, parts)


def _with_headings_below(entry: FileEntry, index: int) -> Iterator[Definition]:
    yield entry.definitions[index]
    for inner in entry.children.get(index, ()):
        yield from _with_headings_below(entry, inner)


def _name(entry: FileEntry, heading: Definition) -> str:
    return entry.facts.outline.symbols[heading.index].name.strip()


def _first_sentences(entry: FileEntry, heading: Definition) -> str:
    """Return the first sentences of prose between a heading and the next heading, with "…" if there are more."""
    span, inner = entry.facts.spans[heading.index], entry.children.get(heading.index, ())
    end = min((entry.facts.spans[one].start for one in inner), default=span.end)
    _, _, text = entry.source.slice(span.name_end, end).partition("\n")
    sentences = [sentence for paragraph in paragraphs(text) for sentence in sentences_of(paragraph)]
    return " ".join([*sentences[:MAX_SENTENCES], *(["…"] if len(sentences) > MAX_SENTENCES else [])])
