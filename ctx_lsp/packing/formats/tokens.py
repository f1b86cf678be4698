"""Exact token counts under the vocabularies that current models use. No estimates are here.

Counting is a pure function and the encoders are safe to share between threads. Text that looks like a special token
(`<|endoftext|>`) counts as the ordinary text that it is.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache

from rs_bpe.bpe import openai  # type: ignore[import-not-found]  # its compiled modules have no stubs

from ctx_lsp.base.digest import digest
from ctx_lsp.base.lru import Lru
from ctx_lsp.packing.model import Encoding
from ctx_lsp.text.source import SourceText

CACHED_TEXTS = 1 << 16  # counts kept, by text digest: about 10 MB
CACHED_LINES = 1 << 16  # of code: about 10 MB
CACHED_FROM = 512  # characters; counting a shorter text is as fast as taking its digest

_LOADERS: Mapping[Encoding, Callable[[], "openai.Tokenizer"]] = {
    "o200k_base": openai.o200k_base,
    "cl100k_base": openai.cl100k_base,
}

_lines: Mapping[Encoding, dict[str, int]] = {encoding: {} for encoding in _LOADERS}  # threads lose entries at worst
_counts: Lru[tuple[Encoding, bytes], int] = Lru(CACHED_TEXTS)


def count_tokens(text: str, encoding: Encoding = "o200k_base") -> int:
    """Number of tokens in `text`; not additive over concatenation."""
    if len(text) < CACHED_FROM:
        return _count(text, encoding)
    key = encoding, digest(text.encode())
    known = _counts.get(key)
    return _counts.put(key, _count(text, encoding)) if known is None else known


def count_by_lines(text: str, encoding: Encoding) -> int:
    """What `count_tokens` gives, for texts that have most of their lines in common with others: each is counted once.

    The vocabularies' own splitting cuts before every line that holds more than white space, but for one that begins
    with a slash, which joins what stands before it.
    """
    total = 0
    known = _lines[encoding]
    if len(known) > CACHED_LINES:
        known.clear()
    for piece in _pieces(text):
        tokens = known.get(piece)
        if tokens is None:
            tokens = count_tokens(piece, encoding)
            if len(piece) < CACHED_FROM:  # a longer one is remembered by its digest
                known[piece] = tokens
        total += tokens
    return total


class QuotedLines(dict[str, int]):
    """By line of code, the tokens of the line in a JSON list of strings, up to the quote that opens the next one."""

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
    """The counts of lines under a vocabulary; shared between threads, which lose entries at worst."""
    return _quoted[encoding]


def count_file_tokens(source: SourceText, encoding: Encoding = "o200k_base") -> int:
    """Number of tokens in a whole file."""
    key = encoding, source.digest
    known = _counts.get(key)
    return _counts.put(key, _count(source.data.decode(), encoding)) if known is None else known


def _pieces(text: str) -> list[str]:
    """The lines of a text with their ends; what the splitting may join to the line before stays with that."""
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
