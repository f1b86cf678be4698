"""Names with several definitions in Python: branches of a condition, and members of an unknown value."""

import pytest

from tests.workspaces import snapshot_of

IMPORT = "try:\n    from {module} import quick\nexcept ImportError:\n    {definition}\ndef f(): quick()\n"


@pytest.mark.parametrize(
    ("module", "definition", "expected"),
    [
        ("fast", "def quick(): ...", {"fast.py::quick": 0.95}),
        ("fast", "quick = None", {"fast.py::quick": 0.95}),
        ("elsewhere", "def quick(): ...", {"use.py::quick": 0.5}),
        ("elsewhere", "quick = None", {}),
    ],
)
def test_an_import_comes_before_what_replaces_it(module: str, definition: str, expected: dict[str, float]) -> None:
    code = IMPORT.format(module=module, definition=definition)
    assert calls_of_f(f"=== fast.py\ndef quick(): ...\ndef slow(): ...\n=== use.py\n{code}") == expected


def test_a_definition_of_another_branch_that_no_import_binds() -> None:
    code = "if new:\n    def quick(): ...\nelse:\n    def slow(): ...\ndef f(): slow()\n"
    assert calls_of_f(f"=== use.py\n{code}") == {"use.py::slow": 1.0}


PARTS = """
=== near.py
class Near:
    def run(self): ...
=== far.py
class Far:
    def run(self): ...
=== front.py
from near import Near
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f(x): x.run()", {"far.py::Far.run": 0.25, "near.py::Near.run": 0.25}),
        ("import near\ndef f(x): x.run()", {"near.py::Near.run": 0.5, "far.py::Far.run": 0.25}),
        ("from front import Near\ndef f(x): x.run()", {"near.py::Near.run": 0.5, "far.py::Far.run": 0.25}),
    ],
)
def test_members_of_unknown_values_are_sought_nearby_first(code: str, expected: dict[str, float]) -> None:
    assert calls_of_f(f"{PARTS}=== use.py\n{code}\n") == expected


def test_members_in_the_file_itself_are_the_nearest() -> None:
    code = "import near\nclass Own:\n    def run(self): ...\ndef f(x): x.run()\n"
    assert calls_of_f(f"{PARTS}=== use.py\n{code}")["use.py::Own.run"] == 0.5


def calls_of_f(text: str) -> dict[str, float]:
    """What the function `f` in `use.py` calls, each with its confidence."""
    edges = snapshot_of(text).graph.by_file["use.py"]
    return {edge.target: edge.confidence for edge in edges if edge.source == "use.py::f" and edge.kind == "calls"}
