"""Build the product's embedding model from a fine-tuned checkpoint: average it with generic weights, export, quantise.

    python -m ctx_lsp.training.embedder.export SOURCE RUNS/embedder.pt ctx_lsp/models/minilm --share 0.75

SOURCE is the unpacked package that `export_minilm` names. An average of tuned and generic weights retains more general
knowledge of language than the tuned weights alone, and often outperforms both on unseen data (WiSE-FT, arXiv
2109.01903). `evaluate` and the tasks of `ctx-lsp eval` show which share is best.
"""

import argparse
from pathlib import Path

import torch

from ctx_lsp.models.model_files import sha256
from ctx_lsp.training.embedder import minilm
from ctx_lsp.training.embedder.onnx_export import write_model
from ctx_lsp.training.embedder.quantised_weights import read_weights
from ctx_lsp.training.embedder.sentence_encoder import INPUTS, OUTPUT, SentenceEncoder

NOTICE = f"""

Changes made for ctx-lsp
------------------------
The weights were tuned on code of openly licensed projects, with commit messages and documentation as questions, and
averaged with the original ones (train.py and export.py in ctx_lsp/training/embedder), exported to ONNX, with mean
pooling and L2 normalisation as part of the graph and without the unused pooler layer, and quantised to 8-bit integers
per channel. The tokenizer is unchanged. The original weights were taken from the package {minilm.PACKAGE}.
"""


def blend(encoder: SentenceEncoder, checkpoint: Path, share: float) -> None:
    """Average the weights of `encoder` with those of `checkpoint` in place; `share` (0–1) is the checkpoint's share."""
    tuned = torch.load(checkpoint, weights_only=True)["model"]
    generic = encoder.state_dict()
    encoder.load_state_dict({
        name: torch.lerp(value, tuned[name], share) if value.is_floating_point() else value
        for name, value in generic.items()
    })  # fmt: skip


def main() -> None:
    """Build the model's folder from the checkpoint."""
    parser = argparse.ArgumentParser(description="Export and quantise the tuned embedding model.")
    parser.add_argument("source", type=Path, help="the unpacked package, or the model's folder in it")
    parser.add_argument("checkpoint", type=Path, help="written by training.embedder.train")
    parser.add_argument("target", type=Path, help="where to write the model")
    parser.add_argument("--base", type=Path, help="folder of an exported model to average with, instead of SOURCE")
    parser.add_argument("--share", type=float, default=0.75, help="of the tuned weights in the average, 0 to 1")
    arguments = parser.parse_args()

    source = minilm.find_source(arguments.source)
    encoder = SentenceEncoder(source)
    if arguments.base:
        encoder.load_state_dict(encoder.state_dict() | read_weights(arguments.base))
    blend(encoder, arguments.checkpoint, arguments.share)
    description = {
        "id": "ctx-lsp-minilm-code-int8",
        "dimensions": encoder.bert.config.hidden_size,
        "max_tokens": minilm.MAX_TOKENS,
        "pooling": "mean",
        "normalize": True,
        "source": minilm.NAME,
        "source_sha256": minilm.SHA256,
        "tuned_share": arguments.share,
        "tuned_sha256": sha256(arguments.checkpoint),
    }
    write_model(encoder, INPUTS, OUTPUT, source, arguments.target, description, NOTICE)


if __name__ == "__main__":
    main()
