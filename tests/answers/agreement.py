"""Agreement of two readers on the decisive lines: those in the questions, and those of an independent reader."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from tests.answers.tasks import HERE, REPOSITORIES, questions

Line = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Means over the questions (0–1). `met`: both readers mark a line in common. `found`: share of the question's lines
    that the second reader marked, too. `shared`: share of the second reader's lines that are the question's."""

    questions: int
    met: float
    found: float
    shared: float


def agreement() -> Agreement:
    """The agreement over all questions that have an answer."""
    second = {one["id"]: _lines(one["relevant"]) for one in second_reader()}
    first = {one["id"]: _lines(one["relevant"]) for name in REPOSITORIES for one in questions(name) if one["relevant"]}
    both = [(lines, second[name]) for name, lines in first.items()]
    return Agreement(
        len(both),
        fmean(bool(one & other) for one, other in both),
        fmean(len(one & other) / len(one) for one, other in both),
        fmean(len(one & other) / len(other) for one, other in both),
    )


def second_reader() -> list[dict[str, Any]]:
    """The lines that the second reader marked, by question."""
    return [json.loads(line) for line in (HERE / "second_reader.jsonl").read_text().splitlines()]


def _lines(relevant: Iterable[Mapping[str, Any]]) -> set[Line]:
    return {
        (target["path"], line)
        for target in relevant
        for first, last in target["ranges"]
        for line in range(first, last + 1)
    }
