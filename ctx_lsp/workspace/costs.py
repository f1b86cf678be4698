"""Measurement of the time and memory that it takes to build a dependency graph. For benchmarks only.

Reading the files is not measured. A single thread does all the work, whereas the engine of a workspace uses worker
processes and proceeds in steps.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from time import process_time

from ctx_lsp.base.system import resident_bytes
from ctx_lsp.graph.derivation import Derivation
from ctx_lsp.graph.file_failures import FileFailures
from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.text.source import SourceText


@dataclass(frozen=True, slots=True)
class GraphCost:
    """CPU time and memory for parsing files into facts, and for building the graph from these facts.

    `facts_bytes` and `graph_bytes` are the growth of the process's memory in these two phases.
    """

    files: int
    lines: int
    symbols: int
    references: int
    edges: int
    facts_seconds: float
    graph_seconds: float
    facts_bytes: int
    graph_bytes: int


def graph_cost(texts: Mapping[str, SourceText]) -> GraphCost:
    """Build the dependency graph of the files in `texts`, which are keyed by workspace path, and measure the cost."""
    empty, begin = resident_bytes(), process_time()
    facts = {path: file_facts(path, text) for path, text in texts.items()}
    read, known = process_time(), resident_bytes()
    derivation = Derivation(FileFailures())
    derivation.set_texts(texts, facts)
    derivation.make_entries()
    derivation.resolve()
    done, whole = process_time(), resident_bytes()
    return GraphCost(
        files=len(texts),
        lines=sum(text.line_count for text in texts.values()),
        symbols=sum(len(one.outline.symbols) for one in facts.values()),
        references=sum(len(one.references) for one in facts.values()),
        edges=derivation.graph.edge_count(),
        facts_seconds=read - begin,
        graph_seconds=done - read,
        facts_bytes=known - empty,
        graph_bytes=whole - known,
    )
