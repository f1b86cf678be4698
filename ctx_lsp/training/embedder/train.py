"""Tune the embedding model on (question → code) pairs. A script, run by hand; `export` comes after it.

    python -m ctx_lsp.training.embedder.train SOURCE PAIRS --steps 360 --runs RUNS [--start ctx_lsp/models/minilm]

SOURCE is the unpacked package that `export_minilm` names, and PAIRS is a folder of `*.jsonl` (see `pairs_reader`). All
pairs in a batch have the same language, and several consecutive pairs come from the same package. For each pair, all
other pairs in the batch are negatives in both directions (InfoNCE), unless the two have the same question or text, or
come from the same definition. The seed is 0.

A run on pairs from `pairs.pairs` saw 34,343 pairs from 365 packages, some of them twice, in 27 minutes on two cores of
a busy machine.

A run on pairs from `histories.pairs --commits 40` saw 13,967 pairs from 76 repositories (4,962 of them from commits)
almost twice, in 40 minutes. This run was stopped and resumed with other `--steps`; its learning rate fell to zero at
step 160 and again at step 205. The exported models were measured on 29 held-out repositories (`embedder.evaluate
--candidates 200 --questions 100 --fewest 30`). The table gives the mean MRR@10 over languages, and the difference from
the generic model over all questions, with its interval clustered by repository:

    steps  share  commits                          documentation
        0         0.517                            0.658
      160  0.5    0.531  +0.016 [+0.005, +0.027]   0.711  +0.052 [+0.038, +0.065]
      160  0.75   0.536  +0.021 [+0.003, +0.041]   0.719  +0.058 [+0.045, +0.072]
      160  1.0    0.529  +0.014 [-0.005, +0.033]   0.726  +0.064 [+0.051, +0.079]
      205  0.75   0.535  +0.021 [+0.006, +0.038]   0.720  +0.059 [+0.046, +0.073]
      205  1.0    0.528  +0.012 [-0.007, +0.031]   0.722  +0.062 [+0.048, +0.077]

The best row was chosen on the same repositories, so its values are too optimistic.

A second run saw 25,594 pairs from 126 repositories (from each, 40 commits and 300 other pairs) twice in 67 minutes.
Both runs were measured on 46 held-out repositories, with 1,091 questions from commits and 1,478 from documentation:

    steps  share  commits                          documentation
        0         0.501                            0.670
      205  0.75   0.523  +0.021 [+0.010, +0.032]   0.733  +0.062 [+0.050, +0.073]
      425  0.5    0.522  +0.022 [+0.012, +0.033]   0.725  +0.055 [+0.041, +0.067]
      425  0.75   0.511  +0.012 [-0.002, +0.024]   0.737  +0.067 [+0.052, +0.081]
      425  1.0    0.495  -0.004 [-0.019, +0.011]   -

Twice as many pairs and steps brought no further gain for commits. The bundled model has 205 steps and share 0.75.

A third run started from the bundled model (`--start`, which reads float weights back from int8). It saw 3,504 plain
questions (`training.plain`) about 149 repositories, each twice (`--plain-times 2`), and 6,145 pairs from documentation
and 2,561 from commits, which came from 53 of these repositories. It took 104 steps at rate 3e-5, not quite one epoch.
It was measured on 23 held-out repositories, with 443 questions from commits, 236 plain ones and 600 from documentation
(`--candidates 200 --questions 60 --fewest 12`). The table gives the MRR@10 and the difference from the bundled model:

    share of the run  commits                          plain                            documentation
    0 (bundled)       0.587                            0.672                            0.687
    0.6               0.573  -0.014 [-0.023, -0.005]   0.674  +0.008 [-0.009, +0.027]   0.687  +0.000 [-0.006, +0.006]
    1.0               0.574  -0.012 [-0.020, -0.003]   0.674  +0.003 [-0.014, +0.022]   0.688  +0.001 [-0.006, +0.009]

This model loses on commits and does not gain on plain questions, so the bundled model was not replaced.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch

from ctx_lsp.training.embedder import minilm
from ctx_lsp.training.embedder.quantised_weights import read_weights
from ctx_lsp.training.embedder.ranks import reciprocal_ranks, summary, validation_sets
from ctx_lsp.training.embedder.sentence_encoder import SentenceEncoder
from ctx_lsp.training.embedder.side_by_side import SideBySide
from ctx_lsp.training.embedder.training_loop import Training, add_arguments, run_of
from ctx_lsp.training.pairs.pairs_reader import PLAIN, Example, are_alike, by_origin, epochs, read_pairs, split
from ctx_lsp.training.pairs.tokens import TokenReader, pad

SEED = 0
BATCH = 128
RATE = 5e-5
TEMPERATURE = 0.05
QUERY_TOKENS = 48
CANDIDATES = 150  # number of texts per language in a validation; `evaluate` uses more
VALIDATE_EVERY = 200  # steps


def info_nce(queries: torch.Tensor, codes: torch.Tensor, same: torch.Tensor) -> torch.Tensor:
    """Return the InfoNCE loss for unit vectors (batch, dimensions).

    `same` is a bool matrix (batch, batch), true where two different pairs must not serve as each other's negatives.
    """
    scores = (queries @ codes.T / TEMPERATURE).masked_fill(same, float("-inf"))
    answers = torch.arange(len(scores))
    loss = torch.nn.functional.cross_entropy
    return (loss(scores, answers) + loss(scores.T, answers)) / 2


def alike(pairs: Sequence[Example]) -> torch.Tensor:
    """Return a bool matrix (pairs, pairs) that is true where two different pairs are too alike to be negatives."""
    return torch.tensor([[a is not b and are_alike(a, b) for b in pairs] for a in pairs])


class EmbedderTask:
    """The training task for the embedder. It provides batches of pairs and computes their loss and metrics."""

    def __init__(self, model: SideBySide, tokens: TokenReader, pairs: Sequence[Example], plain_times: int) -> None:
        """Split the pairs for training and validation. Each plain question occurs `plain_times` times in an epoch."""
        self._model = model
        self._tokens = tokens
        trained, held_out = split(pairs)
        self.pairs = [pair for pair in trained for _ in range(plain_times if pair.kind == PLAIN else 1)]
        self._held_out = {
            origin: validation_sets(group, CANDIDATES, SEED) for origin, group in by_origin(held_out).items()
        }

    def batches(self) -> Iterator[list[Example]]:
        """Yield an endless sequence of batches."""
        for batch in epochs(self.pairs, BATCH, SEED):
            yield [self.pairs[index] for index in batch]

    def learn(self, batch: list[Example]) -> float:
        """Compute the loss on a batch, add its gradient to the model, and return the loss."""
        same = alike(batch)

        def loss(vectors: torch.Tensor) -> torch.Tensor:
            queries, codes = vectors.chunk(2)
            return info_nce(queries, codes, same)

        return self._model.learn(self._rows(batch), loss)

    def validate(self) -> str:
        """Format the MRR on held-out packages by language, separately for each origin of pairs."""
        parts = []
        for origin, sets in self._held_out.items():
            figures = {language: self._measure(pairs) for language, pairs in sets.items()}
            parts.append(f"{origin} {summary(figures)}")
        return "; ".join(parts)

    def _measure(self, pairs: Sequence[Example]) -> float:
        queries, codes = self._model.outputs(self._rows(pairs)).numpy().reshape(2, len(pairs), -1)
        return float(reciprocal_ranks(queries @ codes.T).mean())

    def _rows(self, pairs: Sequence[Example]) -> list[list[int]]:
        """Return the token ids of all questions, followed by those of all texts."""
        queries = self._tokens.texts([pair.query for pair in pairs], QUERY_TOKENS)
        return queries + self._tokens.texts([pair.text for pair in pairs], minilm.MAX_TOKENS)


def main() -> None:
    """Train the model and write the checkpoint."""
    parser = argparse.ArgumentParser(description="Tune the embedding model on pairs of question and code.")
    parser.add_argument("source", type=Path, help="the unpacked package, or the model's folder in it")
    parser.add_argument("pairs", type=Path, help="folder of *.jsonl")
    parser.add_argument("--start", type=Path, help="folder of an exported model to start from, such as the bundled one")
    parser.add_argument("--plain-times", type=int, default=1, help="how often an epoch has each plain question")
    add_arguments(parser, "embedder", 360, RATE)
    arguments = parser.parse_args()

    run = run_of(arguments)
    torch.manual_seed(SEED)
    source = minilm.find_source(arguments.source)
    encoder = SentenceEncoder(source)
    if arguments.start:
        encoder.load_state_dict(encoder.state_dict() | read_weights(arguments.start))
    model = SideBySide(encoder, pad, arguments.threads)
    task = EmbedderTask(model, TokenReader(source), read_pairs(arguments.pairs), arguments.plain_times)
    training: Training[list[Example]] = Training(run, encoder, task.learn)
    if not training.is_resumed:
        training.log(f"{len(task.pairs)} pairs; before: {task.validate()}")
    training.train(task.batches(), task.validate, VALIDATE_EVERY)


if __name__ == "__main__":
    main()
