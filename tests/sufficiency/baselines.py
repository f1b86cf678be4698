"""Baselines: what a reader without packs would send instead, within the same budgets.

Whole files: the function's own file, then its imports in order, then their imports, until the budget is full; the last
file is cut to fit. Chunks: those with the vectors nearest to that of the function's text, nearest first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.workspace.analysis import Analysis
from tests.graph_oracle.oracle import Oracle
from tests.sufficiency.shown import Shown

MAX_CHUNKS = 200  # of the smallest size, more than the largest budget holds

Piece = tuple[str, int, int]  # path, first line, line after the last


def filled(
    pieces: Iterable[Piece], sources: Mapping[str, Sequence[str]], budget: int, *, cut: bool
) -> tuple[Shown, int]:
    """The pieces that fit a budget, in order, and their tokens; with `cut`, the last one is cut to fit."""
    shown: dict[str, frozenset[int]] = {}
    spent = 0
    for path, first, end in pieces:
        whole = _cost(path, sources[path], first, end)
        fitting = end if spent + whole <= budget else _last_fitting(path, sources[path], first, end, budget - spent)
        if fitting < end and not cut:
            break
        if fitting > first:
            spent += _cost(path, sources[path], first, fitting)
            shown[path] = shown.get(path, frozenset()) | frozenset(range(first, fitting))
        if fitting < end:
            break
    return shown, spent


def files_in_import_order(
    path: str, imported: Mapping[str, Sequence[str]], sources: Mapping[str, Sequence[str]]
) -> Iterator[Piece]:
    """The file and its imports, breadth first."""
    waiting, seen = [path], {path}
    while waiting:
        here = waiting.pop(0)
        yield here, 0, len(sources[here])
        fresh = [one for one in imported.get(here, ()) if one not in seen]
        seen.update(fresh)
        waiting += fresh


def imports_of(oracle: Oracle) -> dict[str, list[str]]:
    """The files that each file imports from, in the order of the imports."""
    homes: dict[str, str] = {}
    for symbol, sites in oracle.sites.items():
        homes.setdefault(_module(symbol), min(sites)[0])
    found: dict[str, list[str]] = {}
    for place in sorted(oracle.imports):
        for symbol in sorted(oracle.at.get(place, ())):  # an import of a name that is set aside has none
            home = homes.get(_module(symbol))
            listed = found.setdefault(place[0], [])
            if home is not None and home != place[0] and home not in listed:
                listed.append(home)
    return found


def nearest_chunks(analysis: Analysis, text: str) -> Iterator[Piece]:
    """The chunks most similar to a text by vectors. Ends the program if there is no model."""
    snapshot = analysis.snapshot
    if analysis.pool is None or snapshot.vectors is None or snapshot.semantic_coverage < 1.0:
        raise SystemExit("there is no model to search by meaning with")
    for key, _ in snapshot.vectors.search(analysis.pool.embed(text), MAX_CHUNKS, snapshot.chunks_by_key.__contains__):
        for path, number in snapshot.chunks_by_key[key]:
            entry = snapshot.files[path]
            chunk = entry.facts.chunks[number]
            yield path, entry.source.line_at(chunk.start), entry.source.line_at(max(chunk.start, chunk.end - 1)) + 1


def _cost(path: str, source: Sequence[str], first: int, end: int) -> int:
    """The tokens of some lines with a heading that cites them, as in a pack."""
    code = "".join(f"{line}\n" for line in source[first:end])
    return count_tokens(f"## `{path}:{first + 1}-{end}`\n\n```\n{code}```\n\n")


def _last_fitting(path: str, source: Sequence[str], first: int, end: int, budget: int) -> int:
    """The end of the lines that fit."""
    low, high = first, end
    while low < high:
        middle = (low + high + 1) // 2
        if _cost(path, source, first, middle) <= budget:
            low = middle
        else:
            high = middle - 1
    return low


def _module(symbol: str) -> str:
    """The part of a symbol's name that identifies its file."""
    return symbol[: symbol.rfind("/") + 1]
