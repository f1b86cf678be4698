"""Train the reranker on questions with mined texts. A script, run by hand; `hard_negatives` comes before it.

    python -m ctx_lsp.training.train_reranker SOURCE MINED --start RUNS/embedder.pt --layers 6 --steps 740 --runs RUNS

SOURCE is the unpacked package that `export_minilm` names. A group is a question with its answer and some of the other
texts found for it, drawn by seed 0 anew each time; the loss is the cross-entropy of the answer in its group.

The first reranker saw 11,840 of 16,132 questions in 35 minutes on two cores that had other work; its run was started
with `--steps 480` and went on from step 116 with `--resume --steps 740`.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch

from ctx_lsp.training import minilm
from ctx_lsp.training.cross_encoder import CrossEncoder
from ctx_lsp.training.mined import Group, Question, evenly, groups, read_mined, reciprocal_rank
from ctx_lsp.training.side_by_side import SideBySide
from ctx_lsp.training.tokens import PairReader, TokenReader
from ctx_lsp.training.training_loop import Training, add_arguments, run_of

SEED = 0
GROUPS = 16  # in a batch
NEGATIVES = 4  # in a group
RATE = 1e-4
TOKENS = 128  # of a pair
VALIDATE_EVERY = 300  # steps
VALIDATED = 160  # held-out questions; `evaluate_reranker` takes more
WEIGHTS = (0.0, 0.3, 0.5, 1.0)  # of the model beside the first stage


class RerankerTask:
    """Batches of groups, how they are learnt, and what is measured on held-out packages."""

    def __init__(self, model: SideBySide, pairs: PairReader, texts: Sequence[str], questions: list[Question]) -> None:
        self._model = model
        self._pairs = pairs
        self._texts = texts
        self.questions = [question for question in questions if question.split == "train"]
        self._held_out = evenly([question for question in questions if question.split != "train"], VALIDATED)

    def batches(self) -> Iterator[list[Group]]:
        """Batches without end."""
        endless = groups(self.questions, 1 + NEGATIVES, SEED)
        while True:
            yield [next(endless) for _ in range(GROUPS)]

    def learn(self, batch: list[Group]) -> float:
        """Add the gradient of a batch; return its loss."""
        rows = [row for query, texts in batch for row in self._rows(query, texts)]
        answers = torch.zeros(len(batch), dtype=torch.long)
        return self._model.learn(
            rows, lambda logits: torch.nn.functional.cross_entropy(logits.view(len(batch), -1), answers)
        )

    def validate(self) -> str:
        """MRR of the first stage, of both at several weights, and of the model alone."""
        rows = [row for question in self._held_out for row in self._rows(question.query, question.texts)]
        logits = self._model.outputs(rows).flatten().tolist()
        ranks: dict[float, list[float]] = {weight: [] for weight in WEIGHTS}
        for question in self._held_out:
            read, logits = logits[: len(question.texts)], logits[len(question.texts) :]
            for weight in WEIGHTS:
                ranks[weight].append(reciprocal_rank(question, read, weight))
        return "MRR " + " ".join(f"{weight}: {sum(some) / len(some):.4f}" for weight, some in ranks.items())

    def _rows(self, query: str, texts: Sequence[int]) -> list[list[int]]:
        return self._pairs.rows(query, [self._texts[number] for number in texts])


def main() -> None:
    """Train and write the checkpoint."""
    parser = argparse.ArgumentParser(description="Train the reranker on mined texts.")
    parser.add_argument("source", type=Path, help="the unpacked package, or the model's folder in it")
    parser.add_argument("mined", type=Path, help="written by hard_negatives")
    parser.add_argument("--start", type=Path, help="checkpoint of train_embedder to start from")
    parser.add_argument("--layers", type=int, default=6)
    add_arguments(parser, "reranker", 740, RATE)
    arguments = parser.parse_args()

    run = run_of(arguments)
    torch.manual_seed(SEED)
    source = minilm.find_source(arguments.source)
    encoder = CrossEncoder(source, arguments.layers)
    if arguments.start:
        encoder.start_from(torch.load(arguments.start, weights_only=True)["model"])
    pairs = PairReader(TokenReader(source), TOKENS)
    texts, questions = read_mined(arguments.mined)
    task = RerankerTask(SideBySide(encoder, pairs.inputs, arguments.threads), pairs, texts, questions)
    training: Training[list[Group]] = Training(run, encoder, task.learn)
    training.log(f"{len(task.questions)} questions; before: {task.validate()}")
    training.train(task.batches(), task.validate, VALIDATE_EVERY)


if __name__ == "__main__":
    main()
