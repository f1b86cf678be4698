"""The program of a helper process: reads texts from its input, writes what follows from them to its output, and ends
with its input. Who starts it, and what it is given, is in `workers`.

It begins with a line that says which program it is: what is on disk may have been updated since its parent started.
The end of the input comes also when the parent is killed, so no helper outlives it.
"""

import os
import sys
from functools import partial
from typing import IO

import msgspec

from ctx_lsp.base.faults import Fault, attempt
from ctx_lsp.base.system import lower_process_priority
from ctx_lsp.cache.records import FileRecord, encode_file, program
from ctx_lsp.graph.entry import make_entry
from ctx_lsp.lexical.terms import file_terms
from ctx_lsp.text.source import SourceText

STDOUT, STDERR = 1, 2  # descriptors
LENGTH_BYTES = 8
MOST_BYTES = 1 << 28  # of a frame: many times what the largest file makes
NICENESS = 5  # the editor and its other servers come first
GREETING = b"ctx-lsp helper "
MOST_LINE_BYTES = 1_000  # read at once of what is not the greeting
Job = tuple[str, bytes, str]  # path, text, language

_jobs = msgspec.msgpack.Decoder(list[Job])
_encoder = msgspec.msgpack.Encoder()


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """Write a length and that many bytes. Raises OSError."""
    stream.write(len(data).to_bytes(LENGTH_BYTES, "little"))
    stream.write(data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Read what `write_frame` wrote; None at the end. Raises OSError, and ValueError for what cannot be a frame."""
    head = stream.read(LENGTH_BYTES)
    length = int.from_bytes(head, "little")
    if length > MOST_BYTES:
        raise ValueError(f"a frame of {length} bytes")
    return (stream.read(length) or None) if len(head) == LENGTH_BYTES else None


def greeting() -> bytes:
    """The line that says which program this is."""
    return GREETING + program().hex().encode() + b"\n"


def read_greeting(stream: IO[bytes]) -> bytes:
    """Read on until a helper's `greeting`, past all that was printed before; empty at the end. Raises OSError."""
    while line := stream.readline(MOST_LINE_BYTES):
        if line.startswith(GREETING):
            return line
    return b""


def encode_jobs(jobs: list[Job]) -> bytes:
    """Texts as bytes for a helper."""
    return _encoder.encode(jobs)


def decode_answers(data: bytes) -> list[bytes]:
    """What a helper made of the texts, in their order, each as `records.decode_file` takes it."""
    return msgspec.msgpack.decode(data, type=list[bytes])


def main() -> None:
    """Answer until the input ends."""
    lower_process_priority(NICENESS)
    output = os.fdopen(os.dup(STDOUT), "wb")
    os.dup2(STDERR, STDOUT)  # nothing that prints may get between the frames
    output.write(b"\n" + greeting())  # what was printed before may lack the end of its line
    output.flush()
    while (frame := read_frame(sys.stdin.buffer)) is not None:
        write_frame(output, _encoder.encode([_record(job) for job in _jobs.decode(frame)]))


def _record(job: Job) -> bytes:
    """The record of a text; nothing where it cannot be made, so that the parent process tries and tells of it."""
    made = attempt(partial(_made, *job))
    return b"" if isinstance(made, Fault) else made


def _made(path: str, data: bytes, language: str) -> bytes:
    entry = make_entry(path, SourceText(data, language))
    return encode_file(FileRecord(entry.facts, file_terms(entry)))


if __name__ == "__main__":
    main()
