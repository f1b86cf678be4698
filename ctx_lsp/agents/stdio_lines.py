"""Lines from an agent over stdio. A line that is not a valid message is answered with an error.

The SDK would drop such a line, and the agent would wait forever for the answer.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from concurrent.futures import CancelledError
from contextlib import suppress
from threading import Thread
from typing import Any, cast

import anyio
from mcp import types
from mcp.shared.message import SessionMessage

_REQUEST_FORM = 'a request needs "jsonrpc": "2.0", a method, and an object as params'
_END = ""  # in place of a line; each line has at least its newline


class CheckedLines:
    """The lines of standard input, as they are passed on to the SDK.

    An invalid line that needs an answer is not passed on, but answered with an error. The result of the future
    `answers` is the stream for these errors. Reading starts when it is set.
    """

    def __init__(self) -> None:
        self.answers: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    @property
    def file(self) -> "anyio.AsyncFile[str]":
        """This object as the file that the SDK expects. The SDK does nothing but iterate over the lines."""
        return cast("anyio.AsyncFile[str]", self)

    async def __aiter__(self) -> AsyncIterator[str]:
        answers = await self.answers
        async for line in _lines_of_stdin():
            error = rejection(line)
            if error is None:
                yield line
            else:
                await answers.send(SessionMessage(error))


async def _lines_of_stdin() -> AsyncIterator[str]:
    """Yield the lines of standard input. Stopping does not wait for the next line.

    A thread of anyio would: Ctrl-C would have no effect until the agent writes, or closes the stream. The thread here
    is a daemon and reads a copy of the descriptor, because the interpreter cannot exit while one reads `sys.stdin`.
    """
    loop = asyncio.get_running_loop()
    waiting: asyncio.Queue[str] = asyncio.Queue(1)

    def hand_over(line: str) -> None:
        asyncio.run_coroutine_threadsafe(waiting.put(line), loop).result()

    def read() -> None:
        with suppress(RuntimeError, CancelledError):  # the loop has ended
            with suppress(OSError), os.fdopen(os.dup(0), encoding="utf-8", errors="replace") as file:
                for line in file:
                    hand_over(line)
            hand_over(_END)

    Thread(target=read, name="ctx-lsp-agent-lines", daemon=True).start()
    while line := await waiting.get():
        yield line


def rejection(line: str) -> types.JSONRPCError | None:
    """Return the error response to an invalid line.

    Return None for a valid line, and for an invalid notification or response.
    """
    try:
        message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:  # of pydantic
        return _error(line)
    # The SDK takes a request whose id has a wrong type for a notification.
    return _error(line) if isinstance(message, types.JSONRPCNotification) and _has_id(line) else None


def _has_id(line: str) -> bool:
    try:
        return '"id"' in line and "id" in json.loads(line)
    except (ValueError, RecursionError):  # such as a number of too many digits, which the SDK accepts
        return False


def _error(line: str) -> types.JSONRPCError | None:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return _answer(None, types.PARSE_ERROR, "this is not JSON")
    if not isinstance(message, dict):
        return _answer(None, types.INVALID_REQUEST, "a message must be one object")
    is_notification = "method" in message and "id" not in message
    is_response = "method" not in message and ("result" in message or "error" in message)
    return None if is_notification or is_response else _refused(message)


def _refused(message: dict[str, Any]) -> types.JSONRPCError:
    """Return the error response to an object that is not a valid request."""
    number = message.get("id")
    has_id = isinstance(number, int | str) and not isinstance(number, bool)
    if "id" in message and not has_id:
        return _answer(None, types.INVALID_REQUEST, "id must be a whole number or text")
    return _answer(number, types.INVALID_REQUEST, _REQUEST_FORM)


def _answer(number: int | str | None, code: int, message: str) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=number, error=types.ErrorData(code=code, message=message))
