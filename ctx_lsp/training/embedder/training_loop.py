"""The training loop of all models: AdamW, warm-up and linear decay, checkpoints, and a log.

`side_by_side` runs a batch through a model; the callers define batches and losses. The order of the batches depends
only on the seed, so a resumed run continues with the next batch.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Generic, TypeVar

import torch

WARM_UP = 0.06  # share of all steps
WEIGHT_DECAY = 0.01
MAX_NORM = 1.0  # maximum norm of the gradient
CHECKPOINT_EVERY = 300.0  # seconds
LOG_EVERY = 10  # steps

Batch = TypeVar("Batch")


@dataclass(frozen=True, slots=True)
class Run:
    """The settings of a training run; a resumed run may have fewer or more `steps` than the original run."""

    name: str
    steps: int
    rate: float
    folder: Path
    resume: bool

    @property
    def checkpoint(self) -> Path:
        """The file that holds the state of the run."""
        return self.folder / f"{self.name}.pt"


def rate_at(run: Run, step: int) -> float:
    """Return the learning rate at a step. The rate rises during the warm-up, then falls to zero at the last step."""
    warm_up = max(1.0, run.steps * WARM_UP)
    return run.rate * min((step + 1) / warm_up, max(0.0, (run.steps - step) / (run.steps - warm_up)))


def add_arguments(parser: argparse.ArgumentParser, name: str, steps: int, rate: float) -> None:
    """Add the command-line options that `run_of` reads.

    `name`, `steps` and `rate` are the defaults of the options with these names.
    """
    parser.add_argument("--name", default=name, help="of the log and the checkpoint")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--rate", type=float, default=rate, help="highest learning rate")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="folder for the log and the checkpoint")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint, if there is one")
    parser.add_argument("--threads", type=int, default=2)


def run_of(arguments: argparse.Namespace) -> Run:
    """Build the run's settings from the command-line options, and create its output folder."""
    arguments.runs.mkdir(parents=True, exist_ok=True)
    return Run(arguments.name, arguments.steps, arguments.rate, arguments.runs, arguments.resume)


class Training(Generic[Batch]):
    """A training run that updates `model` in place; `learn` adds the gradient of a batch and returns the loss."""

    def __init__(self, run: Run, model: torch.nn.Module, learn: Callable[[Batch], float]) -> None:
        self._run = run
        self._model = model
        self._learn = learn
        self._optimizer = torch.optim.AdamW(model.parameters(), weight_decay=WEIGHT_DECAY)
        self._start = 0
        if run.resume and run.checkpoint.exists():
            self._load()

    @property
    def is_resumed(self) -> bool:
        """Whether the run continues from a checkpoint."""
        return self._start > 0

    def train(self, batches: Iterator[Batch], validate: Callable[[], str], every: int) -> None:
        """Run the remaining steps; log `validate()` after every `every` steps and at the end."""
        saved = logged = time.monotonic()
        losses = []
        for step, batch in enumerate(islice(batches, self._start, self._run.steps), self._start):
            losses.append(self._step(step, batch))
            now = time.monotonic()
            if (step + 1) % LOG_EVERY == 0:
                mean = sum(losses) / len(losses)
                self.log(f"step {step + 1} loss {mean:.4f} seconds a step {(now - logged) / len(losses):.2f}")
                logged, losses = now, []
            if now - saved > CHECKPOINT_EVERY:
                self._save(step + 1)
                saved = now
            if (step + 1) % every == 0 or step + 1 == self._run.steps:
                self.log(f"step {step + 1} {validate()}")
                logged = time.monotonic()
        self._save(self._run.steps)

    def log(self, text: str) -> None:
        """Write a line to the terminal and to the log file."""
        line = f"{time.strftime('%H:%M:%S')} {text}"
        print(line, flush=True)
        with (self._run.folder / f"{self._run.name}.log").open("a", encoding="utf-8") as log:
            log.write(line + "\n")

    def _step(self, step: int, batch: Batch) -> float:
        for group in self._optimizer.param_groups:
            group["lr"] = rate_at(self._run, step)
        loss = self._learn(batch)
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), MAX_NORM)
        self._optimizer.step()
        self._optimizer.zero_grad(set_to_none=True)
        return loss

    def _save(self, step: int) -> None:
        """Replace the checkpoint atomically, so that an interruption leaves the previous one intact."""
        state = {"step": step, "model": self._model.state_dict(), "optimizer": self._optimizer.state_dict()}
        fresh = self._run.checkpoint.with_suffix(".tmp")
        torch.save(state, fresh)
        fresh.replace(self._run.checkpoint)

    def _load(self) -> None:
        state = torch.load(self._run.checkpoint, weights_only=True)
        self._model.load_state_dict(state["model"])
        self._optimizer.load_state_dict(state["optimizer"])
        self._start = state["step"]
        self.log(f"resumed at step {self._start}")
