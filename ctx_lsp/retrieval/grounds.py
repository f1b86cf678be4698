"""What every ranking rule is given. The rules are in `rank` and `rank_words`."""

from dataclasses import dataclass

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.index.commits import CommitMessages
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.retrieval.model import Filter, QueryAnalysis


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a rule judges by: the code, the question and what is wanted; messages of commits where they are asked for.

    `token` ends a rule that searches, by `Cancelled`.
    """

    snapshot: Snapshot
    query: QueryAnalysis
    wanted: Filter
    commits: CommitMessages | None
    token: CancelToken
