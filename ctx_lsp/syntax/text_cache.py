"""Caches the results of functions whose argument is a short text.

An edit to a document changes the text of one section, so the results for all other sections come from the cache.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import TypeVar

MAX_KEPT = 1_024  # results of each function: those of some long documents
LONGEST_KEPT = 16_384  # bytes of a text whose result is kept

T = TypeVar("T")


def kept_by_text(find: Callable[..., T]) -> Callable[..., T]:
    """Wrap `find`, a pure function whose first argument is a text, so that its latest results are cached.

    Results for texts of more than `LONGEST_KEPT` bytes are not cached.
    """
    known = lru_cache(maxsize=MAX_KEPT)(find)

    def found(text: bytes, *settings: Hashable) -> T:
        return known(text, *settings) if len(text) <= LONGEST_KEPT else find(text, *settings)

    return found
