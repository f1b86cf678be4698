"""Runs forward and backward passes of a model over a batch in parallel threads, each with its own copy of the model.

Two threads that each run their own operator are faster than one operator that is spread over two cores. The gain is
largest on a busy machine, where an operator spread over two cores would wait for the slower core. The copies share
their weights but have their own gradients. The gradients are added up in a fixed order, so that their sum does not
depend on which thread finishes first.
"""

import copy
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch

AT_ONCE = 32  # rows of similar length that go through the model together

Rows = Sequence[Sequence[int]]
Inputs = Callable[[Rows], tuple[np.ndarray, ...]]


class SideBySide:
    """A model that runs in `threads` threads; `inputs` converts rows of token ids to the arguments of `model`."""

    def __init__(self, model: torch.nn.Module, inputs: Inputs, threads: int) -> None:
        self._models = [model, *(_copy(model) for _ in range(threads - 1))]
        self._inputs = inputs
        self._threads = ThreadPoolExecutor(threads, initializer=torch.set_num_threads, initargs=(1,))

    def outputs(self, rows: Rows) -> torch.Tensor:
        """Return the model's output for each row as float32 (rows, …), without gradients."""
        with torch.inference_mode():
            order, outputs = self._forward(rows, learns=False)
            return torch.cat(outputs)[order.argsort()]

    def learn(self, rows: Rows, loss: Callable[[torch.Tensor], torch.Tensor]) -> float:
        """Compute the loss of the outputs for `rows`, add its gradient to the model's gradient, and return the loss."""
        order, outputs = self._forward(rows, learns=True)
        joined = torch.cat([output.detach() for output in outputs])[order.argsort()].requires_grad_()
        value = loss(joined)
        value.backward()
        assert joined.grad is not None
        parts = joined.grad[order].split([len(output) for output in outputs])
        self._each(lambda number: self._backward(number, outputs, parts))
        self._add_up()
        return float(value.detach())

    def _forward(self, rows: Rows, *, learns: bool) -> tuple[torch.Tensor, list[torch.Tensor]]:
        order = sorted(range(len(rows)), key=lambda number: -len(rows[number]))
        parts = [order[start : start + AT_ONCE] for start in range(0, len(order), AT_ONCE)]
        outputs: list[torch.Tensor] = [torch.empty(0)] * len(parts)

        def run(number: int) -> None:
            with torch.set_grad_enabled(learns), torch.autocast("cpu", dtype=torch.bfloat16):
                for part in range(number, len(parts), len(self._models)):
                    arrays = self._inputs([rows[row] for row in parts[part]])
                    outputs[part] = self._models[number](*map(torch.from_numpy, arrays)).float()

        self._each(run)
        return torch.tensor(order), outputs

    def _backward(self, number: int, outputs: list[torch.Tensor], gradients: Sequence[torch.Tensor]) -> None:
        for part in range(number, len(outputs), len(self._models)):
            outputs[part].backward(gradients[part])

    def _add_up(self) -> None:
        """Add the gradients of the copies to the gradient of the model."""
        first, *others = self._models
        for other in others:
            for own, further in zip(first.parameters(), other.parameters(), strict=True):
                if further.grad is not None:
                    own.grad = further.grad if own.grad is None else own.grad.add_(further.grad)
                    further.grad = None

    def _each(self, work: Callable[[int], None]) -> None:
        list(self._threads.map(work, range(len(self._models))))


def _copy(model: torch.nn.Module) -> torch.nn.Module:
    """Return a copy of `model` that shares its weights but has its own gradients."""
    copied = copy.deepcopy(model)
    for own, further in zip(model.parameters(), copied.parameters(), strict=True):
        further.data = own.data
    return copied
