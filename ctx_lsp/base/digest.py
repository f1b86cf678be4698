"""Content digests, the only notion of identity that the index trusts: no file times, no inode numbers."""

from hashlib import blake2b

DIGEST_BYTES = 16  # 128 bits: a collision among 10^12 chunks is out of the question


def digest(*parts: bytes) -> bytes:
    """Return the 16-byte BLAKE2b digest of `parts`. Each part is preceded by its length, so that boundaries count."""
    state = blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        state.update(len(part).to_bytes(8, "little"))
        state.update(part)
    return state.digest()
