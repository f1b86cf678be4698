"""Evidence for cached edges: the lookups that a file's edges depend on, and a digest of the answers.

Cached edges are still valid if the same lookups give answers with the same digest. Records are stored by
`cache.record_cache`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from immutables import Map

from ctx_lsp.base.digest import digest
from ctx_lsp.graph.edges import FileEdges
from ctx_lsp.graph.entry import Definition

LookupKeys = dict[str, list[Any]]  # the keys that were looked up in each table, keyed by table name

_encoder = msgspec.msgpack.Encoder()


@dataclass(frozen=True, slots=True)
class EdgesRecord:
    """The edges that start in a file, the keys looked up for them in each table, and a digest of the answers."""

    edges: FileEdges
    lookups: LookupKeys
    evidence: bytes


StoredEdges = Callable[[], EdgesRecord | None]
"""Decodes a stored record; None if it is damaged. The decoded records of all files would take much memory at once."""


def evidence(answers: Iterable[tuple[int, object]]) -> bytes:
    """Return a digest of the answers to lookups, each with its place. Equal answers have equal digests in any run.

    Lookups that find nothing need no answer, because their places are missing. That is true of most lookups.
    """
    return digest(_encoder.encode([(place, _plain(answer)) for place, answer in answers]))


def _plain(answer: object) -> object:
    """Convert an answer to plain values, leaving out positions in files, which do not matter to other files."""
    if type(answer) is tuple:
        return [_plain(part) for part in answer]
    if isinstance(answer, Definition):
        return answer.id, answer.name, answer.kind, answer.container, answer.language, answer.bases
    if isinstance(answer, Map):
        return sorted(answer)
    return answer
