"""The persistent store of vectors (int8 rows by content key), shared by all folders and processes of the user.

Sentences about texts lie beside them, under keys of their own: they too come from a model and cost seconds to make.

How rows are made and compared is in `vectors.rows` and `vectors.table`; how the file is kept, and what may go wrong
with it, in `blob_store`.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from ctx_lsp.cache.blob_files import FORMAT, PATIENCE
from ctx_lsp.cache.blob_store import BlobStore, today
from ctx_lsp.models.providers.summaries import one_sentence
from ctx_lsp.vectors.rows import quantise

FILE_NAME = f"vectors-{FORMAT}.sqlite3"
MAX_VECTOR_BYTES = 1 << 30  # two million vectors of 384


class VectorStore(BlobStore):
    """Vectors that outlive the process. Thread-safe; no method raises because of the file."""

    def __init__(self, folder: Path | None, day: Callable[[], int] = today, wait: float = PATIENCE) -> None:
        super().__init__(_file(folder), day=day, wait=wait)

    def use_folder(self, folder: Path | None) -> None:
        """Keep vectors in another folder from now on (None: nowhere)."""
        self.use_file(_file(folder))

    def rows(self, keys: Sequence[bytes], dimensions: int | None = None) -> dict[bytes, np.ndarray]:
        """The int8 rows of those of `keys` that are known; with `dimensions`, only of those that have so many.

        What somebody else's file brought in under a model's keys need not be vectors of that model.
        """
        found = self.get_many(keys).items()
        return {k: np.frombuffer(row, np.int8) for k, row in found if dimensions is None or len(row) == dimensions}

    def keep(self, vectors: Iterable[tuple[bytes, np.ndarray]]) -> None:
        """Keep vectors, quantised; those of known keys are replaced."""
        self.put_many([(key, quantise(vector).tobytes()) for key, vector in vectors])

    def sentences(self, keys: Sequence[bytes]) -> dict[bytes, str]:
        """The sentences of those of `keys` that are known; they are as clean as what a provider says is made."""
        return {key: one_sentence(data.decode(errors="replace")) for key, data in self.get_many(keys).items()}

    def keep_sentences(self, sentences: Iterable[tuple[bytes, str]]) -> None:
        """Keep sentences; those of known keys are replaced."""
        rows = [(key, sentence.encode()) for key, sentence in sentences]
        if rows:
            self.put_many(rows)


def _file(folder: Path | None) -> Path | None:
    return folder / FILE_NAME if folder else None
