"""Writes a trained model as a folder that the product can load: int8 ONNX, description, tokenizer, licence and notice.

`sentence_encoder` and `cross_encoder` define the graphs; the calling scripts pass the description.
"""

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from ctx_lsp.models.model_files import sha256

OPSET = 17  # the first with LayerNormalization as one operator
MAX_BYTES = 25_000_000  # maximum size of the model in a wheel


def write_model(
    model: torch.nn.Module,
    inputs: Sequence[str],
    output: str,
    source: Path,
    target: Path,
    description: Mapping[str, object],
    notice: str,
) -> None:
    """Write the model to the folder `target`, with the tokenizer and licence from the folder `source`.

    The NOTICE file of `source` is written with `notice` at its end. Exits the program if the model is larger than
    `MAX_BYTES`.
    """
    target.mkdir(parents=True, exist_ok=True)
    weights = target / "model.onnx"
    with tempfile.TemporaryDirectory() as folder:
        exported = Path(folder) / "model.onnx"
        _export(model, inputs, output, exported)
        _quantise(exported, weights)
    size = weights.stat().st_size
    if size > MAX_BYTES:
        raise SystemExit(f"{weights} has {size:,} bytes, more than {MAX_BYTES:,}")

    described = {**description, "sha256": sha256(weights)}
    (target / "model.json").write_text(json.dumps(described, indent=2) + "\n")
    (target / "NOTICE").write_text((source / "NOTICE").read_text().rstrip() + notice)
    for name in ("tokenizer.json", "LICENSE"):
        shutil.copyfile(source / name, target / name)
    print(f"{weights}: {size:,} bytes, sha256 {described['sha256']}")


def _export(model: torch.nn.Module, inputs: Sequence[str], output: str, target: Path) -> None:
    """Export `model` to ONNX as float32; its inputs are integers (batch, sequence)."""
    sample = torch.randint(1_000, 20_000, (2, 16))
    samples = [sample if name == "input_ids" else torch.ones_like(sample) for name in inputs]
    torch.onnx.export(
        model.eval(),
        tuple(samples),
        str(target),
        dynamo=False,  # the tracing exporter produces the kind of graph that the quantiser supports
        opset_version=OPSET,
        input_names=list(inputs),
        output_names=[output],
        dynamic_axes={output: {0: "batch"}} | {name: {0: "batch", 1: "sequence"} for name in inputs},
    )


def _quantise(source: Path, target: Path) -> None:
    """Quantise the weights to int8; activations are quantised at run time."""
    quantize_dynamic(
        source,
        target,
        weight_type=QuantType.QInt8,
        per_channel=True,  # cosine similarity to float32: .993 instead of .950
        reduce_range=True,  # to 7 bits, because 8-bit products overflow on processors without VNNI
    )
