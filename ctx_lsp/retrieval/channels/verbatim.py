"""Verbatim channel: code that contains, word for word, a quoted phrase, an error message or a line of code.

Punctuation and white space between words are ignored, and so is the case of ASCII letters. BM25 on the terms of a
phrase selects the chunks to read. `channels` looks up the names in a question, and `mentioned_lines` looks up line
numbers.
"""

import re

from ctx_lsp.retrieval.channels.channels import Ranking
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.retrieval.units import Unit, unit_at
from ctx_lsp.syntax.words import MAX_TERM_LENGTH, stem, terms
from ctx_lsp.text.expressions import Expression, escape

MAX_CHUNKS_READ = 200  # maximum number of chunks read for a phrase, highest BM25 score of its terms first
MAX_UNITS = 50  # maximum number of units found for a phrase
MIN_WORDS = 3  # in a phrase without quotation marks; two words may be adjacent by chance
MIN_MARKED_WORDS = 2  # in a phrase in quotation marks or with operators of code; a single word is a name
MAX_WORDS = 60  # in a phrase; the beginning of a longer phrase is enough to find it
MAX_LETTERS = 100  # in a word; longer words are data
MAX_LINES = 20  # in one question, which may be a pasted log
MAX_PHRASES = 40  # in one question; each phrase is a separate search
PATTERN_MEMORY = 1 << 20  # bytes; RE2's own limit is eight times as high

_QUOTED = re.compile(r"`([^`\n]{1,500})`|\"([^\"\n]{1,500})\"|(?<!\w)'([^'\n]{1,500})'(?!\w)|“([^”\n]{1,500})”")
_WORD = re.compile(r"\w+")
_CODE = re.compile(r"[=(){}\[\];<>+*|&]")
# Values that a program inserts into its messages at run time: quoted text, and words with digits or slashes.
_VALUE = re.compile(r"[\"'`][^\"'`\n]{0,200}[\"'`]|(?<!\S)(?=[^\s\d/\\]{0,200}[\d/\\])\S{1,400}")
_BETWEEN = "[^0-9A-Za-z_]"  # matches bytes; non-ASCII letters are part of the words in the pattern


def verbatim(context: SearchContext) -> Ranking:
    """Rank the units that contain the longest phrases of the question word for word.

    If some units contain a phrase exactly, with its punctuation and case, only these units count for that phrase.
    """
    lines = [line for line in context.query.text.splitlines() if _words(line)]
    found: dict[Unit, float] = {}
    left = MAX_PHRASES
    for line in lines[:MAX_LINES]:
        for phrase in phrases(line)[:left]:
            left -= 1
            holders = _holders(context, phrase)
            found |= {unit: max(score, found.get(unit, 0.0)) for unit, score in holders.items()}
            if holders:
                break  # shorter phrases of the same line would match unrelated code
    return Ranking("verbatim", tuple(sorted(found.items(), key=lambda pair: -pair[1])))


def phrases(line: str) -> list[str]:
    """Return the phrases of a line that may occur in code, longest first.

    The phrases are the line itself, its quoted parts, and the constant parts of an error message (the text between the
    values that the program inserted).
    """
    quoted = [next(filter(None, match.groups())) for match in _QUOTED.finditer(line)]
    found = [phrase for phrase in quoted if len(_words(phrase)) >= MIN_MARKED_WORDS]
    for phrase in (line, *_VALUE.split(line)):
        if len(_words(phrase)) >= (MIN_MARKED_WORDS if _CODE.search(phrase) else MIN_WORDS):
            found.append(phrase.strip())
    return sorted(dict.fromkeys(found), key=lambda phrase: len(_words(phrase)), reverse=True)


def _holders(context: SearchContext, phrase: str) -> dict[Unit, float]:
    """Return the units that contain a phrase, or only the exact matches if there are any.

    The score of each unit is the number of words in the phrase.
    """
    words, letters = _words(phrase), phrase.encode()
    wanted = dict.fromkeys(terms(" ".join(words)), 1.0)
    if not wanted or any(len(word) > MAX_LETTERS for word in words):
        return {}
    # A chunk with the phrase has all of its words. Most questions fail here, before any chunk is read.
    indexed = {forms for word in words if (forms := _index_terms(word))}
    if indexed and not context.lexical.has_document_with(indexed):
        return {}
    pattern, held = _pattern(words), _in_lower_case(words)
    exact: dict[Unit, bool] = {}
    for hit in context.lexical.match(wanted, context.token).top(MAX_CHUNKS_READ, context.admits):
        context.token.check()
        entry = context.snapshot.files[hit.path]
        chunk = entry.facts.chunks[hit.number]
        text = entry.source.data[chunk.start : chunk.end]
        lower = text.lower()
        if all(word in lower for word in held) and (match := pattern.first(text)):
            unit = unit_at(context.snapshot, hit.path, chunk.start + match.start(1)) or Unit(hit.path, -1, hit.number)
            exact[unit] = letters in text or exact.get(unit, False)
            if len(exact) == MAX_UNITS:
                break
    return dict.fromkeys([unit for unit, to_the_letter in exact.items() if to_the_letter] or exact, float(len(words)))


def _in_lower_case(words: list[str]) -> list[bytes]:
    """Return the ASCII words in lower case, longest first. A text without one of them cannot contain the phrase."""
    return sorted({word.lower().encode() for word in words if word.isascii()}, key=len, reverse=True)


def _index_terms(word: str) -> frozenset[str]:
    """Return the index terms under which a word can be indexed, in upper or lower case.

    Every chunk that contains the word has at least one of them. The result is empty if the terms cannot be predicted:
    for a very long word, or one that does not consist of ASCII letters.
    """
    written = word.lower()
    if not (written.isascii() and written.isalpha()) or len(word) > MAX_TERM_LENGTH:
        return frozenset()
    return frozenset((written, stem(written)))  # `userNames` is indexed as it is written, `usernames` by its stem


def _words(phrase: str) -> list[str]:
    return [match.group() for match, _ in zip(_WORD.finditer(phrase), range(MAX_WORDS), strict=False)]


def _pattern(words: list[str]) -> Expression:
    joined = f"{_BETWEEN}+".join(map(escape, words))
    return Expression(f"(?i)(?:^|{_BETWEEN})({joined})(?:$|{_BETWEEN})", PATTERN_MEMORY)
