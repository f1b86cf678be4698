"""Commits as bytes for the cache, in segments whose keys are digests of the names of their commits.

A segment ends at a commit whose name has certain last digits, so that new commits, other branches and a limit on the
number of commits leave most segments as they are.
"""

import zlib
from collections.abc import Iterator, Sequence

import msgspec

from ctx_lsp.base.digest import digest
from ctx_lsp.text.git_log import LoggedCommit

FORMAT = b"commits-1"
ENDING = 256  # on average, one commit in so many ends a segment
MAX_SEGMENT = 2_000  # commits

_DECODER = msgspec.msgpack.Decoder(list[LoggedCommit])


def segments(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Split names of commits, oldest first, into segments. All but the first and the last are complete."""
    start = 0
    for index, name in enumerate(names):
        if int(name[-4:], 16) % ENDING == 0 or index + 1 - start == MAX_SEGMENT:
            yield names[start : index + 1]
            start = index + 1
    if start < len(names):
        yield names[start:]


def segment_key(names: Sequence[str]) -> bytes:
    """Return the key of a segment."""
    return digest(FORMAT, *(name.encode("ascii") for name in names))


def encode_commits(commits: Sequence[LoggedCommit]) -> bytes:
    """Return commits as bytes."""
    return zlib.compress(msgspec.msgpack.encode(commits), 1)


def decode_commits(data: bytes, names: Sequence[str]) -> list[LoggedCommit] | None:
    """Return the commits of a segment; None if the bytes do not hold exactly these."""
    try:
        found = _DECODER.decode(zlib.decompress(data))
    except (zlib.error, msgspec.DecodeError, MemoryError):
        return None
    return found if [one.name for one in found] == list(names) else None
