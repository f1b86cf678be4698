"""Edges in columns: the edges that were put in come out, grouped by their nodes."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.graph.edges import Edge, EdgeKind, FileEdges, file_edges

SOURCES = st.sampled_from(["a.py", "a.py::f", "a.py::g"])
TARGETS = st.sampled_from(["a.py::g", "b.py", "b.py::C"])
EDGES = st.lists(
    st.builds(Edge, SOURCES, TARGETS, st.sampled_from(get_args(EdgeKind)), st.sampled_from([0.5, 0.9, 1.0]))
)

ONE = FileEdges.of([Edge("a.py::f", "b.py::C", "calls", 0.9)])


@given(EDGES)
def test_edges_come_out_as_they_were_put_in(found: list[Edge]) -> None:
    edges = file_edges(found)
    kept = list(edges)
    assert kept == sorted(kept)
    assert {edge[:3] for edge in kept} == {edge[:3] for edge in found}
    assert len(edges) == len(kept)
    assert edges == FileEdges.of(kept)
    assert edges.fits("a.py")


@given(EDGES)
def test_edges_are_grouped_by_source_and_by_target(found: list[Edge]) -> None:
    edges = file_edges(found)
    kept = list(edges)
    assert [edge for group in edges.by_source.values() for edge in group] == kept
    assert {node: len(group) for node, group in edges.by_target.items()} == edges.targets
    assert edges.target_paths == {edge.target.partition("::")[0] for edge in kept}


@pytest.mark.parametrize(
    "damaged",
    [
        replace(ONE, columns=ONE.columns[:-1]),
        replace(ONE, nodes=ONE.nodes[:1]),
        replace(ONE, confidences=()),
        replace(ONE, confidences=(0.0,)),
        replace(ONE, columns=b"\xff" * len(ONE.columns)),
        FileEdges.of([Edge("b.py::f", "b.py::C", "calls", 0.9)]),
    ],
)
def test_columns_that_are_damaged_or_of_another_file_do_not_fit(damaged: FileEdges) -> None:
    assert ONE.fits("a.py")
    assert not damaged.fits("a.py")
