"""The plug-ins that make coding agents clients of the language server: what they start, and which files they claim."""

import json
from pathlib import Path
from typing import Any

import ctx_lsp
from ctx_lsp.languages.table import files

EDITORS = Path(__file__).parents[2] / "editors"
CLAUDE, COPILOT = EDITORS / "claude-code", EDITORS / "copilot-cli"
SERVED = """
py pyi js jsx mjs ts tsx go rs java kt kts scala c h cpp hpp cc cs php rb swift lua ps1 html css scss vue svelte ml mli
dart sol jl ex exs hs clj gleam nix tf zig sh bash yaml yml r erl
"""  # by plug-ins that are offered for these agents


def read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text())
    return content


def test_both_agents_start_the_same_server_for_the_same_files() -> None:
    for folder, manifest in ((CLAUDE, ".claude-plugin/plugin.json"), (COPILOT, "plugin.json")):
        plugin = read(folder / manifest)
        assert (plugin["name"], plugin["version"]) == ("ctx-lsp", ctx_lsp.__version__)
        assert (folder / plugin["lspServers"]).is_file()
    (claude,), (copilot,) = read(CLAUDE / ".lsp.json").values(), read(COPILOT / "lsp.json")["lspServers"].values()
    assert [claude["command"], *claude["args"]] == ["ctx-lsp", "serve", "--stdio"]
    assert claude.pop("extensionToLanguage") == copilot.pop("fileExtensions")
    assert claude == copilot


def test_they_claim_files_that_the_server_knows_and_no_other_plugin_serves() -> None:
    (claude,) = read(CLAUDE / ".lsp.json").values()
    claimed = claude["extensionToLanguage"]
    assert claimed
    assert {name: language for name, language in claimed.items() if name[1:] not in files()[language].extensions} == {}
    assert claimed.keys().isdisjoint(f".{name}" for name in SERVED.split())
