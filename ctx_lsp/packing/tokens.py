"""Exact token counts under the o200k_base vocabulary. No estimates are here, and no other vocabulary.

Counting is a pure function and the encoder is safe to share between threads. Text that looks like a special token
(`<|endoftext|>`) counts as the ordinary text that it is.
"""

from collections import OrderedDict
from functools import cache
from threading import Lock

from rs_bpe.bpe import openai  # type: ignore[import-not-found]  # its compiled modules have no stubs

from ctx_lsp.base.digest import digest
from ctx_lsp.text.source import SourceText

CACHED_TEXTS = 1 << 16  # counts kept, by text digest: about 10 MB
CACHED_FROM = 512  # characters; counting a shorter text is as fast as taking its digest


class TokenCounter:
    """Token counts with a cache of the least recently used; safe to share between threads."""

    __slots__ = ("_counts", "_lock", "_size")

    def __init__(self, size: int = CACHED_TEXTS) -> None:
        self._size = size
        self._counts: OrderedDict[bytes, int] = OrderedDict()
        self._lock = Lock()

    def count(self, text: str) -> int:
        """Number of tokens in `text`; not additive over concatenation."""
        if len(text) < CACHED_FROM:
            return _encoder_count(text)
        key = digest(text.encode())
        known = self._known(key)
        return self._remember(key, _encoder_count(text)) if known is None else known

    def count_file(self, source: SourceText) -> int:
        """Number of tokens in a whole file."""
        known = self._known(source.digest)
        return self._remember(source.digest, _encoder_count(source.data.decode())) if known is None else known

    def _known(self, key: bytes) -> int | None:
        with self._lock:
            known = self._counts.get(key)
            if known is not None:
                self._counts.move_to_end(key)
            return known

    def _remember(self, key: bytes, counted: int) -> int:
        with self._lock:
            self._counts[key] = counted
            while len(self._counts) > self._size:
                self._counts.popitem(last=False)
        return counted


_shared = TokenCounter()


def count_tokens(text: str) -> int:
    """Number of o200k_base tokens in `text`."""
    return _shared.count(text)


def count_file_tokens(source: SourceText) -> int:
    """Number of o200k_base tokens in a whole file."""
    return _shared.count_file(source)


@cache
def _encoder() -> "openai.Tokenizer":
    return openai.o200k_base()  # 60 ms, so not at import


def _encoder_count(text: str) -> int:
    return int(_encoder().count(text))
