"""`python -m tests.graph_oracle.callers`: score callers through a base against compilers' indexes.

The comparison is over pairs of a caller and a method: according to the compiler's index, the caller's code names a
member that the method overrides (by its relations, and by names of methods along its hierarchy). Callers whose text
determines the member are left out: `super`, the base's name, or the object itself in a type beside the method's. A pair
of ours is set aside if the compiler's index resolves nothing at its place.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ctx_lsp.features.symbols import enclosing
from ctx_lsp.snapshot.dynamic_dispatch import Dispatch
from ctx_lsp.text.source import SourceText
from tests.graph_oracle.compare import Comparing, Score
from tests.graph_oracle.loading import load
from tests.graph_oracle.oracle import Oracle, Place
from tests.graph_oracle.ours import Ours, index_workspace
from tests.graph_oracle.packages import LANGUAGES, chosen

_USES = frozenset({"calls", "reads", "writes"})
_BEFORE = 80  # bytes before a name that hold its receiver
_ASSIGNMENT = re.compile(rb"[\w$]+\s*=[^=>]")
_OPENING, _COLON = re.compile(rb"[{,]\s*$"), re.compile(rb"[\w$]+\s*:")
_OWN = re.compile(rb"(?<![\w.])(?:self|this|cls)\s*[?!]?\.\s*$")

Pair = tuple[str, str]  # the caller's node, the method's symbol in the compiler's index


@dataclass(frozen=True)
class CallersComparison:
    """The score of one workspace, and the pairs that only one side has."""

    score: Score
    missed: tuple[Pair, ...]
    too_much: tuple[Pair, ...]
    aside: int
    unresolved: int  # of the missed: their references are not resolved, so that nothing could follow from them


def compare_callers(oracle: Oracle, ours: Ours, sources: Mapping[str, SourceText]) -> CallersComparison:
    """Compare the callers through a base of one workspace."""
    comparing = Comparing(oracle, ours, sources)
    ancestors, overridden = comparing.hierarchy()
    methods = {one for one, _ in overridden if oracle.kinds[one] == "method"}
    nodes = {symbol: comparing.nodes_of(symbol) for symbol in methods}
    theirs = set(_theirs(oracle, ours, sources, {pair for pair in overridden if pair[0] in methods}, ancestors))
    theirs = {(caller, method) for caller, method in theirs if nodes[method] and caller not in nodes[method]}
    direct, mine = _ours(ours, nodes)
    named = set(ours.edges_between("calls", "reads"))
    theirs -= direct
    beyond = mine - theirs
    aside = {pair for pair in beyond if _is_silent(oracle, ours, pair, nodes[pair[1]])}
    both = len(theirs & mine)
    score = Score(both, len(theirs), both, len(mine) - len(aside))
    bases: dict[str, set[str]] = {}
    for method, base in overridden:
        bases.setdefault(method, set()).update(comparing.nodes_of(base))
    missed = sorted(theirs - mine)
    unresolved = sum(all((caller, base) not in named for base in bases[method]) for caller, method in missed)
    return CallersComparison(score, tuple(missed), tuple(sorted(beyond - aside)), len(aside), unresolved)


def _theirs(
    oracle: Oracle, ours: Ours, sources: Mapping[str, SourceText], overridden: set[Pair], ancestors: set[Pair]
) -> Iterator[Pair]:
    """Callers by the compiler's index: the symbols around the names of overridden members."""
    above: dict[str, list[str]] = {}
    for method, base in overridden:
        above.setdefault(base, []).append(method)
    for place, symbols in oracle.at.items():
        if place in oracle.imports:
            continue
        for base in symbols & above.keys():
            if place in oracle.sites[base]:
                continue
            before = sources[place[0]].data[max(0, place[1] - _BEFORE) : place[1]]
            if _is_set(sources[place[0]], place[1], before):
                continue
            holder = base.rpartition("#")[0]
            name = re.escape(re.split(r"[/#]", holder)[-1].encode())
            if re.search(rb"(?<!\w)(?:super(?:\([^()]*\))?|" + name + rb"(?:\(\))?)\s*\.\s*$", before):
                continue
            around = enclosing(ours.snapshot, *place)
            caller = around.id if around else place[0]
            own = _type_around(oracle, ours, place) if _OWN.search(before) else ""
            for method in above[base]:
                other = f"{method.rpartition('#')[0]}#"
                if not own or own == other or (own, other) in ancestors or (other, own) in ancestors:
                    yield caller, method


def _is_set(source: SourceText, start: int, before: bytes) -> bool:
    """Whether a name is assigned to, or is a key of an object, and so does not use an overriding method."""
    is_key = _OPENING.search(before) and _COLON.match(source.data, start)
    return bool(is_key or _ASSIGNMENT.match(source.data, start))


def _type_around(oracle: Oracle, ours: Ours, place: Place) -> str:
    """The compiler's symbol of the type around a place."""
    around = enclosing(ours.snapshot, *place)
    while around is not None:
        span = ours.snapshot.files[around.path].facts.spans[around.index]
        types = [one for one in oracle.compared((around.path, span.name_start)) if oracle.kinds[one] == "class"]
        if types:
            return min(types)
        around = ours.snapshot.definition(around.container)
    return ""


def _ours(ours: Ours, nodes: Mapping[str, frozenset[str]]) -> tuple[set[Pair], set[Pair]]:
    """The callers of methods by our index: those that name them, and those through a base."""
    dispatch = Dispatch(ours.snapshot)
    uses = [(method, use) for method, own in nodes.items() for node in own for use in dispatch.incoming(node)]
    used = [(method, use) for method, use in uses if use.kind in _USES]
    direct = {(use.source, method) for method, use in used if use.through is None}
    return direct, {(use.source, method) for method, use in used if use.through is not None} - direct


def _is_silent(oracle: Oracle, ours: Ours, pair: Pair, nodes: frozenset[str]) -> bool:
    """Whether the compiler's index resolves nothing where the caller uses the method's name."""
    caller, _ = pair
    definition = ours.snapshot.definition(caller)
    entry = ours.snapshot.files[caller.partition("::")[0]]
    index = definition.index if definition else -1
    names = {node.rpartition(".")[2] for node in nodes}
    places = [(entry.path, one.start) for one in entry.facts.references if one.symbol == index and one.name in names]
    return any(place not in oracle.at for place in places)


def main() -> int:
    """Compare the requested packages, and print the scores."""
    parser = argparse.ArgumentParser(prog="python -m tests.graph_oracle.callers", description=__doc__)
    parser.add_argument("packages", nargs="*", help="names of packages; all of development where none is given")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--held-out", action="store_true", help="the packages that are looked at only at the end, too")
    parser.add_argument("--misses", type=int, default=0, metavar="N", help="show N differences of each kind")
    given = parser.parse_args()
    for package in chosen(given.packages, given.language, given.held_out):
        oracle, sources = load(package)
        found = compare_callers(oracle, Ours(index_workspace(sources), oracle.paths), sources)
        score = found.score
        sys.stdout.write(
            f"{package.key}: precision {score.precision:.3f} ({score.right:,} of {score.answered:,}), "
            f"recall {score.recall:.3f} ({score.found:,} of {score.expected:,}), {found.aside:,} set aside; "
            f"{found.unresolved:,} of the missed rest on references that are not resolved\n"
        )
        for what, pairs in (("missed", found.missed), ("too much", found.too_much)):
            for caller, method in () if package.held_out else pairs[: given.misses]:
                sys.stdout.write(f"    {what}: {caller} → {method}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
