"""The two kinds of engine: the editor's, found through its socket, and our own server, which reads files from disk."""

import asyncio
import os
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Thread
from typing import BinaryIO, Literal, TypeVar, cast

from ctx_lsp.agents.link import EngineError, Link
from ctx_lsp.agents.pulse import BEAT_SECONDS
from ctx_lsp.base.local_sockets import connect_locally, disconnect, is_same_user
from ctx_lsp.base.system import PROGRAM_FLAGS, PYTHON_MODULE
from ctx_lsp.protocol.attach.sockets import ATTACH, CONNECT_SECONDS, sockets_of
from ctx_lsp.protocol.documents.uris import path_to_uri, uri_to_path
from ctx_lsp.protocol.transport.streams import Streams
from ctx_lsp.settings.sources import FILE_NAME

Source = Literal["editor", "disk"]
Answer = TypeVar("Answer")

ATTACH_SECONDS = 2.0  # for an editor's server to answer the first request; a frozen server is skipped
SILENT_SECONDS = 10.0  # without a sign of life, after which an editor's server is left
OWN_SILENT_SECONDS = 60.0  # the same for our own server; longer, because the next one has to index all files again
RETRY_SECONDS = 5.0  # until a server that did not answer is tried again
PATIENCE_SECONDS = 3.0  # without a sign of life, after which a question about the state is answered without the server
MAX_NAMES = 8  # agents with a connection of their own, of the 32 that an editor's server admits
EXIT_SECONDS = 5.0  # for our own server to shut down
SILENT = {
    "editor": (
        "The editor's language server does not answer. If it goes on so, the next answers come from the files on disk, "
        "without unsaved text"
    ),
    "disk": "The language server of this folder does not answer. If it goes on so, it is started again",
}
# Files and folders of which one makes a folder a project, even if it holds the user's home folder.
PROJECT_MARKS = (".git", FILE_NAME)
# Our own server must not pose as an editor's to other agents. What it is asked is not part of the user's journal.
OWN_ENVIRONMENT = {"CTX_LSP_AGENTS_ATTACH": "false", "CTX_LSP_JOURNAL_ENABLED": "false"}


