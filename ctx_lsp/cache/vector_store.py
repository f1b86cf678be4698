"""The persistent store of vectors (int8 rows keyed by content), shared by all folders and processes of the user.

Under separate keys, the store also holds summary sentences, which also come from a model and take seconds to create.
`vectors.rows` and `vectors.table` create and compare rows; `blob_store` manages the file and handles its errors.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from ctx_lsp.cache.blob_files import FORMAT, LOCK_TIMEOUT
from ctx_lsp.cache.blob_store import BlobStore, today
from ctx_lsp.models.providers.summaries import one_sentence
from ctx_lsp.sealing.seal import UNSEALED, Seal, sealed_name
from ctx_lsp.vectors.rows import quantise

FILE_NAME = f"vectors-{FORMAT}.sqlite3"  # of a store that is not sealed
MAX_VECTOR_BYTES = 1 << 30  # two million vectors of 384 dimensions


class VectorStore(BlobStore):
    """A store of vectors that outlive the process. Thread-safe; problems with the file raise no errors."""

    def __init__(
        self,
        folder: Path | None,
        day: Callable[[], int] = today,
        wait: float = LOCK_TIMEOUT,
        seal: Seal = UNSEALED,
    ) -> None:
        super().__init__(_file(folder, seal), day=day, wait=wait, seal=seal)

    def use_folder(self, folder: Path | None, seal: Seal = UNSEALED) -> None:
        """Store vectors in `folder` from now on, or nowhere if it is None."""
        self.use_file(_file(folder, seal), seal)

    def rows(self, keys: Sequence[bytes], dimensions: int | None = None) -> dict[bytes, np.ndarray]:
        """Return the stored int8 rows of `keys`; if `dimensions` is given, only vectors of that length.

        With `dimensions`, rows of zeros are left out, too. Such rows can come from an imported file.
        """
        found = {key: np.frombuffer(row, np.int8) for key, row in self.get_many(keys).items()}
        return {key: row for key, row in found.items() if dimensions is None or _is_vector(row, dimensions)}

    def take_rows(self, rows: Mapping[bytes, bytes], dimensions: int) -> dict[bytes, np.ndarray]:
        """Store and return rows of another cache, except rows of zeros and rows whose length is not `dimensions`."""
        taken = {key: np.frombuffer(row, np.int8) for key, row in rows.items()}
        kept = {key: row for key, row in taken.items() if _is_vector(row, dimensions)}
        if kept:
            self.put_many((key, rows[key]) for key in kept)
        return kept

    def keep(self, vectors: Iterable[tuple[bytes, np.ndarray]]) -> None:
        """Quantise and store vectors, replacing existing ones."""
        self.put_many([(key, quantise(vector).tobytes()) for key, vector in vectors])

    def sentences(self, keys: Sequence[bytes]) -> dict[bytes, str]:
        """Return the stored summary sentences for `keys`, leaving out missing ones.

        The sentences are cleaned up like the answers of a provider.
        """
        return {key: one_sentence(data.decode(errors="replace")) for key, data in self.get_many(keys).items()}

    def keep_sentences(self, sentences: Iterable[tuple[bytes, str]]) -> None:
        """Store summary sentences, replacing existing ones."""
        rows = [(key, sentence.encode()) for key, sentence in sentences]
        if rows:
            self.put_many(rows)


def _is_vector(row: np.ndarray, dimensions: int) -> bool:
    return len(row) == dimensions and bool(row.any())


def vectors_file(folder: Path, seal: Seal = UNSEALED) -> Path:
    """Return the path of the vector store in the cache `folder`."""
    return folder / f"{sealed_name('vectors', seal)}-{FORMAT}.sqlite3"


def _file(folder: Path | None, seal: Seal) -> Path | None:
    return vectors_file(folder, seal) if folder else None
