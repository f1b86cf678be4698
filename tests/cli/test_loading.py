"""Imports at the start of a command: packages that few commands need must not slow down every start."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from ctx_lsp.cli.main import COMMANDS

RARELY_NEEDED = {"networkx", "onnxruntime", "rich", "tqdm", "usearch"}
OF_THE_PROTOCOL = {"lsprotocol", "pygls"}

# Load every command where the packages named by the arguments are not installed.
WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))
from ctx_lsp.cli.main import COMMANDS, cli
print(*(name for name in COMMANDS if cli.get_command(None, name)))
"""


def optional_packages() -> set[str]:
    """The packages of the extras that users install."""
    extras = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    listed = [extras["optional-dependencies"][name] for name in ("mcp", "encryption", "team")]
    return {Requirement(each).name for extra in listed for each in extra} - {"ctx-lsp"}


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("ctx_lsp.cli.main", RARELY_NEEDED | OF_THE_PROTOCOL | {"numpy", "tree_sitter"}),
        ("ctx_lsp.cli.commands.search", RARELY_NEEDED | OF_THE_PROTOCOL),
        ("ctx_lsp.cli.commands.status", RARELY_NEEDED | OF_THE_PROTOCOL),
        ("ctx_lsp.cli.commands.serve", RARELY_NEEDED),
    ],
)
def test_loading_a_command_does_not_load_optional_packages(module: str, unwanted: set[str]) -> None:
    script = f"import sys, {module}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert unwanted.isdisjoint(name.partition(".")[0] for name in loaded)


def test_every_command_loads_without_the_packages_of_extras() -> None:
    packages = optional_packages()
    assert {"cryptography", "mcp", "psycopg"} <= packages
    done = subprocess.run([sys.executable, "-c", WITHOUT, *packages], capture_output=True, text=True, check=False)
    assert done.stdout.split() == list(COMMANDS), done.stderr
