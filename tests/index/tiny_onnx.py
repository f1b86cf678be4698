"""ONNX models of a few bytes, written field by field: a table of token vectors and nothing else.

The model has no vector for the text `nowhere`, alone or repeated.
"""

import json
import struct
from collections.abc import Sequence
from pathlib import Path

from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

FLOAT, INT64 = 1, 7  # ONNX's numbers of element types


WORDS = {"[UNK]": 0, "north": 1, "east": 2, "up": 3, "nowhere": 4}
TABLE = [[1.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]


def tiny_model(folder: Path, description: dict[str, object] | None = None, input_name: str = "input_ids") -> Path:
    """A folder with a model of five words that gives one vector a token."""
    folder.mkdir()
    (folder / "model.onnx").write_bytes(lookup_model(TABLE, input_name))
    tokenizer = Tokenizer(WordLevel(WORDS, unk_token="[UNK]"))  # noqa: S106  # no password
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    if description is not None:
        (folder / "model.json").write_text(json.dumps(description))
    return folder


def lookup_model(table: Sequence[Sequence[float]], input_name: str = "input_ids") -> bytes:
    """A model that gives row n of `table` for token n: (batch, tokens) → (batch, tokens, dimensions)."""
    values = b"".join(struct.pack("<f", value) for row in table for value in row)
    shape = _number(1, len(table)) + _number(1, len(table[0]))
    initializer = shape + _number(2, FLOAT) + _bytes(8, b"table") + _bytes(4, values)
    node = _bytes(1, b"table") + _bytes(1, input_name.encode()) + _bytes(2, b"tokens") + _bytes(4, b"Gather")
    graph = (
        _bytes(1, node)
        + _bytes(2, b"lookup")
        + _bytes(5, initializer)
        + _bytes(11, _tensor(input_name, INT64, 2))
        + _bytes(12, _tensor("tokens", FLOAT, 3))
    )
    opset = _number(2, 13)
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, opset)


def _tensor(name: str, kind: int, axes: int) -> bytes:
    shape = b"".join(_bytes(1, _bytes(2, f"axis{axis}".encode())) for axis in range(axes))
    tensor = _number(1, kind) + _bytes(2, shape)
    return _bytes(1, name.encode()) + _bytes(2, _bytes(1, tensor))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*encoded, value])
