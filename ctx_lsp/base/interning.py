"""`intern`: one object for equal strings, such as a name that many files mention.

Interned strings must be freed with their last use, because a long session meets ever new names. Python 3.12.0 to 3.12.6
and free-threaded builds keep them until the process ends, so there, `intern` returns the string itself.
"""

import sys
from collections.abc import Callable


def _frees_interned_strings() -> bool:
    """Return whether this Python frees interned strings (python/cpython#113993)."""
    has_lock: Callable[[], bool] = getattr(sys, "_is_gil_enabled", lambda: True)
    return has_lock() and not (3, 12) <= sys.version_info < (3, 12, 7)


def _unchanged(text: str) -> str:
    return text


IS_SHARING = _frees_interned_strings()  # whether `intern` returns one object for equal strings
intern: Callable[[str], str] = sys.intern if IS_SHARING else _unchanged
