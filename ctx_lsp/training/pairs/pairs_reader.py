"""Reads (question → code) pairs and deals them into batches. Pure Python: nothing is tokenised or trained here.

A pair is one line of JSON with the fields of `Example`, written by `pairs` or `histories.pairs`.
"""

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

RUN = 16  # pairs of one package in a row: negatives as close as those that a search in one repository has to tell apart
PACKAGE_LIMIT = 1_500  # pairs of one package in an epoch, so that no style of writing rules
COMMIT = "commit"  # the kind of the pairs that come from commits


@dataclass(frozen=True, slots=True)
class Example:
    """A question and the code that answers it, as the index writes it to be embedded."""

    query: str
    text: str
    path: str
    language: str
    package: str
    kind: str
    split: str  # of the whole package

    @property
    def place(self) -> tuple[str, str]:
        """The package, and the first line of the text, which names path and symbol: equal for versions of one text."""
        return self.package, self.text.partition("\n")[0]


def read_pairs(folder: Path) -> list[Example]:
    """The pairs of every `*.jsonl` in `folder` by file name, each question of a package once.

    A commit's message is a question for each of the definitions that the commit changed.
    """
    pairs: dict[tuple[str, str, str], Example] = {}
    for file in sorted(folder.glob("*.jsonl")):
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                fields = json.loads(line)
                pair = Example(**{name: fields[name] for name in Example.__slots__})
                pairs.setdefault((pair.package, pair.query, pair.text if pair.kind == COMMIT else ""), pair)
    return list(pairs.values())


def split(pairs: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """What to train on and what is held out; whole packages are."""
    return [pair for pair in pairs if pair.split == "train"], [pair for pair in pairs if pair.split != "train"]


def by_origin(pairs: Iterable[Example]) -> dict[str, list[Example]]:
    """The pairs of commits and those of documentation, tests and names, in their order; an empty group is left out."""
    groups: dict[str, list[Example]] = {"commits": [], "documentation": []}
    for pair in pairs:
        groups["commits" if pair.kind == COMMIT else "documentation"].append(pair)
    return {name: members for name, members in groups.items() if members}


def are_alike(one: Example, other: Example) -> bool:
    """Whether two pairs share their question, their text, or the definition that their texts are versions of."""
    return one.query == other.query or one.text == other.text or one.place == other.place


def by_language(pairs: Iterable[Example]) -> dict[str, list[Example]]:
    """The pairs of each language in their order, languages by name."""
    groups: dict[str, list[Example]] = defaultdict(list)
    for pair in pairs:
        groups[pair.language].append(pair)
    return dict(sorted(groups.items()))


def deal(pairs: Sequence[Example], size: int, seed: int) -> list[list[int]]:
    """One epoch: batches of `size` indices into `pairs`, each of one language, in random order.

    A batch is made of runs of one package; what does not fill a batch is left out.
    """
    order = random.Random(seed)  # noqa: S311  # equal seeds, equal batches
    packages: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, pair in enumerate(pairs):
        packages[pair.language, pair.package].append(index)
    runs: dict[str, list[list[int]]] = defaultdict(list)
    for (language, _), members in sorted(packages.items()):
        chosen = order.sample(members, min(len(members), PACKAGE_LIMIT))
        runs[language] += [chosen[start : start + RUN] for start in range(0, len(chosen), RUN)]
    batches = []
    for parts in runs.values():
        order.shuffle(parts)
        row = [index for part in parts for index in part]
        batches += [row[start : start + size] for start in range(0, len(row) - size + 1, size)]
    order.shuffle(batches)
    return batches


def epochs(pairs: Sequence[Example], size: int, seed: int) -> Iterator[list[int]]:
    """Batches without end, every epoch dealt anew. Raises `ValueError` where the pairs do not fill one batch."""
    while True:
        batches = deal(pairs, size, seed)
        if not batches:
            raise ValueError(f"no language has {size} pairs")
        yield from batches
        seed += 1
