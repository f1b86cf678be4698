"""How far a question is about code, and not about builds, settings, data or documents.

Its words tell, by what commits touched whose messages hold them: `code_words.toml`, which
`training.figures.fit_code_words` makes of the histories of many repositories. Nothing is searched here.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

SURE = 1.0  # log odds from which a question is about code alone, or not at all


@dataclass(frozen=True, slots=True)
class CodeWords:
    """Log odds that a commit touches code: those of an empty message, and what each index term adds."""

    intercept: float
    terms: Mapping[str, float]


@cache
def code_words() -> CodeWords:
    """The words as they are installed."""
    return CodeWords(
        **tomllib.loads(resources.files("ctx_lsp.retrieval.question").joinpath("code_words.toml").read_text("utf-8"))
    )


def share_of_code(terms: Iterable[str]) -> float:
    """How far a question of these index terms is about code, from 0 to 1."""
    known = code_words()
    odds = known.intercept + sum(known.terms.get(term, 0.0) for term in terms)
    return round(min(max((odds + SURE) / (2 * SURE), 0.0), 1.0), 3)
