"""Sentence embedding: loads a model from its folder and turns one text at a time into a unit vector.

The only home of `onnxruntime` and `tokenizers`. Texts are never batched, because the int8 kernels of a batch scale by
all of its texts, and a vector must depend on its own text alone. Vectors are kept in `vectors` and `store`; what text
is embedded, and by which thread, is decided elsewhere.
"""

import hashlib
import importlib
import json
import os
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    import onnxruntime

BUNDLED_FOLDER = Path(__file__).parents[1] / "models" / "minilm"
HUB_PATTERNS = ["*.json", "1_Pooling/*.json", "model.onnx*", "onnx/model.onnx*"]  # no other format of the weights
MAX_TOKENS = 512  # of models that do not say; time grows with the square
MAX_TOKEN_CHARACTERS = 32  # text beyond this many times the tokens is not even looked at


class ModelError(Exception):
    """The model cannot be used; the message says which and why, for its user."""


class Embedder(Protocol):
    """Turns texts into vectors; usable from any thread."""

    @property
    def identity(self) -> str:
        """Name and content digest: equal identities give equal vectors."""

    @property
    def dimensions(self) -> int:
        """Length of the vectors."""

    def embed(self, text: str) -> np.ndarray:
        """Return the unit vector of `text`, float32 (dimensions,). Raises `ModelError`."""


def load_embedder(model: str | Path | None = None) -> Embedder:
    """Load a model: None or "bundled", a folder, or a hub id "owner/name", which is fetched unless it is cached.

    A folder holds `tokenizer.json`, `model.onnx` or `onnx/model.onnx`, and what describes the model: our own
    `model.json` or the files of sentence-transformers. Raises `ModelError`.
    """
    if model is None or model == "bundled":
        return OnnxEmbedder(BUNDLED_FOLDER)
    folder = Path(model).expanduser()
    if folder.is_dir():
        return OnnxEmbedder(folder)
    if isinstance(model, Path) or len(folder.parts) != 2 or folder.is_absolute():
        raise ModelError(f"{model} is neither a folder with a model nor a hub id of the form owner/name")
    return OnnxEmbedder(_fetch(model))


@dataclass(frozen=True, slots=True)
class ModelDescription:
    """What the files beside the weights say: `pooling` is `mean`, `cls` or `lasttoken`; `sha256` may be empty."""

    name: str
    max_tokens: int
    pooling: str
    sha256: str


class OnnxEmbedder:
    """A model in `onnxruntime` with its tokenizer."""

    def __init__(self, folder: Path) -> None:
        model = _find(folder, "model.onnx", "onnx/model.onnx")
        tokenizer = _find(folder, "tokenizer.json")
        description = _describe(folder)
        with _Explained(f"cannot read the model in {folder}"):
            weights_digest = _sha256(model)
            if description.sha256 not in ("", weights_digest):
                raise ModelError(f"{model} is damaged: its SHA-256 differs from the one in model.json")
            from tokenizers import Tokenizer  # noqa: PLC0415  # slow to import, and not wanted by every start

            self._tokenizer = Tokenizer.from_file(str(tokenizer))
            self._tokenizer.no_padding()  # the file of MiniLM asks for 128 tokens whatever the text
            self._tokenizer.enable_truncation(description.max_tokens)
            self._session = _open_session(model)
            self._inputs = [node.name for node in self._session.get_inputs()]
            outputs = [node.name for node in self._session.get_outputs()]
        unknown = set(self._inputs) - {"input_ids", "attention_mask", "token_type_ids"}
        if unknown:
            raise ModelError(f"{model} has inputs that are not those of a text encoder: {', '.join(sorted(unknown))}")
        self._output = "sentence_embedding" if "sentence_embedding" in outputs else outputs[0]
        self._pooling = description.pooling
        self._max_characters = description.max_tokens * MAX_TOKEN_CHARACTERS
        # Everything that a vector depends on beside its text; kernels differ between releases of the runtime.
        parts = (weights_digest, _sha256(tokenizer), description, self._output, version("onnxruntime"))
        self.identity = f"{description.name}@{hashlib.sha256(repr(parts).encode()).hexdigest()[:16]}"
        self.dimensions = len(self.embed("a"))

    def embed(self, text: str) -> np.ndarray:
        """Return the unit vector of `text`, float32 (dimensions,). Raises `ModelError`."""
        with _Explained("the embedding model failed"):
            encoding = self._tokenizer.encode(text[: self._max_characters])
            ids = np.array([encoding.ids or [0]], dtype=np.int64)  # no tokens at all: any one, the graph needs one
            feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            (output,) = self._session.run([self._output], {name: feeds[name] for name in self._inputs})
        vector = np.asarray(output[0], dtype=np.float32)
        if vector.ndim == 2:
            vector = _pool(vector, self._pooling)
        length = float(np.linalg.norm(vector))
        if not 0.0 < length < float("inf"):
            raise ModelError("the embedding model gave no vector")
        return vector / np.float32(length)


