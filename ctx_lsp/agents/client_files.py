"""Edits the configuration files of agents: adds, updates or removes the server's entry and keeps everything else.

`json_entry` and `toml_entry` change the text. `clients` defines the entries. `cli.commands.setup` shows each change to
the user and asks for consent.
"""

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

from ctx_lsp.agents.clients import AgentClient, ClientFileError
from ctx_lsp.agents.json_entry import with_json_entry, without_json_entry
from ctx_lsp.agents.toml_entry import with_toml_entry, without_toml_entry

_MARK = "\ufeff"  # some editors put this byte order mark at the start of a file


def read_text(path: Path) -> str | None:
    """Return the text of the file at `path`, or None if there is none. Raises `ClientFileError`."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ClientFileError(f"{path} cannot be read: {error}") from error


def with_entry(text: str | None, client: AgentClient, entry: Mapping[str, object]) -> str:
    """Return the configuration file `text` of an agent with `entry` as the entry of our server.

    Members of an existing entry that `entry` does not set are kept. Raises `ClientFileError` if `text` is not in the
    agent's format.
    """
    mark, bare = _unmarked(text)
    add = with_toml_entry if client.format == "TOML" else with_json_entry
    return mark + add(bare, client.servers, entry)


def without_entry(text: str | None, client: AgentClient) -> str | None:
    """Return the configuration file `text` of an agent without our server's entry, or None if there need be no file.

    Raises `ClientFileError` if `text` is not in the agent's format.
    """
    mark, bare = _unmarked(text)
    remove = without_toml_entry if client.format == "TOML" else without_json_entry
    left = remove(bare, client.servers)
    return mark + (left or "") if left is not None or mark else None


def require_writable(path: Path) -> None:
    """Raise `ClientFileError` if the file at `path` is read-only. Replacing it would ignore that."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return
    if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(path, os.W_OK):
        raise ClientFileError(f"{path} is read-only. Make it writable and repeat the command")


def write(path: Path, text: str | None) -> None:
    """Atomically replace the file at `path` with `text`, or remove it if `text` is None. Raises `ClientFileError`."""
    target = Path(os.path.realpath(path))  # a link (to a dotfiles folder, say) is kept; its target is replaced
    require_writable(target)
    try:
        if text is None:
            target.unlink(missing_ok=True)
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


def _unmarked(text: str | None) -> tuple[str, str | None]:
    if text is None or not text.startswith(_MARK):
        return "", text
    return _MARK, text[1:]
