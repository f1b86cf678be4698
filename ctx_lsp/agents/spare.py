"""A spare server: a process that has loaded the program and serves no folder yet.

In a small folder, most of the startup time goes into loading the program. A spare is therefore kept while an agent uses
an editor's engine, so that the agent's own engine starts quickly when the editor exits. A spare uses about 95 MB of
memory.
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
        """Request a spare. The first call only notes the time. A call at least `SPARE_SECONDS` later starts a spare."""
        now = asyncio.get_running_loop().time()
        if self._wanted_at is None:
            self._wanted_at = now
        if not self.is_ready and now - self._wanted_at >= SPARE_SECONDS:
            self.close()
            self._wanted_at = now  # one that ends at once is not started again at once
            self._process = engines.start_server()

    @property
    def is_ready(self) -> bool:
        """Whether a spare is running."""
        return self._process is not None and self._process.poll() is None

    def take(self) -> "subprocess.Popen[bytes]":
        """Return the spare; if there is none, start a server and return it. The caller must end the process."""
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
