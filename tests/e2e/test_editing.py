"""Random editor actions on a real package: afterwards the index equals that of a fresh server."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import copy_package
from tests.e2e.conftest import SERVER, ServerProcess, StartProcess
from tests.e2e.editor import Editor
from tests.protocol.wire import Json

STEPS, CHECKPOINTS = 60, 2


def dump(server: ServerProcess) -> Json:
    """The dump of the index, without its revision."""
    server.ready()
    held = server.wire.command("ctx-lsp.dump", {})
    held.pop("revision", None)
    return held


@pytest.fixture
def fresh_dump(start_process: StartProcess) -> Callable[[Path], Json]:
    """The dump of a server that was just started on a folder."""

    def made(folder: Path) -> Json:
        server = start_process(SERVER, forked=True)
        server.open(folder)
        held = dump(server)
        assert server.leave() == 0
        return held

    return made


@pytest.mark.parametrize("seed", [1, 2])
def test_the_index_equals_that_of_a_fresh_server(
    server: ServerProcess, fresh_dump: Callable[[Path], Json], tmp_path: Path, seed: int
) -> None:
    root, named = tmp_path / "real", tmp_path / "link"
    root.mkdir()
    copy_package("tenacity", root)
    named.symlink_to(root)
    server.open(named)
    editor = Editor(server.wire, root, named, seed)
    done: list[str] = []
    for checkpoint in range(CHECKPOINTS):
        done += [editor.step() for _ in range(STEPS // CHECKPOINTS)]
        copy = editor.materialise(tmp_path / f"copy{checkpoint}")
        assert dump(server) == fresh_dump(copy), done
        shutil.rmtree(copy)
    editor.close_all()
    assert dump(server) == fresh_dump(root), done
    assert server.wire.command("ctx-lsp.status")["brokenInvariants"] == {}
    assert server.leave() == 0
