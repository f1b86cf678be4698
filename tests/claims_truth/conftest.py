"""The compilers' view of a small installed package, from the index that the graph's tests keep."""

from pathlib import Path

import pytest

from ctx_lsp.text.source import SourceText
from tests.claims_truth.truth.python_details import python_details
from tests.claims_truth.truth.world import World
from tests.graph_oracle.golden import INDEXES, TENACITY, load
from tests.graph_oracle.oracle import make_oracle


@pytest.fixture(scope="session")
def world(tenacity_root: Path) -> World:
    sources = {
        path.relative_to(tenacity_root).as_posix(): SourceText(path.read_bytes())
        for path in sorted(tenacity_root.rglob("*.py"))
    }
    oracle = make_oracle(load(INDEXES["python"]), sources)
    return World(TENACITY, oracle, sources, python_details(sources), frozenset())
