"""Edges from an earlier run: taken over if they still hold, computed otherwise, and never a reason to lose a file."""

from collections.abc import Callable
from functools import partial

import pytest

from ctx_lsp.graph.evidence import EdgesRecord
from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.source import SourceText
from tests.workspaces import files_of

FILES = files_of("""
=== a.py
from b import two


def one():
    return two()
=== b.py
def two():
    return 2
""")


def records() -> dict[str, EdgesRecord]:
    """The records that an earlier run stored."""
    host = Host()
    host.apply(FILES)
    host.resolve()
    found = {path: host.edges_record(path) for path in FILES}
    return {path: record for path, record in found.items() if record is not None}


def damaged() -> EdgesRecord | None:
    raise IndexError("damaged")


def test_edges_that_hold_are_taken_over() -> None:
    host, stored = Host(), records()
    host.apply(FILES)
    host.remember_edges({path: partial(stored.get, path) for path in stored})
    assert host.resolve() == []
    assert {path: host.edges_record(path) for path in FILES} == stored


@pytest.mark.faults
@pytest.mark.parametrize("stored", [lambda: None, damaged])
def test_edges_that_cannot_be_read_are_computed(stored: Callable[[], EdgesRecord | None]) -> None:
    host, expected = Host(), records()
    host.apply(FILES)
    host.remember_edges({"a.py": stored})
    assert host.resolve() == list(FILES)
    assert {path: host.edges_record(path) for path in FILES} == expected
    assert not host.failures.all(), "no file lost anything"


def test_edges_of_another_state_are_computed() -> None:
    host, stored = Host(), records()["a.py"]
    host.apply({**FILES, "b.py": SourceText(b"def three():\n    return 3\n")})
    host.remember_edges({"a.py": lambda: stored})
    assert host.resolve() == list(FILES)
    assert host.edges_record("a.py") != stored
