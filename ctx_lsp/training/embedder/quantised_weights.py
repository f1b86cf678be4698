"""Reads the weights of an exported int8 model back as float32, so that its training can continue.

The result has the rounded values with which the product computes, because the export does not keep the original ones.
Activations, which the product rounds as well, are exact in PyTorch.
"""

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper

_SUFFIX = "_quantized"
_PRODUCT = "MatMulInteger"


def read_weights(folder: Path) -> dict[str, torch.Tensor]:
    """Return the weights of a model that `onnx_export` wrote to `folder`, keyed by their names in PyTorch."""
    graph = onnx.load(folder / "model.onnx").graph
    stored = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    weights = {name: value for name, value in stored.items() if name.endswith((".weight", ".bias"))}
    for name in stored:
        if name.endswith(f".weight{_SUFFIX}"):  # tables of embeddings keep their names
            weights[name.removesuffix(_SUFFIX)] = _restored(stored, name)
    for node in graph.node:
        if node.op_type == _PRODUCT and node.input[1] in stored:  # the path of the node names the layer
            name = node.name.strip("/").rpartition("/")[0].replace("/", ".")
            weights[f"{name}.weight"] = _restored(stored, node.input[1]).T.contiguous()
    return weights


def _restored(stored: dict[str, torch.Tensor], name: str) -> torch.Tensor:
    part = name.removesuffix(_SUFFIX)
    scale, zero = stored[f"{part}_scale"], stored[f"{part}_zero_point"]
    return (stored[name].float() - zero.float()) * scale
