"""The program of a worker process: reads texts from stdin and writes their records to stdout until stdin ends.

`workers` starts the process. Before its answers, the process writes a line that identifies the version of the program,
because the files on disk may have been updated since the parent process started. Stdin also ends when the parent is
killed, so no worker outlives its parent.
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
MAX_BYTES = 1 << 28  # per frame: many times the record of the largest file
NICENESS = 5  # the editor and its other servers have priority
GREETING = b"ctx-lsp worker "
MAX_LINE_BYTES = 1_000  # read at once from each line before the greeting
Job = tuple[str, bytes, str]  # path, text, language

_jobs = msgspec.msgpack.Decoder(list[Job])
_encoder = msgspec.msgpack.Encoder()


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """Write the length of `data`, then `data`. Raises OSError."""
    stream.write(len(data).to_bytes(LENGTH_BYTES, "little"))
    stream.write(data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Read a frame written by `write_frame`; return None at the end. Raises OSError, or ValueError for a bad length."""
    head = stream.read(LENGTH_BYTES)
    length = int.from_bytes(head, "little")
    if length > MAX_BYTES:
        raise ValueError(f"a frame of {length} bytes")
    return (stream.read(length) or None) if len(head) == LENGTH_BYTES else None


def greeting() -> bytes:
    """Return the line that identifies this version of the program."""
    return GREETING + program().hex().encode() + b"\n"


def read_greeting(stream: IO[bytes]) -> bytes:
    """Read lines up to a worker's greeting and return the greeting; return empty bytes if there is none.

    Raises OSError.
    """
    while line := stream.readline(MAX_LINE_BYTES):
        if line.startswith(GREETING):
            return line
    return b""


def encode_jobs(jobs: list[Job]) -> bytes:
    """Encode the texts that a worker is to process."""
    return _encoder.encode(jobs)


def decode_answers(data: bytes) -> list[bytes]:
    """Split a worker's answer into one encoded record for each text that was sent to it, in the same order.

    `records.decode_file` decodes a record. The record of a text that could not be processed is empty.
    """
    return msgspec.msgpack.decode(data, type=list[bytes])


def main() -> None:
    """Answer requests until stdin ends."""
    lower_process_priority(NICENESS)
    output = os.fdopen(os.dup(STDOUT), "wb")
    os.dup2(STDERR, STDOUT)  # so that stray prints cannot end up between the frames
    output.write(b"\n" + greeting())  # text printed earlier may lack a newline
    output.flush()
    while (frame := read_frame(sys.stdin.buffer)) is not None:
        write_frame(output, _encoder.encode([_record(job) for job in _jobs.decode(frame)]))


def _record(job: Job) -> bytes:
    """Return the encoded record of a text; empty on failure, so that the parent retries and reports the error."""
    made = attempt(partial(_made, *job))
    return b"" if isinstance(made, Fault) else made


def _made(path: str, data: bytes, language: str) -> bytes:
    entry = make_entry(path, SourceText(data, language))
    return encode_file(FileRecord(entry.facts, file_terms(entry)))


if __name__ == "__main__":
    main()
