"""Content digests: the only notion of identity that the index trusts. No file times, no inode numbers."""

from hashlib import blake2b

DIGEST_BYTES = 16  # 128 bits: no collision to be feared among 10^12 chunks


def digest(*parts: bytes) -> bytes:
    """Return the 16-byte BLAKE2b digest of `parts`, each preceded by its length so that boundaries count."""
    state = blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        state.update(len(part).to_bytes(8, "little"))
        state.update(part)
    return state.digest()
