"""Measures the cost of the dependency graph in workspaces of different sizes, built from copies of a repository.

`scale` writes the copies; each workspace is measured in its own process.
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

LARGEST_LINES = 10_000  # maximum for a copied file; only generated files have more


@dataclass(frozen=True, slots=True)
class GraphScale:
    """The cost of the graph in one workspace.

    `to_facts` is the time to build the graph, divided by the time to parse the files and extract their facts.
    """

    cost: GraphCost
    to_facts: float
    facts_bytes_per_symbol: float
    graph_bytes_per_symbol: float


def graph_scales(analysis: Analysis, sizes: Sequence[int], token: CancelToken) -> Iterator[GraphScale]:
    """Measure workspaces of about the given `sizes`, counted in lines, each in its own process."""
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
    """Return how many files, counted across all copies, have about `lines` lines in total; at least 1."""
    sizes = [text.count(b"\n") for text in copied.texts.values()]
    whole, rest = divmod(lines, max(1, sum(sizes)))
    count = whole * len(sizes)
    for size in sizes:
        if rest < size:
            break
        count, rest = count + 1, rest - size
    return max(1, count)
