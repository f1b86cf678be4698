"""Exact token counts with the vocabularies of current models. No estimates are here.

Counting is a pure function, and the encoders are safe to share between threads. Text that looks like a special token
(`<|endoftext|>`) is counted as ordinary text.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache

from rs_bpe.bpe import openai  # type: ignore[import-not-found]  # its compiled modules have no stubs

from ctx_lsp.base.digest import digest
from ctx_lsp.base.lru import Lru
from ctx_lsp.packing.model import Encoding
from ctx_lsp.text.source import SourceText

CACHED_TEXTS = 1 << 16  # cached counts, by text digest: about 10 MB
CACHED_LINES = 1 << 16  # cached counts of code lines: about 10 MB
CACHED_FROM = 512  # in characters; counting a shorter text is as fast as hashing it

_LOADERS: Mapping[Encoding, Callable[[], "openai.Tokenizer"]] = {
    "o200k_base": openai.o200k_base,
    "cl100k_base": openai.cl100k_base,
}

_lines: Mapping[Encoding, dict[str, int]] = {encoding: {} for encoding in _LOADERS}  # races only lose entries
_counts: Lru[tuple[Encoding, bytes], int] = Lru(CACHED_TEXTS)


def count_tokens(text: str, encoding: Encoding = "o200k_base") -> int:
    """Number of tokens in `text`; not additive over concatenation."""
    if len(text) < CACHED_FROM:
        return _count(text, encoding)
    key = encoding, digest(text.encode())
    known = _counts.get(key)
    return _counts.put(key, _count(text, encoding)) if known is None else known


def count_by_lines(text: str, encoding: Encoding) -> int:
    """Return the same as `count_tokens`, faster for texts that share most of their lines: each line is counted once.

    The tokenizers split before every line that holds more than white space. A line that begins with a slash is an
    exception, because it joins the text before it.
    """
    total = 0
    known = _lines[encoding]
    if len(known) > CACHED_LINES:
        known.clear()
    for piece in _pieces(text):
        tokens = known.get(piece)
        if tokens is None:
            tokens = count_tokens(piece, encoding)
            if len(piece) < CACHED_FROM:  # a longer one is cached by its digest
                known[piece] = tokens
        total += tokens
    return total


class QuotedLines(dict[str, int]):
    """Maps a line of code to its tokens in a JSON list of strings, including the quote that opens the next string."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding: Encoding = encoding

    def __missing__(self, line: str) -> int:
        tokens = count_tokens(json.dumps(line, ensure_ascii=False)[1:] + ',"', self._encoding)
        if len(self) > CACHED_LINES:
            self.clear()
        self[line] = tokens
        return tokens


_quoted: Mapping[Encoding, QuotedLines] = {encoding: QuotedLines(encoding) for encoding in _LOADERS}


def quoted_lines(encoding: Encoding) -> QuotedLines:
    """The counts of lines for a vocabulary; shared between threads, whose races only lose entries."""
    return _quoted[encoding]


def count_file_tokens(source: SourceText, encoding: Encoding = "o200k_base") -> int:
    """Number of tokens in a whole file."""
    key = encoding, source.digest
    known = _counts.get(key)
    return _counts.put(key, _count(source.data.decode(), encoding)) if known is None else known


def _pieces(text: str) -> list[str]:
    """The lines of a text with their ends; a line that the tokenizer may join to the line before stays with it."""
    pieces: list[str] = []
    for line in text.split("\n"):
        if pieces and (not line or line[0] in "/\r" or line.isspace()):
            pieces[-1] = f"{pieces[-1]}\n{line}"
        else:
            pieces.append(line)
    return [f"{piece}\n" for piece in pieces[:-1]] + pieces[-1:]


@cache
def _encoder(encoding: Encoding) -> "openai.Tokenizer":
    return _LOADERS[encoding]()  # 60 ms, so not at import


def _count(text: str, encoding: Encoding) -> int:
    return int(_encoder(encoding).count(text))
