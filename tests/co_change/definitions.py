"""Definitions that commits changed, found by comparing the texts before and after, and which of them change together.

`window_of` compares the texts of a bounded window of commits.
The orders of partners follow from what was collected.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import log2
from pathlib import Path
from typing import NamedTuple

from ctx_lsp.features.definition_diff import edited_definitions
from ctx_lsp.graph.entry import path_of, qualname_of
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.history.co_change import HALF_LIFE, MAX_FILES, PRIOR
from ctx_lsp.history.log import DAY
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.words import split_identifier
from ctx_lsp.text.git import read_texts
from ctx_lsp.text.git_log import LoggedCommit, TouchedFile, touched_contents
from tests.co_change.tasks import CODE, MAX_ANSWERS

WINDOW = 200  # newest commits of code whose texts are compared
MAX_TASKS = 25  # newest of them that are tasks
BATCH = 50
MAX_BYTES = 300_000  # of a compared text
MAX_SIZE = 6_000_000  # bytes of all compared texts, after which the window ends
COMMON = 5  # small commits of a definition that count as one common change


class WindowCommit(NamedTuple):
    """A commit: its name, its time in seconds since 1970, and the existing definitions that it changed."""

    name: str
    time: int
    symbols: tuple[str, ...]


class DefinitionTask(NamedTuple):
    """The commit at `position` of the window, and what else is known about each definition that it changed.

    `edges` holds the neighbours of each in the graph, with the confidence of their surest edge. `files` holds the
    partners of each file, with their scores.
    """

    position: int
    edges: Mapping[str, Mapping[str, float]]
    files: Mapping[str, Mapping[str, float]]


class Collected(NamedTuple):
    """What the orders of definitions are made from: the window, its tasks, and all definitions before the tasks."""

    window: tuple[WindowCommit, ...]
    tasks: tuple[DefinitionTask, ...]
    symbols: tuple[str, ...]


def window_of(folder: Path, commits: Sequence[LoggedCommit]) -> tuple[WindowCommit, ...]:
    """Return the newest commits of code, oldest first, with the definitions that they changed."""
    wanted = [one for one in commits if 1 < len(one.files) <= MAX_FILES and any(map(_is_code, one.files))][-WINDOW:]
    compared: list[LoggedCommit] = []
    by_path: dict[str, list[tuple[str, bytes, bytes]]] = defaultdict(list)
    size = 0
    for end in range(len(wanted), 0, -BATCH):
        batch = wanted[max(0, end - BATCH) : end]
        touched = touched_contents(folder, [one.name for one in batch])
        texts = dict(read_texts(folder, (name for files in touched.values() for one in files for name in one[1:])))
        for commit in reversed(batch):
            if size > MAX_SIZE:
                break
            compared.append(commit)
            for file, before, after in touched.get(commit.name, ()):
                if _is_code(file) and before in texts and after in texts and len(texts[after]) <= MAX_BYTES:
                    by_path[file.path].append((commit.name, texts[before], texts[after]))
                    size += len(texts[after])
    found: dict[str, list[str]] = defaultdict(list)
    for path, steps in by_path.items():  # file by file, because consecutive commits share a text
        for name, old, new in steps:
            found[name] += [node.symbol for node in edited_definitions(path, old, new)]
    return tuple(WindowCommit(one.name, one.time, tuple(found[one.name])) for one in reversed(compared))


def _is_code(file: TouchedFile) -> bool:
    kind, path, _ = file
    return kind in "MR" and file_role(path) in CODE


def tasks_in(window: Sequence[WindowCommit]) -> list[int]:
    """Return the positions of the newest commits of a window that changed several definitions."""
    found = [number for number, one in enumerate(window) if 1 < len(one.symbols) <= MAX_ANSWERS]
    return found[-MAX_TASKS:]


def definition_edges(snapshot: Snapshot, symbol: str) -> dict[str, float]:
    """Return the neighbours of a definition in the graph, with the confidence of their surest edge (0–1)."""
    found: dict[str, float] = {}
    for edge in (*snapshot.graph.outgoing(symbol), *snapshot.graph.incoming(symbol)):
        other = edge.target if edge.source == symbol else edge.source
        if "::" in other:
            found[other] = max(found.get(other, 0.0), edge.confidence)
    return found


class Evidence(NamedTuple):
    """What speaks for a definition that it changes with the given one.

    `together` is the share of the decayed commits of the given definition that changed both, small commits counting
    more; `beside` the same for commits that changed others in the file of the given one; `lately` how often it changed
    in the window (0–1), also where it is in the same file, or has an edge to or from the given one. `edge` is the
    confidence of the edge, and `file` the score of its file as a partner of the given one's. `near` is 1 for the next
    definition in the given one's file, and less for those further away. `words` is the share of words that both names
    have in common, as far as its file is the given one's or a partner of that.
    """

    together: float = 0.0
    beside: float = 0.0
    lately: float = 0.0
    lately_in_file: float = 0.0
    lately_by_edge: float = 0.0
    edge: float = 0.0
    same_file: float = 0.0
    file: float = 0.0
    file_by_edge: float = 0.0
    same_name: float = 0.0
    near: float = 0.0
    words: float = 0.0


ORDERS = {
    "definitions": Evidence(
        together=1.0,
        beside=0.3,
        lately=0.05,
        lately_in_file=0.1,
        lately_by_edge=0.8,
        file_by_edge=0.3,
        same_name=0.15,
        near=0.1,
        words=0.1,
    ),
    "definitions, without places and words": Evidence(
        together=1.0, beside=0.3, lately=0.05, lately_in_file=0.4, lately_by_edge=0.8, file_by_edge=0.3, same_name=0.15
    ),
    "definitions, history alone": Evidence(together=1.0, beside=0.3, lately=0.05, lately_in_file=0.4),
    "definitions, graph alone": Evidence(edge=1.0),
    "definitions, without their history": Evidence(
        edge=0.2, same_file=0.1, file=0.1, file_by_edge=0.3, same_name=0.15, near=0.3, words=0.3
    ),
    "definitions, same file": Evidence(same_file=1.0),
}
"""The weights of the evidence in each order. They were chosen on the repositories that are not held out."""


def definition_orders(collected: Collected, task: DefinitionTask, given: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each order of the definitions that may change with the given one, the likeliest first."""
    found = dict(_evidence(collected, task, given))
    for name, weights in ORDERS.items():
        scores = {
            symbol: sum(weight * value for weight, value in zip(weights, one, strict=True))
            for symbol, one in found.items()
        }
        yield name, sorted((one for one in scores if scores[one] > 0), key=lambda one: (-scores[one], one))


