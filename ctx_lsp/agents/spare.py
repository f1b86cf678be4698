"""A spare server: a process that has loaded the program and serves no folder yet.

Loading takes most of the time of a start in a small folder. While an agent uses an editor's engine, a spare is kept, so
that the agent's own engine is there soon after the editor exits. It costs about 95 MB.
"""

import asyncio
import subprocess

from ctx_lsp.agents import engines

SPARE_SECONDS = 5.0  # beside an editor before a spare is started: the editor and the agent are busy at first


class SpareServer:
    """At most one spare server, for whichever folder needs it first. Use it on the event loop's thread only."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._wanted_at: float | None = None

    def want(self) -> None:
        """Ask for a spare. It is started by a call at least `SPARE_SECONDS` after the first one."""
        now = asyncio.get_running_loop().time()
        if self._wanted_at is None:
            self._wanted_at = now
        if not self.is_ready and now - self._wanted_at >= SPARE_SECONDS:
            self.close()
            self._process = engines.start_server()

    @property
    def is_ready(self) -> bool:
        """Whether a spare runs."""
        return self._process is not None and self._process.poll() is None

    def take(self) -> "subprocess.Popen[bytes]":
        """Return the spare, or a server that has just been started if there is none. The caller ends it."""
        self._wanted_at = None
        if self._process is not None and self.is_ready:
            process, self._process = self._process, None
            return process
        self.close()
        return engines.start_server()

    def close(self) -> None:
        """End the spare, or forget one that has ended."""
        process, self._process = self._process, None
        if process is not None:
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
            engines.end_process(process)
