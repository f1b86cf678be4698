"""Train the static embedding model on (question → code) pairs. A script, run by hand; `export` comes after it.

    python -m ctx_lsp.training.static.train SOURCE PAIRS --runs RUNS

SOURCE is the unpacked package that `export_minilm` names, and PAIRS is a folder of `*.jsonl` (see `pairs_reader`). The
loss and the batches are as in `embedder.train`, but batches are larger, because a batch takes only a third of a second.
The seed is 0.

Two runs on pairs from `histories.pairs --commits 40` took 240 steps each. The table shows the exported models' mean
MRR@10 over languages on held-out repositories (commits: 615 questions about 23 repositories; documentation: 1,015
questions about 24 repositories), and the difference from the bundled transformer over all questions, with its interval
clustered by repository:

    pairs   tokens  commits                          documentation
    (transformer)   0.499                            0.663
    17,088  28,917  0.458  -0.040 [-0.067, -0.017]   0.638  -0.024 [-0.060, +0.019]
    25,594  29,397  0.479  -0.019 [-0.052, +0.009]   0.653  -0.007 [-0.037, +0.028]

On all held-out pairs, both runs had nearly the same MRR after 150 steps as at the end (0.512 and 0.511; 0.550 and
0.550), so more steps do not help, but more pairs do. Fewer dimensions, other vocabularies and distillation were not
tried. On whole projects, the second model is not significantly better than text search alone (`docs/benchmarks.md`), so
it is not bundled.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch

from ctx_lsp.training.embedder import minilm
from ctx_lsp.training.embedder.ranks import reciprocal_ranks, summary, validation_sets
from ctx_lsp.training.embedder.train import info_nce
from ctx_lsp.training.embedder.training_loop import Training, add_arguments, run_of
from ctx_lsp.training.pairs.pairs_reader import Example, epochs, read_pairs, split
from ctx_lsp.training.static.static_encoder import MAX_TOKENS, StaticEncoder, start_table
from ctx_lsp.training.static.static_tokens import encode, make_vocabulary

SEED = 0
BATCH = 512
RATE = 3e-3
DIMENSIONS = 384  # of the initial table and of the bundled model
CANDIDATES = 1_000  # per language, as many as `embedder.evaluate` uses
VALIDATE_EVERY = 150  # steps

Rows = list[list[int]]


class StaticTask:
    """The training task for the static model. It provides batches of pairs and computes their loss."""

    def __init__(self, model: StaticEncoder, train: Sequence[Example], rows: tuple[Rows, Rows]) -> None:
        """Store the pairs in `train`; `rows` holds the token ids of their questions, and those of their texts."""
        self._model = model
        self._train = train
        self._questions, self._texts = rows
        self._question_numbers = _numbered([pair.query for pair in train])
        self._text_numbers = _numbered([pair.text for pair in train])

    def batches(self) -> Iterator[list[int]]:
        """Yield an endless sequence of batches, as indices into `train`."""
        return epochs(self._train, BATCH, SEED)

    def learn(self, batch: list[int]) -> float:
        """Compute the loss on a batch, add its gradient to the model, and return the loss."""
        rows = [self._questions[number] for number in batch] + [self._texts[number] for number in batch]
        questions, texts = self._model(rows).chunk(2)
        value = info_nce(questions, texts, self._alike(batch))
        value.backward()
        return float(value.detach())

    def _alike(self, batch: list[int]) -> torch.Tensor:
        """Return a bool matrix (pairs, pairs) that is true where two different pairs have the same question or text."""
        kinds = (self._question_numbers[batch], self._text_numbers[batch])
        same = np.logical_or(*(numbers[:, None] == numbers[None] for numbers in kinds))
        np.fill_diagonal(same, False)
        return torch.from_numpy(same)


class HeldOutPackages:
    """Validates the model on held-out packages; `sets` maps each language to token ids of its questions and texts."""

    def __init__(self, model: StaticEncoder, sets: dict[str, tuple[Rows, Rows]]) -> None:
        self._model = model
        self._sets = sets

    def validate(self) -> str:
        """Format the MRR for each language."""
        figures = {}
        with torch.inference_mode():
            for language, (questions, texts) in self._sets.items():
                scores = self._model(questions) @ self._model(texts).T
                figures[language] = float(reciprocal_ranks(scores.numpy()).mean())
        return summary(figures)


def _numbered(texts: Sequence[str]) -> np.ndarray:
    """Number the texts, giving equal texts equal numbers, and return the numbers."""
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(text, len(numbers)) for text in texts])


def main() -> None:
    """Train the model, and write the checkpoint with the tokenizer beside it."""
    parser = argparse.ArgumentParser(description="Train the static embedding model on pairs of question and code.")
    parser.add_argument("source", type=Path, help="the unpacked package, or the model's folder in it")
    parser.add_argument("pairs", type=Path, help="folder of *.jsonl")
    parser.add_argument("--dimensions", type=int, default=DIMENSIONS)
    add_arguments(parser, "static", 450, RATE)
    arguments = parser.parse_args()

    run = run_of(arguments)
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    source = minilm.find_source(arguments.source)
    train, held_out = split(read_pairs(arguments.pairs))
    vocabulary = make_vocabulary(source, train)
    tokenizer = vocabulary.tokenizer()
    tokenizer.save(str(run.folder / f"{run.name}.tokenizer.json"))

    def rows(pairs: Sequence[Example]) -> tuple[Rows, Rows]:
        questions, texts = [pair.query for pair in pairs], [pair.text for pair in pairs]
        return encode(tokenizer, questions, MAX_TOKENS), encode(tokenizer, texts, MAX_TOKENS)

    learnt = rows(train)
    counts = np.bincount(np.concatenate([*learnt[0], *learnt[1]]).astype(np.int64), minlength=len(vocabulary.tokens))
    shares = (counts + 1) / (counts + 1).sum()
    model = StaticEncoder(len(vocabulary.tokens), arguments.dimensions)
    model.table.data = torch.from_numpy(start_table(source, vocabulary, shares, arguments.dimensions))
    task = StaticTask(model, train, learnt)
    held = HeldOutPackages(
        model, {name: rows(pairs) for name, pairs in validation_sets(held_out, CANDIDATES, SEED).items()}
    )
    training: Training[list[int]] = Training(run, model, task.learn)
    training.log(f"{len(train)} pairs, {len(vocabulary.tokens)} tokens; before: {held.validate()}")
    training.train(task.batches(), held.validate, VALIDATE_EVERY)


if __name__ == "__main__":
    main()
