"""The committed labels of readers, and the figures that follow from them.

A label says where a claim is (repository, commit, path, line, span), what the checker made of it, and what two readers
made of it who did not know that. Where they differ, or one could not tell, the checker is counted as wrong.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.claims_truth.score import Share

LABELS = Path(__file__).with_name("labels.jsonl")
REFUTED = Path(__file__).with_name("refuted.jsonl")
_RIGHT = {"refuted": "false", "confirmed": "true"}


@dataclass(frozen=True)
class Label:
    """One judged claim."""

    repository: str
    commit: str
    path: str
    line: int
    kind: str
    text: str
    verdict: str
    first: str
    second: str

    @property
    def is_right(self) -> bool:
        """Whether both readers agree with the verdict."""
        return self.first == self.second == _RIGHT[self.verdict]


def read_labels(path: Path = LABELS) -> list[Label]:
    """The labels of a file."""
    return [Label(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def summary(labels: Sequence[Label]) -> str:
    """The precision of each verdict, the agreement of the readers, and the errors by kind."""
    lines = []
    for verdict in _RIGHT:
        own = [one for one in labels if one.verdict == verdict]
        lines.append(f"{verdict}: right {Share(sum(one.is_right for one in own), len(own))}")
        wrong = Counter(one.kind for one in own if not one.is_right)
        if wrong:
            lines.append(f"  wrong by kind: {', '.join(f'{kind} {count}' for kind, count in wrong.most_common())}")
    agreed = Share(sum(one.first == one.second for one in labels), len(labels))
    repositories = len({one.repository for one in labels})
    return "\n".join([*lines, f"readers agree: {agreed}; {repositories} repositories"])


@dataclass(frozen=True)
class RefutedLabel:
    """One claim that a checker refuted, judged by a reader who knew that it was refuted.

    `before`, `first_look` and `after` tell which checkers refuted it: the one before the change, the one with which the
    kept half was looked at for the first time, and the last one.
    """

    repository: str
    commit: str
    half: str
    path: str
    line: int
    kind: str
    text: str
    label: str
    before: bool
    first_look: bool
    after: bool


def read_refuted(path: Path = REFUTED) -> list[RefutedLabel]:
    """The labels of refuted claims."""
    return [RefutedLabel(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def refuted_summary(labels: Sequence[RefutedLabel]) -> str:
    """The precision of each checker on each half."""
    lines = []
    for half in ("development", "kept"):
        for checker in ("before", "first_look", "after"):
            own = [one for one in labels if one.half == half and getattr(one, checker)]
            right = sum(one.label == "false" for one in own)
            lines.append(f"{half}, {checker}: right {Share(right, len(own))}")
    return "\n".join(lines)
