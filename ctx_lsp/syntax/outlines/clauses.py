"""Joins the clauses of a function: a signature and its equations in Haskell, or clauses with patterns in Elixir.

The key `joins_clauses` in `language.toml` enables this for a language. `nesting` computes the nesting.
"""

import re
from collections.abc import Iterable
from operator import attrgetter

from ctx_lsp.syntax.outlines.nesting import DefinitionMatch

_BETWEEN_CLAUSES = re.compile(rb"(?:\s|(?:--|#)[^\n]*\n)*")  # whitespace and line comments


def joined_clauses(found: Iterable[DefinitionMatch], data: bytes) -> list[DefinitionMatch]:
    """Join adjacent definitions of the same kind, owner and name, which are clauses of one function.

    Only whitespace and line comments may stand between them. The joined definition keeps the first one's signature.
    """
    joined: list[DefinitionMatch] = []
    for one in sorted(found, key=attrgetter("start", "name_start")):
        last = joined[-1] if joined else None
        if last and _are_clauses(last, one) and _BETWEEN_CLAUSES.fullmatch(data, last.end, one.start):
            joined[-1] = last._replace(end=one.end)
        else:
            joined.append(one)
    return joined


def _are_clauses(last: DefinitionMatch, one: DefinitionMatch) -> bool:
    same_name = (last.kind, last.owner, last.name) == (one.kind, one.owner, one.name)
    return same_name and last.end <= one.start
