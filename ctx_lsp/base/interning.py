"""`intern`: one object for equal strings, such as a name that many files mention.

Interned strings must be freed with their last use, because a long session meets ever new names. Where Python keeps them
until the process ends, `intern` returns the string itself.
"""

import sys
from collections.abc import Callable

from ctx_lsp.base.system import FREES_INTERNED_STRINGS


def _unchanged(text: str) -> str:
    return text


intern: Callable[[str], str] = sys.intern if FREES_INTERNED_STRINGS else _unchanged
