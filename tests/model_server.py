"""A model provider on this machine, over real sockets: the protocols of embedders, chats and rerankers, and failures.

A vector counts words by their hashes, so that texts with the same words have similar vectors.
"""

import json
import threading
import zlib
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DIMENSIONS = 16


@dataclass(frozen=True)
class Reply:
    """A wrong answer.

    `hang`: answer only at the end of the test; `trickle`: send a response head that does not end before the test.
    """

    status: int = 200
    body: str = "{}"
    headers: Mapping[str, str] = field(default_factory=dict)
    hang: bool = False
    trickle: bool = False


@dataclass(frozen=True)
class Asked:
    """A received request."""

    path: str
    headers: Mapping[str, str]
    body: Any
    connection: tuple[str, int]


class ModelServer:
    """A listening provider; `requests` are the received ones, `replies` the next answers instead of correct ones."""

    def __init__(self, port: int = 0, dimensions: int = DIMENSIONS) -> None:
        self.dimensions = dimensions
        self.requests: list[Asked] = []
        self.replies: deque[Reply] = deque()
        self.always: Reply | None = None  # for every request, once `replies` has run out
        self.down: set[str] = set()  # paths that do not work
        self.pause = 0.0  # seconds before vectors are sent
        self.summary = "It is about {name}."
        self.ended = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:  # the name that the library looks for
                outer.answer(self)

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        class Server(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None:
                """Ignore clients that disconnected."""

        self._server = Server(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self.ended.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def texts(self) -> list[str]:
        """All texts received for embedding, in order."""
        return [text for asked in self.requests if "input" in asked.body for text in asked.body["input"]]

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """Answer one request with the next of `replies`, or correctly."""
        body = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
        self.requests.append(Asked(request.path, dict(request.headers), body, request.client_address))
        reply = self.replies.popleft() if self.replies else self.always or self._truth(request.path, body)
        if reply.hang:
            self.ended.wait()
        if reply.trickle:
            request.wfile.write(b"HTTP/1.1 200 OK\r\nX-Head: ")
        while reply.trickle and not self.ended.wait(0.05):
            request.wfile.write(b"x")
        content = reply.body.encode()
        request.send_response(reply.status)
        for name, value in {**reply.headers, "Content-Length": str(len(content))}.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(content)

    def _truth(self, path: str, body: Any) -> Reply:  # noqa: ANN401  # any JSON
        if path in self.down:
            return Reply(503, "down")
        if path == "/v1/embeddings":
            found = [{"index": n, "embedding": self.vector(text)} for n, text in enumerate(body["input"])]
            return Reply(body=json.dumps({"object": "list", "model": body["model"], "data": found[::-1]}))
        if path == "/api/embed":
            self.ended.wait(self.pause)
            vectors = [self.vector(text) for text in body["input"]]
            return Reply(body=json.dumps({"model": body["model"], "embeddings": vectors}))
        if path in ("/v1/chat/completions", "/api/chat"):
            message = {"role": "assistant", "content": self._summary(body)}
            said = {"choices": [{"message": message}]} if path.startswith("/v1") else {"message": message}
            return Reply(body=json.dumps(said))
        if path == "/v1/rerank":
            scores = [self._relevance(body["query"], text) for text in body["documents"]]
            best = sorted(range(len(scores)), key=lambda n: -scores[n])[: body["top_n"]]
            found = [{"index": n, "relevance_score": scores[n]} for n in best]
            return Reply(body=json.dumps({"model": body["model"], "results": found}))
        return Reply(404, json.dumps({"error": "there is nothing here"}))

    def vector(self, text: str) -> list[float]:
        """The vector of a text."""
        counts = [0.0] * self.dimensions
        for word in text.lower().split():
            counts[zlib.crc32(word.encode()) % self.dimensions] += 1.0
        return [count + 0.01 for count in counts]

    def _relevance(self, query: str, text: str) -> float:
        words = set(query.lower().split())
        return len(words & set(text.lower().split())) / max(1, len(words))

    def _summary(self, body: Any) -> str:  # noqa: ANN401  # any JSON
        last = body["messages"][-1]["content"]
        return self.summary.format(name=last.split("def ")[-1].split("(")[0])


@contextmanager
def serving(port: int = 0) -> Iterator[ModelServer]:
    """A provider that listens during the `with` block."""
    server = ModelServer(port)
    try:
        yield server
    finally:
        server.close()
