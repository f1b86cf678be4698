"""Converts cache rows to rows that can be kept in untrusted storage, and back. The only module that uses Ed25519.

A row's id is a digest of its local key under the team key. Its value is encrypted with a key derived from the team key
and the local key. The local key is a digest of the indexed text, so nobody can find or decrypt a row without both the
team key and the text. The writer signs the id and the data. A row is rejected if no trusted writer has signed it, or if
it was changed or moved to another id.

    data = writer (8 bytes) | signature (64) | nonce (12), encrypted value and tag
    value = "z" and the value compressed with zlib, or "-" and the value
"""

from collections.abc import Iterable, Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ctx_lsp.base.compression import compressed, decompressed
from ctx_lsp.sealing.aes import decrypted, derived_key, encrypted, keyed_digest
from ctx_lsp.sharing.storage import WRITER_BYTES

MAX_VALUE_BYTES = 1 << 26  # about the size of the record for a source file of ten megabytes
_SIGNATURE_BYTES = 64
_HEAD = WRITER_BYTES + _SIGNATURE_BYTES
_CONTEXT = b"ctx-lsp row 1"
_PLAIN, _PACKED = b"-", b"z"


class InvalidKeyError(ValueError):
    """Error raised for a string that is not a public key."""


class TeamCodec:
    """The codec for readers, who have the team key and the public keys of the writers they trust. Thread-safe."""

    def __init__(self, team_secret: bytes, trusted: Iterable[str]) -> None:
        """Accept rows of the writers whose public keys, in hexadecimal, are in `trusted`. Raises `InvalidKeyError`."""
        self._id_key = derived_key(team_secret, b"team row ids")
        self._value_key = derived_key(team_secret, b"team row values")
        self._trusted: Mapping[bytes, Ed25519PublicKey] = {
            writer_id(key): Ed25519PublicKey.from_public_bytes(key) for key in map(_public_bytes, trusted)
        }

    @property
    def writers(self) -> list[bytes]:
        """The short names of the trusted writers."""
        return list(self._trusted)

    def row_id(self, key: bytes) -> bytes:
        """Return the id of the row for a local key."""
        return keyed_digest(self._id_key, key)

    def opened(self, key: bytes, data: bytes) -> bytes | None:
        """Return the decrypted value of a row. `data` is the data of the row.

        The result is None if the row was not made by a trusted writer, or not for the local key `key`.
        """
        row_id = self.row_id(key)
        if not self.is_signed(row_id, data):
            return None
        value = decrypted(self._cipher(key), data[_HEAD:], row_id)
        return None if value is None else _unpacked(value)

    def is_signed(self, row_id: bytes, data: bytes) -> bool:
        """Return whether a trusted writer has signed this data for this id."""
        writer = self._trusted.get(data[:WRITER_BYTES])
        if writer is None:
            return False
        try:
            writer.verify(data[WRITER_BYTES:_HEAD], _CONTEXT + row_id + data[_HEAD:])
        except InvalidSignature:
            return False
        return True

    def _cipher(self, key: bytes) -> AESGCM:
        return AESGCM(derived_key(self._value_key + key, b"team row"))


class WriterCodec(TeamCodec):
    """The codec for a writer. It can also encrypt and sign rows."""

    def __init__(self, team_secret: bytes, writer_secret: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(derived_key(writer_secret, b"team writer"))
        self.public_key = self._private.public_key().public_bytes_raw().hex()
        self._writer = writer_id(bytes.fromhex(self.public_key))
        super().__init__(team_secret, [self.public_key])

    @property
    def writer(self) -> str:
        """The short name of the writer."""
        return self._writer.hex()

    def shared(self, key: bytes, value: bytes) -> tuple[bytes, bytes]:
        """Encrypt and sign `value`, which the cache stores under `key`. Return the id and the data of its row."""
        row_id = self.row_id(key)
        packed = compressed(value)
        value = _PACKED + packed if len(packed) < len(value) else _PLAIN + value
        sealed = encrypted(self._cipher(key), value, row_id)
        return row_id, self._writer + self._private.sign(_CONTEXT + row_id + sealed) + sealed


def writer_id(public_key: bytes) -> bytes:
    """Return the short name of the writer with a public key."""
    return derived_key(public_key, b"team writer id")[:WRITER_BYTES]


def _public_bytes(text: str) -> bytes:
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != 32:  # bytes of an Ed25519 key
        raise InvalidKeyError(f"{text!r:.80} is not a public key: 64 hexadecimal digits")
    return key


def _unpacked(value: bytes) -> bytes | None:
    return decompressed(value[1:], MAX_VALUE_BYTES) if value[:1] == _PACKED else value[1:]
