"""Chooses the definitions that a commit's reason is about: it mentions them, and their change is still in the code.

A commit changes more than its reason explains, and later commits take changes back. A definition is left out if most of
its changed text is gone, or if its name and its changed text share no word with the reason.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ctx_lsp.features.definition_diff import DefinitionChange
from ctx_lsp.graph.entry import qualname_of
from ctx_lsp.retrieval.question.analyse import STOP_WORDS
from ctx_lsp.syntax.words import terms

MAX_ABOUT = 5  # definitions that a proposal is about
LEAST_KEPT = 0.5  # share of the changed text that is still there
SHINGLE = 3  # tokens that follow one another: shorter runs occur by chance
NAME_WEIGHT = 2  # a word of the name counts as much as two words of the changed text
LEAST_WORDS = 2  # weight of the words that a definition shares with the reason
_TOKEN = re.compile(rb"\w+|[^\w\s]")
_SHORTEST = 3  # letters of a word that says what something is about

Shingle = tuple[bytes, ...]


class KeptChange(NamedTuple):
    """A change of a definition by the commit, and the symbol of this definition now."""

    change: DefinitionChange
    symbol: str


def definitions_meant(reason: str, candidates: Iterable[KeptChange]) -> tuple[str, ...]:
    """Return the symbols that a reason is about, best first; empty if there are none, or more than `MAX_ABOUT`."""
    said = _words(reason)
    weights = {one.symbol: weight for one in candidates if (weight := _weight(said, one.change)) >= LEAST_WORDS}
    best = max(weights.values(), default=0)
    meant = sorted((one for one in weights if 2 * weights[one] >= best), key=lambda one: -weights[one])
    return tuple(meant) if len(meant) <= MAX_ABOUT else ()


def is_kept(change: DefinitionChange, lines: Sequence[bytes]) -> bool:
    """Return whether a definition's lines still have the text that a commit added, or still lack what it removed."""
    before, after, now = map(_shingles, (change.before, change.after, lines))
    if added := after - before:
        return len(added & now) >= LEAST_KEPT * len(added)
    removed = before - after
    return bool(removed) and len(removed & now) < LEAST_KEPT * len(removed)


def _shingles(lines: Iterable[bytes]) -> frozenset[Shingle]:
    tokens = _TOKEN.findall(b"\n".join(lines))
    return frozenset(tuple(tokens[at : at + SHINGLE]) for at in range(max(1, len(tokens) - SHINGLE + 1)))


def _weight(said: frozenset[str], change: DefinitionChange) -> int:
    """Return the weight of a reason's words that occur in a definition's name or changed text."""
    name = _words(qualname_of(change.symbol))
    lines = {*change.before} ^ {*change.after}
    text = _words(b"\n".join(lines).decode("utf-8", "replace"))
    return NAME_WEIGHT * len(said & name) + len(said & text - name)


def _words(text: str) -> frozenset[str]:
    """Return the index terms of a text, without stop words and words shorter than `_SHORTEST`."""
    return frozenset(one for one in terms(text) if len(one) >= _SHORTEST and one not in STOP_WORDS)
