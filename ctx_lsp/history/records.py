"""Encodes commits as bytes for the cache, in segments. A segment is stored under the digest of its commit hashes.

A segment ends at a commit whose hash has certain last digits. So most segments stay the same when commits are added,
another branch is read, or the limit on the number of commits takes effect.
"""

from collections.abc import Iterator, Sequence

import msgspec

from ctx_lsp.base.compression import compressed, decompressed
from ctx_lsp.base.digest import digest
from ctx_lsp.history.log import MAX_BODY
from ctx_lsp.text.git_log import LoggedCommit

FORMAT = b"commits-2"
ENDING = 256  # on average, one commit in this many ends a segment
MAX_SEGMENT = 2_000  # commits
MAX_DECOMPRESSED = 1 << 24  # bytes of a segment; 2,000 commits of an ordinary repository take one or two megabytes

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
    """Encode the commits of a segment as bytes; return empty bytes if they exceed `MAX_DECOMPRESSED`.

    Message bodies are cut to `MAX_BODY` characters, as in `HistoryLog`.
    """
    short = [one._replace(body=one.body[:MAX_BODY]) for one in commits]
    data = msgspec.msgpack.encode(short)
    return compressed(data) if len(data) <= MAX_DECOMPRESSED else b""


def decode_commits(data: bytes, names: Sequence[str]) -> list[LoggedCommit] | None:
    """Decode the commits of a segment; return None if the bytes are invalid or the commits' hashes are not `names`."""
    plain = decompressed(data, MAX_DECOMPRESSED)
    if plain is None:
        return None
    try:
        found = _DECODER.decode(plain)
    except msgspec.DecodeError:
        return None
    return found if [one.name for one in found] == list(names) else None
