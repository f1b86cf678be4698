"""Error answers to requests. `dispatch` converts exceptions to these errors."""

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
    SERVER_CANCELLED = -32802


class RequestError(Exception):
    """An error answer to a request. `message` is a sentence for the user, never a traceback.

    `reason` is a code for the cause, and `names` lists the names that the user may have meant. Both are sent to the
    client, but `names` only together with a reason. `is_partial` says that files were still to be read, so the same
    request may succeed a moment later. `warnings` say what may have caused the error, such as outdated open files.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        reason: str = "",
        names: Sequence[str] = (),
        *,
        is_partial: bool = False,
        warnings: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.reason = reason
        self.names = names
        self.is_partial = is_partial
        self.warnings = tuple(warnings)

    @property
    def described(self) -> dict[str, object]:
        """The error object of the JSON-RPC answer."""
        data: dict[str, object] = {}
        if self.reason:
            data = {"reason": self.reason} | ({"names": list(self.names)} if self.names else {})
        if self.is_partial:
            data["partial"] = True
        if self.warnings:
            data["warnings"] = list(self.warnings)
        return {"code": self.code, "message": self.message, **({"data": data} if data else {})}


def invalid_params(message: str) -> RequestError:
    """Return an error for invalid parameters. `message` must name the invalid field or value."""
    return RequestError(ErrorCode.INVALID_PARAMS, message)
