"""Delivery of messages from a stream to the loop, on a separate thread. The messages are not parsed here."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import BinaryIO

from ctx_lsp.protocol.transport.framing import BrokenStreamError, read_frames

log = logging.getLogger(__name__)


class Inbox:
    """A thread that reads a stream to its end and then closes it. `take` and `ended` run on the loop's thread."""

    def __init__(
        self,
        stream: BinaryIO,
        loop: asyncio.AbstractEventLoop,
        take: Callable[[bytes], None],
        ended: Callable[[], None],
        before: Callable[[], None] = lambda: None,
    ) -> None:
        """Start the thread. `take` receives the body of each message; `ended` is called once, after the last one.

        `before` runs on the reading thread before each message is passed on, and may wait.
        """
        self._stream = stream
        self._loop = loop
        self._take = take
        self._ended = ended
        self._before = before
        Thread(target=self._read, name="ctx-lsp-inbox", daemon=True).start()

    def _read(self) -> None:
        try:
            for body in read_frames(self._stream):
                self._before()
                on_loop(self._loop, self._take, body)
        except (BrokenStreamError, OSError, ValueError) as error:  # ValueError: another thread closed the stream
            log.error("cannot read further messages: %s", error)  # noqa: TRY400  # the end of a stream needs no trace
        finally:
            self._stream.close()
            on_loop(self._loop, self._ended)


def on_loop(loop: asyncio.AbstractEventLoop, work: Callable[..., None], *arguments: object) -> None:
    """Schedule `work` on the loop's thread, from any thread. If the loop has ended, the work is dropped."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(work, *arguments)
