"""Train the reranker on groups of candidates. A script, run by hand; `collect_groups` comes before it.

    python -m ctx_lsp.training.reranker.train SOURCE GROUPS --layers 6 --teacher 0.3 --runs RUNS --name six

SOURCE is the unpacked package that `export_minilm` names. A batch has several questions with several candidates each,
sampled anew for each batch (seed 0). The loss is listwise: the cross-entropy between the candidates' probabilities (see
`batches`) and the softmax of the model's scores. With `--beside`, the first stage's scores are added to the model's
scores before the softmax, so that the model learns what the first stage lacks.

The script trains on the "train" repositories of `histories.repositories` and logs metrics on the "choose" repositories.
`evaluate` measures the exported model.

A step with the default options takes 4 seconds of CPU time with 3 layers and 7.5 seconds with 6. Tests and documents
keep the first stage's probabilities, because they have no labels. In a trial that labelled them as wrong answers, most
of the gain came from these labels.

There were three runs with 3 layers (`--layers 3 --teacher 0.3 --rate 2e-4`): 360 steps on 1,006 questions about 23
repositories, 900 steps on 2,683 questions with 30 candidates each, and 500 steps on the same questions from the tuned
embedder (`--start`). `evaluate` measured the gain in MRR of definitions at weight 0.4, and for the third run at 0.5,
the best weight on the choose split. The table shows the gain if all questions are reranked, and if the product chooses
the questions to rerank:

    steps  split   questions         first stage  all read                  as asked
    360    choose  280 commits       0.470        +0.030 [+0.007, +0.052]   +0.020 [+0.006, +0.037]
                   105 sentences     0.413        +0.008 [-0.015, +0.026]   +0.001 [-0.012, +0.013]
           test    160 commits       0.428        +0.019                    -0.009
                   60 sentences      0.365        +0.009                    -0.007
    900    choose  595 commits       0.470        +0.015 [+0.007, +0.021]   +0.005 [+0.000, +0.009]
                   105 sentences     0.413        -0.012 [-0.039, +0.012]   +0.000 [-0.017, +0.015]
           test    598 commits       0.434        +0.019 [+0.011, +0.027]   +0.001 [-0.005, +0.004]
                   90 sentences      0.361        +0.000 [-0.022, +0.023]   -0.002 [-0.009, +0.004]
    500    choose  595 commits       0.470        +0.031 [+0.011, +0.044]   +0.011 [+0.003, +0.018]
                   105 sentences     0.413        -0.016 [-0.046, +0.008]   +0.003 [-0.017, +0.022]
           test    598 commits       0.434        +0.034 [+0.010, +0.058]   +0.005 [-0.003, +0.018]
                   90 sentences      0.361        -0.001 [-0.020, +0.021]   -0.007 [-0.019, +0.002]

The choose split was used to stop the first run and to choose the weights. On two cores of a busy machine, 30 candidates
take 108 ms (median) or 207 ms (95th percentile). No reranker is bundled. The third model gains enough on commits if all
questions are reranked, but on the public tasks it loses: NDCG@10 of files falls from 0.866 to 0.848, or to 0.856 where
the product chooses; MRR@10 of symbols falls from 0.713 to 0.674, or to 0.692.

The fourth run had 6 layers and plain questions (`training.plain`) among its groups, and started from the third run of
`embedder.train` (`--layers 6 --teacher 0.3 --rate 2e-4 --start`). Its first 80 steps used 1,456 answered questions
about 57 repositories. The run continued to 480 steps of 8 questions (46,080 pairs in all) on the groups of 78
repositories (`--text-alone`). The loss fell from 2.48 to 2.05 in the first 80 steps, and to 1.49 at step 380. The table
shows the gain after 80 steps at weight 0.3, and after 480 steps at weight 0.4, which was chosen on the choose split:

    split   questions            first stage  80 steps                 480 steps, all read      as asked
    choose  78 commits           0.542                                 +0.033 [+0.005, +0.059]  +0.024 [+0.006, +0.047]
            135 sentences        0.344                                 +0.032 [+0.020, +0.046]  +0.016 [+0.005, +0.028]
            204 plain questions  0.233                                 +0.045 [+0.027, +0.064]  +0.018 [+0.010, +0.025]
    test    102 commits          0.377        +0.004 [-0.024, +0.031]  +0.020 [-0.007, +0.048]  +0.010 [-0.008, +0.030]
            195 sentences        0.293        +0.028 [+0.015, +0.046]  +0.039 [+0.024, +0.056]  +0.014 [+0.004, +0.029]
            336 plain questions  0.186        +0.012 [-0.002, +0.027]  +0.047 [+0.032, +0.062]  +0.015 [+0.004, +0.026]

Here the choose split has 9 repositories and the test split has 14, and the first stage has no vectors, so the rows
cannot be compared with those of the first table. With vectors, and with every question reranked, the development tasks
of `ctx-lsp eval` gave:

    69 symbol tasks     R@10          0.467 -> 0.474  +0.007 [-0.022, +0.037]
                        MRR@10        0.715 -> 0.702  -0.012 [-0.051, +0.024]
    299 commits         MRR@10        0.692 -> 0.696  +0.005 [-0.012, +0.022]
                        lines, 4,096  0.683 -> 0.689  +0.006 [-0.007, +0.017]
    42 questions        MRR@10        0.380 -> 0.398  +0.018 [-0.015, +0.058]
                        lines, 4,096  0.436 -> 0.452  +0.016 [+0.000, +0.043]

So vectors already find most of what this model adds. It is therefore not bundled, but it is available in the extra
wheel `ctx-lsp-reranker`. 30 candidates take 233 ms on two mostly idle cores.

A published cross-encoder of 12 layers, ms-marco-MiniLM-L-12-v2, unchanged and at weight 0.3, adds 0.011 [-0.013, 0.034]
on the choose split's commits, -0.012 [-0.035, 0.010] on its sentences and 0.027 [0.007, 0.046] on its plain questions.
Runs with 3 layers on the fourth run's questions, and with 6 of those 12 layers, were stopped at steps 20 and 10.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch

from ctx_lsp.models.reranker import MAX_TOKENS, QUERY_SHARE
from ctx_lsp.training.embedder import minilm
from ctx_lsp.training.embedder.side_by_side import SideBySide
from ctx_lsp.training.embedder.training_loop import Training, add_arguments, run_of
from ctx_lsp.training.histories.repositories import split_of
from ctx_lsp.training.pairs.tokens import PairReader, TokenReader
from ctx_lsp.training.reranker.batches import TrainingQuestion, lessons, usable
from ctx_lsp.training.reranker.cross_encoder import CrossEncoder
from ctx_lsp.training.reranker.groups import Group, read_groups
from ctx_lsp.training.reranker.measures import WEIGHTS, by_kind, reciprocal_ranks, summary

SEED = 0
RATE = 1e-4
STEPS = 600
VALIDATE_EVERY = 100  # steps


def listwise_loss(logits: torch.Tensor, batch: Sequence[TrainingQuestion], beside: float) -> torch.Tensor:
    """Return the mean cross-entropy over a batch of questions that all have the same number of candidates.

    `logits` is (all candidates in the batch, 1); `beside` is the weight of the first stage's scores.
    """
    chances = torch.tensor([lesson.chances for lesson in batch])
    scores = torch.tensor([lesson.scores for lesson in batch])
    return torch.nn.functional.cross_entropy(logits.view(len(batch), -1) + beside * scores, chances)


class RerankerTask:
    """The training task for the reranker. It provides batches of questions and computes their loss and metrics."""

    def __init__(
        self, model: SideBySide, pairs: PairReader, groups: Sequence[Group], arguments: argparse.Namespace
    ) -> None:
        self._model = model
        self._pairs = pairs
        self._arguments = arguments
        self.trained = [group for group in groups if split_of(group.repository) == "train"]
        chosen = [group for group in groups if split_of(group.repository) == "choose"]
        self._held_out = chosen[:: max(1, -(-len(chosen) // max(1, arguments.validated)))]

    def batches(self) -> Iterator[list[TrainingQuestion]]:
        """Yield an endless sequence of batches."""
        endless = lessons(self.trained, self._arguments.texts, self._arguments.teacher, SEED)
        while True:
            yield [next(endless) for _ in range(self._arguments.questions)]

    def learn(self, batch: list[TrainingQuestion]) -> float:
        """Compute the loss on a batch, accumulate its gradient in the model's parameters, and return the loss."""
        rows = [row for lesson in batch for row in self._pairs.rows(lesson.query, lesson.texts)]
        return self._model.learn(rows, lambda logits: listwise_loss(logits, batch, self._arguments.beside))

    def validate(self) -> str:
        """Format the MRR by kind of question, for the first stage, the model, and combinations of both."""
        rows = [row for group in self._held_out for row in self._pairs.rows(group.query, group.texts)]
        outputs = self._model.outputs(rows).flatten().split([len(group.texts) for group in self._held_out])
        read = [scores.tolist() for scores in outputs]
        parts = []
        for kind, places in by_kind(self._held_out):
            groups, scores = [self._held_out[place] for place in places], [read[place] for place in places]
            parts.append(f"{kind} {summary({one: reciprocal_ranks(groups, scores, one) for one in WEIGHTS})}")
        return "; ".join(parts)


