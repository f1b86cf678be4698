"""Sentences of documents and docstrings, each about one definition: what a person might have written as a note.

A sentence of a document is about a definition if its code spans name exactly one definition of the sources. A sentence
of a docstring is about the definition that it documents. Sentences are compared without line breaks and marks of
comments.
"""

import random
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctx_lsp.claims.code_texts import documented_blocks
from ctx_lsp.claims.documents import is_document
from ctx_lsp.claims.prose import ProseBlock
from ctx_lsp.claims.restructured import restructured_document
from ctx_lsp.claims.sections import markdown_sections
from ctx_lsp.features.definition_diff import KINDS
from ctx_lsp.graph.entry import Definition, FileEntry, qualname_of
from ctx_lsp.snapshot.snapshot import Snapshot

MIN_WORDS = 5
MAX_SENTENCES = 120  # of a repository
MAX_OF_FILE = 12
_NAME = re.compile(r"[A-Za-z_][\w.:]*")
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*\[])")


class Said(NamedTuple):
    """A sentence of the file at `path`, and the id of the definition that it is about."""

    path: str
    text: str
    symbol: str


def sentences_about(snapshot: Snapshot, choice: random.Random) -> list[Said]:
    """Return random sentences of random documents and docstrings that are about one definition."""
    found: list[Said] = []
    for path in choice.sample(paths := sorted(snapshot.files), len(paths)):
        here = sorted(set(_sentences_in(snapshot, path)))
        found += choice.sample(here, min(len(here), MAX_OF_FILE))
        if len(found) >= MAX_SENTENCES:
            break
    return found[:MAX_SENTENCES]


def _sentences_in(snapshot: Snapshot, path: str) -> Iterator[Said]:
    """Yield the sentences of a file that are about one definition."""
    for around, text, names in _sentences(snapshot.files[path]):
        if around:
            symbol = snapshot.definition(around)
            found = symbol if symbol is not None and is_subject(snapshot, symbol) else None
        else:
            found = _meant(snapshot, names)
        if found is not None:
            yield Said(path, text, found.id)


def texts_in(entry: FileEntry) -> frozenset[str]:
    """Return the sentences of a file."""
    return frozenset(text for _, text, _ in _sentences(entry))


def is_subject(snapshot: Snapshot, one: Definition) -> bool:
    """Return whether a definition is a function, method or type of the sources."""
    return one.kind in KINDS and snapshot.files[one.path].role == "source"


def _sentences(entry: FileEntry) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield each sentence with its documented symbol, or "" in documents, and the names in its code spans."""
    if is_document(entry):
        source = entry.source
        blocks: Iterable[ProseBlock] = (
            restructured_document(source).blocks
            if entry.language == "rst"
            else (block for section in markdown_sections(source) for block in section.prose.blocks)
        )
        for block in blocks:
            for start, end, text in _split(block.text):
                names = (one for one in block.spans if one.form == "code" and start <= one.start < end)
                yield "", text, tuple(block.text[one.inner_start : one.inner_end] for one in names)
    elif entry.role == "source":
        for around, block, is_doc in documented_blocks(entry):
            if is_doc and "::" in around:
                yield from ((around, text, ()) for _, _, text in _split(block.text))


def _split(text: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    for end in (*(one.end() for one in _END.finditer(text)), len(text)):
        plain = " ".join(text[start:end].split())
        if len(re.findall(r"[A-Za-z]{2,}", plain)) >= MIN_WORDS:
            yield start, end, plain
        start = end


def _meant(snapshot: Snapshot, names: Iterable[str]) -> Definition | None:
    """Return the only definition that the names in a sentence mean."""
    found: dict[str, Definition] = {}
    for name in names:
        plain = name.removesuffix("()").replace("::", ".")
        if not _NAME.fullmatch(plain) or len(plain) < 4:
            continue
        last = plain.rpartition(".")[2]
        meant = [
            one
            for one in snapshot.named(last)
            if is_subject(snapshot, one) and f".{qualname_of(one.id)}".endswith(f".{plain}")
        ]
        if len(meant) > 1:
            return None
        found.update((one.id, one) for one in meant)
    return next(iter(found.values())) if len(found) == 1 else None
