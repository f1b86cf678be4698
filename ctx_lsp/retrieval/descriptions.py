"""The channel of what describes code elsewhere: a test's name and words say what its subject does.

Nothing is searched here: tests among the hits of other channels lead to what they test.
"""

from collections.abc import Iterable, Iterator

from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.retrieval.channels import Ranking
from ctx_lsp.retrieval.units import Unit, node_of, unit_of_node

DESCRIPTIONS = 50  # hits of each channel that are followed
SUBJECTS = 5  # of one test; what describes more describes nothing in particular


def tests(snapshot: Snapshot, rankings: Iterable[Ranking]) -> Ranking:
    """What the tests among the hits test, the subjects of the best hits first."""
    return Ranking("tests", _subjects(snapshot, rankings))


def _subjects(snapshot: Snapshot, rankings: Iterable[Ranking]) -> tuple[tuple[Unit, float], ...]:
    """Subjects by falling weight: each hit shares the reciprocal of its rank among its subjects."""
    gained: dict[Unit, float] = {}
    for ranking in rankings:
        for rank, (unit, _) in enumerate(ranking.units[:DESCRIPTIONS], start=1):
            subjects = sorted(set(_led_to(snapshot, unit)))
            for subject in subjects if len(subjects) <= SUBJECTS else ():
                gained[subject] = gained.get(subject, 0.0) + 1 / (rank * len(subjects))
    return tuple(sorted(gained.items(), key=lambda pair: (-round(pair[1], 6), pair[0])))


def _led_to(snapshot: Snapshot, unit: Unit) -> Iterator[Unit]:
    node = node_of(snapshot, unit)
    for edge in snapshot.graph.outgoing(node) if node else ():
        subject = unit_of_node(snapshot, edge.target) if edge.kind == "tests" else None
        if subject is not None and subject != unit:
            yield subject
