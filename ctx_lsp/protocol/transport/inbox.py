"""Bringing messages from a stream to the loop, on a thread of its own. What a message says is not looked at here."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import BinaryIO

from ctx_lsp.protocol.transport.framing import BrokenStreamError, read_frames

log = logging.getLogger(__name__)


class Inbox:
    """Reads a stream to its end, and closes it. Both callbacks run on the loop's thread."""

    def __init__(
        self,
        stream: BinaryIO,
        loop: asyncio.AbstractEventLoop,
        take: Callable[[bytes], None],
        ended: Callable[[], None],
    ) -> None:
        """`take` gets the body of each message, `ended` is called once, when there are no more."""
        self._stream = stream
        self._loop = loop
        self._take = take
        self._ended = ended
        Thread(target=self._read, name="ctx-lsp-inbox", daemon=True).start()

    def _read(self) -> None:
        try:
            for body in read_frames(self._stream):
                on_loop(self._loop, self._take, body)
        except (BrokenStreamError, OSError, ValueError) as error:  # ValueError: the stream was closed under us
            log.error("cannot read further messages: %s", error)  # noqa: TRY400  # the end of a stream needs no trace
        finally:
            self._stream.close()
        on_loop(self._loop, self._ended)


def on_loop(loop: asyncio.AbstractEventLoop, work: Callable[..., None], *arguments: object) -> None:
    """Run `work` on the loop's thread, from any thread; after the loop has ended, the work is dropped."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(work, *arguments)
