"""Choice of the engine: the editor's if an editor is running, otherwise our own server.

A switch from one to the other takes at most two seconds.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from ctx_lsp.agents.engines import AgentEngine, attached_engine, own_engine, workspace_root
from ctx_lsp.agents.link import EngineError, LinkLost
from ctx_lsp.agents.spare import SpareServer

LOOK_SECONDS = 0.7  # between two checks for an editor
POLL_SECONDS = 0.1  # between two checks of the indexing progress
INDEX_SECONDS = 60.0  # maximum wait for the text index; then a partial index answers
CHANGED_SECONDS = 5.0  # maximum wait until many changed files are read again
VECTOR_SECONDS = 5.0  # additional wait for vectors, which may come from the cache
ATTEMPTS = 4  # for one request, in case engines exit before they answer

Answer = TypeVar("Answer")
Report = Callable[[float, str], Awaitable[None]]
"""A callback for progress, which receives the completed share of the indexing (0–1) and a message."""

log = logging.getLogger(__name__)


class EngineChoice:
    """The choice of an engine for an agent that works in the folder `start`. All methods run on one event loop.

    The engine is an editor's server if there is one. Otherwise, it is a server of our own, which `spare` provides.
    """

    def __init__(self, start: Path, spare: SpareServer) -> None:
        self._start = start
        self._spare = spare
        self._engine: AgentEngine | None = None
        self._indexed: AgentEngine | None = None  # requests to this engine need not wait for its index
        self._whole: AgentEngine | None = None  # the engine whose index was complete at its last answer
        self._first_wait = True  # whether the next wait is for an index that is being made
        self._changing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._asked = 0  # requests without an answer
        self._unanswered: dict[Path, float] = {}  # sockets of editors' servers that did not answer, and when

    def start(self) -> None:
        """Start an engine, and watch for editors that start or exit."""
        self._task = asyncio.create_task(self._follow())

    async def close(self) -> None:
        """Stop our own engine, or disconnect from the editor's."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._engine is not None:
            self._engine.close()

    @property
    def is_busy(self) -> bool:
        """Whether a request has no answer yet."""
        return self._asked > 0

    async def ask(
        self, question: Callable[[AgentEngine], Awaitable[Answer]], report: Report, *, needs_index: bool = True
    ) -> Answer:
        """Send a request to the current engine. If the engine exits before it answers, try again with the next one.

        If `needs_index` is true, wait a limited time for the index before each attempt. Raises `EngineError` if the
        request is rejected, and `LinkLost` if no engine runs long enough.
        """
        self._asked += 1
        try:
            for _ in range(ATTEMPTS - 1):
                with suppress(LinkLost):
                    return await self._ask(question, report, needs_index)
                if self._engine is not None:
                    self._engine.close_if_silent()  # all agents leave it, and nobody waits for it again
                log.info("the engine exited or does not answer; asking the next one")
            return await self._ask(question, report, needs_index)
        finally:
            self._asked -= 1

    @property
    def has_hung_editor(self) -> bool:
        """Whether an editor's server that could answer does not."""
        return any(file.exists() for file in self._unanswered)

    def note_whole(self, engine: AgentEngine) -> None:
        """Note that the index of an engine is complete."""
        self._whole = engine

    def waits_again(self, engine: AgentEngine) -> bool:
        """Return whether to ask again, after a short wait, because the index of an engine is no longer complete.

        This is so once after each complete index: many files have changed. An index that is being made is not waited
        for again.
        """
        if self._whole is not engine:
            return False
        self._whole = self._indexed = None
        self._first_wait = False
        return True

    async def _ask(
        self, question: Callable[[AgentEngine], Awaitable[Answer]], report: Report, needs_index: bool
    ) -> Answer:
        engine = await self.current()
        if needs_index:
            await self._until_indexed(engine, report)
        return await question(engine)

    @property
    def running(self) -> AgentEngine | None:
        """The current engine; None if it has exited, or none has started."""
        engine = self._engine
        return None if engine is None or engine.link.lost.is_set() else engine

    async def current(self) -> AgentEngine:
        """Return the current engine, starting one if necessary.

        Raises `LinkLost` if the engine does not start, and `EngineError` if it refuses to serve the folder.
        """
        async with self._changing:
            if self._engine is None or self._engine.link.lost.is_set():
                self._use(await attached_engine(self._start, self._unanswered) or await self._own_engine())
            assert self._engine is not None
            return self._engine

    async def _own_engine(self) -> AgentEngine:
        return await own_engine(workspace_root(self._start), self._spare.take)

    async def _follow(self) -> None:
        """Replace an engine that has exited, and switch from our own engine to an editor's as soon as there is one."""
        while True:
            with suppress(OSError, EngineError):  # the next request or the next round tries again
                engine = await self.current()
                if engine.source == "disk":
                    await self._move()
                else:
                    self._spare.want()
            await self._pause()

    async def _pause(self) -> None:
        """Wait until the next check is due or the engine exits."""
        engine = self._engine
        if engine is None or engine.link.lost.is_set():  # no engine could be started
            await asyncio.sleep(LOOK_SECONDS)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_SECONDS):
                await engine.link.lost.wait()

    async def _move(self) -> None:
        found = await attached_engine(self._start, self._unanswered)
        if found is not None:
            try:
                async with self._changing:
                    self._use(found)
            finally:
                if self._engine is not found:  # cancelled before it was used: nobody else closes the connection
                    found.close()

    def _use(self, engine: AgentEngine) -> None:
        left, self._engine = self._engine, engine
        log.info("using the engine of the %s", "editor" if engine.source == "editor" else "files on disk")
        if left is not None:
            left.close()

    async def _until_indexed(self, engine: AgentEngine, report: Report) -> None:
        """Wait, for a limited time, until the index covers every file and, in our own engine, contains all vectors.

        `report` receives the progress.
        """
        now = asyncio.get_running_loop().time
        latest = now() + (INDEX_SECONDS if self._first_wait else CHANGED_SECONDS)
        is_searchable = False
        while engine is not self._indexed and now() < latest:
            status = await engine.link.command("ctx-lsp.status")
            is_enough = engine.source == "editor" or not self._first_wait
            if status["state"] != "indexing" or (status["searchable"] and is_enough):
                break
            if status["searchable"] and not is_searchable:
                is_searchable, latest = True, min(latest, now() + VECTOR_SECONDS)
            covered = status["coverage"]
            share = covered["semantic" if is_searchable else "lexical"]
            done = (covered["lexical"] + covered["semantic"]) / 2
            await report(done, f"{'embedding' if is_searchable else 'indexing'}: {share:.0%}")
            await asyncio.sleep(POLL_SECONDS)
        self._indexed, self._first_wait = engine, True
