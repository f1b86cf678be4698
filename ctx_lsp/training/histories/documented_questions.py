"""Questions from documentation: the first sentence about a definition, asked about the code without that sentence.

This module chooses the definitions and strips the documentation from their files; `questions` asks the questions.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.training.pairs.documentation import sentence

QUESTIONS = 15  # maximum for one repository
KINDS = frozenset({"Function", "Method", "Constructor", "Class", "Interface", "Struct", "Enum"})
SHORTEST_LINE = 4  # minimum number of characters for a line of documentation; shorter lines could also be code


class Documented(NamedTuple):
    """The id of a definition, and the first sentence of its documentation."""

    symbol: str
    sentence: str


def documented(snapshot: Snapshot) -> list[Documented]:
    """Return at most `QUESTIONS` documented definitions in source files.

    They are sampled by the digests of their ids, so the same code always gives the same sample.
    """
    found = sorted(_documented(snapshot), key=lambda one: sha256(one.symbol.encode()).digest())
    return found[:QUESTIONS]


def _documented(snapshot: Snapshot) -> Iterator[Documented]:
    for entry in snapshot.files.values():
        for definition in entry.definitions if entry.role == "source" else ():
            span = entry.facts.spans[definition.index]
            if span.doc and definition.kind in KINDS and definition.index not in entry.tests:
                said = sentence(span.doc, entry.facts.outline.symbols[definition.index].name)
                if said:
                    yield Documented(definition.id, said)


def without_documentation(snapshot: Snapshot, asked: Sequence[Documented]) -> Mapping[str, bytes]:
    """Return the content of each file that defines a symbol in `asked`, without the documentation of these symbols.

    The result is keyed by path. Comment markers are kept.
    """
    by_path: dict[str, list[int]] = defaultdict(list)
    for one in asked:
        definition = snapshot.definition(one.symbol)
        if definition:
            by_path[definition.path].append(definition.index)
    return {path: _stripped(snapshot, path, symbols) for path, symbols in by_path.items()}


def _stripped(snapshot: Snapshot, path: str, symbols: Sequence[int]) -> bytes:
    entry = snapshot.files[path]
    data = entry.source.data
    for symbol in sorted(symbols, key=lambda one: -entry.facts.spans[one].start):  # last first: offsets stay valid
        span = entry.facts.spans[symbol]
        said = [line.strip().encode() for line in span.doc.splitlines() if len(line.strip()) >= SHORTEST_LINE]
        text = data[span.start : span.end]
        for line in said:
            text = text.replace(line, b"", 1)
        data = data[: span.start] + text + data[span.end :]
    return data
