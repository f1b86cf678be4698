"""Detection of questions that refer to the cursor position ("this function"). The position itself is not used."""

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
    """Return whether a question refers to the cursor position, or names no subject because it has only stop words."""
    names_nothing = STOP_WORDS.issuperset(_WORD.findall(query.text.lower()))
    return names_nothing or _POINTS.search(query.text) is not None
