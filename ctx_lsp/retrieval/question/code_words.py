"""Classifier that distinguishes questions about code from questions about builds, settings, data and documents.

The classifier sums the log odds that `code_words.toml` lists for the words in the question.
`training.figures.fit_code_words` fits the log odds to the commit messages of many repositories, with the files that the
commits touched, and to plain questions, with the files that answer them.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

SURE = 1.0  # at this absolute log odds and above, the share is 0 or 1


@dataclass(frozen=True, slots=True)
class CodeWords:
    """Log odds that a commit touches code: `intercept` for an empty message, plus a value for each of the `terms`."""

    intercept: float
    terms: Mapping[str, float]


@cache
def code_words() -> CodeWords:
    """Load the log odds from `code_words.toml`; the result is cached."""
    return CodeWords(
        **tomllib.loads(resources.files("ctx_lsp.retrieval.question").joinpath("code_words.toml").read_text("utf-8"))
    )


def share_of_code(terms: Iterable[str]) -> float:
    """Return the degree to which a question with these index terms is about code, from 0 to 1."""
    known = code_words()
    odds = known.intercept + sum(known.terms.get(term, 0.0) for term in terms)
    return round(min(max((odds + SURE) / (2 * SURE), 0.0), 1.0), 3)
