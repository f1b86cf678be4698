"""The interface of seals, which encrypt stored data, and the seal that changes nothing.

Stores call a seal without knowing whether it encrypts. The seal that does is in `aes` and needs the optional package
`cryptography`, so no module may import `aes` at startup.
"""

from typing import Protocol

TAG = "+"  # stands in the name of each sealed file before the fingerprint of its key, and in no other name


class Seal(Protocol):
    """Interface for hiding the keys of a store and encrypting its values. Thread-safe."""

    @property
    def fingerprint(self) -> str:
        """A short string that identifies the secret without revealing it; empty if nothing is encrypted."""

    def row_key(self, key: bytes) -> bytes:
        """Return the key that a store uses in place of `key`."""

    def seal(self, row_key: bytes, value: bytes) -> bytes:
        """Encrypt a value that is stored under `row_key`."""

    def unseal(self, row_key: bytes, data: bytes) -> bytes | None:
        """Decrypt a value; return None if it was changed, or sealed for another row or with another secret."""


class _Unsealed:
    """The seal that stores everything as it is."""

    fingerprint = ""

    def row_key(self, key: bytes) -> bytes:
        return key

    def seal(self, row_key: bytes, value: bytes) -> bytes:  # noqa: ARG002
        return value

    def unseal(self, row_key: bytes, data: bytes) -> bytes | None:  # noqa: ARG002
        return data


UNSEALED: Seal = _Unsealed()


def sealed_name(stem: str, seal: Seal) -> str:
    """Return the beginning of a file's name: `stem`, and the fingerprint of the secret if the file is sealed."""
    return f"{stem}{TAG}{seal.fingerprint}" if seal.fingerprint else stem


def is_sealed_by(name: str, seal: Seal) -> bool:
    """Return whether a file's name contains the fingerprint of `seal`, or no fingerprint if `seal` does not encrypt."""
    return f"{TAG}{seal.fingerprint}-" in name if seal.fingerprint else TAG not in name
