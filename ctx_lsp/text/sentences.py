"""Splits English prose on one line into sentences. Markup is not interpreted."""

import re

NO_ABBREVIATION = r"(?<![eE]\.g\.)(?<![iI]\.e\.)(?<!\bvs\.)(?<!\bcf\.)"
"""A regular expression that fails after an abbreviation that never ends a sentence."""

_END = re.compile(rf"(?<=[.!?]){NO_ABBREVIATION}\s+(?=[A-Z`\"'(])")


def sentences_of(paragraph: str) -> list[str]:
    """Split a paragraph into sentences."""
    return _END.split(paragraph)
