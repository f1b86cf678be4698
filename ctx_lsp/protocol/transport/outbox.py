"""Sending bytes from any thread, in order, without ever blocking the sender. What is sent is not known here."""

import logging
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

FLUSH_SECONDS = 1.0  # for the last answers to go out; a client that has gone away takes none

log = logging.getLogger(__name__)


class Outbox:
    """A queue drained by a thread of its own: a client that reads slowly must not stop the loop from reading."""

    def __init__(self, stream: BinaryIO, on_lost: Callable[[], None]) -> None:
        """`on_lost` is called once, from the sending thread, when the other side has gone away."""
        self._stream = stream
        self._on_lost = on_lost
        self._queue: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = Thread(target=self._drain, name="ctx-lsp-outbox", daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> None:
        """Queue `data`; what is queued in one call is never torn apart."""
        self._queue.put(data)

    def close(self, timeout: float = FLUSH_SECONDS) -> None:
        """Send what is queued, for at most `timeout` seconds; the stream is closed after the last of it."""
        self._queue.put(None)
        self._thread.join(timeout)

    def _drain(self) -> None:
        try:
            while (data := self._queue.get()) is not None:
                self._stream.write(data)
                self._stream.flush()
        except (OSError, ValueError) as error:  # ValueError: the stream was closed under us
            log.info("the client stopped reading: %s", error)
            self._on_lost()
        with suppress(OSError):  # what is left in its buffer has nobody to read it
            self._stream.close()