def main() -> None:
    """Train the model and write the checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="the unpacked package, or the model's folder in it")
    parser.add_argument("groups", type=Path, help="written by training.reranker.collect_groups")
    parser.add_argument("--start", type=Path, help="checkpoint of training.embedder.train to start from")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--tokens", type=int, default=MAX_TOKENS, help="of a question and a text together")
    parser.add_argument("--questions", type=int, default=8, help="in a batch")
    parser.add_argument("--texts", type=int, default=12, help="candidates of each question in a batch")
    parser.add_argument("--teacher", type=float, default=0.3, help="the first stage's share of the chances, 0 to 1")
    parser.add_argument("--beside", type=float, default=0.0, help="what the first stage's scores count while learning")
    parser.add_argument(
        "--validated", type=int, default=160, help="questions at most, of those that choices are made by"
    )
    add_arguments(parser, "reranker", STEPS, RATE)
    arguments = parser.parse_args()

    run = run_of(arguments)
    torch.manual_seed(SEED)
    source = minilm.find_source(arguments.source)
    encoder = CrossEncoder(source, arguments.layers)
    if arguments.start:
        encoder.start_from(torch.load(arguments.start, weights_only=True)["model"])
    pairs = PairReader(TokenReader(source), arguments.tokens, int(QUERY_SHARE * arguments.tokens))
    model = SideBySide(encoder, pairs.inputs, arguments.threads)
    task = RerankerTask(model, pairs, list(read_groups(arguments.groups)), arguments)
    training: Training[list[TrainingQuestion]] = Training(run, encoder, task.learn)
    if not training.is_resumed:
        count = len(usable(task.trained, arguments.texts))
        training.log(f"{count} of {len(task.trained)} questions have answers; before: {task.validate()}")
    training.train(task.batches(), task.validate, VALIDATE_EVERY)


if __name__ == "__main__":
    main()
