"""Completeness: the dependencies of the shown bodies of a pack that are shown, too, and those that are missing.

A body that is shown in excerpts needs what these name. A need counts as present where the lines of its declaration are
shown.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import Definition
from ctx_lsp.packing.detail import lines
from ctx_lsp.packing.detail.levels import declaration_lines, full_lines, signature_lines
from ctx_lsp.packing.detail.lines import NONE, Lines
from ctx_lsp.packing.model import Completeness, Unresolved, UnresolvedReason
from ctx_lsp.packing.references import SURE, Dependency, implementations, uses
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS
from ctx_lsp.syntax.words import identifiers

CRITICAL_CALL_CONFIDENCE = 0.8  # a helper that is called for certain is part of what the caller does
RESOLUTION_SHARE, COVERAGE_SHARE = 0.7, 0.3

# What a definition needs though its text does not name it.
_IMPLIED: frozenset[EdgeKind] = frozenset({"inherits", "implements", "overrides"})
NO_BODY = Completeness(None, 0.0, 0.0, ())


@dataclass(frozen=True, slots=True)
class Need:
    """A definition that a primary one refers to. `lines` show it at signature level.

    `critical`: a base, an interface, a type of the declaration, a decorator or a called helper. `blocked`: why it
    cannot enter at all, if so.
    """

    symbol: str
    path: str
    lines: Lines
    needed_by: str
    critical: bool
    blocked: UnresolvedReason | None


@dataclass(frozen=True, slots=True)
class Needs:
    """All needs of a question, the critical ones first; `ambiguous` are named in the answer and not counted."""

    wanted: tuple[Need, ...]
    ambiguous: tuple[Unresolved, ...]

    def weights(self) -> dict[str, float]:
        """What the score gains when a need is resolved, by symbol."""
        critical = sum(need.critical for need in self.wanted)
        plain = RESOLUTION_SHARE / len(self.wanted) if self.wanted else 0.0
        return {need.symbol: plain + (COVERAGE_SHARE / critical if need.critical else 0.0) for need in self.wanted}


def find_needs(
    snapshot: Snapshot, core: Sequence[Definition], depth: int, admitted: Callable[[Definition], bool]
) -> Needs:
    """What the definitions `core` (best first) refer to."""
    return _needs(snapshot, ((one, uses(snapshot, one)) for one in core), depth, admitted)


def needs_of_bodies(
    snapshot: Snapshot, bodies: Iterable[tuple[Definition, Lines]], depth: int,
    admitted: Callable[[Definition], bool], token: CancelToken,
) -> Needs:  # fmt: skip
    """What definitions need as far as they are shown; `bodies` come with the shown lines of their files.

    An interface, a type whose members are overridden, and a method that others override need their implementations.
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
    """The needs behind some uses, each once; guesses that nothing surer confirms are ambiguous."""
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
    """The identifiers in the shown lines of a definition."""
    entry = snapshot.files[definition.path]
    ((first, end),) = full_lines(entry, definition.index)
    own = [(max(a, first), min(b, end)) for a, b in shown if a < end and b > first]
    return frozenset(identifiers(lines.text_of(entry.source, tuple(own))))


def measure(
    needs: Needs, shown: Mapping[str, Lines], secret: Mapping[str, Lines] | None = None,
    missing_reason: UnresolvedReason = "budget",
) -> Completeness:  # fmt: skip
    """The completeness of a pack that shows the lines `shown` by path, and must not show those that are `secret`.

    `missing_reason` is that of what could be shown.
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
    """How `need` is named where it is missing."""
    reason: UnresolvedReason = missing_reason if lines.without(need.lines, secret.get(need.path, NONE)) else "secret"
    return Unresolved(need.symbol, need.needed_by, need.blocked or reason)


def is_present(need: Need, shown: Mapping[str, Lines], secret: Mapping[str, Lines]) -> bool:
    """Whether `need` can be read, at signature level or better, among the shown lines, but for `secret` ones."""
    wanted = lines.without(need.lines, secret.get(need.path, NONE))
    return bool(wanted) and lines.covers(shown.get(need.path, NONE), wanted)


def _need(
    snapshot: Snapshot, source: Definition, use: Dependency, depth: int, admitted: Callable[[Definition], bool]
) -> Need:
    target = use.target
    entry = snapshot.files[target.path]
    shown = (
        signature_lines(entry, target.index)
        if target.kind in CONTAINER_KINDS
        else declaration_lines(entry.source, entry.facts.spans[target.index])
    )
    blocked: UnresolvedReason | None = "filtered" if not admitted(target) else "depth" if depth < 1 else None
    return Need(target.id, target.path, shown, source.id, _is_critical(use), blocked)


def _is_critical(use: Dependency) -> bool:
    return use.declared or (use.kind == "calls" and use.confidence >= CRITICAL_CALL_CONFIDENCE)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
