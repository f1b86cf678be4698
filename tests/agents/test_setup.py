"""`ctx-lsp setup`: the configuration files of agents, and the server that an entry starts."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client

from ctx_lsp.agents.clients import CLIENTS
from tests.agents.jsonc_documents import without_comments
from tests.cli.conftest import Run, embedded, run  # noqa: F401  # fixtures

AGENTS = sorted(CLIENTS)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    return folder


def file_of(agent: str, shop: Path, home: Path) -> Path:
    return CLIENTS[agent].path(shop, home)


def entry_in(text: str, agent: str) -> Any:  # noqa: ANN401  # whatever the file holds
    client = CLIENTS[agent]
    document = tomllib.loads(text) if client.format == "TOML" else json.loads(without_comments(text))
    return document[client.servers]["ctx-lsp"]


@pytest.mark.parametrize("agent", AGENTS)
def test_an_entry_is_added_once_and_removed_with_the_file(agent: str, run: Run, shop: Path, home: Path) -> None:  # noqa: F811
    file = file_of(agent, shop, home)
    assert run("setup", agent, shop, "--yes").code == 0
    written = file.read_text("utf-8")
    assert entry_in(written, agent)
    assert "Nothing to do" in run("setup", agent, shop, "--yes").out
    assert file.read_text("utf-8") == written
    assert run("setup", agent, shop, "--remove", "--yes").code == 0
    assert not file.exists()


OTHERS = {
    "codex": 'model = "large"  # the one I like\n\n[mcp_servers.x]\ncommand = "x" # stays\n\n# mine\n[profiles.a]\n',
    "cursor": '{\n\t"mcpServers": {\n\t\t"other": {\n\t\t\t"command": "ö"\n\t\t}\n\t},\n\t"theme": "dark"\n}\n',
    "vscode": '// mine\r\n{\r\n  "inputs": [1, 2], // both\r\n  "servers": { "other": {"command": "x", }, },\r\n}\r\n',
    "zed": '\ufeff{\n  // "theme": "x",\n  "tabs": {"git": true, "list": [1,2]}\n}',
    "claude-code": '{"mcpServers":{}}',
    "opencode": "",
}


@pytest.mark.parametrize("agent", OTHERS)
def test_all_other_bytes_stay(agent: str, run: Run, shop: Path, home: Path) -> None:  # noqa: F811
    file = file_of(agent, shop, home)
    file.parent.mkdir(exist_ok=True)
    old = OTHERS[agent].encode()
    file.write_bytes(old)
    added = run("setup", agent, shop, "--yes")
    assert added.code == 0
    assert entry_in(file.read_text("utf-8"), agent)
    removed_lines = [line for line in added.out.splitlines() if line.startswith("-") and not line.startswith("---")]
    assert len(removed_lines) <= 1, "at most the line that gets a comma or the entry changes"
    assert run("setup", agent, shop, "--remove", "--yes").code == 0
    assert file.read_bytes() == old


def test_nothing_is_written_without_consent(run: Run, shop: Path, home: Path) -> None:  # noqa: F811
    asked = run("setup", "vscode", shop)  # there is nobody to answer
    assert asked.code == 1
    assert '+    "ctx-lsp": {' in asked.out
    assert run("setup", "vscode", shop, "--print").code == 0
    assert not file_of("vscode", shop, home).exists()


@pytest.mark.parametrize("text", ["[]", '{"servers": []}', '{"servers": null}', '{"servers": ""}', "{", "[" * 100_000])
def test_a_file_that_is_not_understood_is_refused(text: str, run: Run, shop: Path, home: Path) -> None:  # noqa: F811
    file = file_of("vscode", shop, home)
    file.parent.mkdir()
    file.write_text(text, "utf-8")
    refused = run("setup", "vscode", shop, "--yes")
    assert refused.code == 1
    assert "by hand" in refused.err
    assert "Traceback" not in refused.err
    assert file.read_text("utf-8") == text


def test_a_read_only_file_is_refused_before_the_question(run: Run, shop: Path, home: Path) -> None:  # noqa: F811
    file = file_of("claude-code", shop, home)
    file.write_text("{}")
    file.chmod(0o444)
    refused = run("setup", "claude-code", shop)
    assert (refused.code, "read-only" in refused.err, refused.out) == (1, True, "")
    assert run("setup", "claude-code", shop, "--yes").code == 1
    assert file.read_text() == "{}"
    assert run("setup", "claude-code", shop, "--print").code == 0


def test_a_link_stays_a_link_within_the_project_and_is_refused_beyond(run: Run, shop: Path, home: Path) -> None:  # noqa: F811
    kept = shop / "agents.json"
    kept.write_text("{}\n")
    (shop / ".mcp.json").symlink_to(kept)
    assert run("setup", "claude-code", shop, "--yes").code == 0
    assert (shop / ".mcp.json").is_symlink()
    assert entry_in(kept.read_text("utf-8"), "claude-code")
    (shop / "opencode.json").symlink_to(home / "elsewhere.json")
    refused = run("setup", "opencode", shop, "--yes")
    assert (refused.code, "outside" in refused.err) == (1, True)
    assert not (home / "elsewhere.json").exists()


def test_members_that_the_user_added_to_the_entry_stay(run: Run, shop: Path, home: Path) -> None:  # noqa: F811
    file = file_of("codex", shop, home)
    file.parent.mkdir()
    file.write_bytes(b'[mcp_servers.ctx-lsp]\r\ncommand = "old"\r\n[mcp_servers.ctx-lsp.env]\r\nA = "1"\r\n')
    assert run("setup", "codex", shop, "--yes").code == 0
    entry = entry_in(file.read_text("utf-8"), "codex")
    assert (entry["env"], entry["command"] != "old") == ({"A": "1"}, True)
    assert b"\r\n" in file.read_bytes()


@pytest.mark.parametrize("entry", ["null", "true", '"x"', "{}"])
def test_a_malformed_entry_is_replaced(entry: str, run: Run, shop: Path, home: Path) -> None:  # noqa: F811
    file = file_of("claude-code", shop, home)
    file.write_text(f'{{"mcpServers": {{"ctx-lsp": {entry}}}}}')
    assert run("setup", "claude-code", shop, "--yes").code == 0
    assert entry_in(file.read_text("utf-8"), "claude-code")["args"][-1] == "mcp"


async def test_the_entry_starts_a_server_that_the_official_client_can_use(run: Run, shop: Path, home: Path) -> None:  # noqa: F811
    assert run("setup", "claude-code", shop, "--yes").code == 0
    entry = entry_in((shop / ".mcp.json").read_text("utf-8"), "claude-code")
    server = StdioServerParameters(command=entry["command"], args=entry["args"], cwd=shop)
    async with Client(stdio_client(server)) as client:
        assert "context" in {tool.name for tool in (await client.list_tools()).tools}
