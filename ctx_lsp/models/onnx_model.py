"""Text models in ONNX: a session and a tokenizer that process one text, or one pair of texts, at a time.

No other module uses `onnxruntime` or `tokenizers`. Texts are not batched. In a batch, int8 kernels choose a scale for
all texts together, but an output must depend only on its own input. Callers interpret the output.
"""

import hashlib
import importlib
import os
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from ctx_lsp.models.model_files import AsModelError, ModelError, find_file, sha256

if TYPE_CHECKING:
    import onnxruntime

MAX_TOKEN_CHARACTERS = 32  # for each token of the limit, this many characters are tokenised; the rest is ignored
_INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})


class OnnxModel:
    """A model in a folder with `tokenizer.json` and `model.onnx` or `onnx/model.onnx`. It can be used from any thread.

    `digest` identifies the weights, the tokenizer and the release of the runtime. The constructor raises `ModelError`.
    """

    def __init__(self, folder: Path, max_tokens: int, expected_sha256: str) -> None:
        """Load the model from `folder`. Input is truncated to `max_tokens`.

        `expected_sha256` is the digest of the weights, or empty if it is not known.
        """
        model = find_file(folder, "model.onnx", "onnx/model.onnx")
        tokenizer = find_file(folder, "tokenizer.json")
        with AsModelError(f"cannot read the model in {folder}"):
            weights_digest = sha256(model)
            if expected_sha256 not in ("", weights_digest):
                raise ModelError(f"{model} is damaged: its SHA-256 differs from the one in model.json")
            from tokenizers import Tokenizer  # noqa: PLC0415  # slow to import, and many starts do not need it

            self._tokenizer = Tokenizer.from_file(str(tokenizer))
            self._tokenizer.no_padding()  # MiniLM's tokenizer file asks for padding to 128 tokens
            self._tokenizer.enable_truncation(max_tokens)  # for a pair, the longer text is truncated first
            self._session = _open_session(model)
            self._inputs = [node.name for node in self._session.get_inputs()]
            self.outputs = [node.name for node in self._session.get_outputs()]
        unknown = set(self._inputs) - _INPUTS
        if unknown:
            raise ModelError(f"{model} does not have the inputs of a text encoder: {', '.join(sorted(unknown))}")
        self._max_characters = max_tokens * MAX_TOKEN_CHARACTERS
        parts = (weights_digest, sha256(tokenizer), max_tokens, version("onnxruntime"))  # kernels differ by release
        self.digest = hashlib.sha256(repr(parts).encode()).hexdigest()

    def run(self, output: str, text: str, second: str | None = None) -> np.ndarray:
        """Return the model's `output` for one or two texts, without the batch axis. May raise any `Exception`."""
        feeds = self.feeds(text, second)
        (found,) = self._session.run([output], {name: feeds[name] for name in self._inputs})
        return np.asarray(found[0], dtype=np.float32)

    def feeds(self, text: str, second: str | None = None) -> dict[str, np.ndarray]:
        """Return the model's inputs for one or two texts, keyed by name. Each is an int64 array of one row.

        May raise any `Exception`.
        """
        pair = None if second is None else second[: self._max_characters]
        encoding = self._tokenizer.encode(text[: self._max_characters], pair)
        ids = np.array([encoding.ids or [0]], dtype=np.int64)  # the graph needs a token; any will do for an empty text
        types = np.array([encoding.type_ids or [0]], dtype=np.int64)
        return {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": types}

    def cut(self, text: str, tokens: int) -> str:
        """Return the beginning of `text`, up to `tokens` tokens. May raise any `Exception`."""
        offsets = self._tokenizer.encode(text[: self._max_characters], add_special_tokens=False).offsets
        return text[: offsets[tokens - 1][1]] if len(offsets) > tokens else text


def load_runtime() -> ModuleType:
    """Load the runtime on first use, because it loads slowly and many starts do not need it.

    Its telemetry is switched off. Otherwise a thread would wake up every few seconds to send events to the vendor.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read only during the import
    return importlib.import_module("onnxruntime")


def _open_session(model: Path) -> "onnxruntime.InferenceSession":
    onnxruntime = load_runtime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # two callers with one thread each do twice the work of one caller with two
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3  # errors only: warnings about the graph would appear on stderr
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