def load_runtime() -> ModuleType:
    """The runtime, loaded when it is first needed: it is slow to load, and not wanted by every start.

    Without its telemetry, which would send events to its maker, from a thread that wakes up every few seconds.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read while it loads; later it is too late
    return importlib.import_module("onnxruntime")


def _open_session(model: Path) -> "onnxruntime.InferenceSession":
    onnxruntime = load_runtime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # two callers with a thread each embed twice as much as one with two
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3  # errors only: warnings about the graph would go to stderr
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def _pool(tokens: np.ndarray, pooling: str) -> np.ndarray:
    """Join the vectors of the tokens of one text, (tokens, dimensions), none of them padding."""
    if pooling == "cls":
        return np.asarray(tokens[0])
    if pooling == "lasttoken":
        return np.asarray(tokens[-1])
    return np.asarray(tokens.mean(axis=0))


def _describe(folder: Path) -> ModelDescription:
    with _Explained(f"cannot read what describes the model in {folder}"):
        own = _read_json(folder / "model.json")
        if own:
            return ModelDescription(
                name=str(own.get("id", folder.name)),
                max_tokens=int(own.get("max_tokens", MAX_TOKENS)),
                pooling=_supported(str(own.get("pooling", "mean"))),
                sha256=str(own.get("sha256", "")),
            )
        limit = int(_read_json(folder / "sentence_bert_config.json").get("max_seq_length") or MAX_TOKENS)
        pooling = _pooling_mode(_read_json(folder / "1_Pooling" / "config.json"))
        return ModelDescription(folder.name, min(limit, MAX_TOKENS), _supported(pooling), "")


def _pooling_mode(config: dict[str, Any]) -> str:
    """The mode in a configuration of sentence-transformers: a name or, in its older form, a truth value for each."""
    prefix = "pooling_mode_"
    chosen = [key.removeprefix(prefix) for key, value in config.items() if key.startswith(prefix) and value is True]
    modes = [mode.removesuffix("_tokens").removesuffix("_token") for mode in chosen]
    return str(config.get("pooling_mode") or " and ".join(modes) or "mean")


def _supported(pooling: str) -> str:
    if pooling not in ("mean", "cls", "lasttoken"):
        raise ModelError(f"pooling {pooling!r} is not supported; it must be mean, cls or lasttoken")
    return pooling


def _read_json(file: Path) -> dict[str, Any]:
    """The object in `file`; an empty one where there is no such file."""
    if not file.is_file():
        return {}
    found = json.loads(file.read_bytes())
    if not isinstance(found, dict):
        raise ModelError(f"{file} does not hold a JSON object")
    return found


def _find(folder: Path, *names: str) -> Path:
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise ModelError(f"{folder} holds no {' or '.join(names)}")


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _fetch(hub_id: str) -> Path:
    """The folder of a model in the hub client's own cache, fetched if it is not there."""
    try:
        hub = importlib.import_module("huggingface_hub")
    except ImportError as error:
        raise ModelError(f"to fetch {hub_id}, install the package huggingface_hub") from error
    try:
        return Path(hub.snapshot_download(hub_id, allow_patterns=HUB_PATTERNS, local_files_only=True))
    except FileNotFoundError:
        with _Explained(f"cannot fetch {hub_id}"):
            return Path(hub.snapshot_download(hub_id, allow_patterns=HUB_PATTERNS))


class _Explained(AbstractContextManager[None]):
    """Turns any error inside into a `ModelError`: the packages used here raise bare `Exception`s."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, ModelError):
            raise ModelError(f"{self._what}: {error}") from error
