"""Macros that a file defines only if they have no definition yet, as in `#ifndef NAME` / `#define NAME …` / `#endif`.

`branches` finds the branches that are compiled for only one operating system.
"""

import re
from collections import Counter

# The condition is directly above the definition, and the macro has a value, unlike an include guard.
_FALLBACK = re.compile(
    rb"^[ \t]{0,99}#[ \t]{0,9}"
    rb"(?:ifndef[ \t]{1,9}(\w+)|if[ \t]{1,9}![ \t]{0,9}defined[ \t]{0,9}\(?[ \t]{0,9}(\w+)\)?)[ \t]{0,9}\r?\n"
    rb"[ \t]{0,99}#[ \t]{0,9}define[ \t]{1,9}(\w+)[ \t(]{1,9}[^\s/]",
    re.MULTILINE,
)
_DEFINITION = re.compile(rb"^[ \t]{0,99}#[ \t]{0,9}define[ \t]{1,9}(\w+)", re.MULTILINE)


def fallback_names(data: bytes) -> frozenset[str]:
    """Return the macros that the C or C++ text `data` defines only if they have no definition yet."""
    found = Counter(match[3] for match in _FALLBACK.finditer(data) if match[3] in (match[1], match[2]))
    if not found:
        return frozenset()
    definitions = Counter(match[1] for match in _DEFINITION.finditer(data))
    return frozenset(name.decode() for name in found if definitions[name] == found[name])