def _evidence(collected: Collected, task: DefinitionTask, given: str) -> Iterator[tuple[str, Evidence]]:
    together, beside, lately = _past(collected.window[: task.position], collected.window[task.position].time, given)
    path, name, edges = path_of(given), _name(given), task.edges[given]
    files = task.files[path]
    places = {symbol: place for place, symbol in enumerate(one for one in collected.symbols if path_of(one) == path)}
    for symbol in {*collected.symbols, *lately, *edges} - {given}:
        own_path = path_of(symbol)
        often, edge, is_beside = min(1.0, lately.get(symbol, 0.0)), edges.get(symbol, 0.0), own_path == path
        file = files.get(own_path, 0.0)
        evidence = Evidence(
            together.get(symbol, 0.0),
            beside.get(symbol, 0.0),
            lately=often,
            lately_in_file=often * is_beside,
            lately_by_edge=often * edge,
            edge=edge,
            same_file=float(is_beside),
            file=file,
            file_by_edge=file * (edge > 0),
            same_name=float(_name(symbol).lower() == name.lower()),
            near=1 / abs(places[symbol] - places[given]) if is_beside and {symbol, given} <= places.keys() else 0.0,
            words=_common_words(_name(symbol), name) * max(float(is_beside), min(1.0, file)),
        )
        if any(evidence):
            yield symbol, evidence


@lru_cache(maxsize=1 << 15)
def _name(symbol: str) -> str:
    return qualname_of(symbol).rpartition(".")[2].partition("#")[0]


@lru_cache(maxsize=1 << 15)
def _common_words(one: str, other: str) -> float:
    words, others = set(split_identifier(one)), set(split_identifier(other))
    return len(words & others) / len(words | others) if words | others else 0.0


def _past(
    window: Sequence[WindowCommit], now: int, given: str
) -> tuple[Mapping[str, float], Mapping[str, float], Mapping[str, float]]:
    """Return how often each definition changed together with the given one, beside it, and at all."""
    together: dict[str, float] = defaultdict(float)
    beside: dict[str, float] = defaultdict(float)
    lately: dict[str, float] = defaultdict(float)
    own_total = beside_total = PRIOR
    path = path_of(given)
    for commit in window:
        weight = 0.5 ** (max(0, now - commit.time) / DAY / HALF_LIFE)
        share = weight / log2(1 + max(1, len(commit.symbols)))
        if given in commit.symbols:
            gained, own_total = together, own_total + weight
        elif any(path_of(one) == path for one in commit.symbols):
            gained, beside_total = beside, beside_total + weight
        else:
            gained = {}
        for symbol in commit.symbols:
            gained[symbol] = gained.get(symbol, 0.0) + share
            lately[symbol] += share / COMMON
    return (
        {symbol: gain / own_total for symbol, gain in together.items()},
        {symbol: gain / beside_total for symbol, gain in beside.items()},
        lately,
    )
