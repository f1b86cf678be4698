"""The kinds of valid and invalid messages that a client may send, with the answers that they must get.

Broken frames are left out, because they end the connection; `tests/protocol/test_framing.py` has those.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

from lsprotocol import types

from ctx_lsp.protocol.table import TABLE
from tests.fuzz.message_values import Values
from tests.protocol.wire import Json

SPOILT = 0.4  # of the requests and notifications with parameters
DEPTHS = (50, 900, 5_000, 100_000)
CANCELLED = 0.12  # of the requests
FOLDERS = types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS
CONFIGURATION = types.WORKSPACE_DID_CHANGE_CONFIGURATION
ENDING = frozenset({types.SHUTDOWN, types.EXIT})
NO_MESSAGES = (b"", b"{", b"nothing", b"\xff\xfe", b'{"jsonrpc": "2.0", "id": 1,}', b"[1, 2", b'"', b"\0")
INVALID_IDS: tuple[Json, ...] = (None, True, 1.5, [], {}, ["a"])


@dataclass(frozen=True, slots=True)
class Message:
    """Bytes to send. `answers` are the ids that the server must answer, each as JSON; `cancels` is one to cancel."""

    body: bytes
    answers: tuple[str, ...] = ()
    cancels: Json = None
    name: str = ""


class Messages:
    """An endless supply of messages. `settings` are sent again after each change of the configuration."""

    def __init__(self, rng: random.Random, values: Values, settings: Json) -> None:
        self._rng = rng
        self._values = values
        self._settings = settings
        self._numbers = count(1_000_000)

    def some(self) -> Iterator[Message]:
        """Return one message, or a few that belong together."""
        kinds: dict[Callable[[], Iterator[Message]], int] = {
            self._command: 40,
            self._request: 30,
            self._notification: 30,
            self._edit: 20,
            self._unknown: 5,
            self._invalid: 6,
            self._no_message: 3,
            self._nested: 3,
            self._same_id: 2,
            self._response: 3,
            self._cancel_nothing: 3,
        }
        return self._rng.choices(list(kinds), weights=list(kinds.values()))[0]()

    def _command(self) -> Iterator[Message]:
        name, route = self._rng.choice(sorted(TABLE.commands.items(), key=lambda item: item[0]))
        argument = self._values.of(route.params)
        if self._rng.random() < SPOILT:
            argument = self._values.spoilt(argument)
        params: Json = {"command": name, "arguments": [argument]}
        if self._rng.random() < 0.05:
            params = self._values.spoilt(params)
        yield self._asked(types.WORKSPACE_EXECUTE_COMMAND, params, name)

    def _request(self) -> Iterator[Message]:
        methods = sorted(TABLE.requests.keys() - ENDING)
        method = self._rng.choice(methods)
        yield self._asked(method, self._params(TABLE.requests[method].params))

    def _notification(self) -> Iterator[Message]:
        method = self._rng.choice(sorted(TABLE.notifications.keys() - ENDING))
        params = self._params(TABLE.notifications[method].params)
        if method == FOLDERS and isinstance(params, dict):
            params = {"event": {"added": self._values.rubbish(), "removed": []}}
        yield _body({"jsonrpc": "2.0", "method": method, "params": params})
        if method == CONFIGURATION:
            settings = {"settings": {"ctx-lsp": self._settings}}
            yield _body({"jsonrpc": "2.0", "method": method, "params": settings})

    def _edit(self) -> Iterator[Message]:
        """Open a document, edit it inside and outside its range, perhaps close it; or edit it without opening it."""
        rng, uri = self._rng, self._values.uri()
        if rng.random() < 0.7:
            document = {"uri": uri, "languageId": "python", "version": _version(rng), "text": self._values.code(8)}
            yield _notified(types.TEXT_DOCUMENT_DID_OPEN, {"textDocument": document})
        for _ in range(rng.choice((1, 1, 3))):
            changes = [self._change() for _ in range(rng.choice((0, 1, 1, 2)))]
            identifier = {"uri": uri, "version": _version(rng)}
            yield _notified(types.TEXT_DOCUMENT_DID_CHANGE, {"textDocument": identifier, "contentChanges": changes})
        if rng.random() < 0.6:
            yield _notified(types.TEXT_DOCUMENT_DID_CLOSE, {"textDocument": {"uri": uri}})

    def _change(self) -> Json:
        places = (0, 0, 1, 2, 5, 30, 10**6, 2**31 - 1, -1)
        ends = [{"line": self._rng.choice(places), "character": self._rng.choice(places)} for _ in range(2)]
        change: Json = {"range": {"start": ends[0], "end": ends[1]}, "text": self._values.code(8)}
        return self._values.spoilt(change) if self._rng.random() < 0.1 else change

    def _unknown(self) -> Iterator[Message]:
        method = self._rng.choice(("textDocument/none", "$/none", "", "workspace/executeCommand/", "ctx-lsp.search"))
        if self._rng.random() < 0.5:
            yield self._asked(method, self._values.rubbish())
            yield self._asked(types.WORKSPACE_EXECUTE_COMMAND, {"command": self._values.word(), "arguments": []})
        else:
            yield _notified(method, self._values.rubbish())

    def _invalid(self) -> Iterator[Message]:
        """An invalid request: with an impossible id, method or version."""
        rng = self._rng
        request: Json = {"jsonrpc": "2.0", "id": next(self._numbers), "method": "ctx-lsp.status", "params": {}}
        changes: tuple[Json, ...] = (
            {"id": rng.choice(INVALID_IDS)}, {"method": rng.choice((None, 5, [], {}))},
            {"jsonrpc": rng.choice(("1.0", None, 2))},
        )  # fmt: skip
        invalid = {**request, **rng.choice(changes)}
        known = invalid["id"] if type(invalid["id"]) is int else None
        yield Message(json.dumps(invalid).encode(), (json.dumps(known),), name="invalid")
        if rng.random() < 0.3:
            yield Message(json.dumps([request]).encode(), ("null",), name="invalid")

    def _no_message(self) -> Iterator[Message]:
        yield Message(self._rng.choice(NO_MESSAGES), ("null",), name="no JSON")

    def _nested(self) -> Iterator[Message]:
        number, depth = next(self._numbers), self._rng.choice(DEPTHS)
        opening, closing = self._rng.choice(((b"[", b"]"), (b'{"a":', b"}")))
        params = opening * depth + (b"1" if closing == b"}" else b"") + closing * depth
        method = self._rng.choice(sorted(TABLE.requests.keys() - ENDING)).encode()
        start = b'{"jsonrpc":"2.0","id":%d,"method":"%b","params":' % (number, method)
        yield Message(start + params + b"}", (str(number),), name="nested")

    def _same_id(self) -> Iterator[Message]:
        """Two requests with one id, at once: two answers, and one of them may be a refusal."""
        number = next(self._numbers)
        for _ in range(2):
            search = {"command": "ctx-lsp.search", "arguments": [{"query": self._values.word()}]}
            yield _body(_request(number, types.WORKSPACE_EXECUTE_COMMAND, search), (str(number),), "same id")

    def _response(self) -> Iterator[Message]:
        """A response to a request that the server did not send."""
        outcome = self._rng.choice(({"result": self._values.rubbish()}, {"error": self._values.rubbish()}))
        yield _body({"jsonrpc": "2.0", "id": self._rng.choice((5, "x", *INVALID_IDS)), **outcome})

    def _cancel_nothing(self) -> Iterator[Message]:
        params: Json = self._rng.choice(({"id": 10**9}, {"id": "none"}, {"id": None}, {}, None, [], {"id": [1]}))
        yield _notified(types.CANCEL_REQUEST, params)

    def _asked(self, method: str, params: Json, name: str = "") -> Message:
        number = next(self._numbers)
        message_id: Json = number if self._rng.random() < 0.7 else f"request {number}"
        cancels = message_id if self._rng.random() < CANCELLED else None
        body = json.dumps(_request(message_id, method, params)).encode()
        return Message(body, (json.dumps(message_id),), cancels, name or method)

    def _params(self, kind: type) -> Json:
        params = self._values.of(kind)
        return self._values.spoilt(params) if self._rng.random() < SPOILT else params


def _version(rng: random.Random) -> int:
    """The version of a document, in or out of order."""
    return rng.choice((1, 2, 3, 100, 0, -5, 2**31 - 1))


def _request(message_id: Json, method: str, params: Json) -> Json:
    return {"jsonrpc": "2.0", "id": message_id, "method": method, "params": params}


def _notified(method: str, params: Json) -> Message:
    return _body({"jsonrpc": "2.0", "method": method, "params": params})


def _body(message: Json, answers: tuple[str, ...] = (), name: str = "") -> Message:
    return Message(json.dumps(message).encode(), answers, name=name)
