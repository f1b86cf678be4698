"""Exact token counts under the o200k_base vocabulary. No estimates are here, and no other vocabulary.

Counting is a pure function and the encoder is safe to share between threads. Text that looks like a special token
(`<|endoftext|>`) counts as the ordinary text that it is.
"""

from functools import cache

from rs_bpe.bpe import openai  # type: ignore[import-not-found]  # its compiled modules have no stubs

from ctx_lsp.base.digest import digest
from ctx_lsp.base.lru import Lru
from ctx_lsp.text.source import SourceText

CACHED_TEXTS = 1 << 16  # counts kept, by text digest: about 10 MB
CACHED_FROM = 512  # characters; counting a shorter text is as fast as taking its digest

_counts: Lru[bytes, int] = Lru(CACHED_TEXTS)


def count_tokens(text: str) -> int:
    """Number of o200k_base tokens in `text`; not additive over concatenation."""
    if len(text) < CACHED_FROM:
        return _count(text)
    key = digest(text.encode())
    known = _counts.get(key)
    return _counts.put(key, _count(text)) if known is None else known


def count_file_tokens(source: SourceText) -> int:
    """Number of o200k_base tokens in a whole file."""
    known = _counts.get(source.digest)
    return _counts.put(source.digest, _count(source.data.decode())) if known is None else known


@cache
def _encoder() -> "openai.Tokenizer":
    return openai.o200k_base()  # 60 ms, so not at import


def _count(text: str) -> int:
    return int(_encoder().count(text))
