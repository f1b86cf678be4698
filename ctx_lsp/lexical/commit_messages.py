"""BM25 index of commit messages, which describe the files that the commits touched.

A `CommitMessages` is immutable. `history` provides the commits, and `retrieval.ranking.rank_words` uses the matches for
ranking.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.digest import digest
from ctx_lsp.lexical.index import LexicalIndex, LexicalView
from ctx_lsp.lexical.terms import count_terms
from ctx_lsp.syntax.words import terms

SUBJECT_WEIGHT = 2  # how often the terms of the subject count; those of the body, which goes into detail, count once
MATCHES = 30  # number of best commits that are used
FULL_SCORE = 0.5  # share of the rarity of all words that the commits of a file must match for the score 1


class CommitMessage(NamedTuple):
    """The message of one commit, and the paths of the files that it touched. `commit` is unique in the workspace."""

    commit: str
    subject: str
    body: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CommitMessages:
    """A searchable index of the messages of some commits."""

    _lexical: LexicalView
    _touched: Mapping[str, tuple[str, ...]]

    @property
    def count(self) -> int:
        """Number of commits."""
        return len(self._touched)

    def files(self, words: Iterable[str], token: CancelToken) -> dict[str, float]:
        """Score (0–1) the files touched by the commits that best match the index terms `words`.

        The files of a commit share its score equally. Scores are relative to the rarity of all the words, so a commit
        that contains only a few of them adds little.
        """
        distinct = dict.fromkeys(words, 1.0)
        held_by = self._lexical.document_frequencies(distinct)
        full = FULL_SCORE * sum(self._lexical.idf(held_by.get(word, 0)) for word in distinct)
        gained: dict[str, float] = defaultdict(float)
        for hit in self._lexical.match(distinct, token).top(MATCHES):
            paths = self._touched[hit.path]
            for path in paths:
                gained[path] += hit.score / len(paths)
        return {path: min(1.0, gain / full) for path, gain in sorted(gained.items())}


def commit_messages(commits: Sequence[CommitMessage]) -> CommitMessages:
    """Index commit messages, leaving out commits without files."""
    kept = {one.commit: one for one in commits if one.paths}
    index = LexicalIndex()
    index.put_many({name: count_terms([_terms(one)], [digest(name.encode())]) for name, one in kept.items()})
    return CommitMessages(index.view(), {name: one.paths for name, one in kept.items()})


def _terms(message: CommitMessage) -> list[str]:
    return SUBJECT_WEIGHT * terms(message.subject) + terms(message.body)
