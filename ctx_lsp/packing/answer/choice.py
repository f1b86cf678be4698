"""Choice of the passages that the pack for a question may show, and the reasons why others are left out.

`order` decides in which order the chosen passages enter the pack.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Literal

import numpy as np

from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.packing.answer.order import MIN_DENSITY
from ctx_lsp.packing.answer.relevance import PassageRatings, RatedPassage
from ctx_lsp.packing.answer.steps import Pins, densities_of, density_of
from ctx_lsp.packing.detail.levels import full_lines
from ctx_lsp.packing.detail.lines import NONE, Lines, by_path, meets, text_of
from ctx_lsp.packing.detail.redaction import Withholding
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.retrieval.evidence import PartFound
from ctx_lsp.retrieval.filters import Admission
from ctx_lsp.retrieval.model import Item
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.dictionary import is_word
from ctx_lsp.retrieval.units import Unit
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.words import stem, terms

# Passages with a larger share of import lines are noise, unless they share more terms with the question than their
# module's name.
MAX_IMPORTS, MIN_SHARED_TERMS = 0.5, 2
# Passages with less than this share of the best passage's density are left out. Without them, packs show the same lines
# of 170 commits to nine repositories. A share of 0.01 costs 2 % of these lines.
TAIL = 0.005
# Longer passages are single lines, usually of data. They are shown only if they are pinned, because a step that does
# not fit ends the pack.
MAX_PASSAGE_TOKENS = 1_000

Omission = Literal["excluded", "filtered", "file", "unnamed", "imports", "long", "irrelevant", "budget"]
"""Why a pack for a question does not show a definition.

