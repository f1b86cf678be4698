"""Training data for rerankers, in groups: a question, the candidates that a reranker would read, and the right answers.

The candidates, texts and scores come from the product's search for the questions of `histories.questions`.
`collect_groups` collects the groups, and `train` uses them.
"""

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from ctx_lsp.retrieval.model import Intent
from ctx_lsp.retrieval.ranking.candidate_text import CandidateTexts
from ctx_lsp.retrieval.ranking.rerank import first_candidates
from ctx_lsp.training.histories.questions import AskedQuestion, Kind

CANDIDATES = 30  # per group: as many as an exported model reads for a question
ENDING = ".jsonl.gz"


class Group(msgspec.Struct, frozen=True):
    """A question with its candidates, best first; the tuples are parallel.

    `scores` holds the scores of the first stage. `shares` holds the candidates' shares of the answer; their sum is
    below 1 if the candidates miss part of the answer. `definitions` marks candidates that are definitions, and
    `sources` those in source files. Shares have no meaning for tests, documents and data, which never count as answers.
    """

    repository: str
    kind: Kind
    query: str
    intent: Intent
    texts: tuple[str, ...]
    scores: tuple[float, ...]
    shares: tuple[float, ...]
    definitions: tuple[bool, ...]
    sources: tuple[bool, ...]


def group_of(repository: str, asked: AskedQuestion) -> Group:
    """Build the group for a question that was asked about a repository."""
    scored = asked.scored
    places, scores = first_candidates(scored.matrix, scored.context.weights.saturation, CANDIDATES)
    units = [scored.matrix.units[place] for place in places]
    texts, shares, files = CandidateTexts(scored.context), asked.shares(), scored.context.snapshot.files
    return Group(
        repository,
        asked.kind,
        asked.text,
        scored.context.query.intent,
        texts=tuple(map(texts.of, units)),
        scores=tuple(round(score, 6) for score in scores),
        shares=tuple(round(float(shares[place]), 6) for place in places),
        definitions=tuple(unit.symbol >= 0 for unit in units),
        sources=tuple(files[unit.path].role == "source" for unit in units),
    )


def write_groups(file: Path, groups: Iterable[Group]) -> int:
    """Write the groups of a repository as JSON lines; return how many there are."""
    count = 0
    with gzip.open(file, "wb") as out:
        for group in groups:
            out.write(msgspec.json.encode(group) + b"\n")
            count += 1
    return count


def read_groups(folder: Path) -> Iterator[Group]:
    """Read the groups of all repositories in a folder, in the order of file names.

    Raises `msgspec.DecodeError` and `OSError`.
    """
    for file in sorted(folder.glob(f"*{ENDING}")):
        with gzip.open(file, "rb") as lines:
            yield from (msgspec.json.decode(line, type=Group) for line in lines)
