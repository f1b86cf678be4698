"""Embeds a question, and the texts whose vectors the snapshot is waiting for."""

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.models.embedding import EmbeddingPool
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.vectors.rows import mean_direction


def embedded(
    snapshot: Snapshot, pool: EmbeddingPool, question: str, hypothetical: str, token: CancelToken, timings: Timings
) -> tuple[Snapshot, np.ndarray | None]:
    """Embed a question, and compute the vectors that the snapshot is waiting for.

    Return the snapshot with the new vectors, and the question's vector. `hypothetical` is a guess at the answer. If it
    is not empty, the question's vector is the mean direction of both texts. If the question cannot be embedded, its
    vector is None and the snapshot contains the reason. Raises `Cancelled`.
    """
    made: dict[bytes, np.ndarray] = {}
    with timings.stage("embed"):
        try:
            vector = pool.embed(question)
            if hypothetical:
                vector = mean_direction(vector, pool.embed(hypothetical))
        except ModelError as error:
            return snapshot.without_semantic_search(str(error)), None
        for key, text in snapshot.waiting.items():
            token.check()
            found = pool.make(key, text)
            if found is not None:
                made[key] = found
    return snapshot.with_vectors(made), vector
