"""The references in which two versions of a file differ, apart from their positions."""

from typing import NamedTuple

import numpy as np

from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.syntax.reference import Reference

MAX_CHANGED = 300  # references; if more differ, resolving the whole file takes hardly longer


class ChangedReferences(NamedTuple):
    """The references that an edit removed and added. All others mean the same, if the outline is the same."""

    removed: tuple[Reference, ...]
    added: tuple[Reference, ...]


def changed_references(old: FileFacts, new: FileFacts) -> ChangedReferences | None:
    """Return the references between the first and the last difference; None if there are too many."""
    before, after = _uses(old, old), _uses(new, old)
    shorter = min(before.shape[1], after.shape[1])
    first = _alike(before[:, :shorter], after[:, :shorter])
    rest = shorter - first
    last = _alike(before[:, ::-1][:, :rest], after[:, ::-1][:, :rest])
    stops = before.shape[1] - last, after.shape[1] - last
    if max(stops) - first > MAX_CHANGED:
        return None
    return ChangedReferences(old.references[first : stops[0]], new.references[first : stops[1]])


def _uses(facts: FileFacts, old: FileFacts) -> np.ndarray:
    """Return a column for each reference: the data on which its meaning depends, in numbers.

    Names and receivers are numbered as in `old`; those that `old` lacks have negative numbers.
    """
    known = {text: number for number, text in enumerate(old.references.texts)}
    texts = [known.get(text, -1 - number) for number, text in enumerate(facts.references.texts)]
    names, receivers, kinds, symbols, starts, _ = facts.references.table
    numbers = np.array(texts, names.dtype)
    bodies = np.array([*(one.body for one in facts.spans), 0], names.dtype)  # the last one is for the symbol -1
    return np.stack((numbers[names], numbers[receivers], kinds, symbols, starts < bodies[symbols]))


def _alike(left: np.ndarray, right: np.ndarray) -> int:
    """Return how many columns are equal before the first that differ."""
    differs = (left != right).any(axis=0)
    return int(differs.argmax()) if differs.any() else len(differs)
