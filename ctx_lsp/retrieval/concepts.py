"""The words of `concepts.toml` as relations between index terms: what else a question's word may be called in code."""

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib import resources

from ctx_lsp.retrieval.derivations import root
from ctx_lsp.syntax.words import terms

WEAK = 0.5  # what a word of several meanings counts, on either side of a relation

Related = Mapping[str, float]  # index term → how nearly it means the same, above 0 and up to 1


def term_of(word: str) -> str:
    """The index term of a word of the vocabulary: unsplit where it has digits."""
    return terms(word)[0]


@cache
def _relations() -> Mapping[str, Related]:
    """Related terms by the root of a question's word."""
    data = tomllib.loads(resources.files("ctx_lsp.retrieval").joinpath("concepts.toml").read_text("utf-8"))
    relations: dict[str, dict[str, float]] = defaultdict(dict)
    for group in data.values():
        strengths = {term_of(word): 1.0 for word in group["words"]}
        strengths |= {term_of(word): WEAK for word in group.get("weak", ())}
        for said, strength in strengths.items():
            known = relations[root(said)]
            for other, nearness in strengths.items():
                if root(other) != root(said):
                    known[other] = max(known.get(other, 0.0), strength * nearness)
    return relations


def related(term: str) -> Related:
    """What else the term of a question may be called; empty where the vocabulary does not have it."""
    return _relations().get(root(term), {})
