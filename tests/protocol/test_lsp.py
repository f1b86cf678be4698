"""The classes of lsprotocol that load faster act like those that attrs completes. Each load has its own process."""

import subprocess
import sys

import pytest

SHARED = "_represent"  # the name of the function that all classes share
USES = """
from lsprotocol import types
place = types.Position(1, 2)
text = types.TextDocumentIdentifier("file:///a")
def hover(contents, line=1):
    return types.Hover(contents, types.Range(types.Position(line, 2), place))
print(repr(hover("a")), repr(types.Location("file:///a", types.Range(place, place))), str(text))
print(hover("a") == hover("a"), hover("a") != hover("a"), hover("a") == hover("a", 3), hover("a") == hover("b"))
print(text == types.VersionedTextDocumentIdentifier(1, "file:///a"), text == "file:///a", text in [1, text])
print(place < types.Position(1, 3), place == types.Position(1, 2), place != types.Position(1, 2))
for one in types.ALL_TYPES_MAP.values():
    if isinstance(one, type):
        own = {name: type(value).__name__ for name, value in vars(one).items() if name not in ("__ne__", "__doc__")}
        print(one.__name__, one.__hash__ is None, sorted(own.items()))
"""


@pytest.fixture(scope="module")
def completed() -> str:
    """What the uses print where nothing but lsprotocol is loaded."""
    return _ran(USES)


def test_a_server_loads_the_faster_classes_before_any_other_module_loads_lsprotocol() -> None:
    program = "import ctx_lsp.cli.commands.serve; from lsprotocol import types; print(types.Hover.__repr__.__name__)"
    assert _ran(program).strip() == SHARED


def test_the_faster_classes_compare_and_print_as_before(completed: str) -> None:
    assert _ran(f"import ctx_lsp.protocol.lsp\n{USES}") == completed
    assert len(completed.splitlines()) > 400


def test_other_classes_are_defined_as_before() -> None:
    program = "import attrs, ctx_lsp.protocol.lsp; print(attrs.define(type('A', (), {})).__repr__.__name__)"
    assert _ran(program).strip() == "__repr__"


def _ran(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
