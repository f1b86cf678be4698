"""A small client for tests: it sends any messages, valid or not, and keeps the answers.

It implements JSON-RPC without the server's code.
"""

import json
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Any, BinaryIO

Json = Any
TIMEOUT_SECONDS = 30.0  # for one answer on a busy machine; a test that waits this long has failed anyway


def until(condition: Callable[[], object], seconds: float = TIMEOUT_SECONDS) -> None:
    """Wait for a condition that another thread or process makes true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


class AnswerError(Exception):
    """The server answered with an error."""

    def __init__(self, error: Mapping[str, Json]) -> None:
        super().__init__(error["message"])
        self.code: int = error["code"]
        self.message: str = error["message"]
        self.data = error.get("data")


class Wire:
    """One end of a connection. Requests of the server are answered from `replies`, by method, else with null.

    Those of the methods in `refused` get an error.
    """

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self.messages: list[Json] = []  # everything received, in order
        self.replies: dict[str, Json] = {}
        self.refused: set[str] = set()
        self.heard: Callable[[Json], object] = lambda _: None  # takes each message as it arrives, on the reading thread
        self.closed = False  # the server has nothing more to say
        self._incoming = incoming
        self._outgoing = outgoing
        self._ids = count(1)
        self._news = threading.Condition()
        self._writing = threading.Lock()
        self._flowing = threading.Event()
        self._flowing.set()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, *messages: Json) -> None:
        """Send messages in one write."""
        bodies = [json.dumps(message).encode() for message in messages]
        self.send_bytes(b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies))

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        with self._writing:
            self._outgoing.write(data)
            self._outgoing.flush()

    def notify(self, method: str, params: Json = None) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method: str, params: Json = None) -> int:
        """Send a request and return its id."""
        message = self.request(method, params)
        self.send(message)
        return int(message["id"])

    def request(self, method: str, params: Json = None) -> Json:
        """A request, not sent yet."""
        return {"jsonrpc": "2.0", "id": next(self._ids), "method": method, "params": params}

    def answer(self, message_id: object, timeout: float = TIMEOUT_SECONDS) -> Json:
        """Wait for the answer to a request. Raises `AnswerError` where it is an error."""

        def found() -> Json:
            answers = (m for m in self.messages if "method" not in m and m.get("id") == message_id)
            return next(answers, None)

        message = self.wait(found, timeout)
        if "error" in message:
            raise AnswerError(message["error"])
        return message["result"]

    def ask(self, method: str, params: Json = None, timeout: float = TIMEOUT_SECONDS) -> Json:
        """Send a request and wait for its answer."""
        return self.answer(self.begin(method, params), timeout)

    def command(self, name: str, argument: Json = None, timeout: float = TIMEOUT_SECONDS) -> Json:
        """Execute a command and wait for its answer."""
        return self.ask("workspace/executeCommand", self.command_params(name, argument), timeout)

    @staticmethod
    def command_params(name: str, argument: Json = None) -> Json:
        """The parameters of a command with one argument, or none."""
        return {"command": name, "arguments": [] if argument is None else [argument]}

    def received(self, method: str) -> list[Json]:
        """The parameters of all messages with that method so far."""
        return [message.get("params") for message in self.messages if message.get("method") == method]

    def wait(self, found: Callable[[], Json], timeout: float = TIMEOUT_SECONDS) -> Json:
        """Wait until `found()` is true and return it."""
        with self._news:
            self._news.wait_for(lambda: found() or self.closed, timeout)
            value = found()
        if not value:
            raise TimeoutError("the server closed the stream" if self.closed else "waited in vain")
        return value

    def pause(self) -> None:
        """Stop reading, as a busy client does."""
        self._flowing.clear()

    def resume(self) -> None:
        """Resume reading."""
        self._flowing.set()

    def hang_up(self) -> None:
        """Close our sending end."""
        with self._writing:
            self._outgoing.close()

    def close(self) -> None:
        """Read to the end of the stream and close both."""
        self._flowing.set()
        self._reader.join(TIMEOUT_SECONDS)
        self._incoming.close()
        with suppress(BrokenPipeError):  # what was not sent yet has nobody to read it
            self._outgoing.close()

    def _read(self) -> None:
        length = 0
        while line := self._incoming.readline():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
            elif not line.strip():
                self._take(json.loads(self._incoming.read(length)))
                self._flowing.wait()
        with self._news:
            self.closed = True
            self._news.notify_all()

    def _take(self, message: Json) -> None:
        with self._news:
            self.heard(message)
            self.messages.append(message)
            self._news.notify_all()
        if "method" in message and "id" in message:
            with suppress(BrokenPipeError):  # asked just before the connection was ended
                self.send({"jsonrpc": "2.0", "id": message["id"], **self._reply(message["method"])})

    def _reply(self, method: str) -> Json:
        if method in self.refused:
            return {"error": {"code": -32601, "message": f"no {method} here"}}
        return {"result": self.replies.get(method)}
