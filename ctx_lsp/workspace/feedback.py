"""Feedback on packs: verdicts that users give, and verdicts inferred when users open or edit the symbols in a pack.

Verdicts are kept in memory only, because data on disk must not change answers. They fade with the number of later
questions, not with time, so that an answer depends only on earlier questions and feedback.
`retrieval.ranking.rank_feedback` applies verdicts to a ranking.
"""

import threading
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from ctx_lsp.graph.entry import path_of
from ctx_lsp.packing.model import Pack
from ctx_lsp.retrieval.model import Feedback, Verdict
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.ranking.rank_feedback import definition_digest
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText

VerdictKind = Literal["useful", "not", "missing"]
SignalKind = Literal["useful", "not", "missing", "opened", "edited"]

STRENGTHS: dict[SignalKind, float] = {"useful": 0.25, "not": -0.25, "missing": 1.0, "opened": 0.1, "edited": 0.15}
HALF_LIFE = 32  # later questions after which a verdict counts half
MAX_AGE = 4 * HALF_LIFE  # later questions after which a verdict is dropped
ANSWERING: frozenset[SignalKind] = frozenset({"useful", "missing"})  # said of code that answers the question
IMPLICIT_SIGNALS: frozenset[SignalKind] = frozenset({"opened", "edited"})
MAX_VERDICTS = 256  # above this limit, the oldest verdicts are dropped, implicit ones first
RECENT = 4  # latest packs; opening or editing one of their symbols counts as feedback


@dataclass(frozen=True, slots=True)
class GivenVerdict:
    """An active verdict: its kind, its current strength, and the number of questions until it is dropped."""

    symbol: str
    kind: SignalKind
    strength: float
    questions_left: int


@dataclass(frozen=True, slots=True)
class ShownPack:
    """The symbols that a pack shows, with digests of their definitions, and the index terms of the pack's question."""

    texts: Mapping[str, bytes]
    terms: frozenset[str]


def shown_in(pack: Pack, snapshot: Snapshot) -> ShownPack:
    """Return the symbols that a pack shows, and the terms of its question.

    If the pack has no question, return the terms of the symbols' names instead.
    """
    read = [one.item.symbol for one in pack.items if one.item.symbol and one.level != "outline"]
    texts = {symbol: text for symbol in read if (text := definition_digest(snapshot, symbol)) is not None}
    terms = pack.query.terms or analyse(" ".join(pack.query.symbols)).terms
    return ShownPack(texts, frozenset(terms))


@dataclass(frozen=True, slots=True)
class _Entry:
    symbol: str
    kind: SignalKind
    text: bytes
    terms: frozenset[str]
    given: int  # number of questions asked before this verdict

    @property
    def key(self) -> tuple[str, str, frozenset[str]]:
        """The key of the verdict. A later verdict with an equal key replaces it.

        Given and inferred verdicts have different keys.
        """
        return self.symbol, "use" if self.kind in IMPLICIT_SIGNALS else "said", self.terms


class FeedbackMemory:
    """A thread-safe store for verdicts and for the latest packs.

    While `is_on` is false, new verdicts are not stored and existing ones are not applied.
    """

    def __init__(self) -> None:
        self.is_on = True
        self._lock = threading.RLock()
        self._recent: deque[ShownPack] = deque(maxlen=RECENT)
        self._edited: dict[str, bytes] = {}  # digests of edited texts that are not examined yet, by path
        self._questions = 0
        self._entries: dict[tuple[str, str, frozenset[str]], _Entry] = {}

    def question_asked(self) -> None:
        """Count a new question. The age of a verdict is the number of questions asked since it was given."""
        with self._lock:
            self._questions += 1

    def give(self, kind: SignalKind, symbols: Iterable[tuple[str, bytes]], terms: frozenset[str]) -> None:
        """Store a verdict on each of `symbols`. The verdict was given for a question with these terms.

        `symbols` contains pairs of a symbol and the digest of its definition.
        """
        with self._lock:
            for symbol, text in symbols if self.is_on else ():
                entry = _Entry(symbol, kind, text, terms, self._questions)
                self._entries.pop(entry.key, None)
                self._entries[entry.key] = entry
            while len(self._entries) > MAX_VERDICTS:
                by_use = (key for key, entry in self._entries.items() if entry.kind in IMPLICIT_SIGNALS)
                del self._entries[next(by_use, None) or next(iter(self._entries))]

    def pack_shown(self, shown: ShownPack) -> None:
        """Record that a pack was shown. From now on, opening or editing its symbols counts as feedback."""
        with self._lock:
            self._recent.append(shown)

    def file_opened(self, path: str) -> None:
        """Record that the editor opened a file. Returns immediately.

        This counts as feedback on those of the file's symbols that are in the latest packs.
        """
        with self._lock:
            for shown in self._recent:
                used = [(symbol, text) for symbol, text in shown.texts.items() if path_of(symbol) == path]
                self.give("opened", used, shown.terms)

    def file_edited(self, path: str, source: SourceText) -> None:
        """Record that the editor changed an open file, whose current text is `source`. Returns immediately."""
        with self._lock:
            self._edited[path] = source.digest

    def look_for_edits(self, snapshot: Snapshot) -> None:
        """Store a verdict on each edited symbol of the latest packs, with the digest of its current text.

        A later call handles edits that `snapshot` does not contain yet.
        """
        with self._lock:
            files = snapshot.files
            seen = {path for path, text in self._edited.items() if path in files and files[path].source.digest == text}
            for shown in self._recent if seen else ():
                mine = [(symbol, text) for symbol, text in shown.texts.items() if path_of(symbol) in seen]
                now = [(symbol, text, definition_digest(snapshot, symbol)) for symbol, text in mine]
                changed = [(symbol, digest) for symbol, text, digest in now if digest is not None and digest != text]
                self.give("edited", changed, shown.terms)
            self._edited = {path: text for path, text in self._edited.items() if path not in seen}

    def answers(self, terms: frozenset[str]) -> tuple[str, ...]:
        """Return the symbols that the user called useful, or missing, for questions with these terms, oldest first."""
        with self._lock:
            return tuple(one.symbol for one in self._alive() if one.terms == terms and one.kind in ANSWERING)

    def clear(self, symbol: str | None) -> int:
        """Drop the verdicts on `symbol`, or all verdicts if `symbol` is None. Return how many were dropped."""
        with self._lock:
            gone = [key for key, entry in self._entries.items() if symbol in (None, entry.symbol)]
            for key in gone:
                del self._entries[key]
            return len(gone)

    def in_force(self) -> tuple[GivenVerdict, ...]:
        """Return all active verdicts, oldest first."""
        with self._lock:
            return tuple(
                GivenVerdict(one.symbol, one.kind, self._strength(one), MAX_AGE - self._age(one))
                for one in self._alive()
            )

    def now(self) -> Feedback:
        """Return the feedback that applies to a question asked now."""
        with self._lock:
            alive = self._alive() if self.is_on else []
            return tuple(Verdict(one.symbol, one.text, one.terms, self._strength(one)) for one in alive)

    def _alive(self) -> list[_Entry]:
        self._entries = {key: one for key, one in self._entries.items() if self._age(one) < MAX_AGE}
        return list(self._entries.values())

    def _age(self, one: _Entry) -> int:
        return self._questions - one.given

    def _strength(self, one: _Entry) -> float:
        """Return a verdict's current strength.

        It fades in steps, not with each question, because a cached pack is only reused if no strength has changed.
        """
        return float(STRENGTHS[one.kind] * 0.5 ** (self._age(one) // HALF_LIFE))
