"""Paths of the sockets on which servers accept agents. The sockets are in the user's runtime folder.

On Windows, they are files that tell of named pipes: see `base.local_sockets`.

A socket's name contains a digest of the workspace folder's real path and also the server's process id, because several
servers may serve one folder. A worktree inside another worktree has its own socket.
"""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from warnings import catch_warnings, simplefilter

from platformdirs import user_runtime_path

from ctx_lsp.base.digest import digest
from ctx_lsp.base.local_sockets import connect_locally
from ctx_lsp.base.system import is_private_folder, is_running

ATTACH = "ctx-lsp.attach"  # an agent's first command; it confirms the folder
PING = "$/ctx-lsp/ping"  # a request that the loop answers with null; the answer is a sign of life
PROPOSING_COMMAND = "ctx-lsp.remember"  # from an agent, it only proposes a note
MAX_NAME = 100  # characters of an agent's name that are kept
CONNECT_SECONDS = 1.0  # a running server accepts connections at once
_PRIVATE = 0o700
_SUFFIX = ".sock"


def agent_source(name: str) -> str:
    """Return the source of a note that the agent called `name` proposes."""
    return f"agent {name[:MAX_NAME]}".strip()


def own_socket(root: Path) -> Path:
    """Return the path of this process's socket for the folder `root`.

    The socket is in a folder that no other user can enter. Raises OSError if this folder cannot be created, or if other
    users can enter it.
    """
    folder = runtime_folder()
    folder.mkdir(_PRIVATE, parents=True, exist_ok=True)
    if not is_private_folder(folder):
        raise PermissionError(f"{folder} must be a folder that its owner alone can enter (mode 0700)")
    return folder / f"{_name(root)}-{os.getpid()}{_SUFFIX}"


def sockets_of(root: Path) -> list[Path]:
    """Return the paths of the sockets for the folder `root`, newest first.

    Some of the sockets may have been left behind by servers that were killed.
    """
    folder = runtime_folder()
    dated = []
    with suppress(OSError):
        if is_private_folder(folder):
            for file in folder.glob(f"{_name(root)}-*{_SUFFIX}"):
                with suppress(FileNotFoundError):  # its server has just exited
                    dated.append((file.lstat().st_mtime_ns, file))
    return [file for _, file in sorted(dated, reverse=True)]


def editors_of(root: Path) -> int:
    """Return how many running servers of editors offer a socket for the folder `root`."""
    process_ids = (file.stem.rpartition("-")[2] for file in sockets_of(root))
    return sum(one.isdecimal() and is_running(int(one)) for one in process_ids)


def remove_stale_sockets() -> None:
    """Delete the sockets on which no server listens."""
    for file in runtime_folder().glob(f"*{_SUFFIX}"):
        try:
            connect_locally(file, CONNECT_SECONDS).close()
        except ConnectionRefusedError:
            with suppress(OSError):  # another process deletes it, or holds it open on Windows
                file.unlink()
        except OSError:
            continue  # the server has just exited, or is too busy to answer


@cache
def runtime_folder() -> Path:
    """Return the folder of the sockets. The result is cached, because the environment of a process does not change."""
    with catch_warnings():
        simplefilter("ignore")  # the library warns when it falls back to another folder
        return user_runtime_path("ctx-lsp", appauthor=False)


def _name(root: Path) -> str:
    return digest(os.fsencode(os.path.realpath(root))).hex()
