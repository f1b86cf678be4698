"""Edits the configuration files of agents: adds, updates or removes the server's entry and keeps everything else.

JSON files keep their indentation and order; TOML files keep their comments as well. A JSON file with comments is
refused, because rewriting the file would lose its comments. `clients` defines the entries. `cli.commands.setup` shows
each change to the user and asks for consent.
"""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

import tomlkit
from tomlkit.exceptions import TOMLKitError

from ctx_lsp.agents.clients import SERVER, AgentClient, ClientFileError, Format

_INDENT = re.compile(r"^([ \t]+)\S", re.MULTILINE)


def read_text(path: Path) -> str:
    """Return the text of the file at `path`, or "" if there is none. Raises `ClientFileError`."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise ClientFileError(f"{path} cannot be read: {error}") from error


def with_entry(text: str, client: AgentClient, entry: Mapping[str, object]) -> str:
    """Return the configuration file `text` of an agent with `entry` as the entry of our server.

    Members of an existing entry that `entry` does not set are kept. Raises `ClientFileError` if `text` is not in the
    agent's format.
    """
    document = _parsed(text, client.format)
    servers = document.setdefault(client.servers, tomlkit.table(is_super_table=True) if client.format == "TOML" else {})
    if not isinstance(servers, dict):
        raise ClientFileError(f"`{client.servers}` is not a list of servers by name")
    known = servers.get(SERVER)
    if not isinstance(known, dict):
        servers[SERVER] = dict(entry)
    elif all(known.get(name) == value for name, value in entry.items()):
        return text
    else:
        known.update(entry)
    return _written(document, text, client.format)


def without_entry(text: str, client: AgentClient) -> str:
    """Return the configuration file `text` of an agent without our server's entry, or "" if nothing else is left.

    Raises `ClientFileError` if `text` is not in the agent's format.
    """
    document = _parsed(text, client.format)
    servers = document.get(client.servers)
    if not isinstance(servers, dict) or SERVER not in servers:
        return text
    del servers[SERVER]
    if not servers:
        del document[client.servers]
    left = _written(document, text, client.format)
    return left if document or (client.format == "TOML" and left.strip()) else ""


def write(path: Path, text: str) -> None:
    """Atomically replace the file at `path` with `text`, or remove it if `text` is empty. Raises `ClientFileError`."""
    target = Path(os.path.realpath(path))  # a link (to a dotfiles folder, say) is kept; its target is replaced
    try:
        if not text:
            path.unlink(missing_ok=True)
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("wb", dir=target.parent, delete=False) as file:
            made = Path(file.name)
            try:
                file.write(text.encode())
                file.close()
                if target.exists():  # a new file is for its owner alone, because agents keep tokens in such files
                    made.chmod(target.stat().st_mode)
                made.replace(target)
            except BaseException:
                made.unlink(missing_ok=True)
                raise
    except (OSError, UnicodeEncodeError) as error:
        raise ClientFileError(f"{path} cannot be written: {error}") from error


def _parsed(text: str, written_in: Format) -> dict[str, object]:
    try:
        document = tomlkit.parse(text) if written_in == "TOML" else json.loads(text or "{}")
    except TOMLKitError as error:
        raise ClientFileError(f"the file is not TOML: {error}") from error
    except (ValueError, RecursionError) as error:
        raise ClientFileError(f"the file is not plain JSON, or has comments, which would be lost: {error}") from error
    if not isinstance(document, dict):
        raise ClientFileError("the file holds no JSON object")
    return document


def _written(document: Mapping[str, object], old: str, written_in: Format) -> str:
    if written_in == "TOML":
        return tomlkit.dumps(document)
    found = _INDENT.search(old)
    written = json.dumps(document, indent=found.group(1) if found else 2, ensure_ascii=False) + "\n"
    return written.replace("\n", "\r\n") if "\r\n" in old else written
