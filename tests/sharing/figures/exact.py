"""The exact candidates of published repositories: all vectors are compared, and all postings added, in memory."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import psycopg

from ctx_lsp.lexical.index import inverse_document_frequency
from ctx_lsp.published.loaded import MAX_CHUNKS_OF_A_TEXT, MAX_NAMED
from ctx_lsp.published.model import (
    NEAREST,
    Candidates,
    PublishedChunk,
    PublishedRepository,
    PublishedUnit,
    RemoteQuestion,
    Row,
)
from ctx_lsp.published.postings import IMPACT, NUMBER

UNITS = (
    "SELECT repository, number, path, symbol, name, kind, signature, language, role, is_test, first_line, last_line, "
    "callable, extent, centrality, name_line FROM ctx_lsp.published_units ORDER BY repository, number"
)
VECTOR_HEAD = 4  # bytes before the values, as `halfvec_send` writes a vector


@dataclass(frozen=True, slots=True)
class ExactIndex:
    """The rows of all repositories."""

    repositories: Mapping[int, PublishedRepository]
    units: Mapping[Row, PublishedUnit]
    chunks: Mapping[Row, PublishedChunk]
    postings: Mapping[str, Mapping[Row, float]]
    texts: tuple[tuple[int, bytes], ...]
    vectors: np.ndarray

    @classmethod
    def read(cls, url: str) -> "ExactIndex":
        """Read all rows."""
        postings: dict[str, dict[Row, float]] = defaultdict(dict)
        with psycopg.connect(url) as connection:
            repositories = "SELECT id, name, revision, form, model, chunks FROM ctx_lsp.repositories WHERE release = ''"
            chunks = "SELECT repository, number, units, own, key FROM ctx_lsp.published_chunks"
            for term, number, rows, impacts in connection.execute(
                "SELECT term, repository, numbers, impacts FROM ctx_lsp.published_postings"
            ):
                pairs = zip(np.frombuffer(rows, NUMBER).tolist(), np.frombuffer(impacts, IMPACT).tolist(), strict=True)
                postings[term].update({(number, row): impact for row, impact in pairs})
            vectors = connection.execute(
                "SELECT repository, key, halfvec_send(embedding) FROM ctx_lsp.published_vectors"
            ).fetchall()
            return cls(
                {row[0]: PublishedRepository(*row) for row in connection.execute(repositories)},
                {(number, row[0]): PublishedUnit(*row) for number, *row in connection.execute(UNITS)},
                {
                    (repository, number): PublishedChunk(number, tuple(units), own, key)
                    for repository, number, units, own, key in connection.execute(chunks)
                },
                postings,
                tuple((number, key) for number, key, _ in vectors),
                np.array([np.frombuffer(data, ">f2", offset=VECTOR_HEAD) for *_, data in vectors], dtype=np.float32),
            )

    def candidates(self, question: RemoteQuestion) -> Candidates:
        """Return what the channels propose to a question without a filter, to all repositories."""
        total = sum(one.chunks for one in self.repositories.values())
        scores: dict[Row, float] = defaultdict(float)
        for term, weight in question.terms.items():
            held = self.postings.get(term, {})
            idf = inverse_document_frequency(total, len(held))
            for row, impact in held.items():
                scores[row] += weight * idf * impact
        lexical = dict(sorted(scores.items(), key=lambda one: -one[1])[:NEAREST])
        nearest = self._nearest(question.vector) if question.vector is not None else {}
        named = [row for row, one in self.units.items() if one.name in question.names][:MAX_NAMED]
        return Candidates(
            self.repositories,
            lexical,
            nearest,
            tuple(named),
            {row: self.chunks[row] for row in (*lexical, *nearest)},
            self.units,
            {term: len(self.postings[term]) for term in question.terms if term in self.postings},
        )

    def _nearest(self, vector: np.ndarray) -> dict[Row, float]:
        cosines = self.vectors @ (vector / np.linalg.norm(vector)) / np.linalg.norm(self.vectors, axis=1)
        places = np.argsort(-cosines)[:NEAREST].tolist()
        wanted = {self.texts[place]: float(cosines[place]) for place in places}
        of_text: dict[tuple[int, bytes], list[Row]] = defaultdict(list)
        for row, chunk in self.chunks.items():
            if chunk.key is not None and (row[0], chunk.key) in wanted:
                of_text[row[0], chunk.key].append(row)
        return {row: cosine for text, cosine in wanted.items() for row in of_text[text][:MAX_CHUNKS_OF_A_TEXT]}
