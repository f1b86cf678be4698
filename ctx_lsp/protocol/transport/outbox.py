"""Queue of outgoing bytes. Any thread can send without blocking, and data is sent in the order of the calls."""

import logging
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

FLUSH_SECONDS = 1.0  # for sending the last answers; a client that has disappeared accepts none

log = logging.getLogger(__name__)


class Outbox:
    """A queue with a separate sending thread, so that a slow client does not block the loop."""

    def __init__(self, stream: BinaryIO, on_lost: Callable[[], None]) -> None:
        """Start the sending thread, which calls `on_lost` once if the client has stopped reading."""
        self._stream = stream
        self._on_lost = on_lost
        self._queue: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = Thread(target=self._drain, name="ctx-lsp-outbox", daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> None:
        """Queue `data`, which is sent in one piece, without data from other calls in between."""
        self._queue.put(data)

    def close(self, timeout: float = FLUSH_SECONDS) -> None:
        """Send the queued data, for at most `timeout` seconds, then close the stream."""
        self._queue.put(None)
        self._thread.join(timeout)

    def _drain(self) -> None:
        try:
            while (data := self._queue.get()) is not None:
                self._stream.write(data)
                self._stream.flush()
        except (OSError, ValueError) as error:  # ValueError: another thread closed the stream
            log.info("the client stopped reading: %s", error)
            self._on_lost()
        with suppress(OSError):  # nobody reads what is left in the buffer
            self._stream.close()
