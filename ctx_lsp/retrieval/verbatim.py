"""The channel of what a question quotes: code and texts that hold its words one after the other.

An error message, a quoted phrase and a line of code are looked for word by word: signs and spaces between the words
make no difference, nor does their case. Which chunks are read at all is told by their terms. Names in a question are
looked up in `channels`, places in files in `places`.
"""

import re
from functools import lru_cache

import re2

from ctx_lsp.retrieval.channels import Ranking, Sought
from ctx_lsp.retrieval.units import Unit, unit_at
from ctx_lsp.syntax.words import terms

READ = 200  # chunks that hold most of a phrase's terms and are read for it
FOUND = 50  # of these at most that hold the phrase
MIN_WORDS = 3  # of a phrase without quotation marks; two words stand beside one another by chance
MIN_MARKED_WORDS = 2  # of a phrase in quotation marks, or with the signs of code in it; one word is a name
MAX_WORDS = 60  # of a phrase: the beginning of a longer one is found where all of it is
MAX_LINES = 20  # of one question: those of a pasted log

_QUOTED = re.compile(r"`([^`\n]{1,500})`|\"([^\"\n]{1,500})\"|(?<!\w)'([^'\n]{1,500})'(?!\w)|“([^”\n]{1,500})”")
_WORD = re.compile(r"\w+")
_CODE = re.compile(r"[=(){}\[\];<>+*|&]")
# What a program writes into its messages when it runs: quoted values, and words with digits or slashes in them.
_VALUE = re.compile(r"[\"'`][^\"'`\n]{0,200}[\"'`]|(?<!\S)(?=[^\s\d/\\]{0,200}[\d/\\])\S{1,400}")
_BETWEEN = "[^0-9A-Za-z_]"  # in bytes: letters beyond ASCII stand in the words of the pattern


def verbatim(sought: Sought) -> Ranking:
    """What holds the longest phrases of the question word for word, to the letter first."""
    lines = [line for line in sought.query.text.splitlines() if _length(line) >= MIN_MARKED_WORDS]
    found: dict[Unit, float] = {}
    for line in lines[:MAX_LINES]:
        for unit, score in _best_of(sought, line).items():
            found[unit] = max(score, found.get(unit, 0.0))
    return Ranking("verbatim", tuple(sorted(found.items(), key=lambda pair: -pair[1])))


def _best_of(sought: Sought, line: str) -> dict[Unit, float]:
    """The holders of a whole line; where there are none, those of the longest phrase in it that has any."""
    for phrase in phrases(line):
        if holders := _holders(sought, phrase):
            return holders
    return {}


def phrases(line: str) -> list[str]:
    """The phrases of a line that code may hold as they stand: itself, what it quotes, what stands between values.

    The longest first.
    """
    quoted = [next(filter(None, match.groups())) for match in _QUOTED.finditer(line)]
    found = [phrase for phrase in quoted if _length(phrase) >= MIN_MARKED_WORDS]
    for phrase in (line, *_VALUE.split(line)):
        if _length(phrase) >= (MIN_MARKED_WORDS if _CODE.search(phrase) else MIN_WORDS):
            found.append(phrase.strip())
    return sorted(dict.fromkeys(found), key=_length, reverse=True)


def _holders(sought: Sought, phrase: str) -> dict[Unit, float]:
    """The units that hold a phrase, scored by its length in words; half a word more where they do to the letter."""
    wanted = dict.fromkeys(terms(phrase), 1.0)
    if not wanted:
        return {}
    length, pattern, letters = _length(phrase), _pattern(phrase), phrase.encode()
    found: dict[Unit, float] = {}
    for hit in sought.snapshot.lexical.match(wanted, sought.token).top(READ, sought.admits):
        sought.token.check()
        entry = sought.snapshot.files[hit.path]
        chunk = entry.facts.chunks[hit.number]
        text = entry.source.data[chunk.start : chunk.end]
        if match := pattern.search(text):
            unit = unit_at(sought.snapshot, hit.path, chunk.start + match.start(1)) or Unit(hit.path, -1, hit.number)
            found[unit] = max(length + 0.5 * (letters in text), found.get(unit, 0.0))
            if len(found) == FOUND:
                break
    return found


def _length(phrase: str) -> int:
    return sum(1 for _ in _WORD.finditer(phrase))


@lru_cache(maxsize=64)
def _pattern(phrase: str) -> "re2._Regexp[bytes]":
    words = [re2.escape(match.group()) for match in _WORD.finditer(phrase)][:MAX_WORDS]
    options = re2.Options()
    options.encoding = (
        re2.Options.Encoding.LATIN1
    )  # bytes as they are: the automata of UTF-8 are a hundred times as large
    joined = f"{_BETWEEN}+".join(words)
    return re2.compile(f"(?i)(?:^|{_BETWEEN})({joined})(?:$|{_BETWEEN})".encode(), options)
