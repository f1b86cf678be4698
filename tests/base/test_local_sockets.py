"""Connections between processes of one user: Unix sockets here, named pipes on Windows."""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ctx_lsp.base.local_sockets import (
    HAS_LOCAL_SOCKETS,
    LocalConnection,
    connect_locally,
    disconnect,
    is_same_user,
    listen_locally,
    stop_listening,
)

pytestmark = pytest.mark.skipif(not HAS_LOCAL_SOCKETS, reason="this system has none")

SECONDS = 5.0
LARGE = b"x" * 3_000_000 + b"\n"  # larger than all buffers on its way


@pytest.fixture
def file() -> Iterator[Path]:
    """The path of a listener. It is short, because a socket's path has at most 107 bytes."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "abc-1.sock"


def echo(connection: LocalConnection) -> None:
    """Send back each line until the client disconnects."""
    with connection.makefile("rb") as lines, connection.makefile("wb") as answers:
        for line in lines:
            answers.write(line)
            answers.flush()
    disconnect(connection)


@contextmanager
def served(file: Path) -> Iterator[threading.Thread]:
    """Echo the lines of all clients; yields the accepting thread, which ends with the block."""
    listener = listen_locally(file)

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=echo, args=(connection,), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    yield thread
    stop_listening(listener, file)


def test_several_clients_send_and_receive_at_once(file: Path) -> None:
    with served(file):
        clients = [connect_locally(file, SECONDS) for _ in range(8)]
        assert all(map(is_same_user, clients))
        streams = [(one.makefile("rb"), one.makefile("wb")) for one in clients]
        for number, (_, outgoing) in enumerate(streams):
            outgoing.write(b"%d\n" % number)
            outgoing.flush()
        assert [incoming.readline() for incoming, _ in reversed(streams)] == [b"%d\n" % n for n in reversed(range(8))]
        for one in clients:
            disconnect(one)


def test_a_message_larger_than_the_buffers_arrives_whole(file: Path) -> None:
    with served(file):
        client = connect_locally(file, SECONDS)
        incoming, outgoing = client.makefile("rb"), client.makefile("wb")

        def send() -> None:
            outgoing.write(LARGE)
            outgoing.flush()

        sender = threading.Thread(target=send)
        sender.start()
        assert incoming.readline() == LARGE
        sender.join(SECONDS)
        disconnect(client)


def test_disconnecting_ends_the_calls_of_other_threads(file: Path) -> None:
    with served(file):
        client = connect_locally(file, SECONDS)
        incoming = client.makefile("rb")
        received: list[bytes] = []
        reader = threading.Thread(target=lambda: received.append(incoming.read(1)))
        reader.start()
        reader.join(0.1)
        assert reader.is_alive(), "there is nothing to read"
        disconnect(client)
        reader.join(SECONDS)
        assert received == [b""]


def test_a_client_reads_the_rest_and_then_the_end(file: Path) -> None:
    listener = listen_locally(file)
    client = connect_locally(file, SECONDS)
    accepted, _ = listener.accept()
    outgoing = accepted.makefile("wb")
    outgoing.write(b"the rest")
    outgoing.close()
    disconnect(accepted)
    assert client.makefile("rb").read() == b"the rest"
    disconnect(client)
    stop_listening(listener, file)


def test_the_file_tells_whether_a_server_listens(file: Path) -> None:
    with served(file) as thread:
        assert file.exists()
        disconnect(connect_locally(file, SECONDS))
    thread.join(SECONDS)
    assert not thread.is_alive()
    assert not file.exists()
    with pytest.raises(OSError):  # noqa: PT011  # no file, or nobody behind it
        connect_locally(file, SECONDS)


def test_a_name_is_used_again(file: Path) -> None:
    for _ in range(3):
        with served(file):
            disconnect(connect_locally(file, SECONDS))
