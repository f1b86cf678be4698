"""Random questions about a real package, with random options, and the packs that answer them.

`python -m tests.packing.random_questions SEED COUNT ORDER` asks them in another process, in the given `order`
(`forwards` or `backwards`), and prints the digest of each pack's text as JSON.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import Literal, get_args

from ctx_lsp.packing.model import Encoding, Pack, PackFormat, PackOptions, Policy
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.words import identifiers
from tests.packing.shop import ask
from tests.workspaces import snapshot_of_package

Order = Literal["forwards", "backwards"]
PACKAGE = "structlog"
BUDGETS = (100, 160, 250, 400, 700, 1200, 2048, 4096)
MANNERS = (
    "how does {} work with {}?",
    "{} {}",
    "where is {} decided",
    "fails with {} when {} is empty",
    "add {} to {}",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its options."""

    question: str
    options: PackOptions


def snapshot() -> Snapshot:
    """The package that the questions are about."""
    return snapshot_of_package(PACKAGE)


def random_questions(seed: int, count: int) -> Iterator[Asked]:
    """Questions made of words from the package, some of them equal."""
    random, package = Random(seed), snapshot()  # noqa: S311 - repeatable
    symbols = sorted(one.id for entry in package.files.values() for one in entry.definitions)
    words = sorted({word for entry in package.files.values() for word in identifiers(entry.source.data.decode())})
    already_sent: list[Asked] = []
    for _ in range(count):
        if already_sent and random.random() < 0.2:
            yield replace(random.choice(already_sent), options=_options(random, symbols))
            continue
        manner = random.choice(MANNERS)
        already_sent.append(Asked(manner.format(*random.choices(words, k=2)), _options(random, symbols)))
        yield already_sent[-1]


def _options(random: Random, symbols: Sequence[str]) -> PackOptions:
    return PackOptions(
        random.choice(BUDGETS),
        dependency_depth=random.choice((0, 1, 2)),
        include_tests=random.choice(("auto", True, False)),
        format=random.choice(get_args(PackFormat)),
        pin=tuple(random.sample(symbols, random.choice((0, 0, 0, 1, 2)))),
        exclude=tuple(random.sample(symbols, random.choice((0, 0, 1)))),
        policy=random.choice(get_args(Policy)),
        encoding=random.choice(get_args(Encoding)),
        tree=random.random() < 0.3,
    )


def packed(asked: Asked) -> Pack:
    """The pack for a question."""
    return ask(snapshot(), asked.question, asked.options)


def digests(seed: int, count: int, order: Order) -> list[str]:
    """The digests of the packs' texts, in the order of the questions, whatever the order of asking."""
    questions = list(random_questions(seed, count))
    places = range(count) if order == "forwards" else reversed(range(count))
    found = {place: sha256(packed(questions[place]).text.encode()).hexdigest() for place in places}
    return [found[place] for place in range(count)]


if __name__ == "__main__":
    json.dump(
        digests(int(sys.argv[1]), int(sys.argv[2]), "backwards" if sys.argv[3] == "backwards" else "forwards"),
        sys.stdout,
    )
