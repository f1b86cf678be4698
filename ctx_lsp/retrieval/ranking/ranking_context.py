"""Input of every ranking rule. The rules are in `rank`, `rank_words` and `rank_feedback`."""

from dataclasses import dataclass

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.lexical.commit_messages import CommitMessages
from ctx_lsp.retrieval.model import QueryAnalysis, ResultFilter
from ctx_lsp.snapshot.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict on a symbol of a pack, with a `strength` from -1 (does not belong there) to 1 (missing).

    `text` is the digest of the symbol's definition when the verdict was given, `terms` are the terms of the question.
    """

    symbol: str
    text: bytes
    terms: frozenset[str]
    strength: float


Feedback = tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class RankingContext:
    """The code, the question, the requested results and the optional signals that rules may use.

    `commits` is None unless the search of commit messages is enabled. `token` cancels rules that search. `feedback`
    holds the verdicts on earlier packs.
    """

    snapshot: Snapshot
    query: QueryAnalysis
    wanted: ResultFilter
    commits: CommitMessages | None
    token: CancelToken
    feedback: Feedback = ()
