"""Calls, ancestors, overrides and uses, from a compiler's index."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from ctx_lsp.text.source import SourceText
from tests.claims_truth.truth.names import Symbol, header, innermost, is_called
from tests.graph_oracle.oracle import Oracle

Graph = Mapping[str, set[str]]


def calls(oracle: Oracle, symbols: Mapping[str, Symbol], sources: Mapping[str, SourceText]) -> Graph:
    """The functions that each function calls itself, by spelled names."""
    spans = innermost(symbols)
    callees = {one.id: one for one in symbols.values() if one.kind in ("function", "method")}
    found: dict[str, set[str]] = defaultdict(set)
    for place, ids in oracle.at.items():
        for callee in (callees[symbol] for symbol in ids if symbol in callees):
            path, at = place
            around = [span for span in spans.get(path, ()) if span[0] <= at < span[1]]
            if around and place not in oracle.sites[callee.id] and is_called(sources[path], place, callee.name):
                caller = max(around)[2]  # the innermost starts last
                if caller != callee.spelled:
                    found[caller].add(callee.spelled)
    return found


def ancestors(oracle: Oracle, symbols: Mapping[str, Symbol]) -> Graph:
    """All base types of each type, direct or not."""
    spelled = {one.id: one.spelled for one in symbols.values()}
    return {
        spelled[symbol]: {spelled[one] for one in reached(oracle.implemented, symbol) if one in spelled}
        for symbol in oracle.implemented
        if symbol in spelled and oracle.kinds[symbol] == "class"
    }


def direct_bases(above: Graph, symbols: Mapping[str, Symbol], sources: Mapping[str, SourceText]) -> Graph:
    """The bases that a type's own header names."""
    words = {name: set(_words(header(symbols[name], sources[symbols[name].path]))) for name in above}
    return {name: {base for base in bases if symbols[base].name in words[name]} for name, bases in above.items()}


def reached(graph: Mapping[str, Iterable[str]], start: str) -> set[str]:
    """All that can be reached from a node, without itself."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = set(graph.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found - {start}


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() or letter == "_" else " " for letter in text).split()
