"""Reads secrets from the source that a setting names: the system's keyring, the output of a command, or a file.

Only the user's own settings can name a source (`settings.sources`), so that a repository cannot make ctx-lsp run a
command. Secrets are never written to a log or an error message.
"""

import importlib
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from ctx_lsp.base.faults import Fault
from ctx_lsp.base.system import split_command

MIN_CHARACTERS = 32
COMMAND_SECONDS = 30.0  # in which a user can confirm a prompt
SOURCES = '"keyring", "command:COMMAND" or "file:PATH"'
ADVICE = f"it needs at least {MIN_CHARACTERS} random characters, such as those of `openssl rand -hex 32`"


class KeyUnavailable(Exception):
    """Error raised if a secret cannot be read; the message gives the reason."""


def read_secret(source: str, name: str, *, create: bool = False) -> bytes:
    """Read a secret from `source`: "keyring", "command:COMMAND" or "file:PATH". This may wait for the user.

    `name` is the name of the secret in the keyring. If `create` is true and the keyring lacks the secret, a random
    secret is generated and stored in the keyring. Raises `KeyUnavailable` if the secret cannot be read or has fewer
    than `MIN_CHARACTERS` characters.
    """
    kind, _, rest = source.partition(":")
    if source == "keyring":
        secret = _from_keyring(name, create=create)
    elif kind == "command" and rest.strip():
        secret = _from_command(rest)
    elif kind == "file" and rest.strip():
        secret = _from_file(rest.strip())
    else:
        raise KeyUnavailable(f"the source of the key must be {SOURCES}")
    if len(secret) < MIN_CHARACTERS:
        raise KeyUnavailable(f"the key from {kind} has {len(secret)} characters; {ADVICE}")
    return secret.encode()


def _from_keyring(name: str, *, create: bool) -> str:
    try:
        find: Callable[..., str | Fault | None]
        find = importlib.import_module("ctx_lsp.sealing.system_keyring").secret_in_keyring
    except ImportError as error:
        raise KeyUnavailable("the package keyring is missing; install ctx-lsp[encryption]") from error
    secret = find(name, create=create)
    if isinstance(secret, Fault):
        problem = f"{type(secret.error).__name__}: {secret.error}".splitlines()[0]
        raise KeyUnavailable(f"the keyring cannot be used: {problem}") from secret.error
    if secret is None:
        raise KeyUnavailable(f"the keyring has no key; `keyring set ctx-lsp {name}` stores one")
    return secret.strip()


def _from_command(command: str) -> str:
    try:
        program, *arguments = split_command(command)
    except ValueError as error:
        raise KeyUnavailable(f"the command for the key cannot be read: {error}") from error
    found = shutil.which(program)
    if found is None or not os.path.isabs(found):  # noqa: PTH117 - a relative one could lie in a repository
        raise KeyUnavailable(f"the command for the key was not found: {program}")
    try:
        done = subprocess.run(  # noqa: S603 - only the user's own settings name the command
            [found, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=COMMAND_SECONDS, check=False,
            cwd=Path.home(),
        )  # fmt: skip
    except (OSError, ValueError, RuntimeError, subprocess.SubprocessError) as error:  # RuntimeError without a home
        raise KeyUnavailable(f"the command for the key failed: {type(error).__name__}") from error
    if done.returncode:
        raise KeyUnavailable(f"the command for the key ({program}) ended with exit code {done.returncode}")
    return done.stdout.decode(errors="replace").strip()


def _from_file(path: str) -> str:
    try:
        file = Path(path).expanduser()
        if not file.is_absolute():
            raise KeyUnavailable("the path of the key file must be absolute")
        return file.read_text("utf-8").strip()
    except UnicodeDecodeError as error:
        raise KeyUnavailable("the key file is not UTF-8 text") from error
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError if there is no such home folder
        reason = (error.strerror if isinstance(error, OSError) else None) or type(error).__name__
        raise KeyUnavailable(f"the key file cannot be read: {reason}") from error
