"""The base protocol of LSP: messages framed by a `Content-Length` header. `rpc` parses the messages."""

from collections.abc import Iterator
from typing import BinaryIO

MAX_MESSAGE_BYTES = 512 * 1024 * 1024  # no editor sends more; a larger length means that the stream is corrupt


class BrokenStreamError(Exception):
    """An error for a stream with an invalid frame, after which nothing more can be read."""


def frame(body: bytes) -> bytes:
    """Return the message `body` with its header prepended."""
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def read_frames(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the body of each message until the end of `stream`.

    Headers other than `Content-Length` are ignored, header names are case-insensitive, and a blank line is skipped if
    no length precedes it. A body cut off by the end of the stream is dropped.

    Raises `BrokenStreamError` if a length is not a number or exceeds `MAX_MESSAGE_BYTES`.
    """
    length: int | None = None
    while line := stream.readline():
        header = line.strip()
        if not line.endswith(b"\n"):
            return
        if header:
            length = _content_length(header, length)
        elif length is not None:
            body = stream.read(length)
            if len(body) < length:
                return
            yield body
            length = None


def _content_length(header: bytes, known: int | None) -> int | None:
    name, _, value = header.partition(b":")
    if name.strip().lower() != b"content-length":
        return known
    if not value.strip().isdigit() or int(value) > MAX_MESSAGE_BYTES:
        raise BrokenStreamError(f"bad Content-Length: {value[:40]!r}")
    return int(value)
