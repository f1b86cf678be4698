"""The official client's end of a connection to `ctx-lsp mcp`, in a process that is forked instead of started.

`mcp.stdio_client` starts a program, which loads the product and the SDK for three seconds. `test_setup` uses it, so the
program itself is started as well.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp.types import jsonrpc_message_adapter

from tests.forked import ForkedProcess

END_SECONDS = 10.0  # which a process has to end in after its input was closed
LONGEST_LINE = 2**26  # bytes

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


@asynccontextmanager
async def forked_client(arguments: Sequence[str], folder: Path) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Run `ctx-lsp` with these arguments in a folder, and exchange messages over pipes until the context ends."""
    process = ForkedProcess(arguments, stderr=2, folder=folder, environment=os.environ)
    received, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, to_send = anyio.create_memory_object_stream[SessionMessage](0)

    async def read() -> None:
        lines = asyncio.StreamReader(LONGEST_LINE)
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), process.stdout)
        async with received:
            with suppress(anyio.BrokenResourceError):  # the client has left
                async for line in lines:
                    await received.send(SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False)))

    async def write() -> None:
        async with to_send:
            with suppress(OSError):  # the process has ended, which the other task notices
                async for one in to_send:
                    text = one.message.model_dump_json(by_alias=True, exclude_unset=True)
                    await asyncio.to_thread(_write, process, text)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(read)
        tasks.start_soon(write)
        try:
            yield incoming, outgoing
        finally:
            with anyio.CancelScope(shield=True):
                await outgoing.aclose()
                await incoming.aclose()
                process.stdin.close()
                await asyncio.to_thread(_end, process)
            tasks.cancel_scope.cancel()


def _write(process: ForkedProcess, text: str) -> None:
    process.stdin.write(text.encode() + b"\n")
    process.stdin.flush()


def _end(process: ForkedProcess) -> None:
    try:
        process.wait(END_SECONDS)
    finally:
        process.kill()
