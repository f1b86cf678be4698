"""Chances of the methods that implement a stub, such as an abstract method or an empty hook.

The words of a question often match the stub, whose name and documentation are general, while the answer is in its
implementations. A result that is a piece of a type, rather than a method, is not looked into for stubs.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from ctx_lsp.graph.entry import Definition
from ctx_lsp.packing.answer.passage_tables import table_of
from ctx_lsp.packing.answer.relevance import PassageRatings, with_file
from ctx_lsp.packing.dependencies import SURE, implementations
from ctx_lsp.packing.detail.levels import full_lines
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.reference import ReferenceKind
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS

MAX_DEPTH = 3  # number of overrides followed from stub to stub
# A definition that is twice as long has 2 ** LENGTH_EXPONENT times the chance. With 0.8, the weight in `relevance`,
# long implementations displace better results.
LENGTH_EXPONENT = 0.7
_WORKING: frozenset[ReferenceKind] = frozenset({"call", "read", "write", "catches"})


def with_implementations(snapshot: Snapshot, ratings: PassageRatings, main: Iterable[Definition]) -> PassageRatings:
    """Raise the chances of the implementations of each stub in `main`, the main results, and return the new ratings.

    An implementation gets at least the chance of the stub, adjusted to its length: a longer definition has a larger
    chance. Its passages share this chance in proportion to their lengths. The sum of all chances may then exceed 1.
    """
    for stub in main:
        if stub.path not in ratings.tables or not _is_stub(snapshot, stub):
            continue
        rows = _rows_in(snapshot, ratings, stub)
        if not len(rows):
            continue
        best = rows[np.argmax(ratings.chances[rows])]
        chance, tokens = ratings.chances[best], ratings.tokens[best]
        for target in _implementations(snapshot, stub, MAX_DEPTH):
            if target.path not in ratings.tables:
                ratings = with_file(ratings, target.path, table_of(snapshot.files[target.path]))
            own = _rows_in(snapshot, ratings, target)
            whole = ratings.tokens[own].sum()
            inherited = chance * (whole / tokens) ** LENGTH_EXPONENT * ratings.tokens[own] / whole
            chances = ratings.chances.copy()
            chances[own] = np.maximum(chances[own], inherited)
            ratings = replace(ratings, chances=chances)
    return ratings


def _is_stub(snapshot: Snapshot, definition: Definition) -> bool:
    """Return whether a definition, other than a type, has a body that does nothing or only raises an error.

    A body that calls, reads, sets or catches anything does something.
    """
    if definition.kind in CONTAINER_KINDS:
        return False
    facts = snapshot.files[definition.path].facts
    body = facts.spans[definition.index].body
    own = facts.references.in_symbols({definition.index})
    return not any(one.start >= body and one.kind in _WORKING for one in own)


def _implementations(snapshot: Snapshot, stub: Definition, depth: int) -> Iterator[Definition]:
    """Yield the sure implementations of a stub.

    An implementation that is itself a stub is replaced by its own implementations, through at most `depth` stubs.
    Implementations in tests are left out unless the stub is in a test, too.
    """
    for found in implementations(snapshot, stub):
        target = found.target
        if found.confidence < SURE or (snapshot.is_test(target.id) and not snapshot.is_test(stub.id)):
            continue
        if not _is_stub(snapshot, target):
            yield target
        elif depth > 1:
            yield from _implementations(snapshot, target, depth - 1)


def _rows_in(snapshot: Snapshot, ratings: PassageRatings, definition: Definition) -> np.ndarray:
    """Return the rows of the passages that show lines of a definition, whose file must be rated."""
    ((first, end),) = full_lines(snapshot.files[definition.path], definition.index)
    passages = enumerate(ratings.tables[definition.path].passages, ratings.rows_of(definition.path).start)
    return np.array([row for row, one in passages if one.start < end and one.end > first], dtype=np.intp)
