"""Exact token counts under the vocabularies that current models use. No estimates are here.

Counting is a pure function and the encoders are safe to share between threads. Text that looks like a special token
(`<|endoftext|>`) counts as the ordinary text that it is.
"""

from collections.abc import Callable, Mapping
from functools import cache

from rs_bpe.bpe import openai  # type: ignore[import-not-found]  # its compiled modules have no stubs

from ctx_lsp.base.digest import digest
from ctx_lsp.base.lru import Lru
from ctx_lsp.packing.model import Encoding
from ctx_lsp.text.source import SourceText

CACHED_TEXTS = 1 << 16  # counts kept, by text digest: about 10 MB
CACHED_FROM = 512  # characters; counting a shorter text is as fast as taking its digest

_LOADERS: Mapping[Encoding, Callable[[], "openai.Tokenizer"]] = {
    "o200k_base": openai.o200k_base,
    "cl100k_base": openai.cl100k_base,
}

_counts: Lru[tuple[Encoding, bytes], int] = Lru(CACHED_TEXTS)


def count_tokens(text: str, encoding: Encoding = "o200k_base") -> int:
    """Number of tokens in `text`; not additive over concatenation."""
    if len(text) < CACHED_FROM:
        return _count(text, encoding)
    key = encoding, digest(text.encode())
    known = _counts.get(key)
    return _counts.put(key, _count(text, encoding)) if known is None else known


def count_file_tokens(source: SourceText, encoding: Encoding = "o200k_base") -> int:
    """Number of tokens in a whole file."""
    key = encoding, source.digest
    known = _counts.get(key)
    return _counts.put(key, _count(source.data.decode(), encoding)) if known is None else known


@cache
def _encoder(encoding: Encoding) -> "openai.Tokenizer":
    return _LOADERS[encoding]()  # 60 ms, so not at import


def _count(text: str, encoding: Encoding) -> int:
    return int(_encoder(encoding).count(text))
