"""The static embedding model in PyTorch: the normalised, weighted sum of one vector per token.

A token that occurs n times in a text counts sqrt(n) times, and each position in a text has a learnt weight. The length
of a token's vector is the weight of the token itself. `export` builds the same model as an ONNX graph.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from ctx_lsp.training.embedder.sentence_encoder import SentenceEncoder
from ctx_lsp.training.pairs.tokens import pad
from ctx_lsp.training.static.static_tokens import Vocabulary

MAX_TOKENS = 384
REPEATS = 0.5  # exponent of a token's count in a text
FREQUENT = 1e-3  # a token with this share of all tokens starts with half the weight of a rare token (SIF)
AT_ONCE = 512  # number of rows that go through the model together


class StaticEncoder(torch.nn.Module):  # type: ignore[misc]  # checked without torch
    """The weights of the static model: a table of vectors (tokens, dimensions), and logarithms of position weights."""

    def __init__(self, tokens: int, dimensions: int) -> None:
        super().__init__()
        self.table = torch.nn.Parameter(torch.zeros(tokens, dimensions))
        self.places = torch.nn.Parameter(torch.zeros(MAX_TOKENS))

    def forward(self, rows: Sequence[Sequence[int]]) -> torch.Tensor:
        """Return unit vectors (rows, dimensions) for rows of at most `MAX_TOKENS` token ids."""
        filled = [np.asarray(row or [0]) for row in rows]
        lengths = torch.tensor([len(row) for row in filled])
        repeats = torch.from_numpy(np.concatenate([_repeats(row) for row in filled]))
        places = torch.from_numpy(np.concatenate([np.arange(len(row)) for row in filled]))
        return torch.nn.functional.normalize(
            torch.nn.functional.embedding_bag(
                torch.from_numpy(np.concatenate(filled)),
                self.table,
                lengths.cumsum(0) - lengths,
                mode="sum",
                per_sample_weights=repeats * self.places[places].exp(),
            ),
            dim=1,
        )


def start_table(source: Path, vocabulary: Vocabulary, shares: np.ndarray, dimensions: int) -> np.ndarray:
    """Return the initial table as float32 (tokens, dimensions), built from MiniLM's vectors for single tokens.

    PCA reduces the vectors to their main directions. They are then scaled to length 1, or less for tokens that make up
    a large share of the texts (`shares`).
    """
    vectors = _token_vectors(source, vocabulary)
    vectors -= vectors.mean(axis=0)
    _, directions = np.linalg.eigh(vectors.T @ vectors)
    cut = vectors @ directions[:, ::-1][:, :dimensions]
    cut /= np.linalg.norm(cut, axis=1, keepdims=True)
    weights = FREQUENT / (FREQUENT + shares)
    return np.asarray(cut * weights[:, None], dtype=np.float32)


def _repeats(row: np.ndarray) -> np.ndarray:
    _, numbers, counts = np.unique(row, return_inverse=True, return_counts=True)
    return np.asarray(counts[numbers] ** (REPEATS - 1), dtype=np.float32)


def _token_vectors(source: Path, vocabulary: Vocabulary) -> np.ndarray:
    """Return MiniLM's sentence vector for each single token, as float32 (tokens, dimensions)."""
    encoder = SentenceEncoder(source)
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.no_padding()
    first, last = tokenizer.encode("").ids
    numbers = tokenizer.get_vocab()
    own = [[first, numbers[token], last] for token in vocabulary.tokens[: vocabulary.kept]]
    rows = [*own, *(tokenizer.encode(word).ids for word in vocabulary.tokens[vocabulary.kept :])]
    parts = [rows[start : start + AT_ONCE] for start in range(0, len(rows), AT_ONCE)]
    with torch.inference_mode():
        return np.concatenate([encoder(*map(torch.from_numpy, pad(part))).numpy() for part in parts])
