"""Try real clients as a new user would: `python -m tests.agent_clients FOLDER [--client NAME]...`

Installs the clients from npm into FOLDER (without the install scripts of other packages), sets each up with `ctx-lsp
setup` for a small project and an empty home folder, and runs the client's own list of servers. The inspector of the
protocol lists the tools, over standard input and output and over HTTP; with Node.js before version 22, npm installs
an inspector that cannot send the token. Agents of the Agent Client Protocol are handed the server in a new session, as
an editor does, and list its tools; those that want an account first are expected to say so. Needs npm and a network; no
account. Not a test, because on a busy machine clients give up.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from tests.agent_clients.acp import session_output

SECONDS = 180  # for one command of a client
TOKEN = "one-for-this-run"  # noqa: S105
PROGRAM = (sys.executable, "-P", "-m", "ctx_lsp")
INSPECTOR = "mcp-inspector --cli"
TOOL = '"tests_for_change"'  # in the list of our tools alone


@dataclass(frozen=True, slots=True)
class TriedClient:
    """A client: its package, the agent of `ctx-lsp setup` ("" for none), its command, and what its output must hold.

    `script` is the part of the package that puts the command's program in its place, once it is installed.
    """

    package: str
    agent: str
    command: str
    expected: str
    settings: tuple[tuple[str, str], ...] = ()  # files of the home folder, as a user would approve the server
    script: str = ""
    is_acp: bool = False  # the command starts an agent of the Agent Client Protocol


CLIENTS: Mapping[str, TriedClient] = {
    "inspector": TriedClient("@modelcontextprotocol/inspector", "", INSPECTOR, TOOL),
    "inspector-http": TriedClient("@modelcontextprotocol/inspector", "", INSPECTOR, TOOL),
    "claude-code": TriedClient(
        "@anthropic-ai/claude-code", "claude-code", "claude mcp list", "✔ Connected",
        ((".claude/settings.json", '{"enableAllProjectMcpServers": true}'),), "install.cjs",
    ),
    "codex": TriedClient("@openai/codex", "codex", "codex mcp list", "enabled"),
    "copilot": TriedClient("@github/copilot", "copilot", "copilot mcp list", "ctx-lsp"),
    "opencode": TriedClient("opencode-ai", "opencode", "opencode mcp list", "connected", (), "postinstall.mjs"),
    "claude-acp": TriedClient("@agentclientprotocol/claude-agent-acp", "", "claude-agent-acp", TOOL, is_acp=True),
    "codex-acp": TriedClient("@agentclientprotocol/codex-acp", "", "codex-acp", "Authentication required", is_acp=True),
    "gemini-acp": TriedClient(
        "@google/gemini-cli", "", "gemini --experimental-acp", "API key is missing", is_acp=True,
    ),
    "opencode-acp": TriedClient("opencode-ai", "", "opencode acp", TOOL, (), "postinstall.mjs", is_acp=True),
    "qwen-acp": TriedClient("@qwen-code/qwen-code", "", "qwen --acp", TOOL, is_acp=True),
}  # fmt: skip


def installed(folder: Path, client: TriedClient) -> str:
    """Install a client into `folder` if it is not there; return its version. Only its own install script is run."""
    package = client.package
    manifest = folder / "node_modules" / package / "package.json"
    if not manifest.exists():
        command = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--ignore-scripts", package]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        if client.script:
            script = [which("node") or "node", client.script]
            subprocess.run(script, cwd=manifest.parent, check=True, stdout=subprocess.DEVNULL)
    return str(json.loads(manifest.read_text("utf-8"))["version"])


def output_of(command: Sequence[str], project: Path, variables: Mapping[str, str]) -> str:
    """Return what a command prints, or why it ended."""
    try:
        done = subprocess.run(
            command, cwd=project, env=dict(variables), capture_output=True, encoding="utf-8", errors="replace",
            stdin=subprocess.DEVNULL, timeout=SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return done.stdout + done.stderr


@contextmanager
def served_over_http(project: Path, variables: Mapping[str, str]) -> Iterator[str]:
    """Serve a project over HTTP; yields the address."""
    command = [*PROGRAM, "mcp", str(project), "--http"]
    environment = {**variables, "CTX_LSP_MCP_TOKEN": TOKEN}
    with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8", env=environment) as process:
        assert process.stderr is not None
        line = next(line for line in process.stderr if "listening on" in line)
        try:
            yield line.split()[-1]
        finally:
            process.terminate()


def tried(name: str, client: TriedClient, folder: Path) -> str:
    """Try a client; return its output."""
    with TemporaryDirectory() as made:
        project, home = Path(made, "shop"), Path(made, "home")
        for one in (project, home):
            one.mkdir()
        (project / "shop.py").write_text("def total(lines):\n    return sum(lines)\n")
        programs = os.pathsep.join((str(folder / "node_modules" / ".bin"), os.environ["PATH"]))
        variables = os.environ | {"HOME": str(home), "PATH": programs, "MCP_TIMEOUT": str(SECONDS * 1000)}
        for file, text in client.settings:
            (home / file).parent.mkdir(parents=True, exist_ok=True)
            (home / file).write_text(text)
        if client.agent:
            done = output_of([*PROGRAM, "setup", client.agent, str(project), "--yes"], project, variables)
            return done + output_of(client.command.split(), project, variables)
        if client.is_acp:
            return session_output(client.command.split(), project, variables, SECONDS)
        listing = ["--method", "tools/list"]
        if name == "inspector":
            return output_of([*client.command.split(), *PROGRAM, "mcp", str(project), *listing], project, variables)
        with served_over_http(project, variables) as address:
            given = [address, "--transport", "http", "--header", f"Authorization: Bearer {TOKEN}"]
            return output_of([*client.command.split(), *given, *listing], project, variables)


def main() -> None:
    """Try the clients, and print a row for each; with an output that is not as expected, the end of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--client", action="append", choices=list(CLIENTS))
    arguments = parser.parse_args()
    if which("npm") is None:
        sys.exit("npm is not installed")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    failed = False
    for name in arguments.client or CLIENTS:
        client = CLIENTS[name]
        version = installed(arguments.folder, client)
        output = re.sub(r"\x1b\[[0-9;]*m", "", tried(name, client, arguments.folder.resolve()))
        is_listed = client.expected in output
        failed |= not is_listed
        sys.stdout.write(f"{name} {version}: {'as expected' if is_listed else 'not as expected'}\n")
        if not is_listed:
            sys.stdout.write(output[-1_000:] + "\n")
        sys.stdout.flush()
    sys.exit(failed)


if __name__ == "__main__":
    main()
