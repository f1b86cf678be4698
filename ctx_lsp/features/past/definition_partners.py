"""Finds definitions that often change together with another one.

Most of the evidence is in the history: commits that changed both. Edges, places and names tell which of the others are
likely where a definition has few commits.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import log2, sqrt
from typing import NamedTuple

from ctx_lsp.features.definition_diff import KINDS
from ctx_lsp.features.past.definition_history import DefinitionCommit, DefinitionHistory
from ctx_lsp.features.past.partners import file_partners
from ctx_lsp.graph.entry import path_of, qualname_of, without_numbers
from ctx_lsp.history.co_change import PRIOR
from ctx_lsp.history.histories import Histories
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.words import split_identifier

MAX_FILE_PARTNERS = 15  # partners of the definition's file whose definitions are candidates
FREQUENT = 5.0  # commits that changed few definitions, after which a definition counts as one that often changes
MIN_TOGETHER = 2  # minimum number of common commits of a frequent partner
MIN_SHARE = 0.3  # minimum share of the commits to the other definition that changed a frequent partner too
MAX_FREQUENT = 5
MAX_COMPARED = 20_000  # bytes of a definition whose identifiers count

_IDENTIFIER = re.compile(rb"[A-Za-z_]\w{2,}")


class ChangeEvidence(NamedTuple):
    """Evidence that a definition, the candidate, changes together with another definition, the subject.

    - `together`: the share of the subject's commits that also changed the candidate. Commits that changed few
      definitions count more.
    - `together_lately`: the same, but recent commits count more.
    - `beside`: the share of the other commits to the subject's file that changed the candidate. Recent commits, and
      those that changed few definitions, count more.
    - `edge`: the confidence of an edge between the two definitions; 0 if there is none.
    - `often_by_edge`: `edge` multiplied by a value (0 to 1) for how often the candidate has changed lately.
    - `file_by_edge`: if there is an edge, the score of the candidate's file as a partner of the subject's file.
    - `same_name`: 1 if the names are equal.
    - `near`: 1 for a definition next to the subject in its file, and less for those farther away.
    - `words`: the share of words that both names have in common. It is multiplied by the score of the candidate's file
      as a partner, unless both are in one file.
    - `alike`: the likeness (0 to 1) of the identifiers in both definitions. Rare identifiers count more.
    """

    together: float = 0.0
    together_lately: float = 0.0
    beside: float = 0.0
    edge: float = 0.0
    often_by_edge: float = 0.0
    file_by_edge: float = 0.0
    same_name: float = 0.0
    near: float = 0.0
    words: float = 0.0
    alike: float = 0.0

    def score(self, weights: "ChangeEvidence") -> float:
        """Return the weighted sum of the evidence."""
        return sum(weight * value for weight, value in zip(weights, self, strict=True))


WEIGHTS = ChangeEvidence(
    together=1.0,
    together_lately=1.2,
    beside=0.1,
    edge=0.0,
    often_by_edge=0.5,
    file_by_edge=0.2,
    same_name=0.05,
    near=0.1,
    words=0.1,
    alike=0.3,
)
"""Chosen on the repositories of `tests/co_change` that are not held out."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings of a definition in the index.

    `edges` maps each neighbour in the graph to the confidence of the surest edge to or from it. `files` maps the
    partners of the definition's file to their scores. `by_path` holds the definitions in that file and in its partners,
    in text order. `identifiers` returns the identifiers in the text of a definition, given its id.
    """

    edges: Mapping[str, float]
    files: Mapping[str, float]
    by_path: Mapping[str, Sequence[str]]
    identifiers: Callable[[str], frozenset[bytes]]


def evidence_of(history: DefinitionHistory, near: Surroundings, given: str) -> dict[str, ChangeEvidence]:
    """Return the evidence for each definition that may change together with the definition `given`, keyed by id."""
    path, name = path_of(given), _name(given)
    past = _CoChanges.of(history, given)
    own = near.by_path.get(path, ())
    places = {symbol: place for place, symbol in enumerate(own)}
    others = (symbol for one in near.files for symbol in near.by_path.get(one, ()))
    candidates = {*past.together, *past.beside, *near.edges, *own, *others} - {given}
    names = {symbol: _name(symbol) for symbol in candidates}
    common_words = _common_words(name, set(names.values()))
    likeness = _Likeness({symbol: near.identifiers(symbol) for symbol in (given, *candidates)})
    found: dict[str, ChangeEvidence] = {}
    for symbol in candidates:
        is_beside, edge = path_of(symbol) == path, near.edges.get(symbol, 0.0)
        often = min(1.0, history.activity.get(symbol, 0.0) / FREQUENT)
        file = min(1.0, near.files.get(path_of(symbol), 0.0))
        evidence = ChangeEvidence(
            together=past.together.get(symbol, 0.0),
            together_lately=past.together_lately.get(symbol, 0.0),
            beside=past.beside.get(symbol, 0.0),
            edge=edge,
            often_by_edge=often * edge,
            file_by_edge=file * (edge > 0),
            same_name=float(names[symbol] == name),
            near=1 / abs(places[symbol] - places[given]) if symbol in places and given in places else 0.0,
            words=common_words[names[symbol]] * max(float(is_beside), file),
            alike=likeness.of(given, symbol),
        )
        if any(evidence):
            found[symbol] = evidence
    return found


class _CoChanges(NamedTuple):
    """The fields of `ChangeEvidence` that follow from the history alone, each keyed by the candidate's id."""

    together: Mapping[str, float]
    together_lately: Mapping[str, float]
    beside: Mapping[str, float]

    @staticmethod
    def of(history: DefinitionHistory, given: str) -> "_CoChanges":
        together: defaultdict[str, float] = defaultdict(float)
        lately: defaultdict[str, float] = defaultdict(float)
        beside: defaultdict[str, float] = defaultdict(float)
        all_own = own = others = PRIOR
        for index in history.by_path.get(path_of(given), ()):
            commit, weight = history.commits[index], history.weights[index]
            if given in commit.symbols:
                all_own, own = all_own + 1, own + weight
                for symbol in commit.symbols:
                    together[symbol] += commit.share
                    lately[symbol] += commit.share * weight
            else:
                others += weight
                for symbol in commit.symbols:
                    beside[symbol] += commit.share * weight
        return _CoChanges(
            {symbol: gain / all_own for symbol, gain in together.items()},
            {symbol: gain / own for symbol, gain in lately.items()},
            {symbol: gain / others for symbol, gain in beside.items()},
        )


