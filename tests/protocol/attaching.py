"""Wires to the socket on which a server accepts agents."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ctx_lsp.base.local_sockets import LocalConnection, connect_locally, disconnect
from ctx_lsp.protocol.attach.sockets import sockets_of
from tests.protocol.wire import Wire


def connected(root: Path) -> tuple[Wire, LocalConnection]:
    """A wire to the only server that serves agents of a folder, and its connection."""
    [file] = sockets_of(root)
    connection = connect_locally(file, 5)
    return Wire(connection.makefile("rb"), connection.makefile("wb")), connection


@contextmanager
def agent_wire(root: Path) -> Iterator[Wire]:
    """A wire that is closed at the end."""
    wire, connection = connected(root)
    yield wire
    disconnect(connection)
    wire.close()
