"""Reading and writing frames, and broken streams."""

from io import BytesIO

import pytest

from ctx_lsp.protocol.transport.framing import MAX_MESSAGE_BYTES, BrokenStreamError, frame, read_frames


def test_frames_are_read_back() -> None:
    bodies = [b"{}", "é🦀\r\n\r\n".encode(), b""]
    assert list(read_frames(BytesIO(b"".join(map(frame, bodies))))) == bodies


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: 2\r\n",
        b"content-length:2\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n",
        b"\r\n\r\nContent-Length: 2\n",
        b"nonsense\r\nContent-Length: 2\r\n",
    ],
)
def test_headers_are_read_generously(header: bytes) -> None:
    assert list(read_frames(BytesIO(header + b"\r\n{}" + frame(b"[]")))) == [b"{}", b"[]"]


@pytest.mark.parametrize("cut", range(1, len(frame(b"{}"))))
def test_a_message_cut_off_by_the_end_is_dropped(cut: int) -> None:
    assert list(read_frames(BytesIO(frame(b"[]") + frame(b"{}")[:cut]))) == [b"[]"]


@pytest.mark.parametrize("length", [b"two", b"-1", b"", b"%d" % (MAX_MESSAGE_BYTES + 1)])
def test_an_absurd_length_breaks_the_stream(length: bytes) -> None:
    with pytest.raises(BrokenStreamError):
        list(read_frames(BytesIO(b"Content-Length: " + length + b"\r\n\r\n{}")))
