"""Chooses the definitions that a commit's reason is about: it mentions them, and their change is still in the code.

A commit changes more than its reason explains, and later commits take changes back. A definition is left out if most of
its changed text is gone, or if its changed text shares no word with the reason.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ctx_lsp.features.definition_diff import DefinitionChange
from ctx_lsp.graph.entry import qualname_of
from ctx_lsp.retrieval.question.analyse import STOP_WORDS
from ctx_lsp.syntax.words import terms
from ctx_lsp.text.sentences import sentences_of

MAX_ABOUT = 5  # definitions that a proposal is about
LEAST_KEPT = 0.5  # share of the changed text that is still there
SHINGLE = 3  # tokens that follow one another: shorter runs occur by chance
NAME_WEIGHT = 2  # a word of the name counts as much as two words of the changed text
LEAST_SAID = 0.36  # share of a reason's words in one comment that says the same; chosen on 200 judged proposals
LEAST_SAID_OF_SENTENCE = 0.45  # a few words occur together more often by chance
LEAST_WORDS = 2  # weight of the words that a definition shares with the reason
_TOKEN = re.compile(rb"\w+|[^\w\s]")
_WORD = re.compile(rb"\w+")
_STUB_WORDS = frozenset(
    b"Err Error False None Nil NotImplementedError Ok True end err error false nil none null pass raise return throw "
    b"todo true undefined unimplemented unreachable void".split()
)
_SHORTEST = 3  # letters of a word that says what something is about

Shingle = tuple[bytes, ...]


class KeptChange(NamedTuple):
    """A change of a definition by a commit, and the symbol of the definition that has this change now."""

    change: DefinitionChange
    symbol: str


def definitions_meant(reason: str, candidates: Iterable[KeptChange]) -> tuple[str, ...]:
    """Return the symbols that a reason is about, best first; empty if there are none, or more than `MAX_ABOUT`."""
    said = _words(reason)
    weights = {one.symbol: weight for one in candidates if (weight := _weight(said, one.change)) >= LEAST_WORDS}
    best = max(weights.values(), default=0)
    meant = sorted((one for one in weights if 2 * weights[one] >= best), key=lambda one: -weights[one])
    return tuple(meant) if len(meant) <= MAX_ABOUT else ()


def is_kept(change: DefinitionChange, lines: Sequence[bytes], *, is_elsewhere: bool) -> bool:
    """Return whether `lines`, the current lines of a definition, still have the change that a commit made.

    They must have most of the text that the commit added or, if it only removed text, lack most of that text. With
    `is_elsewhere`, the lines are those of another definition, which lacks the removed text anyway. They must then also
    have most of the changed definition's text after the commit.
    """
    before, after, now = map(_shingles, (change.before, change.after, lines))
    if is_elsewhere and (not change.after or len(after & now) < LEAST_KEPT * len(after)):
        return False
    added = after - before
    if added and _tokens(change.after) - _tokens(change.before):  # a removal alone joins what was around it
        return len(added & now) >= LEAST_KEPT * len(added)
    removed = before - after
    return bool(removed) and len(removed & now) < LEAST_KEPT * len(removed)


def _tokens(lines: Iterable[bytes]) -> Counter[bytes]:
    return Counter(_TOKEN.findall(b"\n".join(lines)))


def is_said(comments: Iterable[str], reason: str) -> bool:
    """Return whether one of the comments already gives the reason.

    A comment gives the reason if it contains a large enough share of the words of the whole reason, or of the words of
    one sentence of the reason.
    """
    quoted = [(_words(reason), LEAST_SAID), *((_words(one), LEAST_SAID_OF_SENTENCE) for one in sentences_of(reason))]
    return any(len(said & words) >= least * len(said) for words in map(_words, comments) for said, least in quoted)


def _shingles(lines: Iterable[bytes]) -> frozenset[Shingle]:
    tokens = _TOKEN.findall(b"\n".join(lines))
    return frozenset(tuple(tokens[at : at + SHINGLE]) for at in range(max(1, len(tokens) - SHINGLE + 1)))


def _weight(said: frozenset[str], change: DefinitionChange) -> int:
    """Return the weight of a reason's words that occur in a definition's name or changed text."""
    name = _words(qualname_of(change.symbol))
    lines = {*change.before} ^ {*change.after}
    text = _words(b"\n".join(lines).decode("utf-8", "replace"))
    about = said & text - name
    if not about and _is_stub(change.after):
        return 0
    return NAME_WEIGHT * len(said & name) + len(about)


def _is_stub(lines: Sequence[bytes]) -> bool:
    """Return whether a definition only declares something.

    This is the case if it has no words after its first line except words such as `pass`, `return` or `null`.
    """
    return all(one in _STUB_WORDS for one in _WORD.findall(b"\n".join(lines[1:])))


def _words(text: str) -> frozenset[str]:
    """Return the index terms of a text, without stop words and words shorter than `_SHORTEST`."""
    return frozenset(one for one in terms(text) if len(one) >= _SHORTEST and one not in STOP_WORDS)
