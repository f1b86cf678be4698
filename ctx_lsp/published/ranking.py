"""Ranks candidates of published repositories with the same fusion of channels and ranking rules as local results.

Rules that need the text, the graph or the history of a repository are left out. Units contain some figures that were
computed from these when the repository was published.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

import numpy as np

from ctx_lsp.lexical.index import inverse_document_frequency
from ctx_lsp.published.filtering import UnitFilter
from ctx_lsp.published.model import Candidates, PublishedUnit, Row
from ctx_lsp.retrieval.channels.channels import Ranking, best_first, prominence, shared_end
from ctx_lsp.retrieval.model import Item, Origin
from ctx_lsp.retrieval.question.analyse import last_part, name_parts
from ctx_lsp.retrieval.question.data_files import degree_asked_for
from ctx_lsp.retrieval.ranking import rank, rank_words
from ctx_lsp.retrieval.ranking.fusion import Beside, fuse
from ctx_lsp.retrieval.ranking.rank_words import qualified_words, stem_words
from ctx_lsp.retrieval.ranking.score_matrix import ScoreMatrix
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.retrieval.units import Unit, name_words


class RemoteResults:
    """The candidates for one question, as retrieval units. A unit's path begins with the number of its repository."""

    def __init__(self, found: Candidates, context: SearchContext) -> None:
        self._found = found
        self._context = context
        self._rows: dict[Unit, Row] = {}
        self._words = frozenset(context.query.terms)
        self._filter = UnitFilter(context.request.filter)

    @property
    def held_by(self) -> Mapping[str, int]:
        """The number of chunks that contain each term of the question."""
        return self._found.held_by

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """The candidates of each channel."""
        lexical = ((self._unit_of(row), score) for row, score in self._found.lexical.items())
        nearest = ((self._unit_of(row), cosine) for row, cosine in self._found.nearest.items())
        return (
            Ranking("bm25", best_first(lexical)),
            Ranking("dense", best_first(nearest)),
            Ranking("symbol", best_first(self._named())),
        )

    @cached_property
    def scores(self) -> Beside:
        """The scores of the candidates by channel."""
        return scores_of(self.rankings)

    def items(self, beside: Beside) -> list[Item]:
        """Return the best results, ranked as if the local candidates were ranked together with them.

        `beside` holds the scores of the local candidates, by channel.
        """
        weights = self._context.weights
        matrix = fuse({}, self.rankings, weights, beside)
        matrix = matrix.only(np.array([self._filter.admits(self._of(unit)) for unit in matrix.units], dtype=np.bool_))
        for name, rule in self._rules().items() if len(matrix) else ():
            if weight := weights.of(name):
                matrix.add(name, weight * rule(matrix))
        chosen = rank.diversify(matrix, weights.saturation, self._context.request.limit)
        lost = matrix.zeros()
        lost[[place for place, _ in chosen]] = [-one for _, one in chosen]
        matrix.add("saturation", lost)
        return [self._item(matrix.units[place], matrix.parts(place)) for place, _ in chosen]

    def _rules(self) -> Mapping[str, Callable[[ScoreMatrix], np.ndarray]]:
        """Return the ranking rules, keyed by the score part that each adds, in the same order as for local results."""
        return {
            "callable": lambda matrix: self._column(matrix, lambda unit: unit.callable),
            "extent": lambda matrix: self._column(matrix, lambda unit: unit.extent),
            "centrality": lambda matrix: self._column(matrix, lambda unit: unit.centrality),
            "path": lambda matrix: rank_words.path(matrix, self._context),
            "name": lambda matrix: self._column(matrix, self._named_share),
            "covered": self._covered,
            "data": self._data,
            "role": self._role,
            "coherence": lambda matrix: rank.coherence(matrix, self._context),
        }

    def _column(self, matrix: ScoreMatrix, value: Callable[[PublishedUnit], float]) -> np.ndarray:
        return np.array([value(self._of(unit)) for unit in matrix.units], dtype=np.float64)

    def _of(self, unit: Unit) -> PublishedUnit:
        return self._found.units[self._rows[unit]]

    def _unit(self, row: Row) -> Unit:
        unit = Unit(f"{row[0]}/{self._found.units[row].path}", row[1], -1)
        self._rows[unit] = row
        return unit

    def _unit_of(self, row: Row) -> Unit:
        """Return the unit for a chunk: its only symbol, or the one whose name shares the most words with the question.

        If no name shares a word, return the chunk's own unit or, if the filter rejects that, the first symbol that the
        filter admits. Symbols that the filter rejects do not count, unless it rejects all of them.
        """
        chunk, repository = self._found.chunks[row], row[0]
        admitted = [one for one in chunk.units if self._filter.admits(self._found.units[repository, one])]
        units = admitted or chunk.units
        if len(units) == 1:
            return self._unit((repository, units[0]))
        names = ((self._found.units[repository, one].name, one) for one in units)
        shared, best = max(
            ((len(self._words.intersection(name_words(name))), -one) for name, one in names), default=(0, 0)
        )
        own = chunk.own if not admitted or self._filter.admits(self._found.units[repository, chunk.own]) else units[0]
        return self._unit((repository, -best if shared else own))

    def _named(self) -> Iterable[tuple[Unit, float]]:
        """Yield the definitions that the names in the question can mean, with their scores.

        For each name, these are the definitions whose qualified names share the longest suffix with it.
        """
        units = [(row, self._found.units[row]) for row in self._found.named]
        for written in self._context.query.symbols:
            last, parts = last_part(written), name_parts(written)
            named = [(row, one, shared_end(one.symbol.split("."), parts)) for row, one in units if one.name == last]
            most = max((matched for _, _, matched in named), default=0)
            for row, one, matched in named:
                if matched == most:
                    yield self._unit(row), most + prominence(one.kind, one.symbol)

    def _named_share(self, unit: PublishedUnit) -> float:
        held = name_words(unit.name)
        return len(self._words.intersection(held)) / len(held) if held else 0.0

    def _data(self, matrix: ScoreMatrix) -> np.ndarray:
        degrees = degree_asked_for(self._words, {unit.path for unit in self._found.units.values()})
        return self._column(matrix, lambda unit: degrees.get(unit.path, 0.0))

    def _covered(self, matrix: ScoreMatrix) -> np.ndarray:
        total = sum(one.chunks for one in self._found.repositories.values())
        rarity = {
            term: inverse_document_frequency(total, self._found.held_by.get(term, 0))
            for term in self._context.query.terms
        }
        whole = sum(rarity.values())
        if not whole:
            return matrix.zeros()

        def share(unit: PublishedUnit) -> float:
            held = rarity.keys() & {*stem_words(unit.path), *qualified_words(unit.symbol)}
            return sum(rarity[term] for term in sorted(held)) / whole

        return np.asarray(np.round(self._column(matrix, share), 2))

    def _role(self, matrix: ScoreMatrix) -> np.ndarray:
        asked = rank.roles_asked_for(self._context)

        def loses(unit: PublishedUnit) -> bool:
            return not asked.get(unit.role, True) or (unit.is_test and not asked["test"])

        lost = rank.softened(matrix, self._column(matrix, loses), self._context)
        return np.asarray(lost * np.maximum(matrix.totals, 0.0))

    def _item(self, unit: Unit, parts: Mapping[str, float]) -> Item:
        one, repository = self._of(unit), self._found.repositories[self._rows[unit][0]]
        return Item(
            path=one.path,
            start=0,
            end=0,
            symbol=f"{one.path}::{one.symbol}" if one.symbol else None,
            kind=one.kind,
            language=one.language,
            signature=one.signature,
            score=math.fsum(parts.values()),
            scores=dict(sorted(parts.items())),
            origin=Origin(repository.name, repository.revision, one.first_line, one.last_line),
        )


def scores_of(rankings: Iterable[Ranking]) -> Beside:
    """Return the scores of the candidates of each channel."""
    return {one.name: np.array([score for _, score in one.units]) for one in rankings}
