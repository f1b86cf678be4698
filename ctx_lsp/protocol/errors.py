"""The errors that a request can be answered with. Which exception becomes which is decided in `dispatch`."""

from collections.abc import Sequence
from enum import IntEnum


class ErrorCode(IntEnum):
    """Error codes of JSON-RPC and of the language server protocol."""

    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL_ERROR = -32603
    SERVER_NOT_INITIALIZED = -32002
    REQUEST_CANCELLED = -32800


class RequestError(Exception):
    """A request cannot be served. `message` is one sentence for a user, never a traceback.

    `reason` is for clients, and so are `names`: what the user can have meant.
    """

    def __init__(self, code: ErrorCode, message: str, reason: str = "", names: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.reason = reason
        self.names = names

    @property
    def described(self) -> dict[str, object]:
        """The error as it is sent."""
        names = {"names": list(self.names)} if self.names else {}
        data = {"data": {"reason": self.reason, **names}} if self.reason else {}
        return {"code": self.code, "message": self.message, **data}


def invalid_params(message: str) -> RequestError:
    """The error for parameters that are wrong; the message names the field, or what the client sent."""
    return RequestError(ErrorCode.INVALID_PARAMS, message)
