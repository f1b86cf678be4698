"""ONNX models of a few bytes, written field by field, and an embedder with a table of token vectors.

The embedder has no vector for the text `nowhere`, alone or repeated.
"""

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

FLOAT, INT64 = 1, 7  # ONNX's numbers of element types


WORDS = {"[UNK]": 0, "north": 1, "east": 2, "up": 3, "nowhere": 4}
TABLE = [[1.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]


def tiny_model(folder: Path, description: dict[str, object] | None = None, input_name: str = "input_ids") -> Path:
    """A folder with a model of five words that returns one vector per token."""
    folder.mkdir()
    (folder / "model.onnx").write_bytes(lookup_model(TABLE, input_name))
    tokenizer = Tokenizer(WordLevel(WORDS, unk_token="[UNK]"))  # noqa: S106  # no password
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    if description is not None:
        (folder / "model.json").write_text(json.dumps(description))
    return folder


def lookup_model(table: Sequence[Sequence[float]], input_name: str = "input_ids") -> bytes:
    """A model that returns row n of `table` for token n: (batch, tokens) → (batch, tokens, dimensions)."""
    nodes = [node("Gather", ["table", input_name], "tokens")]
    return model_of(nodes, [constant("table", table)], [tensor(input_name, INT64, 2)], [tensor("tokens", FLOAT, 3)])


def model_of(
    nodes: Sequence[bytes], constants: Sequence[bytes], inputs: Sequence[bytes], outputs: Sequence[bytes]
) -> bytes:
    """A model of parts made by the functions below."""
    parts = {1: nodes, 2: [b"graph"], 5: constants, 11: inputs, 12: outputs}
    graph = b"".join(_bytes(field, part) for field, group in parts.items() for part in group)
    opset = _number(2, 13)
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, opset)


def node(
    operator: str, inputs: Sequence[str], output: str, attributes: Mapping[str, int | Sequence[int]] | None = None
) -> bytes:
    """An operator with one output."""
    names = b"".join(_bytes(1, name.encode()) for name in inputs)
    found = b"".join(_bytes(5, _attribute(name, value)) for name, value in (attributes or {}).items())
    return names + _bytes(2, output.encode()) + _bytes(4, operator.encode()) + found


def _attribute(name: str, value: int | Sequence[int]) -> bytes:
    if isinstance(value, int):
        return _bytes(1, name.encode()) + _number(3, value) + _number(20, 2)
    return _bytes(1, name.encode()) + b"".join(_number(8, one) for one in value) + _number(20, 7)


def constant(name: str, table: Sequence[Sequence[float]]) -> bytes:
    """A table of numbers."""
    values = b"".join(struct.pack("<f", value) for row in table for value in row)
    shape = _number(1, len(table)) + _number(1, len(table[0]))
    return shape + _number(2, FLOAT) + _bytes(8, name.encode()) + _bytes(4, values)


def tensor(name: str, kind: int, axes: int) -> bytes:
    """An input or output with axes of any length."""
    shape = b"".join(_bytes(1, _bytes(2, f"axis{axis}".encode())) for axis in range(axes))
    described = _number(1, kind) + _bytes(2, shape)
    return _bytes(1, name.encode()) + _bytes(2, _bytes(1, described))


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
