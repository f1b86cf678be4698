"""Sentence embedding: converts one text at a time to a unit vector.

`onnx_model` runs ONNX models. `vectors.table` and `cache.vector_store` store vectors. Callers choose the texts and the
threads.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ctx_lsp.models.model_files import BUNDLED, BUNDLED_EMBEDDER, AsModelError, ModelError, model_folder, read_json
from ctx_lsp.models.onnx_model import OnnxModel

MAX_TOKENS = 512  # for models that declare no limit; run time grows with the square of the length


class Embedder(Protocol):
    """A model that converts texts to vectors. It can be used from any thread."""

    @property
    def identity(self) -> str:
        """The model's name and content digest. Models with equal identities return equal vectors."""

    @property
    def dimensions(self) -> int:
        """The length of the vectors."""

    def embed(self, text: str) -> np.ndarray:
        """Return the unit vector of `text` as float32 (dimensions,). Raises `ModelError`."""


def load_embedder(model: str | Path | None = None) -> Embedder:
    """Load an embedding model, and download it if necessary.

    `model` is None or "bundled", a folder, or a hub id "owner/name". A folder contains `tokenizer.json`, `model.onnx`
    or `onnx/model.onnx`, and a description of the model: this project's `model.json`, or the files of
    sentence-transformers. Raises `ModelError`.
    """
    return OnnxEmbedder(BUNDLED_EMBEDDER if model in (None, BUNDLED) else model_folder(model))


@dataclass(frozen=True, slots=True)
class ModelDescription:
    """The properties of a model, from the files next to its weights.

    `pooling` is `mean`, `cls` or `lasttoken`. `sha256` is the digest of the weights, or empty if unknown.
    """

    name: str
    max_tokens: int
    pooling: str
    sha256: str


class OnnxEmbedder:
    """A sentence encoder that is loaded from a folder."""

    def __init__(self, folder: Path) -> None:
        description = _describe(folder)
        self._model = OnnxModel(folder, description.max_tokens, description.sha256)
        outputs = self._model.outputs
        self._output = "sentence_embedding" if "sentence_embedding" in outputs else outputs[0]
        self._pooling = description.pooling
        parts = (self._model.digest, description, self._output)  # everything that a vector depends on besides its text
        self.identity = f"{description.name}@{hashlib.sha256(repr(parts).encode()).hexdigest()[:16]}"
        self.dimensions = len(self.embed("a"))

    def embed(self, text: str) -> np.ndarray:
        """Return the unit vector of `text` as float32 (dimensions,). Raises `ModelError`."""
        with AsModelError("the embedding model failed"):
            vector = self._model.run(self._output, text)
        if vector.ndim == 2:
            vector = _pool(vector, self._pooling)
        length = float(np.linalg.norm(vector))
        if not 0.0 < length < float("inf"):
            raise ModelError("the embedding model returned no vector")
        return vector / np.float32(length)


def _pool(tokens: np.ndarray, pooling: str) -> np.ndarray:
    """Combine the token vectors of one text into one vector. `tokens` has one row per token and no padding."""
    if pooling == "cls":
        return np.asarray(tokens[0])
    if pooling == "lasttoken":
        return np.asarray(tokens[-1])
    return np.asarray(tokens.mean(axis=0))


def _describe(folder: Path) -> ModelDescription:
    with AsModelError(f"cannot read the description of the model in {folder}"):
        own = read_json(folder / "model.json")
        if own:
            return ModelDescription(
                name=str(own.get("id", folder.name)),
                max_tokens=int(own.get("max_tokens", MAX_TOKENS)),
                pooling=_supported(str(own.get("pooling", "mean"))),
                sha256=str(own.get("sha256", "")),
            )
        limit = int(read_json(folder / "sentence_bert_config.json").get("max_seq_length") or MAX_TOKENS)
        pooling = _pooling_mode(read_json(folder / "1_Pooling" / "config.json"))
        return ModelDescription(folder.name, min(limit, MAX_TOKENS), _supported(pooling), "")


def _pooling_mode(config: dict[str, Any]) -> str:
    """Return the pooling mode in a sentence-transformers configuration.

    The configuration contains a name or, in older files, a boolean for each mode.
    """
    prefix = "pooling_mode_"
    chosen = [key.removeprefix(prefix) for key, value in config.items() if key.startswith(prefix) and value is True]
    modes = [mode.removesuffix("_tokens").removesuffix("_token") for mode in chosen]
    return str(config.get("pooling_mode") or " and ".join(modes) or "mean")


def _supported(pooling: str) -> str:
    if pooling not in ("mean", "cls", "lasttoken"):
        raise ModelError(f"pooling {pooling!r} is not supported; it must be mean, cls or lasttoken")
    return pooling
