"""Classifier that tells questions about code from questions about builds, settings, data and documents.

It sums the log odds of the question's words, which are in `code_words.toml`. `training.figures.fit_code_words` fits
them to the histories of many repositories: to the words in commit messages and the files that the commits touched.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

SURE = 1.0  # absolute log odds from which on the share is 0 or 1


@dataclass(frozen=True, slots=True)
class CodeWords:
    """Log odds that a commit touches code: `intercept` for an empty message, plus `terms` for each index term in it."""

    intercept: float
    terms: Mapping[str, float]


@cache
def code_words() -> CodeWords:
    """Return the installed model, which is cached."""
    return CodeWords(
        **tomllib.loads(resources.files("ctx_lsp.retrieval.question").joinpath("code_words.toml").read_text("utf-8"))
    )


def share_of_code(terms: Iterable[str]) -> float:
    """Return the degree to which a question with these index terms is about code, from 0 to 1."""
    known = code_words()
    odds = known.intercept + sum(known.terms.get(term, 0.0) for term in terms)
    return round(min(max((odds + SURE) / (2 * SURE), 0.0), 1.0), 3)
