"""Imports at the start of a command: packages that few commands need must not slow down every start."""

import subprocess
import sys

import pytest

RARELY_NEEDED = {"networkx", "onnxruntime", "rich", "tqdm", "usearch"}
OF_THE_PROTOCOL = {"lsprotocol", "pygls"}


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
