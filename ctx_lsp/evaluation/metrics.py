"""Scores of search results against known targets. Pure functions; `run` runs the tasks.

A *file* target is hit by the first result in its file. If the target has a range of lines, the result must overlap the
range. One result may hit several file targets. A *symbol* target is hit by a result whose symbol has the same last name
part and is in one of the target's files. One result hits at most one symbol target, and each symbol target is hit at
most once.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ctx_lsp.evaluation.tasks import Target

K = 10  # number of scored results: as many as a person reads before asking again

_ORDINALS = re.compile(r"#\d+(?=\.|$)")  # distinguish definitions of the same name in one file; not part of the name
_ARGUMENTS = re.compile(r"\(.*", re.DOTALL)
_SEPARATORS = re.compile(r"[.#:/\\]+")


@dataclass(frozen=True, slots=True)
class Result:
    """A search result: its file, its first and last line (counted from 1, both inclusive), and its symbol or None."""

    path: str
    start_line: int
    end_line: int
    symbol: str | None


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of one list of results, or means of such scores, each between 0 and 1."""

    ndcg: float
    precision: float
    recall: float
    reciprocal_rank: float


def found_share(targets: Sequence[Target], results: Sequence[Result]) -> float:
    """Return the share of `targets` that are hit by a result at any rank; `targets` must not be empty."""
    return len(hit_ranks(targets, results)) / len(targets)


def score(targets: Sequence[Target], results: Sequence[Result], k: int = K) -> Scores:
    """Score the first `k` results against `targets`, which must not be empty."""
    ranks = hit_ranks(targets, results[:k])
    return Scores(
        ndcg=ndcg(ranks, len(targets), k),
        precision=len(set(ranks)) / k,
        recall=len(ranks) / len(targets),
        reciprocal_rank=1 / min(ranks) if ranks else 0.0,
    )


def hit_ranks(targets: Sequence[Target], results: Sequence[Result]) -> list[int]:
    """Return the rank (from 1) of the result that hits each target: first for file targets, then for symbol targets.

    Targets that are not hit have no entry in the list.
    """
    files = [_file_rank(target, results) for target in targets if target.path]
    return [rank for rank in files if rank] + _symbol_ranks([t for t in targets if t.symbol], results)


def ndcg(ranks: Sequence[int], targets: int, k: int = K) -> float:
    """Return the normalised discounted cumulative gain with binary gains.

    The ideal list has min(k, targets) hits at the top.
    """
    gain = sum(1 / math.log2(rank + 1) for rank in set(ranks) if rank <= k)
    return gain / sum(1 / math.log2(rank + 1) for rank in range(1, min(k, targets) + 1))


def last_name(symbol: str) -> str:
    """Return the last part of a symbol's name, without arguments: `c` for `a::B#c(int)`, `save` for `save!`."""
    return next(reversed(qualified_parts(symbol)), "")


def qualified_parts(symbol: str) -> list[str]:
    """Return the parts of a symbol's name, without arguments: `a`, `B` and `c` for `a::B#c(int)`."""
    plain = _ARGUMENTS.sub("", _ORDINALS.sub("", symbol))
    return [part.strip("?!=") for part in _SEPARATORS.split(plain) if part]


def _file_rank(target: Target, results: Sequence[Result]) -> int:
    return next((rank for rank, result in enumerate(results, 1) if _covers(result, target)), 0)


def _covers(result: Result, target: Target) -> bool:
    if result.path != target.path:
        return False
    if target.start_line is None or target.end_line is None:
        return True
    return result.start_line <= target.end_line and result.end_line >= target.start_line


def _symbol_ranks(targets: list[Target], results: Sequence[Result]) -> list[int]:
    ranks = []
    for rank, result in enumerate(results, 1):
        hit = next((target for target in targets if _is_symbol(result, target)), None)
        if hit:
            targets.remove(hit)
            ranks.append(rank)
    return ranks


def _is_symbol(result: Result, target: Target) -> bool:
    return last_name(result.symbol or "") == last_name(target.symbol) and any(
        location.path == result.path for location in target.locations
    )
