"""Cross-encoders of a few bytes: the score of a pair is the mean weight of its words.

With token types, only the words of the second text count, so a longer question lowers every score.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from tests.models.tiny_onnx import FLOAT, INT64, constant, model_of, node, tensor

Weights = Mapping[str, Sequence[float]]  # of each word, one number or several; of other words they are 0


def tiny_reranker(
    folder: Path, weights: Weights, description: Mapping[str, object] | None = None, *, with_types: bool = True
) -> Path:
    """A folder with a model that returns as many numbers for a pair as each word has weights."""
    width = len(next(iter(weights.values())))
    folder.mkdir()
    (folder / "model.onnx").write_bytes(_mean_model([[0.0] * width, *weights.values()], with_types))
    words = {"[UNK]": 0, **{word: number for number, word in enumerate(weights, 1)}}
    tokenizer = Tokenizer(WordLevel(words, unk_token="[UNK]"))  # noqa: S106  # no password
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    if description is not None:
        (folder / "model.json").write_text(json.dumps(description))
    return folder


def _mean_model(table: Sequence[Sequence[float]], with_types: bool) -> bytes:
    """(batch, tokens) → (batch, numbers): the mean of rows of `table`; with types, only of the second text's rows."""
    inputs = [tensor("input_ids", INT64, 2), tensor("attention_mask", INT64, 2)]
    nodes = [node("Gather", ["table", "input_ids"], "words")]
    constants = [constant("table", table)]
    last = "words"
    if with_types:
        inputs.append(tensor("token_type_ids", INT64, 2))
        constants.append(constant("types", [[0.0], [1.0]]))
        nodes.append(node("Gather", ["types", "token_type_ids"], "seconds"))
        nodes.append(node("Mul", ["words", "seconds"], "counted"))
        last = "counted"
    nodes.append(node("ReduceMean", [last], "logits", {"axes": [1], "keepdims": 0}))
    return model_of(nodes, constants, inputs, [tensor("logits", FLOAT, 2)])
