"""The functions that packs are requested for, and their needs according to a compiler's index.

A function needs the symbols of the workspace that its text refers to: classes, functions, methods, variables of modules
and fields (`oracle` defines which symbols count), except those defined inside it.
"""

import random
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass

from ctx_lsp.graph.entry import FileEntry
from tests.graph_oracle.oracle import Oracle, Place

MIN_CALLS = 3  # needed symbols of a function that is asked for: of fewer, a share says little
CALLABLE = frozenset({"function", "method"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A function by the place of its name, and the sites of each symbol that it needs."""

    symbol: str
    place: Place
    needed: Mapping[str, frozenset[Place]]


def find_asked(oracle: Oracle, files: Mapping[str, FileEntry], count: int, seed: int) -> list[Asked]:
    """`count` functions that need at least `MIN_CALLS` symbols, or all if there are fewer, in the order of the files.

    Our index gives the extent of a function, because the compilers' indexes do not.
    """
    spans = {
        (path, span.name_start): (span.start, span.end) for path, entry in files.items() for span in entry.facts.spans
    }
    starts = _starts(oracle)
    found = [
        Asked(symbol, place, needed)
        for symbol, sites in sorted(oracle.sites.items())
        if oracle.kinds[symbol] in CALLABLE
        for place in sorted(sites & spans.keys())[-1:]  # of overloads the implementation, which is the last
        if len(needed := _needed(oracle, starts[place[0]], place[0], spans[place])) >= MIN_CALLS
    ]
    found.sort(key=lambda one: one.place)
    kept = random.Random(seed).sample(range(len(found)), min(count, len(found)))  # noqa: S311  # the same every time
    return [found[number] for number in sorted(kept)]


def _starts(oracle: Oracle) -> dict[str, list[int]]:
    """The offsets of the index's occurrences, by path, ascending."""
    starts: dict[str, list[int]] = {}
    for path, start in sorted(oracle.at):
        starts.setdefault(path, []).append(start)
    return starts


def _needed(oracle: Oracle, starts: list[int], path: str, span: tuple[int, int]) -> dict[str, frozenset[Place]]:
    start, end = span
    inside = starts[bisect_left(starts, start) : bisect_left(starts, end)]
    symbols = {symbol for at in inside for symbol in oracle.compared((path, at))}
    return {
        symbol: oracle.sites[symbol]
        for symbol in sorted(symbols)
        if not any(site[0] == path and start <= site[1] < end for site in oracle.sites[symbol])
    }
