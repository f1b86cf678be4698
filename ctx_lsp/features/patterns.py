"""Finds the patterns of one symbol or of the whole workspace: design patterns, framework roles, and adoption."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.model import BadRequest, FoundPattern, Patterns
from ctx_lsp.graph.entry import Definition
from ctx_lsp.packing.detail.lines import Lines
from ctx_lsp.patterns import PATTERNS, find_all, patterns_of
from ctx_lsp.patterns.adoption import Adoptions
from ctx_lsp.patterns.departures import departures
from ctx_lsp.retrieval.gaps import gaps
from ctx_lsp.snapshot.snapshot import Snapshot

NO_HUNKS: Mapping[str, Lines] = MappingProxyType({})
MAX_LISTED = 2_000  # limit for one answer; nobody reads more


def patterns(
    snapshot: Snapshot,
    definition: Definition | None,
    kinds: Sequence[str] | None,
    token: CancelToken,
    adopted: Adoptions | None = None,
    hunks: Mapping[str, Lines] = NO_HUNKS,
) -> Patterns:
    """Find the patterns of a symbol, or all patterns; if `kinds` is given, only patterns of these kinds.

    If `adopted` is given, also list how many files use each of several alternatives for the same purpose, and report
    the rare alternatives in the changed lines `hunks`. Raises `BadRequest` if a kind is unknown, and `Cancelled`.
    """
    for kind in kinds or ():
        if kind not in PATTERNS:
            raise BadRequest(f"unknown kind of pattern {kind!r}; known: {', '.join(PATTERNS)}")
    if definition is None:
        found, cut = _first(_all(snapshot, kinds, token))
    else:
        found, cut = _first(_of(snapshot, definition, kinds))
    warnings = (f"more than {MAX_LISTED:,} patterns; the others are not listed",) if cut else ()
    symbol = definition.id if definition else None
    warnings = (*gaps(snapshot, by_meaning=False), *warnings)
    if adopted is None:
        return Patterns(symbol, snapshot.revision, found, warnings)
    rare = tuple(one for path, lines in sorted(hunks.items()) for one in departures(adopted, path, lines))
    return Patterns(symbol, snapshot.revision, found, warnings, adopted.all(), rare)


def _of(snapshot: Snapshot, definition: Definition, kinds: Sequence[str] | None) -> Iterator[FoundPattern]:
    for one in patterns_of(snapshot, definition):
        if kinds is None or one.pattern in kinds:
            yield FoundPattern(definition.id, one.pattern, one.role, one.partners, one.reason, one.confidence)


def _all(snapshot: Snapshot, kinds: Sequence[str] | None, token: CancelToken) -> Iterator[FoundPattern]:
    for one in find_all(snapshot, kinds, token):
        center = one.center
        yield FoundPattern(center.symbol, one.pattern, center.relation, one.others, one.reason, one.confidence)


def _first(found: Iterable[FoundPattern]) -> tuple[tuple[FoundPattern, ...], bool]:
    """Return the patterns up to the limit, and whether there are more."""
    listed: list[FoundPattern] = []
    for one in found:
        if len(listed) == MAX_LISTED:
            return tuple(listed), True
        listed.append(one)
    return tuple(listed), False
