"""Exact token counts, computed with the tokenizers of current models.

All functions are thread-safe. Text that looks like a special token (`<|endoftext|>`) is counted as ordinary text.
"""

from collections.abc import Callable, Mapping
from functools import cache
from json.encoder import encode_basestring

from rs_bpe.bpe import openai  # type: ignore[import-not-found]  # its compiled modules have no stubs

from ctx_lsp.base.digest import digest
from ctx_lsp.base.lru import Lru
from ctx_lsp.packing.model import Encoding
from ctx_lsp.text.source import SourceText

CACHED_TEXTS = 1 << 13  # number of cached counts, keyed by text digest; about 2 MB
CACHED_LINES = 1 << 14  # number of cached counts of code lines, in each of two forms; together about 5 MB
CACHED_FROM = 512  # in characters; counting a shorter text is as fast as hashing it

_LOADERS: Mapping[Encoding, Callable[[], "openai.Tokenizer"]] = {
    "o200k_base": openai.o200k_base,
    "cl100k_base": openai.cl100k_base,
}

_JOINING = "/\r"  # characters at the beginning of lines that a tokenizer may join to the line before

# Threads share these caches. A race can at most lose entries.
_lines: Mapping[Encoding, dict[str, int]] = {encoding: {} for encoding in _LOADERS}
_counts: Lru[tuple[Encoding, bytes], int] = Lru(CACHED_TEXTS)


def count_tokens(text: str, encoding: Encoding = "o200k_base") -> int:
    """Return the number of tokens in `text`.

    The counts of two texts need not add up to the count of their concatenation.
    """
    if len(text) < CACHED_FROM:
        return _count(text, encoding)
    key = encoding, digest(text.encode())
    known = _counts.get(key)
    return _counts.put(key, _count(text, encoding)) if known is None else known


def count_by_lines(text: str, encoding: Encoding) -> int:
    """Return the same number as `count_tokens`, but pass each distinct line to the tokenizer only once.

    This is correct because the tokenizers split before every line, except blank lines and lines that begin with a
    slash.
    """
    total = 0
    known = _lines[encoding]
    if len(known) > CACHED_LINES:
        known.clear()
    for piece in _pieces(text):
        tokens = known.get(piece)
        if tokens is None:
            tokens = count_tokens(piece, encoding)
            if len(piece) < CACHED_FROM:  # longer pieces are cached by their digest
                known[piece] = tokens
        total += tokens
    return total


def begins_apart(text: str) -> bool:
    """Return whether the tokenizers always split before the first line of `text`.

    If so, and if the preceding text ends with a line feed, the token counts of both texts add up.
    """
    line = text.partition("\n")[0]
    return line[:1] not in _JOINING and not line.isspace()  # an empty text is in every text


def count_by_words(text: str, encoding: Encoding) -> int:
    """Return the number of `count_tokens`, but pass each distinct word to the tokenizer only once.

    This works because the tokenizers split before every space. Where several spaces follow each other, the number may
    be one more. No other whitespace character may be next to a space in `text`. The headings of a pack are such texts,
    and name the same symbols again and again.
    """
    first, *others = text.split(" ")
    firsts, spaced = _words[encoding]
    return firsts[first] + sum([spaced[word] for word in others])


class WordCounts(dict[str, int]):
    """Cache of the token counts of words, each with the text `before` it."""

    def __init__(self, encoding: Encoding, before: str) -> None:
        self._encoding: Encoding = encoding
        self._before = before

    def __missing__(self, word: str) -> int:
        tokens = count_tokens(self._before + word, self._encoding)
        if len(self) > CACHED_LINES:
            self.clear()
        if len(word) < CACHED_FROM:  # longer words are cached by their digest
            self[word] = tokens
        return tokens


_words: Mapping[Encoding, tuple[WordCounts, WordCounts]] = {
    encoding: (WordCounts(encoding, ""), WordCounts(encoding, " ")) for encoding in _LOADERS
}


class QuotedLines(dict[str, int]):
    """Cache of the token counts of code lines that are written as strings in a JSON list.

    Each count includes the quote that opens the next string.
    """

    def __init__(self, encoding: Encoding) -> None:
        self._encoding: Encoding = encoding

    def __missing__(self, line: str) -> int:
        tokens = count_tokens(encode_basestring(line)[1:] + ',"', self._encoding)
        if len(self) > CACHED_LINES:
            self.clear()
        self[line] = tokens
        return tokens


_quoted: Mapping[Encoding, QuotedLines] = {encoding: QuotedLines(encoding) for encoding in _LOADERS}


def quoted_lines(encoding: Encoding) -> QuotedLines:
    """Return the cache of quoted lines for an encoding. Threads share it; a race can only lose entries."""
    return _quoted[encoding]


def count_file_tokens(source: SourceText, encoding: Encoding = "o200k_base") -> int:
    """Return the number of tokens in a whole file."""
    key = encoding, source.digest
    known = _counts.get(key)
    return _counts.put(key, _count(source.data.decode(), encoding)) if known is None else known


def _pieces(text: str) -> list[str]:
    """Split `text` into lines with their terminators.

    Lines that the tokenizer may join to the previous line are not split off.
    """
    pieces: list[str] = []
    for line in text.split("\n"):
        if pieces and (line[:1] in _JOINING or line.isspace()):  # no call: a pack has 1,700 lines
            pieces[-1] = f"{pieces[-1]}\n{line}"
        else:
            pieces.append(line)
    return [f"{piece}\n" for piece in pieces[:-1]] + pieces[-1:]


@cache
def _encoder(encoding: Encoding) -> "openai.Tokenizer":
    return _LOADERS[encoding]()  # takes 60 ms, so it is not done at import


def _count(text: str, encoding: Encoding) -> int:
    return int(_encoder(encoding).count(text))
