"""Questions about a repository, built from its symbols. The same repository always gives the same questions.

They resemble questions that people ask: the name of a symbol, its name as words, or the first sentence of its
documentation. The correct answers are not known; `tasks` reads questions with known answers.
"""

import re
from collections.abc import Sequence

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.digest import digest
from ctx_lsp.retrieval.model import Item
from ctx_lsp.workspace import Analysis

SYMBOLS = 200_000  # maximum number of symbols to consider; in a larger repository, those with the shortest names
FIRST_LINES = 8  # a doc comment or docstring begins within this many lines of a definition
SENTENCE_WORDS = 4  # minimum; fewer words are a label, not a sentence

_COMMENT = re.compile(r'^\s*(?:///?|\*+|/\*+|#+|--+|;+|"""|\'\'\')!?\s*(?P<text>[A-Z].*)')
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def sample_symbols(analysis: Analysis, count: int, token: CancelToken) -> list[Item]:
    """Return at most `count` symbols, sampled by the digests of their names, so that the sample is always the same."""
    symbols = analysis.workspace_symbols("", SYMBOLS, token)
    return sorted((item for item in symbols if item.symbol), key=_shuffled)[:count]


def questions(analysis: Analysis, symbols: Sequence[Item]) -> list[str]:
    """Return a question for each symbol, cycling through the three kinds of questions."""
    return [_question(analysis, item, number % 3) for number, item in enumerate(symbols)]


def _shuffled(item: Item) -> bytes:
    return digest((item.symbol or "").encode())


def _question(analysis: Analysis, item: Item, kind: int) -> str:
    name = re.split(r"[.:]+", re.sub(r"#\d+$", "", item.symbol or ""))[-1]
    words = " ".join(_WORDS.findall(name)).lower() or name
    if kind == 0:
        return name
    if kind == 1:
        return f"where is {words} handled"
    source = analysis.source(item.path)
    return _first_sentence(source.slice(item.start, item.end) if source else "") or f"how does {words} work"


def _first_sentence(text: str) -> str:
    for line in text.splitlines()[:FIRST_LINES]:
        comment = _COMMENT.match(line)
        sentence = comment["text"].partition(". ")[0].strip("\"'*/ .") if comment else ""
        if len(sentence.split()) >= SENTENCE_WORDS:
            return sentence
    return ""
