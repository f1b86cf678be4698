"""JSON-RPC over pygls, with pygls's receiving half replaced. `dispatch` runs the methods.

pygls provides the types, the conversions and the sending half. Its receiving half leaves malformed requests unanswered,
keeps a future for every edit, and treats every nested object as a message. It also keeps its own copies of the open
texts, splits their lines at form feeds, and reports "cancelled" to the client while the work goes on.
"""

import json
import logging
import re
from typing import Any, Protocol

import cattrs
import msgspec
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.server import JsonRPCServer

from ctx_lsp.protocol.errors import ErrorCode, RequestError
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.transport.framing import frame
from ctx_lsp.protocol.transport.outer_id import MessageId, outer_id
from ctx_lsp.protocol.validation import strict
from ctx_lsp.text.redaction import redacted_answer

log = logging.getLogger(__name__)

_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
# Surrogate pairs and other escapes match outside the group, so that the group matches lone surrogates only.
_ESCAPES = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Receiver(Protocol):
    """A receiver of messages, called on the loop thread. Its methods never raise."""

    def request(self, message_id: MessageId, method: str, params: object) -> None:
        """Serve a request and send its answer with `Rpc.answer`."""

    def notification(self, method: str, params: object) -> None:
        """Serve a notification."""


class Rpc(LanguageServerProtocol):
    """The protocol object that pygls requires. Set `receiver` before the first message arrives."""

    receiver: Receiver

    def __init__(self, server: JsonRPCServer, converter: cattrs.Converter) -> None:
        super().__init__(server, strict(converter))  # type: ignore[arg-type]  # pygls names its subclass

    @property
    def converter(self) -> cattrs.Converter:
        """Converter between JSON values and lsprotocol's types."""
        return self._converter

    def receive(self, body: bytes) -> None:
        """Process a message. Never raises; a malformed request is answered with an error."""
        try:
            text = body.decode()
            message = json.loads(_with_whole_pairs(text) if _SURROGATE_ESCAPE.search(body) else text)
        except ValueError as error:
            self.answer(None, RequestError(ErrorCode.PARSE_ERROR, f"this is not JSON: {error}"))
            return
        except RecursionError:
            deep = RequestError(ErrorCode.PARSE_ERROR, "the message is nested too deeply to be read")
            self.answer(outer_id(body), deep)
            return
        try:
            self._deliver(message)
        except RequestError as error:
            self.answer(_id_of(message), error)

    def answer(self, message_id: MessageId | None, outcome: object) -> None:
        """Send the answer to a request, from any thread: an error if `outcome` is a `RequestError`, else a result."""
        answer: dict[str, object] = {"jsonrpc": self.VERSION, "id": message_id}
        if isinstance(outcome, RequestError):
            answer["error"] = outcome.described
        else:
            answer["result"] = outcome
        self._send_data(answer)

    def encoded(self, result: object) -> msgspec.Raw:
        """Encode a result as JSON. `result` is a command's answer, an lsprotocol object or plain data."""
        if isinstance(result, msgspec.Struct):
            return msgspec.Raw(_encode(msgspec.to_builtins(result)))
        return msgspec.Raw(_encode(self._converter.unstructure(result)))

    def _deliver(self, message: object) -> None:
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            raise RequestError(ErrorCode.INVALID_REQUEST, 'a message must be one object with "jsonrpc": "2.0"')
        method = message.get("method")
        if method is None and ("result" in message or "error" in message):
            self._take_response(message)
        elif not isinstance(method, str):
            raise RequestError(ErrorCode.INVALID_REQUEST, "method must be text")
        elif "id" not in message:
            self.receiver.notification(method, message.get("params"))
        elif (message_id := _id_of(message)) is not None:
            self.receiver.request(message_id, method, message.get("params"))
        else:
            raise RequestError(ErrorCode.INVALID_REQUEST, "id must be a whole number or text")

    def _take_response(self, message: dict[str, Any]) -> None:
        message_id = _id_of(message)
        if message_id not in self._request_futures:
            log.info("response with an unknown id: %r", message.get("id"))
            return
        self._result_types.pop(message_id, None)
        error = message.get("error")
        if error is None:
            self._handle_response(message_id, message.get("result"))
        else:
            self._handle_response(message_id, error=types.ResponseError(code=0, message=str(error)))

    def _send_data(self, data: object) -> None:
        """Send a message. pygls calls this too, for notifications and for requests to the client."""
        if self.writer is not None:
            plain = self._converter.unstructure(data) if hasattr(data, "__attrs_attrs__") else data
            self.writer.write(frame(_encode(plain)))


class Client(LanguageServer):
    """A proxy for the client: pygls's server object, whose methods send requests and notifications to the client."""

    protocol: Rpc

    def __init__(self, name: str, version: str) -> None:
        super().__init__(name, version, protocol_cls=Rpc)

    def report_server_error(self, error: Exception, source: object) -> None:  # noqa: ARG002  # pygls calls it
        """Log an error that occurred in pygls. By default, the editor would show it in a message box."""
        log.error("%s", error)


def _id_of(message: object) -> MessageId | None:
    message_id = message.get("id") if isinstance(message, dict) else None
    return message_id if isinstance(message_id, int | str) and not isinstance(message_id, bool) else None


def _encode(plain: object) -> bytes:
    """Redact data and encode it for the client.

    Every message passes through this function. A result is encoded before the message that contains it.
    """
    plain = redacted_answer(plain)
    try:
        return msgspec.json.encode(plain)
    except UnicodeEncodeError:  # a file name that is not UTF-8
        return msgspec.json.encode(_without_lone_surrogates(plain))


def _with_whole_pairs(text: str) -> str:
    """Replace escapes of lone surrogates in JSON `text` with U+FFFD. The length in UTF-16 stays the same."""
    return _ESCAPES.sub(lambda escape: r"\ufffd" if escape[1] else escape[0], text)


def _without_lone_surrogates(value: object) -> object:
    """Replace lone surrogates in all strings of `value` with U+FFFD. The length in UTF-16 stays the same."""
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_lone_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_without_lone_surrogates(key): _without_lone_surrogates(item) for key, item in value.items()}
    return value
