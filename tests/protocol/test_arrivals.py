"""Messages of the editor that have arrived come before later ones of an agent, however late they are read."""

import asyncio
import io
import os
import threading
import time
from collections.abc import Iterator
from io import FileIO
from typing import BinaryIO, cast

import pytest

from ctx_lsp.base.system import CAN_SELECT_PIPES
from ctx_lsp.protocol.transport import arrivals
from ctx_lsp.protocol.transport.arrivals import ArrivalReader
from ctx_lsp.protocol.transport.framing import frame
from ctx_lsp.protocol.transport.inbox import Inbox
from tests.protocol.wire import until

pytestmark = pytest.mark.skipif(not CAN_SELECT_PIPES, reason="`select` does not take pipes there")

SLOW = 0.05  # seconds in which a thread that was woken does not run


class SlowLoop(asyncio.SelectorEventLoop):
    """A loop that is slow to accept work, as it seems to a thread that waits for its turn."""

    def call_soon_threadsafe(self, callback, *arguments, context=None):  # type: ignore[no-untyped-def,override]  # noqa: ANN001, ANN002, ANN201
        time.sleep(SLOW)
        callback(*arguments)


class Editor:
    """The writing end of a stream, its reader, and the messages that the reader passed on."""

    def __init__(self) -> None:
        ours, self.out = os.pipe()
        self.reader = ArrivalReader(FileIO(ours))
        self.taken: list[bytes] = []
        self.ended = threading.Event()
        self.loop = SlowLoop()
        stream = cast("BinaryIO", io.BufferedReader(self.reader))
        Inbox(stream, self.loop, self.taken.append, self.ended.set)

    def send(self, *bodies: bytes) -> None:
        os.write(self.out, b"".join(map(frame, bodies)))


@pytest.fixture
def editor() -> Iterator[Editor]:
    """An editor that has sent nothing."""
    one = Editor()
    yield one
    if not one.ended.is_set():
        os.close(one.out)
        assert one.ended.wait(10)
    one.loop.close()


def test_what_has_arrived_is_passed_on_first(editor: Editor) -> None:
    for number in range(5):
        bodies = [b"edit %d.%d" % (number, part) for part in range(3)]
        editor.send(*bodies)
        editor.reader.catch_up()
        assert editor.taken[-3:] == bodies


def test_an_idle_editor_costs_no_time(editor: Editor) -> None:
    editor.send(b"edit")
    until(lambda: editor.taken)
    editor.reader.catch_up()
    begin = time.monotonic()
    editor.reader.catch_up()
    assert time.monotonic() - begin < SLOW


def test_a_message_without_its_end_is_not_waited_for(editor: Editor) -> None:
    os.write(editor.out, frame(b"a long edit")[:-4])
    editor.reader.catch_up()
    assert editor.taken == []
    os.write(editor.out, b"edit")
    editor.reader.catch_up()
    assert editor.taken == [b"a long edit"]


def test_nobody_waits_forever_or_for_an_editor_that_has_left(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "LONGEST_SECONDS", SLOW / 2)
    editor.send(b"one", b"two", b"three")
    editor.reader.catch_up()
    assert len(editor.taken) < 3
    os.close(editor.out)
    assert editor.ended.wait(10)
    monkeypatch.setattr(arrivals, "LONGEST_SECONDS", 60.0)
    begin = time.monotonic()
    editor.reader.catch_up()
    assert time.monotonic() - begin < 30
