"""Coding agents that can be set up, with the location and format of each agent's list of MCP servers.

`client_files` edits the files. The locations and member names come from the agents' own documentation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Format = Literal["JSON", "TOML"]

SERVER = "ctx-lsp"  # the name of the entry
WORKSPACE = "${workspaceFolder}"  # the editor replaces it with the path of the open folder


class ClientFileError(Exception):
    """An error while reading or changing a configuration file. The message gives the reason."""


def not_servers(name: str, value: object) -> ClientFileError:
    """Return the error for a file in which the list of servers `name` is `value`, which holds no entries by name."""
    kinds = {list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    found = next((kind for one, kind in kinds.items() if isinstance(value, one)), "a number or a date")
    return ClientFileError(f"`{name}` is {found} instead of servers by name")


@dataclass(frozen=True, slots=True)
class AgentClient:
    """An agent, and the file in which it looks for servers.

    `file` is relative to the project's folder, or to the home folder if `is_personal` is true. `servers` is the JSON
    member or TOML table that holds the entries. `extra` holds the members of an entry other than the command. If the
    agent does not start servers in the project's folder, `folder` is the argument that names that folder.
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
        """Return the path of the agent's file for the project folder `project` and the home folder `home`."""
        return (home if self.is_personal else project) / self.file

    def is_outside(self, project: Path, home: Path) -> bool:
        """Return whether the agent's file belongs to the project but is a link to a file outside the project."""
        return not self.is_personal and not self.path(project, home).resolve().is_relative_to(project.resolve())

    def entry(self, program: Sequence[str]) -> Mapping[str, object]:
        """Build the entry that makes the agent run the command line `program` with the argument `mcp`."""
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
