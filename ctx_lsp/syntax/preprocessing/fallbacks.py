"""Macros that a file defines only if they have no definition yet, as in `#ifndef NAME` / `#define NAME …` / `#endif`.

`branches` finds the branches of a condition that only one system takes.
"""

import re

_ASKS_FOR_ABSENCE = re.compile(
    rb"^[ \t]{0,99}#[ \t]{0,9}"
    rb"(?:ifndef[ \t]{1,9}(\w+)|(?:el)?if[ \t]{1,9}![ \t]{0,9}defined[ \t]{0,9}\(?[ \t]{0,9}(\w+))",
    re.MULTILINE,
)


def fallback_names(data: bytes) -> frozenset[str]:
    """Return the names of which the C or C++ text `data` asks whether they are not defined."""
    found = (match[1] or match[2] for match in _ASKS_FOR_ABSENCE.finditer(data))
    return frozenset(name.decode() for name in found)
