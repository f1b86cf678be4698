"""How strongly each chunk of the files that were found speaks to a question: the grounds for choosing lines.

Plain data, so that a pack made from it can be compared with an earlier one. What it means for a pack is decided there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ctx_lsp.retrieval.channels.channels import ChannelInput
from ctx_lsp.retrieval.model import Item
from ctx_lsp.snapshot.snapshot import Snapshot

DIGITS = 4  # beyond these, an edit of another file would change the evidence


class ChunkEvidence(NamedTuple):
    """`lexical`: BM25 as a share of the best in the workspace (0–1). `meaning`: cosine with the question (0–1)."""

    lexical: float
    meaning: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """By path, the evidence of each chunk of a file, in the order of its chunks.

    `strength` is the best chunk's BM25 as a share of the weight of all words of the question, `best_meaning` the
    highest cosine in the workspace (0 without a model). `question` is its text without misspelt words.
    """

    question: str = ""
    chunks: Mapping[str, tuple[ChunkEvidence, ...]] = field(default_factory=dict)
    strength: float = 0.0
    best_meaning: float = 0.0


NO_EVIDENCE = Evidence()


def gather(inputs: ChannelInput, items: Iterable[Item]) -> Evidence:
    """The evidence for the files of some results."""
    snapshot = inputs.snapshot
    paths = dict.fromkeys(item.path for item in items)
    matches = inputs.matches if inputs.term_weights else None
    best = max((hit.score for hit in matches.top(1, inputs.admits)), default=0.0) if matches else 0.0
    cosines = {ref: cosine for key, cosine in inputs.nearest.items() for ref in snapshot.chunks_by_key[key]}
    least = min(cosines.values(), default=0.0)  # of the chunks that have a vector, no other is nearer
    chunks: dict[str, tuple[ChunkEvidence, ...]] = {}
    for path in paths:
        inputs.token.check()
        count = len(snapshot.files[path].facts.chunks)
        scores = matches.scores(path, count) if matches and best else [0.0] * count
        chunks[path] = tuple(
            ChunkEvidence(
                round(score / best, DIGITS) if best else 0.0,
                round(max(0.0, cosines.get((path, number), least)), DIGITS),
            )
            for number, score in enumerate(scores)
        )
    weight = _weight(snapshot, inputs.query.terms)
    return Evidence(
        inputs.query.plain_text,
        chunks,
        strength=round(best / weight, DIGITS) if weight else 0.0,
        best_meaning=round(max(cosines.values(), default=0.0), DIGITS),
    )


def _weight(snapshot: Snapshot, terms: tuple[str, ...]) -> float:
    """What the words of a question weigh together; a word that no chunk holds weighs most."""
    held_by = snapshot.lexical.document_frequencies(terms)
    return sum(snapshot.lexical.idf(held_by.get(term, 0)) for term in terms)
