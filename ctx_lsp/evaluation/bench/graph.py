"""Measures the dependency graph in workspaces of different sizes, made of copies of one repository's files.

`scale` makes the copies; each workspace is measured in a process of its own.
"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.bench.figures import ratio
from ctx_lsp.evaluation.bench.process import probe
from ctx_lsp.evaluation.bench.scale import Material, material, write_copies
from ctx_lsp.workspace import Analysis, GraphCost

LARGEST_LINES = 10_000  # lines of a copied file; only generated files have more


@dataclass(frozen=True, slots=True)
class GraphScale:
    """The cost of one workspace; `to_facts` is the time for the graph divided by that for parsing and facts."""

    cost: GraphCost
    to_facts: float
    facts_bytes_per_symbol: float
    graph_bytes_per_symbol: float


def graph_scales(analysis: Analysis, sizes: Sequence[int], token: CancelToken) -> Iterator[GraphScale]:
    """Measure workspaces of about `sizes` lines, one after the other."""
    copied = material(analysis, LARGEST_LINES, token)
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-graph-") as folder:
        written = 0
        for size in sorted(sizes):
            files = _files(copied, size)
            write_copies(Path(folder), copied, range(written, files))
            written = files
            cost = GraphCost(**probe("graph", Path(folder), {})["built"]["cost"])
            yield GraphScale(
                cost,
                to_facts=ratio(cost.graph_seconds, cost.facts_seconds),
                facts_bytes_per_symbol=ratio(cost.facts_bytes, cost.symbols),
                graph_bytes_per_symbol=ratio(cost.graph_bytes, cost.symbols),
            )


def _files(copied: Material, lines: int) -> int:
    """Return the number of files, at least one, that hold about `lines` lines."""
    sizes = [text.count(b"\n") for text in copied.texts.values()]
    whole, rest = divmod(lines, max(1, sum(sizes)))
    count = whole * len(sizes)
    for size in sizes:
        if rest < size:
            break
        count, rest = count + 1, rest - size
    return max(1, count)
