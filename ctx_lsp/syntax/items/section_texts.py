"""The texts of the sections of a document, and a cache of what was found in them.

After an edit, all sections but one have the text that they had before, so what was found in them is found by one
look-up. Only short texts are kept.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import TypeVar

from ctx_lsp.syntax.items.model import SectionText
from ctx_lsp.syntax.model import FileFacts

MAX_KEPT = 2_048  # results of each function: those of some long documents
LONGEST_KEPT = 8_192  # bytes of a text whose result is kept

T = TypeVar("T")


def kept_by_text(find: Callable[..., T]) -> Callable[..., T]:
    """Wrap `find`, whose first argument is a text, so that its latest results for short texts are kept."""
    known = lru_cache(maxsize=MAX_KEPT)(find)

    def found(text: bytes, *settings: Hashable) -> T:
        return known(text, *settings) if len(text) <= LONGEST_KEPT else find(text, *settings)

    return found


def section_texts(data: bytes, facts: FileFacts) -> list[SectionText]:
    """Return the texts of the sections of a document in their order; together they are the whole text."""
    first, *ends = [*(span.start for span in facts.spans), len(data)]
    found = [SectionText(0, data[:first], -1, (0, 0), 0)]
    for index, (span, end) in enumerate(zip(facts.spans, ends, strict=True)):
        start = span.start
        name = (span.name_start - start, span.name_end - start)
        found.append(SectionText(start, data[start:end], index, name, span.body - start))
    return found
