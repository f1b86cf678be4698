"""Evidence: which look-ups a file's edges rest on, and a digest of the answers. How records are stored is not here.

Edges that were kept hold again where the same look-ups give answers of the same digest.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from immutables import Map

from ctx_lsp.base.digest import digest
from ctx_lsp.graph.edges import Edge
from ctx_lsp.graph.entry import Definition

LookupKeys = dict[str, list[Any]]  # keys by the name of the table

_encoder = msgspec.msgpack.Encoder()


@dataclass(frozen=True, slots=True)
class EdgesRecord:
    """The edges that start in a file, the keys that were looked up for them, by table, and the `evidence` of these."""

    edges: tuple[Edge, ...]
    lookups: LookupKeys
    evidence: bytes


def evidence(answers: Iterable[object]) -> bytes:
    """The digest of what look-ups gave, in order. Equal answers have equal evidence in every process."""
    return digest(_encoder.encode([_plain(answer) for answer in answers]))


def _plain(answer: object) -> object:
    """An answer without what makes no difference to others: where in its file a definition stands."""
    if isinstance(answer, Definition):
        return answer.id, answer.name, answer.kind, answer.container, answer.language, answer.bases
    if type(answer) is tuple:
        return [_plain(part) for part in answer]
    if isinstance(answer, Map):
        return sorted(answer)
    return answer