excluded, filtered: the request leaves it out. file: no result is in its file, or the file is of a kind that questions
rarely mean. unnamed: the question is a name, and the definition has another. imports, long: its passages consist of
imports or of overlong lines. irrelevant: its passages are expected to hold too few decisive lines per token. budget:
the pack was full before.
"""


class PassageChoice:
    """The rules by which passages are left out of the pack for one question."""

    def __init__(
        self, snapshot: Snapshot, ratings: PassageRatings, options: PackOptions, withholding: Withholding,
        pins: Pins, asked_terms: Set[str], looked_up: Mapping[str, Lines],
    ) -> None:  # fmt: skip
        """Choose among the passages in `ratings`. `asked_terms` are the index terms of the question.

        If the question is only a name, `looked_up` contains the lines of the definitions with this name, keyed by path.
        Otherwise it is empty.
        """
        self._snapshot = snapshot
        self._withholding = withholding
        self._pins = pins
        self._asked_terms = asked_terms
        self._looked_up = looked_up
        tests = False if options.include_tests is False else options.filter.tests
        self._admits = Admission(snapshot, replace(options.filter, kinds=(), tests=tests))
        self._kinds = frozenset(options.filter.kinds)
        self._ratings = ratings
        self._least = MIN_DENSITY
        best = self._best_density()
        if looked_up and best is None:  # the definitions with that name are excluded or filtered out
            self._looked_up = {}
            best = self._best_density()
        self._least = max(MIN_DENSITY, TAIL * (best or 0.0))
        self._chosen = [one for one in ratings.rated(self._possible()) if self._omitted(one) is None]

    def _possible(self) -> list[int]:
        """Return the rows of the passages with a high density (chance per token), or in files with a pinned symbol."""
        possible = densities_of(self._ratings) >= self._least
        for path in self._pins.paths:
            possible[self._ratings.rows_of(path)] = True
        return np.flatnonzero(possible).tolist()

    def _best_density(self) -> float | None:
        """Return the density of the densest passage that the pack may show, or None if there is none."""
        rows, densities = self._possible(), densities_of(self._ratings)
        densest_first = self._ratings.rated(sorted(rows, key=lambda row: -densities[row]))
        return next((density_of(one) for one in densest_first if self._omitted(one) is None), None)

    def groups(self) -> list[list[RatedPassage]]:
        """Return the passages that the pack may show, grouped by definition.

        Within a group, pinned passages come first. The rest are sorted by chance per token, highest first.
        """
        groups: dict[tuple[str, int], list[RatedPassage]] = {}
        for one in self._chosen:
            owner = one.passage.owner
            place = owner if owner >= 0 else -1 - one.passage.start
            groups.setdefault((one.path, place), []).append(one)
        precedence = self._pins.precedence
        return [
            sorted(group, key=lambda one: (-precedence(one), -density_of(one), one.passage.start))
            if len(group) > 1
            else group
            for group in groups.values()
        ]

    def omission(self, definition: Definition) -> Omission:
        """Return why the pack leaves out a definition. The reason is that of its best passage.

        If the pack may show any of its passages, the reason is the budget.
        """
        if self._withholding.excludes(definition.id):
            return "excluded"
        whole = full_lines(self._snapshot.files[definition.path], definition.index)
        rows = self._ratings.rows_of(definition.path)
        own = [one for one in self._ratings.rated(range(rows.stop)[rows]) if _is_inside(one, {one.path: whole})]
        if not own:
            return "filtered" if not self._admits.path(definition.path) else "file"
        reasons = [(one.chance, self._omitted(one)) for one in own]
        if any(reason is None for _, reason in reasons):
            return "budget"
        return max(reasons, key=lambda pair: pair[0])[1] or "budget"

    def _omitted(self, one: RatedPassage) -> Omission | None:
        """Return why a passage is left out, or None if the pack may show it."""
        is_pinned = self._pins.precedence(one) > 0
        if density_of(one) < self._least and not is_pinned:  # most passages
            return "irrelevant"
        owner = one.passage.owner
        if owner >= 0 and self._withholding.excludes(self._snapshot.files[one.path].definitions[owner].id):
            return "excluded"
        return None if is_pinned else self._unwanted(one)

    def _unwanted(self, one: RatedPassage) -> Omission | None:
        if not self._is_admitted(one):
            return "filtered"
        if self._looked_up and not _is_inside(one, self._looked_up):
            return "unnamed"
        if is_too_long(one):
            return "long"
        return "imports" if self._only_imports(one) else None

    def _is_admitted(self, one: RatedPassage) -> bool:
        """Return whether the filter accepts a passage. A passage has the kinds of all definitions that enclose it."""
        owner = one.passage.owner
        if not self._admits(Unit(one.path, owner, -1)):
            return False
        return not self._kinds or not self._kinds.isdisjoint(_kinds_around(self._snapshot.files[one.path], owner))

    def _only_imports(self, one: RatedPassage) -> bool:
        """Return whether a passage consists mostly of imports that the question does not ask for."""
        if one.imports <= MAX_IMPORTS:
            return False
        text = text_of(self._snapshot.files[one.path].source, ((one.passage.start, one.passage.end),))
        return len(self._asked_terms & frozenset(terms(text))) < MIN_SHARED_TERMS


def lines_looked_up(snapshot: Snapshot, hits: Sequence[Item], parts: Sequence[PartFound]) -> dict[str, Lines]:
    """Return the lines of the definitions whose name is the whole question, keyed by path.

    The result is empty if the question contains more than a name. It is also empty for an English word in lower case,
    because such a question may be about a topic rather than a name.
    """
    query = analyse(parts[0].evidence.question)
    text = query.text.strip()
    if len(parts) > 1 or query.intent != "symbol" or (text.islower() and text.isalpha() and is_word(stem(text))):
        return {}
    named = (snapshot.definition(one.symbol) for one in hits if one.symbol and "symbol" in one.scores)
    return by_path((one.path, full_lines(snapshot.files[one.path], one.index)) for one in named if one)


def _is_inside(one: RatedPassage, lines: Mapping[str, Lines]) -> bool:
    return meets(lines.get(one.path, NONE), ((one.passage.start, one.passage.end),))


def is_too_long(one: RatedPassage) -> bool:
    """Return whether a passage is so long that it is shown only if it is pinned."""
    return one.tokens > MAX_PASSAGE_TOKENS


def too_long(ratings: PassageRatings) -> Iterator[RatedPassage]:
    """Yield the passages for which `is_too_long` is true."""
    yield from ratings.rated(np.flatnonzero(ratings.tokens > MAX_PASSAGE_TOKENS).tolist())


def _kinds_around(entry: FileEntry, owner: int) -> Iterator[str]:
    symbols = entry.facts.outline.symbols
    while owner >= 0:
        yield symbols[owner].kind
        owner = symbols[owner].parent
