"""Meanings of Python's names by scope, order and import: workspaces as text in, edges as text out."""

import pytest

from tests.graph.meant import meant
from tests.graph.test_resolve import edges

REEXPORTED_MODULES = """
=== pkg/__init__.py
from .sub import deep
from . import c as cc
=== pkg/c.py
def fc(): ...
=== pkg/sub/__init__.py
=== pkg/sub/deep.py
def fe(): ...
=== u.py
import pkg
from pkg import deep, cc
def named():
    deep.fe()
    cc.fc()
def dotted():
    pkg.deep.fe()
    pkg.cc.fc()
"""


def test_packages_reexport_submodules() -> None:
    assert edges(REEXPORTED_MODULES, "calls") == [
        "u.py::dotted calls pkg/c.py::fc",
        "u.py::dotted calls pkg/sub/deep.py::fe",
        "u.py::named calls pkg/c.py::fc",
        "u.py::named calls pkg/sub/deep.py::fe",
    ]
