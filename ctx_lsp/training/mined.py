"""What `hard_negatives` writes and `train_reranker` reads: questions with the texts that a first stage found for them.

Pure: a folder with `texts.json`, a list, and `questions.jsonl`, whose lines point into it.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

Group = tuple[str, list[int]]  # a question and the numbers of its texts, the answer first

FOUND = 20  # texts for a question: as many as are reranked


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the numbers of the texts found for it, best first, and their scores.

    `answer` is the place of the right text among them, or -1 where it was not found.
    """

    query: str
    language: str
    texts: tuple[int, ...]
    scores: tuple[float, ...]
    answer: int
    split: str


def write_mined(folder: Path, texts: Sequence[str], questions: Sequence[Question]) -> None:
    """Write the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "texts.json").write_text(json.dumps(texts))
    lines = (json.dumps(asdict(question)) for question in questions)
    (folder / "questions.jsonl").write_text("\n".join(lines) + "\n")


def read_mined(folder: Path) -> tuple[list[str], list[Question]]:
    """Texts and questions of the folder."""
    texts = json.loads((folder / "texts.json").read_text())
    rows = map(json.loads, (folder / "questions.jsonl").read_text().splitlines())
    return texts, [Question(**{**row, "texts": tuple(row["texts"]), "scores": tuple(row["scores"])}) for row in rows]


def evenly(questions: Sequence[Question], most: int) -> list[Question]:
    """At most so many of the questions, at even distances: those of a language come one after another."""
    return list(questions[:: max(1, -(-len(questions) // most))])


def z_scores(scores: np.ndarray) -> np.ndarray:
    """`scores` with mean 0 and deviation 1 in the last axis; zeros where all are equal."""
    spread = scores.std(axis=-1, keepdims=True)
    return np.asarray((scores - scores.mean(axis=-1, keepdims=True)) / np.where(spread == 0.0, 1.0, spread))


def reciprocal_rank(question: Question, read: Sequence[float], weight: float) -> float:
    """One over the answer's rank by (1 - weight) · found + weight · read, as z-scores; 0 where it was not found."""
    if question.answer < 0:
        return 0.0
    scores = (1.0 - weight) * z_scores(np.array(question.scores)) + weight * z_scores(np.array(read))
    return float(1.0 / (scores >= scores[question.answer]).sum())


def groups(questions: Sequence[Question], texts: int, seed: int) -> Iterator[Group]:
    """Groups without end, every question once an epoch. `texts` is how many a group has."""
    order = random.Random(seed)  # noqa: S311  # equal seeds, equal groups
    usable = [question for question in questions if question.answer >= 0 and len(question.texts) >= texts]
    while usable:
        for question in order.sample(usable, len(usable)):
            answer = question.texts[question.answer]
            others = [text for text in question.texts if text != answer]
            yield question.query, [answer, *order.sample(others, texts - 1)]
