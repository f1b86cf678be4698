"""Detects that a server gives no sign of life while it owes an answer.

Every message of the server is a sign of life. A server that is busy with a long request sends none, so it is asked for
one: its loop answers at once, whatever its workers do.
"""

import asyncio
from collections.abc import Callable

BEAT_SECONDS = 0.25  # between two checks
ASK_SECONDS = 1.0  # of silence, after which the server is asked for a sign of life


class Pulse:
    """The silence of one server. Use it on the event loop's thread only.

    Silence counts only while an answer is owed. Time in which this process itself did not run does not count.
    """

    def __init__(self, ask: Callable[[], None], is_owed: Callable[[], bool], lost: Callable[[], None]) -> None:
        """Start without a limit.

        `ask` asks the server for a sign of life, `is_owed` says whether an answer is owed, and `lost` is called when
        the silence has reached the limit.
        """
        self._ask = ask
        self._is_owed = is_owed
        self._lost = lost
        self._limit = float("inf")
        self._is_asked = False  # for a sign of life that has not come yet
        self._task: asyncio.Task[None] | None = None
        self.silence = 0.0  # seconds

    def limit(self, seconds: float) -> None:
        """Set the longest silence. Only servers that answer at once must have a limit, and not those that start."""
        self._limit = seconds

    def heard(self) -> None:
        """Note a sign of life."""
        self.silence = 0.0
        self._is_asked = False

    def watch(self) -> None:
        """Watch the server until it owes no answer."""
        if self._limit < float("inf") and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._follow())

    def close(self) -> None:
        """Stop watching."""
        if self._task is not None:
            self._task.cancel()

    async def _follow(self) -> None:
        self.silence = 0.0
        now = asyncio.get_running_loop().time
        while self._is_owed() or self._is_asked:  # a caller that has given up leaves the question open
            before = now()
            await asyncio.sleep(BEAT_SECONDS)
            self.silence += min(now() - before, 2 * BEAT_SECONDS)
            if self.silence >= self._limit:
                self._lost()
                return
            if self.silence >= ASK_SECONDS and not self._is_asked:
                self._is_asked = True
                self._ask()
        self.silence = 0.0
