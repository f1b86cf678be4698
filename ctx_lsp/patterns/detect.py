"""Table of pattern detectors, and queries for a symbol's patterns, its partners, and all patterns of a workspace."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import Definition
from ctx_lsp.patterns import decorating, delegation, factory, framework, observer, resources, template
from ctx_lsp.patterns.model import Instance, Participant, PatternMatch
from ctx_lsp.patterns.view import View
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_CENTERS = 24  # centers that one detector tries for one symbol; a hub has too many to show them all
MAX_ALIKE = 8  # maximum number of matches with the same pattern and role that are reported for one symbol

Centers = Callable[[View, Definition], Iterator[Definition]]
FindInstance = Callable[[View, Definition], Instance | None]


@dataclass(frozen=True, slots=True)
class Detector:
    """A detector of a pattern.

    `centers` yields the possible centers (see `Instance`) of patterns that involve a given symbol. `at` yields the
    instances of the pattern at a given center.
    """

    centers: Centers
    at: Callable[[View, Definition], Iterator[Instance]]


def _single(rule: FindInstance) -> Callable[[View, Definition], Iterator[Instance]]:
    def at(view: View, center: Definition) -> Iterator[Instance]:
        found = rule(view, center)
        if found is not None:
            yield found

    return at


DETECTORS = (
    Detector(delegation.strategy_centers, _single(delegation.strategy)),
    Detector(template.centers, _single(template.template_method)),
    Detector(delegation.wrapper_centers, _single(delegation.wrapper)),
    Detector(decorating.centers, _single(decorating.decorating)),
    Detector(factory.centers, _single(factory.factory)),
    Detector(resources.centers, _single(resources.context_manager)),
    Detector(resources.centers, _single(resources.unit_of_work)),
    Detector(observer.centers, _single(observer.observer)),
    Detector(framework.centers, framework.framework_role),
)


def patterns_of(snapshot: Snapshot, definition: Definition) -> tuple[PatternMatch, ...]:
    """Return the patterns of a symbol: first those centered on it, then the others.

    Both groups are sorted by confidence, highest first. At most `MAX_ALIKE` of them have the same pattern and role.
    """
    view = View(snapshot)
    found: list[tuple[bool, Instance, PatternMatch]] = []
    for detector in DETECTORS:
        for center in _first_of(detector.centers(view, definition)):
            for instance in detector.at(view, center):
                match = instance.seen_from(definition.id)
                if match is not None:
                    found.append((center.id != definition.id, instance, match))
    found.sort(key=lambda one: (one[0], -one[2].confidence, one[1].pattern, one[1].center.symbol))
    return tuple(_not_too_alike(match for _, _, match in found))


def partners(snapshot: Snapshot, symbol: str) -> tuple[Participant, ...]:
    """Return the symbols that share a pattern with `symbol`, without duplicates, in the order of `patterns_of`."""
    definition = snapshot.definition(symbol)
    matches = patterns_of(snapshot, definition) if definition is not None else ()
    first: dict[str, Participant] = {}
    for match in matches:
        for partner in match.partners:
            first.setdefault(partner.symbol, partner)
    return tuple(first.values())


def find_all(snapshot: Snapshot, kinds: Collection[str] | None, token: CancelToken) -> Iterator[Instance]:
    """Yield all instances of patterns in the workspace, sorted by the path and position of their centers.

    `kinds` holds the names of the patterns to yield; None means all patterns. Unless `kinds` is empty, the search is
    slow, because every detector examines every definition. Raises `Cancelled`.
    """
    view = View(snapshot)
    for path in sorted(snapshot.files) if kinds is None or kinds else ():
        token.check()
        for center in snapshot.files[path].definitions:
            for detector in DETECTORS:
                for instance in detector.at(view, center):
                    if kinds is None or instance.pattern in kinds:
                        yield instance


def _first_of(centers: Iterator[Definition]) -> list[Definition]:
    different: dict[str, Definition] = {}
    for center in centers:
        different.setdefault(center.id, center)
        if len(different) == MAX_CENTERS:
            break
    return list(different.values())


def _not_too_alike(matches: Iterator[PatternMatch]) -> Iterator[PatternMatch]:
    counts: dict[tuple[str, str], int] = {}
    for match in matches:
        key = (match.pattern, match.role)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= MAX_ALIKE:
            yield match
