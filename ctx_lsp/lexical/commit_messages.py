"""BM25 index of commit messages, which describe the files that the commits touched.

A `CommitMessages` is immutable and covers the commits that lead to a revision. `text.git` reads the history, and
`retrieval.ranking.rank_words` uses the matches for ranking.
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
MAX_MESSAGE = 1_000  # characters
MAX_FILES = 12  # maximum number of files touched by one commit; larger commits mix topics
MATCHES = 30  # number of best commits that are used


class CommitMessage(NamedTuple):
    """One commit: a name that is unique in the workspace, its message, and the paths of the files that it touched."""

    commit: str
    message: str
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
        """Score the files touched by the commits that best match the index terms `words`; the highest score is 1."""
        gained: dict[str, float] = defaultdict(float)
        hits = self._lexical.search(words, MATCHES, token)
        for hit in hits:
            paths = self._touched[hit.path]
            for path in paths:
                gained[path] += hit.score / len(paths)
        highest = max(gained.values(), default=1.0)
        return {path: gain / highest for path, gain in sorted(gained.items())}


def commit_messages(commits: Sequence[CommitMessage]) -> CommitMessages:
    """Index commit messages, leaving out commits that touched no files or more than `MAX_FILES`."""
    kept = {one.commit: one for one in commits if 0 < len(one.paths) <= MAX_FILES}
    index = LexicalIndex()
    index.put_many({name: count_terms([_terms(one.message)], [digest(name.encode())]) for name, one in kept.items()})
    return CommitMessages(index.view(), {name: one.paths for name, one in kept.items()})


def _terms(message: str) -> list[str]:
    subject, _, body = message[:MAX_MESSAGE].partition("\n")
    return SUBJECT_WEIGHT * terms(subject) + terms(body)
