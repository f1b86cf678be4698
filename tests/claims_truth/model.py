"""Statements about code, and what they are made of: forms, facts, changes.

A fact has a kind (a key of `FACTS`) and named parts: the names, paths and values that a form's slots take.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Operator = Literal[
    "sibling", "typo", "module", "owner", "arity", "keyword", "base", "caller", "line", "value", "moved", "removed",
    "direction",
]  # fmt: skip
# Of these, a name or a path in the sentence does not exist at all.
EXISTENCE: frozenset[Operator] = frozenset({"typo", "moved", "removed"})
Markup = Literal["markdown", "rst"]
Half = Literal["development", "held_out", "more", "more_kept"]
Parts = Mapping[str, str]

# The kinds of claims that can settle a statement of each fact.
FACTS: Mapping[str, frozenset[str]] = {
    "path": frozenset({"path"}),
    "line": frozenset({"line"}),
    "place": frozenset({"symbol", "member", "path", "constant"}),
    "module": frozenset({"symbol", "member", "path", "imports"}),
    "exists": frozenset({"symbol", "member", "constant"}),
    "member": frozenset({"member", "symbol"}),
    "keyword": frozenset({"signature"}),
    "arity": frozenset({"signature"}),
    "default": frozenset({"signature"}),
    "calls": frozenset({"calls"}),
    "inherits": frozenset({"inherits"}),
    "implements": frozenset({"inherits"}),
    "overrides": frozenset({"overrides"}),
    "raises": frozenset({"raises"}),
    "imports": frozenset({"imports"}),
    "decorated": frozenset({"decorated"}),
    "constant": frozenset({"constant"}),
    "tested_by": frozenset({"testedBy"}),
    "unused": frozenset({"unused"}),
    "command": frozenset({"command"}),
    "environment": frozenset({"environment"}),
}

_ARTICLE = re.compile(r"\ba (?=(?:attribute|interface|enum|annotation)\b)")
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Form:
    """A template of a sentence; whoever works on the checker may not read forms of the half `held_out`."""

    fact: str
    markup: Markup
    text: str
    half: Half

    @cached_property
    def slots(self) -> frozenset[str]:
        """The names of its slots."""
        return frozenset(_SLOT.findall(self.text))

    @cached_property
    def bare(self) -> frozenset[str]:
        """Its slots outside of code spans, links and roles, where only a name that looks like code can be noticed."""
        outside = re.sub(r"`[^`]*`|\[[^\]]*\]\([^)]*\)|```.*?```|\*\{\w+\}\*", "", self.text, flags=re.DOTALL)
        return frozenset(_SLOT.findall(outside))

    def fill(self, parts: Parts) -> str:
        """The sentence with these parts."""
        return _ARTICLE.sub("an ", _SLOT.sub(lambda match: parts[match[1]], self.text))


@dataclass(frozen=True)
class Fact:
    """A true or, as the result of an operator, false fact."""

    kind: str
    parts: Parts
    operator: Operator | None = None
    changed: frozenset[str] = frozenset()  # the parts that the operator has changed

    @property
    def key(self) -> tuple[str, str, tuple[tuple[str, str], ...]]:
        """A sortable key."""
        return self.kind, self.operator or "", tuple(sorted(self.parts.items()))


@dataclass(frozen=True)
class Statement:
    """A sentence in a document; `fact.operator` tells how it became false."""

    fact: Fact
    form: Form
    text: str

    @property
    def is_true(self) -> bool:
        """Whether the compilers agree with it."""
        return self.fact.operator is None
