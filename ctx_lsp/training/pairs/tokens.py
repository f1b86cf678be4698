"""Converts texts to token ids, with the tokenizer of the model to train. No model is run here."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

CHARACTERS_PER_TOKEN = 16  # text beyond this many characters per token would be cut off anyway


class TokenReader:
    """A reader that tokenises texts with the tokenizer in a model's folder."""

    def __init__(self, folder: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()

    def texts(self, texts: Sequence[str], limit: int) -> list[list[int]]:
        """Return at most `limit` ids for each text, including the special tokens around it (CLS and SEP)."""
        self._tokenizer.enable_truncation(limit)
        return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(_cut(texts, limit))]

    def bare(self, texts: Sequence[str], limit: int) -> list[list[int]]:
        """Return at most `limit` ids for each text, without special tokens."""
        self._tokenizer.enable_truncation(limit)
        encodings = self._tokenizer.encode_batch_fast(_cut(texts, limit), add_special_tokens=False)
        return [encoding.ids for encoding in encodings]

    def marks(self) -> tuple[int, int]:
        """Return the ids of the special tokens before and after a text."""
        first, last = self.texts([""], 2)[0]
        return first, last


class PairReader:
    """A converter from questions and texts to rows of token ids, and from rows to the model's inputs."""

    def __init__(self, tokens: TokenReader, limit: int, question_limit: int) -> None:
        """Limit rows to `limit` tokens, and the question in a row to `question_limit` tokens."""
        self._tokens = tokens
        self._limit = limit
        self._question_limit = question_limit
        self._start, self._end = tokens.marks()

    def rows(self, query: str, texts: Sequence[str]) -> list[list[int]]:
        """Return a row for each text: the question, then the text, with special tokens around and between them."""
        question = [self._start, *self._tokens.bare([query], self._question_limit)[0], self._end]
        return [[*question, *ids, self._end] for ids in self._tokens.bare(texts, self._limit - len(question) - 1)]

    def inputs(self, rows: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return token ids, attention mask and token types.

        The type of a token is 1 if it belongs to the text, else 0.
        """
        ids, mask = pad(rows)
        ends = (ids == self._end).astype(np.int64)
        return ids, mask, ((ends.cumsum(axis=1) - ends) > 0) * mask


def pad(rows: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Return token ids and attention mask as int64 (rows, longest row); shorter rows are padded with zeros."""
    ids = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
    mask = np.zeros_like(ids)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = row
        mask[number, : len(row)] = 1
    return ids, mask


def _cut(texts: Sequence[str], limit: int) -> list[str]:
    return [text[: limit * CHARACTERS_PER_TOKEN] for text in texts]
