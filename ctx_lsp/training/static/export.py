"""Builds the folder of a trained static model, which looks up vectors in an int8 table. A script, run by hand.

    python -m ctx_lsp.training.static.export SOURCE RUNS/static.pt TARGET

SOURCE is the unpacked package that `export_minilm` names. TARGET can be used as `model.embedding` in `ctx-lsp`. With
`--model2vec`, the table is also written in the format of Model2Vec, for a fair comparison with programs that use that
format. Those programs do not weight positions or repeated tokens.
"""

import argparse
import json
import shutil
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import save_file
from tokenizers import Tokenizer

from ctx_lsp.models.model_files import sha256
from ctx_lsp.training.embedder import minilm
from ctx_lsp.training.embedder.onnx_export import OPSET
from ctx_lsp.training.embedder.sentence_encoder import OUTPUT
from ctx_lsp.training.static.static_encoder import MAX_TOKENS, REPEATS

IR_VERSION = 8  # the version of the ONNX format that matches the operator set
NOTICE = f"""

Changes made for ctx-lsp
------------------------
A table of one vector a token was made of what the weights say of each token by itself, and trained on questions and
code from openly licensed packages (ctx_lsp/training/static/train.py). The tokenizer has further words, and cuts names
where their case changes. The original weights were taken from the package {minilm.PACKAGE}.
"""


def static_graph(table: np.ndarray, places: np.ndarray) -> onnx.ModelProto:
    """Build the ONNX model from a float32 table (tokens, dimensions) and float32 position weights (`MAX_TOKENS`,)."""
    scales = np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-9) / 127
    constants = {
        "table": np.rint(table / scales).astype(np.int8),
        "scales": scales.astype(np.float32),
        "places": places[:, None].astype(np.float32),
        "repeats": np.array(REPEATS - 1, dtype=np.float32),
        "zero": np.array(0, dtype=np.int64),
        "one": np.array(1, dtype=np.int64),
        "first": np.array([1], dtype=np.int64),
        "second": np.array([2], dtype=np.int64),
    }
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["rows8"]),
        helper.make_node("Cast", ["rows8"], ["rows"], to=TensorProto.FLOAT),
        helper.make_node("Gather", ["scales", "input_ids"], ["scale"]),
        helper.make_node("Unsqueeze", ["input_ids", "second"], ["down"]),
        helper.make_node("Unsqueeze", ["input_ids", "first"], ["across"]),
        helper.make_node("Equal", ["down", "across"], ["equal"]),
        helper.make_node("Cast", ["equal"], ["equals"], to=TensorProto.FLOAT),
        helper.make_node("ReduceSum", ["equals", "second"], ["counts"], keepdims=1),
        helper.make_node("Pow", ["counts", "repeats"], ["once"]),
        helper.make_node("Shape", ["input_ids"], ["shape"]),
        helper.make_node("Gather", ["shape", "one"], ["length"]),
        helper.make_node("Range", ["zero", "length", "one"], ["numbers"]),
        helper.make_node("Gather", ["places", "numbers"], ["place"]),
        helper.make_node("Mul", ["scale", "once"], ["by_token"]),
        helper.make_node("Mul", ["by_token", "place"], ["weights"]),
        helper.make_node("Mul", ["rows", "weights"], ["weighted"]),
        helper.make_node("ReduceSum", ["weighted", "first"], ["sum"], keepdims=0),
        helper.make_node("LpNormalization", ["sum"], [OUTPUT], axis=1, p=2),
    ]
    graph = helper.make_graph(
        nodes,
        "static",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "sequence"])],
        [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["batch", table.shape[1]])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    onnx.checker.check_model(model)
    return model


def write_model2vec(table: np.ndarray, tokenizer: Path, target: Path) -> None:
    """Write a float32 table (tokens, dimensions) to the folder `target` in the format of Model2Vec."""
    target.mkdir(parents=True, exist_ok=True)
    save_file({"embeddings": table}, target / "model.safetensors")
    (target / "config.json").write_text(json.dumps({"model_type": "model2vec", "normalize": True}))
    shutil.copyfile(tokenizer, target / "tokenizer.json")


def main() -> None:
    """Build the model's folder from the checkpoint."""
    parser = argparse.ArgumentParser(description="Export the static embedding model.")
    parser.add_argument("source", type=Path, help="the unpacked package, or the model's folder in it")
    parser.add_argument("checkpoint", type=Path, help="written by training.static.train, with the tokenizer beside it")
    parser.add_argument("target", type=Path, help="where to write the model")
    parser.add_argument("--model2vec", type=Path, help="where to write it in that format too")
    arguments = parser.parse_args()

    source = minilm.find_source(arguments.source)
    state = torch.load(arguments.checkpoint, weights_only=True)["model"]
    table = state["table"].numpy()
    arguments.target.mkdir(parents=True, exist_ok=True)
    weights = arguments.target / "model.onnx"
    onnx.save(static_graph(table, state["places"].exp().numpy()), str(weights))
    description = {
        "id": "ctx-lsp-static-code-int8",
        "dimensions": table.shape[1],
        "max_tokens": MAX_TOKENS,
        "pooling": "mean",
        "normalize": True,
        "source": minilm.NAME,
        "source_sha256": minilm.SHA256,
        "tuned_sha256": sha256(arguments.checkpoint),
        "sha256": sha256(weights),
    }
    (arguments.target / "model.json").write_text(json.dumps(description, indent=2) + "\n")
    (arguments.target / "NOTICE").write_text((source / "NOTICE").read_text().rstrip() + NOTICE)
    shutil.copyfile(source / "LICENSE", arguments.target / "LICENSE")
    tokenizer = arguments.checkpoint.with_suffix(".tokenizer.json")
    Tokenizer.from_file(str(tokenizer)).save(str(arguments.target / "tokenizer.json"), pretty=False)
    if arguments.model2vec:
        write_model2vec(table, tokenizer, arguments.model2vec)
    print(f"{weights}: {weights.stat().st_size:,} bytes, sha256 {description['sha256']}")


if __name__ == "__main__":
    main()
