"""Import cycles between files."""

from ctx_lsp.graph.cycles import import_cycles, round_trip
from tests.workspaces import snapshot_of

CYCLE = """
=== a.py
from b import f
=== b.py
from c import g
def f(): ...
=== c.py
import a
def g(): ...
=== d.py
from a import f
"""


def test_files_that_import_each_other_are_one_group() -> None:
    assert import_cycles(snapshot_of(CYCLE).graph) == (("a.py", "b.py", "c.py"),)


def test_a_workspace_without_cycles_has_none() -> None:
    assert import_cycles(snapshot_of("=== a.py\nimport b\n=== b.py\n").graph) == ()


def test_a_round_trip_is_as_short_as_can_be() -> None:
    text = CYCLE.replace("import a\n", "import a\nimport d\n")
    graph = snapshot_of(text).graph
    [group] = import_cycles(graph)
    assert group == ("a.py", "b.py", "c.py", "d.py")
    assert round_trip(graph, group) == ("a.py", "b.py", "c.py", "a.py")
