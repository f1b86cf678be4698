"""Completeness of a pack: how many of the definitions that the shown bodies need are shown too, and which are missing.

A body shown in excerpts needs only the dependencies that occur in the excerpts. A dependency counts as present if the
lines of its declaration are shown.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import Definition
from ctx_lsp.packing.dependencies import SURE, Dependency, implementations, uses
from ctx_lsp.packing.detail import lines
from ctx_lsp.packing.detail.levels import declaration_lines, full_lines
from ctx_lsp.packing.detail.lines import NONE, Lines
from ctx_lsp.packing.model import Completeness, Unresolved, UnresolvedReason
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.words import identifiers

CRITICAL_CALL_CONFIDENCE = 0.8  # a call with at least this confidence makes the called helper critical
RESOLUTION_SHARE, COVERAGE_SHARE = 0.7, 0.3

# Kinds of dependencies that a definition needs even if its text does not name them.
_IMPLIED: frozenset[EdgeKind] = frozenset({"inherits", "implements", "overrides"})
NO_BODY = Completeness(None, 0.0, 0.0, ())


@dataclass(frozen=True, slots=True)
class Need:
    """A definition that a primary definition (one that the pack is about) refers to.

    `lines` holds the lines that declare the needed definition. `critical` is true for a base, an interface, a type in
    the declaration, a decorator or a called helper. `blocked` is the reason why the pack cannot show the definition, or
    None if the pack can show it.
    """

    symbol: str
    path: str
    lines: Lines
    needed_by: str
    critical: bool
    blocked: UnresolvedReason | None


@dataclass(frozen=True, slots=True)
class Needs:
    """The definitions that a pack needs, critical ones first. `ambiguous` dependencies are reported but not counted."""

    wanted: tuple[Need, ...]
    ambiguous: tuple[Unresolved, ...]

    def without(self, excludes: Callable[[str], bool]) -> "Needs":
        """Return the needs without the symbols that the request excludes, because these do not count as missing."""
        wanted = tuple(need for need in self.wanted if not excludes(need.symbol))
        return Needs(wanted, tuple(one for one in self.ambiguous if not excludes(one.symbol)))

    def weights(self) -> dict[str, float]:
        """Return, for each needed symbol, by how much the completeness score rises if the pack shows the symbol."""
        critical = sum(need.critical for need in self.wanted)
        plain = RESOLUTION_SHARE / len(self.wanted) if self.wanted else 0.0
        return {need.symbol: plain + (COVERAGE_SHARE / critical if need.critical else 0.0) for need in self.wanted}


def find_needs(
    snapshot: Snapshot, core: Sequence[Definition], depth: int, admitted: Callable[[Definition], bool]
) -> Needs:
    """Return the needs of the definitions in `core`, which must be sorted best first.

    A need is blocked if its definition is not `admitted`, or if `depth` (the number of edges to follow) is 0.
    """
    return _needs(snapshot, ((one, uses(snapshot, one)) for one in core), depth, admitted)


def needs_of_bodies(
    snapshot: Snapshot, bodies: Iterable[tuple[Definition, Lines]], depth: int,
    admitted: Callable[[Definition], bool], token: CancelToken,
) -> Needs:  # fmt: skip
    """Return the definitions that the shown parts of other definitions need.

    `bodies` pairs each definition with the shown lines of its file. Interfaces, overridden methods, and types with
    overridden members also need their implementations.
    """

    def needed(definition: Definition, shown: Lines) -> Iterator[Dependency]:
        token.check()
        named = _named_in(snapshot, definition, shown)
        for use in (*uses(snapshot, definition), *implementations(snapshot, definition)):
            if use.target.name in named or use.kind in _IMPLIED:
                yield use

    return _needs(snapshot, ((one, needed(one, shown)) for one, shown in bodies), depth, admitted)


def _needs(
    snapshot: Snapshot, used: Iterable[tuple[Definition, Iterable[Dependency]]], depth: int,
    admitted: Callable[[Definition], bool],
) -> Needs:  # fmt: skip
    """Collect the needs without duplicates. A name is ambiguous if all of its possible targets are guesses."""
    found: dict[str, Need] = {}
    guesses: dict[tuple[str, str], list[str]] = {}
    for definition, own in used:
        for use in own:
            if use.confidence < SURE:
                guesses.setdefault((definition.id, use.target.name), []).append(use.target.id)
                continue
            known = found.get(use.target.id)
            if known is None:
                found[use.target.id] = _need(snapshot, definition, use, depth, admitted)
            elif _is_critical(use):
                found[use.target.id] = replace(known, critical=True)
    wanted = sorted(found.values(), key=lambda need: not need.critical)
    ambiguous = [
        Unresolved(targets[0], needed_by, "ambiguous")
        for (needed_by, _), targets in guesses.items()
        if not any(target in found for target in targets)
    ]
    return Needs(tuple(wanted), tuple(ambiguous))


def _named_in(snapshot: Snapshot, definition: Definition, shown: Lines) -> frozenset[str]:
    """Return the identifiers in the shown lines of a definition."""
    entry = snapshot.files[definition.path]
    ((first, end),) = full_lines(entry, definition.index)
    own = [(max(a, first), min(b, end)) for a, b in shown if a < end and b > first]
    return frozenset(identifiers(lines.text_of(entry.source, tuple(own))))


def measure(
    needs: Needs, shown: Mapping[str, Lines], secret: Mapping[str, Lines] | None = None,
    missing_reason: UnresolvedReason = "budget",
) -> Completeness:  # fmt: skip
    """Measure the completeness of a pack that shows the lines `shown` and hides the lines `secret`, both keyed by path.

    `missing_reason` is the reason to state for missing definitions that could be shown.
    """
    hidden = secret or {}
    missing = [need for need in needs.wanted if not is_present(need, shown, hidden)]
    resolution = _share(len(needs.wanted) - len(missing), len(needs.wanted))
    critical = sum(need.critical for need in needs.wanted)
    coverage = _share(critical - sum(need.critical for need in missing), critical)
    named = (unresolved(need, hidden, missing_reason) for need in missing)
    score = RESOLUTION_SHARE * resolution + COVERAGE_SHARE * coverage
    return Completeness(score, resolution, coverage, (*named, *needs.ambiguous))


def unresolved(need: Need, secret: Mapping[str, Lines], missing_reason: UnresolvedReason) -> Unresolved:
    """Build the entry in the list of unresolved dependencies for a definition that the pack does not show.

    The reason is `need.blocked` if it is set, "secret" if all lines that declare the definition are in `secret`, or
    else `missing_reason`. `secret` holds the lines that may hold a secret, keyed by path.
    """
    reason: UnresolvedReason = missing_reason if lines.without(need.lines, secret.get(need.path, NONE)) else "secret"
    return Unresolved(need.symbol, need.needed_by, need.blocked or reason)


def is_present(need: Need, shown: Mapping[str, Lines], secret: Mapping[str, Lines]) -> bool:
    """Return whether the declaration of a needed definition is shown, not counting lines that may hold a secret."""
    wanted = lines.without(need.lines, secret.get(need.path, NONE))
    return bool(wanted) and lines.covers(shown.get(need.path, NONE), wanted)


def _need(
    snapshot: Snapshot, source: Definition, use: Dependency, depth: int, admitted: Callable[[Definition], bool]
) -> Need:
    target = use.target
    entry = snapshot.files[target.path]
    shown = declaration_lines(entry.source, entry.facts.spans[target.index])
    blocked: UnresolvedReason | None = "filtered" if not admitted(target) else "depth" if depth < 1 else None
    return Need(target.id, target.path, shown, source.id, _is_critical(use), blocked)


def _is_critical(use: Dependency) -> bool:
    return use.declared or (use.kind == "calls" and use.confidence >= CRITICAL_CALL_CONFIDENCE)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