@dataclass(frozen=True, eq=False)
class AgentEngine:
    """A connection to a server for the folder `root`. `named` is the folder's path in the server's answers.

    An editor's server lists each connection as an agent. `connect` therefore opens another connection for each further
    agent that this process serves. For our own server, `connect` is None, because all agents share one connection.
    """

    source: Source
    root: Path
    named: Path
    link: Link
    connect: "Callable[[], Awaitable[AgentEngine]] | None" = None
    _by_agent: "dict[str, AgentEngine]" = field(default_factory=dict)
    _naming: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def known_as(self, agent: str) -> "AgentEngine":
        """Return a connection that is registered with the editor's server under the name `agent`.

        If `MAX_NAMES` agents have connections, or the server accepts no more, further agents share the first connection
        and its name. Our own server has a single connection for all agents. Raises `EngineError`, `LinkLost`.
        """
        if self.connect is None or not agent:
            return self
        async with self._naming:
            engine = self._by_agent.get(agent)
            if engine is None or engine.link.lost.is_set():
                engine = self
                if self._by_agent:
                    if len(self._by_agent.keys() - {agent}) >= MAX_NAMES:
                        return self
                    try:
                        engine = await self.connect()
                    except (OSError, EngineError):  # the server has enough agents
                        return self
                await engine.link.command(ATTACH, {"root": str(self.root), "client": agent})
                self._by_agent[agent] = engine
            return engine

    async def unless_silent(self, answer: Awaitable[Answer]) -> Answer:
        """Return `answer`, a question to this engine.

        Raises `EngineError` as soon as the server has given no sign of life for `PATIENCE_SECONDS`.
        """
        asking = asyncio.ensure_future(answer)
        silence = asyncio.ensure_future(self._until_silent())
        try:
            await asyncio.wait({asking, silence}, return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                raise EngineError(SILENT[self.source])
            return asking.result()
        finally:
            asking.cancel()
            silence.cancel()

    async def _until_silent(self) -> None:
        """Wait until the server has given no sign of life for `PATIENCE_SECONDS` on one of the connections."""
        while max((one.pulse.silence for one in self._links() if not one.lost.is_set()), default=0) < PATIENCE_SECONDS:
            await asyncio.sleep(BEAT_SECONDS)

    def close_if_silent(self) -> None:
        """Close all connections if the server gave no sign of life on one of them."""
        if any(link.is_silent for link in self._links()):
            self.close()

    def close(self) -> None:
        """Close all connections."""
        for link in self._links():
            link.close()

    def _links(self) -> list[Link]:
        return [engine.link for engine in (*self._by_agent.values(), self)]


def folders_upward(start: Path) -> Iterator[Path]:
    """Yield the real path of the folder `start` and then its parents, up to the root of the nearest repository.

    Folders further up may belong to another repository, such as one that contains this worktree.
    """
    real = Path(os.path.realpath(start))
    for folder in (real, *real.parents):
        yield folder
        if (folder / ".git").exists():
            return


def workspace_root(start: Path) -> Path:
    """Return the folder to index for an agent that works in `start`.

    It is the root of the repository that contains `start`, or `start` itself if there is no repository.
    """
    folders = list(folders_upward(start))
    return folders[-1] if (folders[-1] / ".git").exists() else folders[0]


async def attached_engine(start: Path, unanswered: dict[Path, float]) -> AgentEngine | None:
    """Connect to an editor's server that serves `start`, or else the nearest possible folder above it.

    Return None if no editor's server can be reached. `unanswered` is changed: it holds the sockets of servers that did
    not answer, with the time of the attempt. Such a server is tried again after `RETRY_SECONDS`.
    """
    now = asyncio.get_running_loop().time
    for root in folders_upward(start):
        for file in sockets_of(root):
            if now() - unanswered.get(file, -RETRY_SECONDS) < RETRY_SECONDS:
                continue
            try:
                engine = await _attach(file, root)
            except (TimeoutError, BlockingIOError):  # the latter if too many connections wait for a server that hangs
                unanswered[file] = now()
                continue
            except (OSError, EngineError):  # no server listens, or it belongs to another user
                unanswered.pop(file, None)
                continue
            unanswered.pop(file, None)
            return engine
    return None


async def _attach(file: Path, root: Path) -> AgentEngine:
    connection = connect_locally(file, CONNECT_SECONDS)
    if not is_same_user(connection):
        connection.close()
        raise PermissionError(f"{file} belongs to another user")
    link = Link(Streams(connection.makefile("rb"), connection.makefile("wb")), lambda: disconnect(connection))
    try:
        async with asyncio.timeout(ATTACH_SECONDS):
            greeting = await link.command(ATTACH, {"root": str(root)})
    except BaseException:
        link.close()
        raise
    link.pulse.limit(SILENT_SECONDS)
    return AgentEngine("editor", root, uri_to_path(greeting["uri"]) or root, link, partial(_attach, file, root))


async def own_engine(root: Path, start: "Callable[[], subprocess.Popen[bytes]]") -> AgentEngine:
    """Start our own engine for the folder `root`. `start` starts and returns the language server's process.

    Raises `LinkLost` if the server does not start. Raises `EngineError` if the server refuses to serve the folder, or
    if the folder is or contains the user's home folder and is not a project.
    """
    if _holds_home(root) and not any((root / name).exists() for name in PROJECT_MARKS):
        raise EngineError(
            f"{root} is not indexed, because it is or holds the home folder; start the agent in a project's folder, or "
            f"name one in the agent's configuration (ctx-lsp mcp FOLDER); a {FILE_NAME} makes any folder a project"
        )
    process = start()
    streams = Streams(cast("BinaryIO", process.stdout), cast("BinaryIO", process.stdin))
    link = Link(streams, lambda: end_process(process))
    uri = path_to_uri(root)
    folder = {"uri": uri, "name": root.name}
    params = {"processId": os.getpid(), "rootUri": uri, "workspaceFolders": [folder], "capabilities": {}}
    try:
        await link.ask("initialize", params)
    except BaseException:
        link.close()
        raise
    link.notify("initialized", {})
    link.pulse.limit(OWN_SILENT_SECONDS)
    return AgentEngine("disk", root, root, link)


def start_server() -> "subprocess.Popen[bytes]":
    """Start our own language server, whose standard input and output are pipes."""
    return subprocess.Popen(  # noqa: S603  # this program
        [*PYTHON_MODULE, "ctx_lsp", "serve", "--stdio"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | OWN_ENVIRONMENT,
        creationflags=PROGRAM_FLAGS,
    )


def _holds_home(folder: Path) -> bool:
    """Return whether a folder is or contains the user's home folder."""
    try:
        return Path(os.path.realpath(Path.home())).is_relative_to(folder)
    except RuntimeError:  # the user has no home folder
        return folder == Path(folder.anchor)


def end_process(process: "subprocess.Popen[bytes]") -> None:
    """Terminate our own server without blocking the caller.

    A new thread waits for the server to exit, and kills it if it does not exit in time.
    """
    Thread(target=_end, args=(process,), name="ctx-lsp-end").start()


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(EXIT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
