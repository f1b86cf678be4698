"""The plugin for Neovim, in the real Neovim: pure parts first, then with the real server on a real package.

Servers that are started here share the cache of the test run, so all but the first start warm.
"""

import json
import re
from pathlib import Path

import pytest

from tests.conftest import copy_package
from tests.editors.lua_mirror import SOURCE
from tests.editors.neovim.running import PLUGIN, Ran, names_of, run, run_files
from tests.embedded import copy_vectors, embedded
from tests.evaluation.repositories import Repository

__all__ = ["embedded"]  # the fixture

MAX_LINES = 300
MAX_COLUMNS = 120
LOADED = "lua io.stdout:write(vim.json.encode(vim.tbl_keys(package.loaded)))"


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a real package, and a file whose name looks like a pattern."""
    folder = copy_package("tenacity", tmp_path_factory.mktemp("tenacity-neovim"))
    (folder / "ctx-lsp.toml").touch()
    (folder / "[odd] name.py").write_text("def odd():\n    return 1\n")
    return folder


@pytest.fixture(scope="session")
def unit(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """The tests that need no server."""
    scratch = tmp_path_factory.mktemp("neovim-unit")
    return run_files("unit", scratch, CTX_TEST_SCRATCH=str(scratch))


@pytest.fixture(scope="session")
def session(workspace: Path, tmp_path_factory: pytest.TempPathFactory, private_cache: Path, embedded: Path) -> Ran:
    """The tests of a user's session: one Neovim, one server with the bundled model."""
    copy_vectors(embedded, private_cache / "ctx-lsp")
    scratch = tmp_path_factory.mktemp("neovim-session")
    return run_files("session", scratch, CTX_TEST_SETUP="setup", CTX_TEST_WORKSPACE=str(workspace))


@pytest.fixture(scope="session")
def survival(workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """The tests of servers that exit, in a Neovim that only enables the server and opens a file.

    Without the model, because many servers are started.
    """
    scratch = tmp_path_factory.mktemp("neovim-survival")
    variables = {"CTX_TEST_SETUP": "enable", "CTX_TEST_WORKSPACE": str(workspace), "CTX_LSP_MODEL_EMBEDDING": "none"}
    return run_files("survival", scratch, workspace / "tenacity" / "nap.py", cwd=workspace, **variables)


@pytest.fixture(scope="session")
def patterns(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """The tests of patterns and of the history, in a repository whose files use httpx, except for one."""
    scratch = tmp_path_factory.mktemp("neovim-patterns")
    shop = Repository(scratch / "shop")
    files = {f"app/m{number}.py": "import httpx\n\nhttpx.get('/')\n" for number in range(30)}
    old = "import requests\n\n\ndef old():\n    return requests.get('/')\n"
    shop.commit("Begin", {**files, "app/old.py": old, "app/none.py": "x = 1\n"})
    for number in range(6):
        shop.commit(f"Price {number}", {"app/price.py": f"P = {number}\n", "app/tax.py": f"T = {number}\n"})
    for number in range(4):
        both = "\n\n".join(f"def {name}_of_pair():\n    return {number}\n" for name in ("first", "second"))
        shop.commit(f"Set to {number}", {"app/pair.py": both})
    depot = Repository(scratch / "depot")
    for number in range(6):
        depot.commit(f"Stock {number}", {"stock.py": f"S = {number}\n", "rack.py": f"R = {number}\n"})
    for number in range(3):
        depot.commit(f"Other {number}", {"AGENTS.md": f"# Depot\n\n## Code style\n\nName racks by {number}.\n"})
    variables = {"CTX_LSP_CHECKS_PATTERNS": "true", "CTX_LSP_MODEL_EMBEDDING": "none"}
    variables["CTX_TEST_DEPOT"] = str(depot.folder)
    workspace = str(shop.folder)
    return run_files("patterns", scratch, cwd=None, CTX_TEST_SETUP="setup", CTX_TEST_WORKSPACE=workspace, **variables)


@pytest.mark.parametrize("name", names_of("unit"))
def test_part(unit: Ran, name: str) -> None:
    assert unit.problem(name) is None, unit.problem(name)


@pytest.mark.parametrize("name", names_of("session"))
def test_session(session: Ran, name: str) -> None:
    assert session.problem(name) is None, session.problem(name)


@pytest.mark.parametrize("name", names_of("patterns"))
def test_patterns(patterns: Ran, name: str) -> None:
    assert patterns.problem(name) is None, patterns.problem(name)


@pytest.mark.parametrize("name", names_of("survival"))
def test_survival(survival: Ran, name: str) -> None:
    assert survival.problem(name) is None, survival.problem(name)


@pytest.mark.parametrize("setup", ["none", "setup"])
def test_a_start_without_a_file_loads_next_to_nothing(tmp_path: Path, setup: str) -> None:
    started = run(["-c", LOADED, "-c", "qall!"], tmp_path, CTX_TEST_SETUP=setup)
    loaded = json.loads(started.stdout)
    assert "vim.shared" in loaded
    expected = {"none": [], "setup": ["ctx_lsp"]}
    assert [name for name in loaded if name.startswith(("ctx_lsp", "vim.lsp"))] == expected[setup]


def test_an_older_neovim_is_refused_in_one_sentence(tmp_path: Path) -> None:
    older = "lua vim.fn.has = function(name) return name == 'nvim-0.11' and 0 or vim.call('has', name) end"
    line = "require('ctx_lsp').statusline()"  # as the README has it in the status line
    tell = f"lua io.stdout:write(vim.fn.execute('messages'), {line}, vim.fn.exists(':CtxAsk'))"
    health = "lua vim.cmd('checkhealth ctx_lsp') io.stdout:write(table.concat(vim.fn.getline(1, '$'), ' '))"
    options = ["--cmd", older, "-c", tell, "-c", "qall!"]
    started = run(options, tmp_path, CTX_TEST_SETUP="setup")
    assert started.stdout.strip().endswith("0")
    assert "needs 0.11 or later" in run([*options[:2], "-c", health, *options[4:]], tmp_path).stdout
    assert "ctx-lsp needs Neovim 0.11 or later." in started.stdout + started.stderr
    assert "rror" not in started.stdout + started.stderr


def test_the_parts_of_a_server_are_checked_before_any_file(tmp_path: Path) -> None:
    tell = "autocmd VimEnter * lua io.stdout:write(tostring(vim.lsp.config.ctx_lsp.on_exit ~= nil)) vim.cmd.qall()"
    assert run(["-c", tell], tmp_path, CTX_TEST_SETUP="enable").stdout == "true"


@pytest.mark.parametrize("file", sorted({*PLUGIN.rglob("*.lua")} - {SOURCE}), ids=lambda file: file.stem)
def test_modules_are_short_and_documented(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    assert len(lines) <= MAX_LINES
    assert lines[0].startswith("--")
    assert max(map(len, lines)) <= MAX_COLUMNS


def test_the_readme_names_every_command() -> None:
    defined = set(re.findall(r"^  (Ctx\w+) = \{", (PLUGIN / "plugin" / "ctx_lsp.lua").read_text("utf-8"), re.MULTILINE))
    assert defined
    assert set(re.findall(r":(Ctx\w+)", (PLUGIN / "README.md").read_text("utf-8"))) == defined
