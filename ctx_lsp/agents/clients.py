"""Coding agents that can be set up: where each keeps its list of MCP servers, and how it writes an entry.

Editing the files is in `client_files`. The locations and members are those of the agents' own documentation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Format = Literal["JSON", "TOML"]

SERVER = "ctx-lsp"  # the name of the entry
WORKSPACE = "${workspaceFolder}"  # the editor writes the open folder in its place


class ClientFileError(Exception):
    """A configuration file that cannot be read or changed; the text says why."""


@dataclass(frozen=True, slots=True)
class AgentClient:
    """An agent, and the file in which it looks for servers.

    `file` is relative to the project's folder, or to the home folder if `is_personal`. `servers` is the member, or
    TOML table, that holds the entries. `extra` are members of an entry beside the command. An agent that starts
    servers in an unknown folder gets the folder as an argument in `folder`.
    """

    title: str
    file: str
    servers: str
    is_personal: bool = False
    extra: tuple[tuple[str, object], ...] = ()
    folder: str = ""
    takes_one_list: bool = False  # `command` holds the arguments, too
    format: Format = "JSON"

    def path(self, project: Path, home: Path) -> Path:
        """Return the file for the folder `project` of the user with the folder `home`."""
        return (home if self.is_personal else project) / self.file

    def is_outside(self, project: Path, home: Path) -> bool:
        """Whether a file of the project is a link to somewhere else, which a repository may have brought along."""
        return not self.is_personal and not self.path(project, home).resolve().is_relative_to(project.resolve())

    def entry(self, program: Sequence[str]) -> Mapping[str, object]:
        """Return the entry that starts the command line `program`."""
        command, *rest = program
        arguments = [*rest, "mcp", *([self.folder] if self.folder else [])]
        start = {"command": [command, *arguments]} if self.takes_one_list else {"command": command, "args": arguments}
        return dict(self.extra) | start


CLIENTS: Mapping[str, AgentClient] = {
    "claude-code": AgentClient("Claude Code", ".mcp.json", "mcpServers"),
    "codex": AgentClient("Codex", ".codex/config.toml", "mcp_servers", is_personal=True, format="TOML"),
    "copilot": AgentClient(
        "Copilot CLI", ".copilot/mcp-config.json", "mcpServers", is_personal=True,
        extra=(("type", "local"), ("tools", ["*"])),
    ),
    "cursor": AgentClient("Cursor", ".cursor/mcp.json", "mcpServers", folder=WORKSPACE),
    "opencode": AgentClient(
        "opencode", "opencode.json", "mcp", extra=(("type", "local"), ("enabled", True)), takes_one_list=True
    ),
    "vscode": AgentClient("VS Code", ".vscode/mcp.json", "servers", extra=(("type", "stdio"),), folder=WORKSPACE),
    "zed": AgentClient("Zed", ".zed/settings.json", "context_servers", extra=(("source", "custom"),)),
}  # fmt: skip
