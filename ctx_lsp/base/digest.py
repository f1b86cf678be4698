"""Content digests. The index identifies contents only by their digest, never by file times or inode numbers."""

from hashlib import blake2b

DIGEST_BYTES = 16  # 128 bits: a collision among 10^12 chunks is out of the question


def digest(*parts: bytes) -> bytes:
    """Return the 16-byte BLAKE2b digest of `parts`. The boundaries between the parts affect the digest."""
    state = blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        state.update(len(part).to_bytes(8, "little"))
        state.update(part)
    return state.digest()
