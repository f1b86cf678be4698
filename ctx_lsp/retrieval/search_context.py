"""Working state of one search: the request, the analysed question, and the data that channels and rules share.

`workspace.analysis` creates a context for each request. The channels are in `channels`, the rules in `ranking`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import Definition
from ctx_lsp.lexical.commit_messages import CommitMessages
from ctx_lsp.lexical.index import LexicalView, Matches, PathFilter
from ctx_lsp.models.reranking import Reranking
from ctx_lsp.retrieval.filters import Admission
from ctx_lsp.retrieval.model import Feedback, QueryAnalysis, SearchRequest
from ctx_lsp.retrieval.question.abbreviations import abbreviations
from ctx_lsp.retrieval.question.analyse import terms_of
from ctx_lsp.retrieval.question.expansion import TermRelation, related_terms
from ctx_lsp.retrieval.question.word_families import family
from ctx_lsp.retrieval.ranking.weights import TUNING, Tuning, Weights
from ctx_lsp.retrieval.units import ChunkUnits
from ctx_lsp.snapshot.snapshot import Snapshot

CHANNEL_DEPTH = 200  # chunks taken from each channel
GUESS_SHARE = 0.3  # weight of the words in `SearchRequest.hypothetical`, relative to words in the question


@dataclass(frozen=True)
class SearchContext:
    """Everything that one search needs.

    `query` is the analysis of the request's question, and `vector` is the question's vector. `vector` and `reranking`
    are None if there are no models, and `commits` is None if commit messages are not indexed. `feedback` holds the
    verdicts on earlier packs. `beside` returns the channel scores of candidates that are ranked elsewhere. `rejected`
    returns those of the given paths whose files must not be results; it is asked only about files that were found,
    because the answer may be expensive. `counted` is the text index whose documents count, by default all of them.
    """

    snapshot: Snapshot
    request: SearchRequest
    query: QueryAnalysis
    token: CancelToken
    vector: np.ndarray | None = None
    tuning: Tuning = field(default_factory=lambda: TUNING)
    reranking: Reranking | None = None
    commits: CommitMessages | None = None
    feedback: Feedback = ()
    beside: Callable[[], Mapping[str, np.ndarray]] = dict
    rejected: Callable[[Iterable[str]], frozenset[str]] = lambda _: frozenset()
    counted: LexicalView | None = None

    @property
    def lexical(self) -> LexicalView:
        """The text index, whose document frequencies weigh the words of the question."""
        return self.counted or self.snapshot.lexical

    @cached_property
    def weights(self) -> Weights:
        """Weights of the score parts, chosen by the question's intent and by how much the question is about code."""
        weights = self.tuning[self.query.intent]
        of_code = weights.of_code(self.query.code)
        # Documents describe procedures, so the roles of files matter as much as they do for code, but favour documents.
        return replace(of_code, role=weights.role) if self.query.procedure else of_code

    @cached_property
    def units(self) -> ChunkUnits:
        """Mapping from chunks to units for this question."""
        return ChunkUnits(self.snapshot, self.query.terms, self.request.filter.kinds)

    @cached_property
    def admission(self) -> Admission:
        """The request's filter, bound to the snapshot."""
        return Admission(self.snapshot, self.request.filter)

    @property
    def admits(self) -> PathFilter | None:
        """A predicate for the paths to search, or None if all paths are searched.

        Channels apply the predicate before they truncate their rankings; otherwise a narrow filter could leave nothing.
        """
        return self.admission.path if self.admission.restricts_paths else None

    def without(self, paths: frozenset[str]) -> "SearchContext":
        """Return a context for the same search without the files at `paths`."""
        wanted = self.request.filter
        wanted = replace(wanted, withheld=wanted.withheld | paths)
        return replace(self, request=replace(self.request, filter=wanted))

    def with_all_files(self) -> "SearchContext":
        """Return a context for the same search, in which no file is withheld or rejected, and all documents count."""
        wanted = replace(self.request.filter, withheld=frozenset())
        request = replace(self.request, filter=wanted)
        return replace(self, request=request, rejected=lambda _: frozenset(), counted=None)

    @property
    def of_kinds(self) -> Admission | None:
        """The filter if the request asks for certain symbol kinds, else None.

        With such a filter, the channels for text and meaning also add the best hits of these kinds.
        """
        return self.admission if self.request.filter.kinds else None

    def named(self, name: str) -> list[Definition]:
        """Return the definitions with a given name in the files to search."""
        admits = self.admits
        return [one for one in self.snapshot.named(name) if admits is None or admits(one.path)]

    @cached_property
    def term_weights(self) -> Mapping[str, float]:
        """Weights of the index terms to search for; a word in the question has the weight 1.

        Words with the same root as a word in the question, the code base's abbreviations of that word, and words that
        only `SearchRequest.hypothetical` contains have lower weights.
        """
        index, words, shares = self.lexical, self.query.terms, self.weights
        weights = dict.fromkeys(words, 1.0)
        for share, relation in ((shares.derived, family), (shares.abbreviated, abbreviations(index))):
            if share:
                found = related_terms(index, words, partial(self._checked, relation))
                weights = {term: share * weight for term, weight in found.items()} | weights
        guessed = terms_of(self.request.hypothetical) if self.request.hypothetical else ()
        return dict.fromkeys(guessed, GUESS_SHARE) | weights

    def _checked(self, relation: TermRelation, term: str) -> Mapping[str, float]:
        self.token.check()
        return relation(term)

    @cached_property
    def matches(self) -> Matches:
        """BM25 scores of all chunks for `term_weights`."""
        return self.lexical.match(self.term_weights, self.token)

    @cached_property
    def nearest(self) -> Mapping[bytes, float]:
        """Cosine similarities of the chunks nearest to the question, keyed by vector key; empty without a model."""
        vectors, chunks, admits = self.snapshot.vectors, self.snapshot.chunks_by_key, self.admits
        if vectors is None or self.vector is None:
            return {}

        def is_searched(key: bytes) -> bool:
            return key in chunks and (admits is None or any(admits(path) for path, _ in chunks[key]))

        return dict(vectors.search(self.vector, CHANNEL_DEPTH, is_searched))
