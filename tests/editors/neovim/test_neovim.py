"""The plugin for Neovim, in the real Neovim: pure parts first, then with the real server on a real package."""

from pathlib import Path

import pytest

from tests.conftest import copy_package
from tests.editors.neovim.running import Ran, names_of, run_files


@pytest.fixture(scope="session")
def unit(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """The tests of parts that need no server, run in one Neovim."""
    scratch = tmp_path_factory.mktemp("neovim-unit")
    return run_files("unit", scratch, CTX_TEST_SETUP="none", CTX_TEST_SCRATCH=str(scratch))


@pytest.fixture(scope="session")
def session(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """The tests of a user's session, run in one Neovim with one server and the bundled model."""
    workspace = copy_package("tenacity", tmp_path_factory.mktemp("tenacity-neovim"))
    (workspace / "ctx-lsp.toml").touch()
    return run_files("session", tmp_path_factory.mktemp("neovim"), CTX_TEST_WORKSPACE=str(workspace))


@pytest.mark.parametrize("name", names_of("unit"))
def test_part(unit: Ran, name: str) -> None:
    assert name in unit.problems, unit.output
    assert unit.problems[name] is None, unit.problems[name]


@pytest.mark.parametrize("name", names_of("session"))
def test_session(session: Ran, name: str) -> None:
    assert name in session.problems, session.output
    assert session.problems[name] is None, session.problems[name]
