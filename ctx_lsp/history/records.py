"""Encodes commits as bytes for the cache, in segments. A segment is stored under the digest of its commit hashes.

A segment ends at a commit whose hash has certain last digits. So most segments stay the same when commits are added,
another branch is read, or the limit on the number of commits takes effect.
"""

import zlib
from collections.abc import Iterator, Sequence

import msgspec

from ctx_lsp.base.digest import digest
from ctx_lsp.history.log import MAX_BODY
from ctx_lsp.text.git_log import LoggedCommit

FORMAT = b"commits-2"
ENDING = 256  # on average, one commit in this many ends a segment
MAX_SEGMENT = 2_000  # commits

_DECODER = msgspec.msgpack.Decoder(list[LoggedCommit])


def segments(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Split commit hashes, oldest first, into segments. Only the first and the last segment may be incomplete."""
    start = 0
    for index, name in enumerate(names):
        if int(name[-4:], 16) % ENDING == 0 or index + 1 - start == MAX_SEGMENT:
            yield names[start : index + 1]
            start = index + 1
    if start < len(names):
        yield names[start:]


def segment_key(names: Sequence[str]) -> bytes:
    """Return the cache key of the segment whose commits have the hashes `names`."""
    return digest(FORMAT, *(name.encode("ascii") for name in names))


def encode_commits(commits: Sequence[LoggedCommit]) -> bytes:
    """Encode the commits of a segment as bytes. Message bodies are cut to `MAX_BODY` characters, as in `HistoryLog`."""
    short = [one._replace(body=one.body[:MAX_BODY]) for one in commits]
    return zlib.compress(msgspec.msgpack.encode(short), 1)


def decode_commits(data: bytes, names: Sequence[str]) -> list[LoggedCommit] | None:
    """Decode the commits of a segment; return None if the bytes are invalid or the commits' hashes are not `names`."""
    try:
        found = _DECODER.decode(zlib.decompress(data))
    except (zlib.error, msgspec.DecodeError, MemoryError):
        return None
    return found if [one.name for one in found] == list(names) else None
