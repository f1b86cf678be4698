"""A cache of what was found in pieces of texts.

After an edit of a document, all sections but one have the text that they had before, so what was found in them is found
by one look-up. Only short texts are kept.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import TypeVar

MAX_KEPT = 1_024  # results of each function: those of some long documents
LONGEST_KEPT = 16_384  # bytes of a text whose result is kept

T = TypeVar("T")


def kept_by_text(find: Callable[..., T]) -> Callable[..., T]:
    """Wrap `find`, a pure function whose first argument is a text, so that its latest results are kept."""
    known = lru_cache(maxsize=MAX_KEPT)(find)

    def found(text: bytes, *settings: Hashable) -> T:
        return known(text, *settings) if len(text) <= LONGEST_KEPT else find(text, *settings)

    return found
