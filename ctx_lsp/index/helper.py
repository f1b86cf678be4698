"""The program of a helper process: reads texts from its input, writes what follows from them to its output, and ends
with its input. Who starts it, and what it is given, is in `helpers`.

The end of the input comes also when the parent is killed, so no helper outlives it.
"""

import sys
from typing import IO

import msgspec

from ctx_lsp.index.entry import make_entry
from ctx_lsp.index.records import FileRecord, encode_file
from ctx_lsp.index.terms import file_terms
from ctx_lsp.text.source import SourceText

LENGTH_BYTES = 8
Job = tuple[str, bytes, str]  # path, text, language

_jobs = msgspec.msgpack.Decoder(list[Job])
_encoder = msgspec.msgpack.Encoder()


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """Write a length and that many bytes. Raises OSError."""
    stream.write(len(data).to_bytes(LENGTH_BYTES, "little"))
    stream.write(data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Read what `write_frame` wrote; None at the end. Raises OSError."""
    length = stream.read(LENGTH_BYTES)
    data = stream.read(int.from_bytes(length, "little")) if len(length) == LENGTH_BYTES else b""
    return data or None


def encode_jobs(jobs: list[Job]) -> bytes:
    """Texts as bytes for a helper."""
    return _encoder.encode(jobs)


def decode_answers(data: bytes) -> list[bytes]:
    """What a helper made of the texts, in their order, each as `records.decode_file` takes it."""
    return msgspec.msgpack.decode(data, type=list[bytes])


def main() -> None:
    """Answer until the input ends."""
    output = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing that prints may get between the frames
    while (frame := read_frame(sys.stdin.buffer)) is not None:
        write_frame(output, _encoder.encode([_record(*job) for job in _jobs.decode(frame)]))


def _record(path: str, data: bytes, language: str) -> bytes:
    entry = make_entry(path, SourceText(data, language))
    return encode_file(FileRecord(entry.facts, file_terms(entry)))


if __name__ == "__main__":
    main()
