"""What every ranking rule is given. The rules are in `rank`, `rank_words` and `rank_feedback`."""

from dataclasses import dataclass

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.lexical.commit_messages import CommitMessages
from ctx_lsp.retrieval.model import QueryAnalysis, ResultFilter
from ctx_lsp.snapshot.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found of a packed, or missed, symbol: `strength` from -1 (out of place) to 1 (missed).

    `text` is the digest of its definition then, `terms` are those of the question.
    """

    symbol: str
    text: bytes
    terms: frozenset[str]
    strength: float


Feedback = tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class RankingContext:
    """What a rule judges by: the code, the question and what is wanted; messages of commits where they are asked for.

    `token` ends a rule that searches, by `Cancelled`; `feedback` is what was said of earlier packs.
    """

    snapshot: Snapshot
    query: QueryAnalysis
    wanted: ResultFilter
    commits: CommitMessages | None
    token: CancelToken
    feedback: Feedback = ()
