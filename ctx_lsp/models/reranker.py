"""Rerankers: models that read a question and a text together and score how well the text answers the question.

`retrieval` chooses the texts and weights the scores; `reranking` caches scores and limits the time. `onnx_model` runs
ONNX models.
"""

import hashlib
import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Protocol

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.models.model_files import (
    BUNDLED,
    MODELS_FOLDER,
    AsModelError,
    ModelError,
    model_folder,
    package_folder,
    read_json,
)
from ctx_lsp.models.onnx_model import OnnxModel

BUNDLED_FOLDER = MODELS_FOLDER / "reranker"
INSTALLED = "installed"  # the reranker in the separate package PACKAGE
PACKAGE = "ctx_lsp_reranker"
MAX_TOKENS = 128  # default limit for a question and a text together; 256 would take three times as long
QUERY_SHARE = 0.32  # maximum share of these tokens for the question; the rest is for the text, as in training
CANDIDATES = 20  # default number of texts to score per question
MAX_CANDIDATES = 200
FAILURE = "the reranker failed"


class TooSlow(ModelError):
    """The error raised if the scores are not ready in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it took longer than {seconds:g} s")


class Reranker(Protocol):
    """A model that scores texts for a question. It can be used from any thread."""

    @property
    def identity(self) -> str:
        """The model's name and content digest. Models with equal identities return equal scores."""

    @property
    def candidates(self) -> int:
        """The number of texts to score per question. It is constant, so that equal questions get equal answers."""

    @property
    def is_remote(self) -> bool:
        """Whether texts leave this process, in which case texts with secrets must be withheld."""

    def score(self, query: str, texts: Sequence[str], seconds: float, token: CancelToken) -> list[float]:
        """Return a number for each text on the model's own scale, higher for a better answer.

        Raises `Cancelled` and `ModelError`. The subclass `TooSlow` of `ModelError` means that `seconds` have passed.
        """


def load_reranker(model: str | Path, threads: int) -> Reranker | None:
    """Load a reranker, and download it if necessary. Returns None if `model` is "bundled" and no reranker is bundled.

    `model` is "bundled", "installed" for the package ctx-lsp-reranker, a folder, or a hub id "owner/name". A folder
    contains the same files as for an embedder. The model is a cross-encoder with one output per pair, or with two, the
    second of which is the relevance. `threads` is the number of pairs to score in parallel. Raises `ModelError`.
    """
    if model == BUNDLED:
        return OnnxReranker(BUNDLED_FOLDER, threads) if BUNDLED_FOLDER.is_dir() else None
    return OnnxReranker(package_folder(PACKAGE) if model == INSTALLED else model_folder(model), threads)


@dataclass(frozen=True, slots=True)
class _Description:
    """The properties in `model.json`, or their defaults."""

    name: str
    max_tokens: int
    candidates: int
    sha256: str


class OnnxReranker:
    """A cross-encoder loaded from a folder. It reads pairs one by one, as scores in a batch would affect each other."""

    is_remote = False

    def __init__(self, folder: Path, threads: int) -> None:
        description = _describe(folder)
        self._threads = threads
        self._query_tokens = max(1, int(QUERY_SHARE * description.max_tokens))
        self._model = OnnxModel(folder, description.max_tokens, description.sha256)
        outputs = self._model.outputs
        self._output = "logits" if "logits" in outputs else outputs[0]
        self.candidates = description.candidates
        parts = (self._model.digest, self._output, self._query_tokens)
        self.identity = f"{description.name}@{hashlib.sha256(repr(parts).encode()).hexdigest()[:16]}"
        self._score("a", "b")  # so that an unsuitable model fails here, not while a question is answered

    def score(self, query: str, texts: Sequence[str], seconds: float, token: CancelToken) -> list[float]:
        """Return a score for each text.

        Raises `Cancelled` and `ModelError`. The subclass `TooSlow` of `ModelError` means that `seconds` have passed.
        """
        end = monotonic() + seconds
        with AsModelError(FAILURE):
            question = self._model.cut(query, self._query_tokens)

        def score_text(text: str) -> float:
            token.check()
            if monotonic() > end:
                raise TooSlow(seconds)
            return self._score(question, text)

        with ThreadPoolExecutor(self._threads, "rerank") as workers:
            return list(workers.map(score_text, texts))

    def _score(self, query: str, text: str) -> float:
        with AsModelError(FAILURE):
            logits = self._model.run(self._output, query, text).ravel().tolist()
        if len(logits) not in (1, 2):
            raise ModelError(
                f"the model returns {len(logits)} numbers for a pair of texts; a reranker returns one or two"
            )
        score = float(logits[-1] - logits[0] if len(logits) == 2 else logits[0])
        if not math.isfinite(score):
            raise ModelError("the reranker returned no score")
        return score


def _describe(folder: Path) -> _Description:
    with AsModelError(f"cannot read the description of the model in {folder}"):
        own = read_json(folder / "model.json")
        candidates = int(own.get("candidates", CANDIDATES))
        if not 2 <= candidates <= MAX_CANDIDATES:
            raise ModelError(f"candidates must be a number from 2 to {MAX_CANDIDATES}, not {candidates}")
        return _Description(
            name=str(own.get("id", folder.name)),
            max_tokens=int(own.get("max_tokens", MAX_TOKENS)),
            candidates=candidates,
            sha256=str(own.get("sha256", "")),
        )