class _Likeness:
    """A comparison of definitions by the identifiers in their texts.

    `identifiers` maps the id of each definition to the identifiers in its text. The likeness is the cosine between
    vectors in which rare identifiers weigh more.
    """

    def __init__(self, identifiers: Mapping[str, frozenset[bytes]]) -> None:
        self._identifiers = identifiers
        users = Counter(one for own in identifiers.values() for one in own)
        self._weights = {one: log2(1 + len(identifiers) / count) ** 2 for one, count in users.items()}
        self._lengths: dict[str, float] = {}  # squared, by symbol

    def of(self, one: str, other: str) -> float:
        """Return how alike two definitions are, from 0 to 1."""
        both = self._sum(self._identifiers[one] & self._identifiers[other])
        return both / sqrt(self._length(one) * self._length(other)) if both else 0.0

    def _length(self, symbol: str) -> float:
        if symbol not in self._lengths:
            self._lengths[symbol] = self._sum(self._identifiers[symbol])
        return self._lengths[symbol]

    def _sum(self, identifiers: frozenset[bytes]) -> float:
        return sum(self._weights[one] for one in identifiers)


def _name(symbol: str) -> str:
    return without_numbers(qualname_of(symbol)).rpartition(".")[2].lower()


def _common_words(name: str, others: Iterable[str]) -> dict[str, float]:
    """Return the share of words that `name` has in common with each of the `others`."""
    words = frozenset(split_identifier(name))
    split = {other: frozenset(split_identifier(other)) for other in others}
    return {other: len(words & its) / max(1, len(words | its)) for other, its in split.items()}


@dataclass(frozen=True, slots=True)
class DefinitionPartner:
    """A definition that often changes with another one, `of`.

    `changes` counts the known commits that changed `of`, and `together` those that also changed this one.
    """

    symbol: str
    of: str
    together: int
    changes: int
    score: float


def definition_partners(
    snapshot: Snapshot, histories: Histories, history: DefinitionHistory, symbol: str
) -> list[DefinitionPartner]:
    """Return the definitions that may change with `symbol`, likeliest first."""
    own = [commit for commit in _commits_of(history, path_of(symbol)) if symbol in commit.symbols]
    together = Counter(other for commit in own for other in commit.symbols)
    found = evidence_of(history, surroundings_of(snapshot, histories, symbol), symbol)
    partners = (
        DefinitionPartner(other, symbol, together[other], len(own), evidence.score(WEIGHTS))
        for other, evidence in found.items()
    )
    return sorted(partners, key=lambda one: (-one.score, one.symbol))


def frequent_partners(
    snapshot: Snapshot, histories: Histories, history: DefinitionHistory, symbol: str
) -> tuple[DefinitionPartner, ...]:
    """Return the definitions that share several commits with `symbol` and still exist, likeliest first.

    At most `MAX_FREQUENT` are returned.
    """
    found = (
        one
        for one in definition_partners(snapshot, histories, history, symbol)
        if one.together >= MIN_TOGETHER
        and one.together >= MIN_SHARE * one.changes
        and snapshot.definition(one.symbol) is not None
    )
    return tuple(islice(found, MAX_FREQUENT))


def _commits_of(history: DefinitionHistory, path: str) -> Iterator[DefinitionCommit]:
    return (history.commits[index] for index in history.by_path.get(path, ()))


def surroundings_of(snapshot: Snapshot, histories: Histories, symbol: str) -> Surroundings:
    """Return the surroundings of a definition in the index."""
    edges: dict[str, float] = {}
    for edge in (*snapshot.graph.outgoing(symbol), *snapshot.graph.incoming(symbol)):
        other = edge.target if edge.source == symbol else edge.source
        definition = snapshot.definition(other)
        if definition is not None and definition.kind in KINDS:
            edges[other] = max(edges.get(other, 0.0), edge.confidence)
    path = path_of(symbol)
    files = {one.path: one.score for one in file_partners(snapshot, histories, path)[:MAX_FILE_PARTNERS]}
    entries = {one: entry for one in (path, *files) if (entry := snapshot.files.get(one)) is not None}
    by_path = {
        one: tuple(definition.id for definition in entry.definitions if definition.kind in KINDS)
        for one, entry in entries.items()
    }
    return Surroundings(edges, files, by_path, partial(_identifiers, snapshot))


def _identifiers(snapshot: Snapshot, symbol: str) -> frozenset[bytes]:
    entry = snapshot.files.get(path_of(symbol))
    definition = entry.by_qualname.get(qualname_of(symbol)) if entry else None
    if entry is None or definition is None:
        return frozenset()
    span = entry.facts.spans[definition.index]
    return frozenset(_IDENTIFIER.findall(entry.source.data, span.start, min(span.end, span.start + MAX_COMPARED)))
