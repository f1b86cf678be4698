"""Evidence of relevance: the lexical and semantic scores of each chunk in the files that a search found.

Packing uses the evidence to select passages (`packing.answer.relevance`). Evidence is plain data, so the evidence
behind two packs can be compared.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.retrieval.answerable import is_general
from ctx_lsp.retrieval.match_quality import MatchQuality
from ctx_lsp.retrieval.model import Item
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.snapshot.snapshot import Snapshot

DIGITS = 4  # with more digits, an edit in another file would change the evidence


class ChunkScores(NamedTuple):
    """Scores of the chunks of one file, in file order.

    `lexical` holds the BM25 score of each chunk as a share of the best score in the workspace (0–1). `meaning` holds
    the cosine similarity (0–1) between the vectors of each chunk and the question. A search finds files with thousands
    of chunks, so there is no object for each.
    """

    lexical: tuple[float, ...]
    meaning: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence for all chunks in the files that a search found.

    `question` is the text with misspelt words corrected. `chunks` maps each path to the scores of its chunks.
    `strength`, `best_meaning` and `mentioned` are as in `MatchQuality`. `is_general` is true if the question needs no
    code.
    """

    question: str = ""
    chunks: Mapping[str, ChunkScores] = field(default_factory=dict)
    strength: float = 0.0
    best_meaning: float = 0.0
    mentioned: float = 1.0
    is_general: bool = False

    @property
    def match(self) -> MatchQuality:
        """The match quality of the question as a whole."""
        return MatchQuality(self.strength, self.best_meaning, self.mentioned)

    def quality(self, snapshot: Snapshot, item: Item) -> MatchQuality:
        """Return the match quality of one result, computed from the chunks that overlap with it."""
        chunks = zip(snapshot.files[item.path].facts.chunks, *self.chunks[item.path], strict=True)
        found = [scores for chunk, *scores in chunks if any(a < item.end and item.start < b for a, b in chunk.pieces)]
        strength = self.strength * max((lexical for lexical, _ in found), default=0.0)
        return MatchQuality(strength, max((meaning for _, meaning in found), default=0.0), self.mentioned)


NO_EVIDENCE = Evidence()


class PartFound(NamedTuple):
    """The results for one part of a question, best first, and the evidence for the chunks in their files."""

    ranked: tuple[Item, ...]
    evidence: Evidence


def interleaved_results(parts: Iterable[PartFound]) -> tuple[Item, ...]:
    """Merge the results of all parts by rank: first the best result of each part, then the second best, and so on.

    Each score is divided by the best score of its part, because scores of different searches are not comparable. A
    result that several parts have in common is returned once, at its best rank.
    """
    found: dict[tuple[str, str | None, int], tuple[int, Item]] = {}
    for part in parts:
        best = max((item.score for item in part.ranked), default=0.0) or 1.0
        for rank, item in enumerate(part.ranked):
            key, share = (item.path, item.symbol, item.start), item.score / best
            known = found.get(key)
            if known is None or (rank, -share) < (known[0], -known[1].score):
                found[key] = rank, replace(item, score=share)
    return tuple(item for _, item in sorted(found.values(), key=lambda one: one[0]))


def gather_evidence(context: SearchContext, items: Iterable[Item]) -> Evidence:
    """Collect the evidence for all chunks in the files of `items`."""
    snapshot = context.snapshot
    paths = dict.fromkeys(item.path for item in items)
    matches = context.matches if context.term_weights else None
    best = _best_score(context)
    cosines = {ref: cosine for key, cosine in context.nearest.items() for ref in snapshot.chunks_by_key[key]}
    near: dict[str, list[int]] = {}
    for path, number in cosines:
        near.setdefault(path, []).append(number)
    # A chunk whose vector is not among the nearest ones has at most this cosine.
    least = round(max(0.0, min(cosines.values(), default=0.0)), DIGITS)
    chunks: dict[str, ChunkScores] = {}
    for path in paths:
        context.token.check()
        count = len(snapshot.files[path].facts.chunks)
        scores = np.array(matches.scores(path, count)) / best if matches and best else np.zeros(count)
        lexical = np.round(scores, DIGITS).tolist()  # a fifteenth of the time of `round` for each
        meaning = [least] * count
        for number in near.get(path, ()):
            meaning[number] = round(max(0.0, cosines[path, number]), DIGITS)
        chunks[path] = ChunkScores(tuple(lexical), tuple(meaning))
    quality = match_quality(context)
    general = is_general(context.query, quality, snapshot, context.lexical)
    return Evidence(context.query.plain_text, chunks, *quality, is_general=general)


def match_quality(context: SearchContext) -> MatchQuality:
    """Compute the match quality of a question from the chunks that the filter accepts."""
    weight = _weight(context.lexical, context.query.terms)
    strength = _best_score(context) / weight if weight else 0.0
    strength = min(1.0, strength)  # the words of `SearchRequest.hypothetical` may raise the best score above the weight
    meaning = max(context.nearest.values(), default=0.0)
    return MatchQuality(round(strength, DIGITS), round(meaning, DIGITS), context.query.mentioned)


def _best_score(context: SearchContext) -> float:
    if not context.term_weights:
        return 0.0
    return context.matches.best(context.admits)


def _weight(lexical: LexicalView, terms: tuple[str, ...]) -> float:
    """Return the sum of the idf values of a question's terms; terms that no chunk contains have the highest idf."""
    held_by = lexical.document_frequencies(terms)
    return sum(lexical.idf(held_by.get(term, 0)) for term in terms)
