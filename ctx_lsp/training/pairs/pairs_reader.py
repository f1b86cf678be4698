"""Reads (question → code) pairs and groups them into batches. Nothing is tokenised or trained here.

Each pair is a line of JSON with the fields of `Example`, written by `pairs`, `histories.pairs` or `plain.pairs`.
"""

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

RUN = 16  # consecutive pairs from one package, as similar as the candidates of a search in one repository
PACKAGE_LIMIT = 1_500  # maximum pairs from one package in an epoch, so that no style of writing dominates
COMMIT = "commit"  # the kind of pairs from commits
PLAIN = "plain"  # the kind of pairs from questions in a user's own words
ORIGINS = {COMMIT: "commits", PLAIN: "plain"}  # by kind; the origin of all other kinds is documentation


@dataclass(frozen=True, slots=True)
class Example:
    """A question and the code that answers it; the code has the form in which the index embeds code."""

    query: str
    text: str
    path: str
    language: str
    package: str
    kind: str
    split: str  # the split of the whole package

    @property
    def place(self) -> tuple[str, str]:
        """The package and the first line of the text (path and symbol).

        It is the same for all versions of a definition.
        """
        return self.package, self.text.partition("\n")[0]


def read_pairs(folder: Path) -> list[Example]:
    """Read the pairs in every `*.jsonl` file in `folder`, in the order of file names.

    If pairs from the same package have the same question, only the first is kept. For pairs from commits, this holds
    only if their texts are the same, too, because a commit message is the question for each definition that the commit
    changed.
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
    """Return the pairs to train on, and the held-out pairs. A package is held out either as a whole or not at all."""
    return [pair for pair in pairs if pair.split == "train"], [pair for pair in pairs if pair.split != "train"]


def by_origin(pairs: Iterable[Example]) -> dict[str, list[Example]]:
    """Group the pairs by origin; leave out empty groups. Documentation, tests and names count as a single origin."""
    groups: dict[str, list[Example]] = {"commits": [], "plain": [], "documentation": []}
    for pair in pairs:
        groups[ORIGINS.get(pair.kind, "documentation")].append(pair)
    return {name: members for name, members in groups.items() if members}


def are_alike(one: Example, other: Example) -> bool:
    """Return whether two pairs have the same question or text, or come from the same definition."""
    return one.query == other.query or one.text == other.text or one.place == other.place


def by_language(pairs: Iterable[Example]) -> dict[str, list[Example]]:
    """Group the pairs by language. Languages are sorted by name; the pairs of a language keep their order."""
    groups: dict[str, list[Example]] = defaultdict(list)
    for pair in pairs:
        groups[pair.language].append(pair)
    return dict(sorted(groups.items()))


def epoch_batches(pairs: Sequence[Example], size: int, seed: int) -> list[list[int]]:
    """Return the batches of one epoch in random order, as lists of `size` indices into `pairs`.

    Each batch has one language and consists of runs that each come from one package. For each language, at most
    `PACKAGE_LIMIT` pairs of a package are used. Pairs that do not fill a batch are left out.
    """
    order = random.Random(seed)  # noqa: S311  # equal seeds give equal batches
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
    """Yield batches endlessly, as lists of `size` indices into `pairs`; each epoch has a new order (`epoch_batches`).

    Raises `ValueError` if no language has enough pairs for a batch.
    """
    while True:
        batches = epoch_batches(pairs, size, seed)
        if not batches:
            raise ValueError(f"no language has {size} pairs")
        yield from batches
        seed += 1
