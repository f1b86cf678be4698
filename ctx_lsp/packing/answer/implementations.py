"""Chances of the methods that implement a stub, such as an abstract method or an empty hook.

The words of a question often match the stub, whose name and documentation are general, while the answer is in its
implementations.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import Definition
from ctx_lsp.packing.answer.relevance import WEIGHTS, PassageRatings, table_of, with_file
from ctx_lsp.packing.dependencies import SURE, implementations, uses
from ctx_lsp.packing.detail.levels import full_lines
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS

_WORKING: frozenset[EdgeKind] = frozenset({"calls", "reads", "writes", "catches"})


def with_implementations(snapshot: Snapshot, ratings: PassageRatings, main: Iterable[Definition]) -> PassageRatings:
    """Raise the chances of the implementations of each stub in `main`, the main results, to at least that of the stub.

    As in the model of `relevance`, longer passages have larger chances. The sum of all chances may then exceed 1.
    """
    for stub in main:
        if stub.path not in ratings.tables or not _is_stub(snapshot, stub):
            continue
        rows = _rows_in(snapshot, ratings, stub)
        if not len(rows):
            continue
        best = rows[np.argmax(ratings.chances[rows])]
        chance, tokens = ratings.chances[best], ratings.tokens[best]
        for target in _implementations(snapshot, stub):
            if target.path not in ratings.tables:
                ratings = with_file(ratings, target.path, table_of(snapshot.files[target.path]))
            own = _rows_in(snapshot, ratings, target)
            chances = ratings.chances.copy()
            inherited = chance * (ratings.tokens[own] / tokens) ** WEIGHTS["log tokens"]
            chances[own] = np.maximum(chances[own], inherited)
            ratings = replace(ratings, chances=chances)
    return ratings


def _is_stub(snapshot: Snapshot, definition: Definition) -> bool:
    """Return whether a function uses nothing of the workspace in its body."""
    if definition.kind in CONTAINER_KINDS:
        return False
    return not any(use.kind in _WORKING for use in uses(snapshot, definition))


def _implementations(snapshot: Snapshot, stub: Definition) -> Iterator[Definition]:
    """Yield the sure implementations of a stub, without those in tests unless the stub is in a test, too."""
    for found in implementations(snapshot, stub):
        if found.confidence >= SURE and (not _is_test(snapshot, found.target) or _is_test(snapshot, stub)):
            yield found.target


def _is_test(snapshot: Snapshot, definition: Definition) -> bool:
    entry = snapshot.files[definition.path]
    return entry.role == "test" or definition.index in entry.tests


def _rows_in(snapshot: Snapshot, ratings: PassageRatings, definition: Definition) -> np.ndarray:
    """Return the rows of the passages that show lines of a definition, whose file must be rated."""
    ((first, end),) = full_lines(snapshot.files[definition.path], definition.index)
    passages = enumerate(ratings.tables[definition.path].passages, ratings.rows_of(definition.path).start)
    return np.array([row for row, one in passages if one.start < end and one.end > first], dtype=np.intp)
