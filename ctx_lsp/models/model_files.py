"""Finds, downloads and verifies the files of a model. `onnx_model` runs models."""

import hashlib
import importlib
import importlib.util
import json
import re
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

BUNDLED = "bundled"
MODELS_FOLDER = Path(__file__).parents[1] / "models"
BUNDLED_EMBEDDER = MODELS_FOLDER / "minilm"
HUB_PATTERNS = ["*.json", "1_Pooling/*.json", "model.onnx*", "onnx/model.onnx*"]  # weights only in ONNX format
_HUB_ID = re.compile(r"\w[\w.-]*/\w[\w.-]*", re.ASCII)


class ModelError(Exception):
    """The error raised if a model cannot be used. The message names the model and the reason."""


class AsModelError(AbstractContextManager[None]):
    """A context manager that converts any error to a `ModelError`, because model packages raise bare `Exception`s."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, ModelError):
            raise ModelError(f"{self._what}: {error}") from error


@cache
def bundled_vocabulary() -> tuple[str, ...]:
    """Return some 20,000 English words from the bundled tokenizer, in lower case, most frequent first."""
    numbers = json.loads(find_file(BUNDLED_EMBEDDER, "tokenizer.json").read_bytes())["model"]["vocab"]
    return tuple(token for token in sorted(numbers, key=numbers.__getitem__) if token.isalpha() and token.isascii())


def is_hub_id(model: str) -> bool:
    """Return whether `model` has the form "owner/name"."""
    return bool(_HUB_ID.fullmatch(model))


def package_folder(package: str) -> Path:
    """Return the folder of the installed package `package`, which holds a model. The package is not imported.

    Raises `ModelError` if the package is not installed.
    """
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ModelError(f"the package {package.replace('_', '-')} is not installed")
    return Path(spec.origin).parent


def model_folder(model: str | Path) -> Path:
    """Return the folder of a model, and download the model if necessary.

    `model` is a folder or a hub id "owner/name". A name in the form of a hub id is always treated as a hub id. The
    current folder may be an untrusted repository, which must not be able to replace the user's model with a folder of
    the same name. Raises `ModelError`.
    """
    if isinstance(model, str) and is_hub_id(model):
        return _fetch(model)
    with AsModelError(f"cannot look for {model}"):
        folder = Path(model).expanduser()
        if folder.is_dir():
            return folder
    raise ModelError(f"{model} is neither a folder with a model nor a hub id of the form owner/name")


def find_file(folder: Path, *names: str) -> Path:
    """Return the first of `names` that is a file in `folder`. Raises `ModelError` if there is none."""
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise ModelError(f"{folder} holds no {' or '.join(names)}")


def read_json(file: Path) -> dict[str, Any]:
    """Return the JSON object in `file`, or an empty object if the file does not exist.

    Raises `ModelError` if the file holds another JSON value, and `ValueError` if it does not hold JSON.
    """
    if not file.is_file():
        return {}
    found = json.loads(file.read_bytes())
    if not isinstance(found, dict):
        raise ModelError(f"{file} is not a JSON object")
    return found


def sha256(file: Path) -> str:
    """Return the hexadecimal SHA-256 digest of a file."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _fetch(hub_id: str) -> Path:
    """Return the model's folder in the hub client's own cache, and download the model if necessary.

    Raises `ModelError` if the hub client is not installed or cannot get the model.
    """
    try:
        hub = importlib.import_module("huggingface_hub")
    except ImportError as error:
        raise ModelError(f"to fetch {hub_id}, install the package huggingface_hub") from error
    with AsModelError(f"cannot fetch {hub_id}"):
        try:
            return Path(hub.snapshot_download(hub_id, allow_patterns=HUB_PATTERNS, local_files_only=True))
        except FileNotFoundError:
            return Path(hub.snapshot_download(hub_id, allow_patterns=HUB_PATTERNS))
