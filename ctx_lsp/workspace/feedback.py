"""What was said of packs, and what was done with what they held, as verdicts that fade.

Verdicts last as long as the process and are never written down: what is kept on disk must not change answers. They fade
with the number of questions that are asked later, not with time, so that an answer follows from what was asked and said
before it. What a verdict does to a ranking is `retrieval.ranking.rank_feedback`'s.
"""

import threading
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from ctx_lsp.graph.entry import path_of
from ctx_lsp.packing.model import Pack
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.ranking.rank_feedback import definition_digest
from ctx_lsp.retrieval.ranking.ranking_context import Feedback, Verdict
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText

VerdictKind = Literal["useful", "not", "missing"]
SignalKind = Literal["useful", "not", "missing", "opened", "edited"]

STRENGTHS: dict[SignalKind, float] = {"useful": 0.25, "not": -0.25, "missing": 1.0, "opened": 0.1, "edited": 0.15}
HALF_LIFE = 32  # later questions after which a verdict counts half
LIFE = 4 * HALF_LIFE  # later questions after which it is forgotten
BY_USE: frozenset[SignalKind] = frozenset({"opened", "edited"})
MAX_VERDICTS = 256  # the oldest go first, those by use before those that were said
RECENT = 4  # packs of which it counts what is opened or edited


@dataclass(frozen=True, slots=True)
class GivenVerdict:
    """A verdict in force: what it is by, how strong it is by now, and after how many more questions it is forgotten."""

    symbol: str
    kind: SignalKind
    strength: float
    questions_left: int


@dataclass(frozen=True, slots=True)
class ShownPack:
    """What can be read in a pack: digests of the definitions by symbol, and the index terms of the question."""

    texts: Mapping[str, bytes]
    terms: frozenset[str]


def shown_in(pack: Pack, snapshot: Snapshot) -> ShownPack:
    """What can be read in a pack; where no question was asked, the terms are those of the names that it is about."""
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
    given: int  # questions that had been asked by then

    @property
    def key(self) -> tuple[str, str, frozenset[str]]:
        """A later verdict on the same symbol for the same question takes this one's place; use is beside judgement."""
        return self.symbol, "use" if self.kind in BY_USE else "said", self.terms


class FeedbackMemory:
    """The verdicts, and what the last packs have shown. Thread-safe; while it is off it takes and tells nothing."""

    def __init__(self) -> None:
        self.is_on = True
        self._lock = threading.RLock()
        self._recent: deque[ShownPack] = deque(maxlen=RECENT)
        self._edited: dict[str, bytes] = {}  # digests of the texts that were not looked at yet, by path
        self._questions = 0
        self._entries: dict[tuple[str, str, frozenset[str]], _Entry] = {}

    def question_asked(self) -> None:
        """A question has come that was not asked before: all verdicts are older by one."""
        with self._lock:
            self._questions += 1

    def give(self, kind: SignalKind, symbols: Iterable[tuple[str, bytes]], terms: frozenset[str]) -> None:
        """Take a verdict on symbols, each with the digest of its definition, for a question with these terms."""
        with self._lock:
            for symbol, text in symbols if self.is_on else ():
                entry = _Entry(symbol, kind, text, terms, self._questions)
                self._entries.pop(entry.key, None)
                self._entries[entry.key] = entry
            while len(self._entries) > MAX_VERDICTS:
                by_use = (key for key, entry in self._entries.items() if entry.kind in BY_USE)
                del self._entries[next(by_use, None) or next(iter(self._entries))]

    def pack_shown(self, shown: ShownPack) -> None:
        """Somebody has got a pack: it counts what is opened or edited of that."""
        with self._lock:
            self._recent.append(shown)

    def file_opened(self, path: str) -> None:
        """The editor has opened a file: what the last packs have shown of it was of use. Returns at once."""
        with self._lock:
            for shown in self._recent:
                used = [(symbol, text) for symbol, text in shown.texts.items() if path_of(symbol) == path]
                self.give("opened", used, shown.terms)

    def file_edited(self, path: str, source: SourceText) -> None:
        """The editor has changed a file that was open; `source` is its text now. Returns at once."""
        with self._lock:
            self._edited[path] = source.digest

    def look_for_edits(self, snapshot: Snapshot) -> None:
        """What was edited of that which the last packs have shown was of use; the verdict is on the text of now.

        An edit that `snapshot` has not seen is left to a later one: the question was asked before it.
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

    def clear(self, symbol: str | None) -> int:
        """Forget the verdicts on a symbol, or all; returns how many there were."""
        with self._lock:
            gone = [key for key, entry in self._entries.items() if symbol in (None, entry.symbol)]
            for key in gone:
                del self._entries[key]
            return len(gone)

    def in_force(self) -> tuple[GivenVerdict, ...]:
        """All verdicts that still count, the latest last."""
        with self._lock:
            return tuple(
                GivenVerdict(one.symbol, one.kind, self._strength(one), LIFE - self._age(one)) for one in self._alive()
            )

    def now(self) -> Feedback:
        """What a question that is asked now is answered with."""
        with self._lock:
            alive = self._alive() if self.is_on else []
            return tuple(Verdict(one.symbol, one.text, one.terms, self._strength(one)) for one in alive)

    def _alive(self) -> list[_Entry]:
        self._entries = {key: one for key, one in self._entries.items() if self._age(one) < LIFE}
        return list(self._entries.values())

    def _age(self, one: _Entry) -> int:
        return self._questions - one.given

    def _strength(self, one: _Entry) -> float:
        """In steps, so that between two of them the same question gets the same answer, and from memory."""
        return float(STRENGTHS[one.kind] * 0.5 ** (self._age(one) // HALF_LIFE))
