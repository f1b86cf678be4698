"""Finds out whether a text satisfies, supersedes or only mentions an item whose identifier it contains."""

import re
from collections.abc import Iterator
from itertools import chain

from ctx_lsp.syntax.reference import ReferenceKind

_LONGEST = 160  # bytes before an identifier in which the relation is looked for
_WORDS: tuple[tuple[ReferenceKind, re.Pattern[str]], ...] = (
    ("superseded-by", re.compile(r"\b(?:super[sc]eded|replaced)[-_ ]?by\b", re.IGNORECASE)),
    ("supersedes", re.compile(r"\b(?:super[sc]ed(?:es|ing)|replaces)\b", re.IGNORECASE)),
    (
        "satisfies",
        re.compile(
            r"\b(?:implement(?:s|ed|ing)?|satisf(?:y|ies|ied)|fulfil(?:l|ls|s|led)?|cover(?:s|ed|ing)?|"
            r"verif(?:y|ies|ied)|validat(?:e|es|ed)|trac(?:es?|ed)(?: to)?|tests?|fix(?:es|ed)?|clos(?:e|es|ed)|"
            r"resolv(?:e|es|ed)|requirements?|reqs?|parents?|derived from|llr)\b",
            re.IGNORECASE,
        ),
    ),
)
_LISTED = re.compile(r"\[[^\[\]\n]{0,160}\]\(?|\b[A-Z][A-Z0-9_-]{0,60}\d[^\s,;]*|\band\b")
_JOINED = re.compile(r"[\s\[\](){},;:&*_`#@\"'/>-]*")
_OPENING = re.compile(r"\s*(?:/{2,}!?|#+|/?\*+|--|;+|<!--|\"\"\"|''')\s*[\[(@]?")  # of a comment
_ARGUMENT = re.compile(r"(?:[\s(*]@|\w\([ \t]{0,9}[\"'])\Z")  # a tag, or an argument of an annotation


def relation_before(data: bytes, start: int) -> ReferenceKind:
    """Return the relation that a text has to the item whose identifier is at `start`.

    The words before the identifier on the same line decide. If they state no relation, the relation is "satisfies" for
    an identifier that begins a comment, is a tag, or is an argument of an annotation; otherwise, it is "mentions".
    """
    line = max(data.rfind(b"\n", max(0, start - _LONGEST), start) + 1, start - _LONGEST, 0)
    text = data[line:start].decode("utf-8", "replace")
    for kind, end in _stated(text):
        rest = _LISTED.sub("", text[end:])
        if _JOINED.fullmatch(rest):
            return kind
    return "satisfies" if _OPENING.fullmatch(text) or _ARGUMENT.search(text) else "mentions"


def _stated(text: str) -> Iterator[tuple[ReferenceKind, int]]:
    """Yield the relations that a text states, each with the offset after the words that state it."""
    return chain.from_iterable(((kind, match.end()) for match in pattern.finditer(text)) for kind, pattern in _WORDS)
