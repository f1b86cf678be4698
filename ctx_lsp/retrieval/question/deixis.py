"""Whether a question speaks of the place that it is asked from. What stands there is not known here."""

import re

from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.retrieval.question.analyse import STOP_WORDS

_WORD = re.compile(r"\w+")
_POINTS = re.compile(
    r"\b(?:this|these|here|current(?:ly)? (?:file|function|method|class|line|symbol)|my selection|"
    r"selected (?:code|text|lines?)|(?:at|under) (?:the|my) cursor)\b",
    re.IGNORECASE,
)


def points_here(query: QueryAnalysis) -> bool:
    """Whether a question points at its place, or names nothing else."""
    names_nothing = STOP_WORDS.issuperset(_WORD.findall(query.text.lower()))
    return names_nothing or _POINTS.search(query.text) is not None
