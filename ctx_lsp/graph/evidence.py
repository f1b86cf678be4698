"""Evidence for cached edges: the lookups that a file's edges depend on, and a digest of their answers.

Cached edges are still valid if the same lookups give answers with the same digest. Records are stored by
`cache.record_cache`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from immutables import Map

from ctx_lsp.base.digest import digest
from ctx_lsp.graph.edges import Edge
from ctx_lsp.graph.entry import Definition

LookupKeys = dict[str, list[Any]]  # keys that were looked up, by the name of the table

_encoder = msgspec.msgpack.Encoder()


@dataclass(frozen=True, slots=True)
class EdgesRecord:
    """The edges that start in a file, the keys looked up for them in each table, and the `evidence` of the answers."""

    edges: tuple[Edge, ...]
    lookups: LookupKeys
    evidence: bytes


def evidence(answers: Iterable[object]) -> bytes:
    """Return a digest of the answers to lookups, given in order. Equal answers have equal evidence in every process."""
    return digest(_encoder.encode([_plain(answer) for answer in answers]))


def _plain(answer: object) -> object:
    """Return an answer without the indices of definitions in their files, which do not matter to other files."""
    if isinstance(answer, Definition):
        return answer.id, answer.name, answer.kind, answer.container, answer.language, answer.bases
    if type(answer) is tuple:
        return [_plain(part) for part in answer]
    if isinstance(answer, Map):
        return sorted(answer)
    return answer
