"""Implements the seal that encrypts values with AES-256-GCM and replaces keys with keyed BLAKE2b digests.

Each value gets a fresh random nonce of 96 bits. With random nonces, one secret can safely encrypt 2^32 values, a
thousand times as many as a cache contains. Only this module encrypts and decrypts with the package `cryptography`.
"""

import os
from hashlib import blake2b

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES = 12
KEY_BYTES = 32
DIGEST_BYTES = 16


def derived_key(secret: bytes, purpose: bytes) -> bytes:
    """Derive a 32-byte key for `purpose` (at most 16 bytes) from a secret.

    A derived key reveals neither the secret nor other keys.
    """
    return blake2b(secret, digest_size=KEY_BYTES, person=purpose).digest()


def keyed_digest(key: bytes, data: bytes) -> bytes:
    """Return a digest of 16 bytes that only holders of `key` can compute."""
    return blake2b(data, digest_size=DIGEST_BYTES, key=key).digest()


def encrypted(cipher: AESGCM, value: bytes, context: bytes) -> bytes:
    """Encrypt a value so that it can be decrypted only with the same `context`."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + cipher.encrypt(nonce, value, context)


def decrypted(cipher: AESGCM, data: bytes, context: bytes) -> bytes | None:
    """Decrypt data from `encrypted`; return None if the data was changed, or if the context or key is different."""
    try:
        return cipher.decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], context)
    except (InvalidTag, ValueError):  # ValueError for data that is too short
        return None


class AesSeal:
    """A seal whose keys are derived from one secret."""

    def __init__(self, secret: bytes) -> None:
        self._cipher = AESGCM(derived_key(secret, b"cache values"))
        self._row_key = derived_key(secret, b"cache keys")
        self.fingerprint = keyed_digest(derived_key(secret, b"cache name"), b"")[:8].hex()

    def row_key(self, key: bytes) -> bytes:
        """Return the keyed digest of `key`."""
        return keyed_digest(self._row_key, key)

    def seal(self, row_key: bytes, value: bytes) -> bytes:
        """Encrypt a value that is stored under `row_key`."""
        return encrypted(self._cipher, value, row_key)

    def unseal(self, row_key: bytes, data: bytes) -> bytes | None:
        """Decrypt a value; return None if it was changed, or sealed for another row or with another secret."""
        return decrypted(self._cipher, data, row_key)
