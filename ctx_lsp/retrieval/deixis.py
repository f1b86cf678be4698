"""Whether a question speaks of the place that it is asked from. What stands there is not known here."""

import re

from ctx_lsp.retrieval.model import QueryAnalysis

_POINTS = re.compile(
    r"\b(?:this|these|here|current(?:ly)? (?:file|function|method|class|line|symbol)|selected|selection|cursor)\b",
    re.IGNORECASE,
)


def points_here(query: QueryAnalysis) -> bool:
    """Whether a question points at its place, or names nothing else."""
    return not query.terms or _POINTS.search(query.text) is not None
