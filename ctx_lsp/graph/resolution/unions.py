"""Narrows the alternatives of a value by a condition on a member, as for discriminated unions in TypeScript.

The conditions are found in the code by `syntax.references.narrowing`.
"""

from collections.abc import Callable

from ctx_lsp.graph.resolution.meanings import Meaning, Meanings
from ctx_lsp.graph.resolution.scope import Scope
from ctx_lsp.syntax.references.type_text import alternatives
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, VARIABLE_KINDS


def left_by(condition: str, found: Meanings, scope: Scope, values: Callable[[Meaning], Meanings]) -> Meanings:
    """Return the meanings in `found` that satisfy `condition`, with variables replaced by their `values`.

    The condition is about a member of the value:

    - `member`: the value has the member.
    - `member-`: the value does not have the member.
    - `member=literal`: the declared type of the member contains `literal`. If this holds for no meaning, all meanings
      that have the member are returned.
    - `member~literal`: the value has the member, and its declared type contains more than `literal`.

    If no meaning satisfies the condition, `found` is returned unchanged.
    """
    member, sign, value = _split_condition(condition)
    every = [each for one in found for each in (values(one) if _is_variable(one) else (one,))]
    every = [one for one in every if not _is_union(one, every, values)] or every
    literals = [(one, _literals(one, member, scope)) for one in every]
    kept = [one for one, known in literals if known is not None]
    if sign == "-":
        kept = [one for one, known in literals if known is None]
    elif sign == "=":
        kept = [one for one, known in literals if known and value in known] or kept
    elif sign == "~":
        kept = [one for one, known in literals if known is not None and known != {value}]
    return tuple(kept) or found


def _split_condition(condition: str) -> tuple[str, str, str]:
    """Split a condition (see `left_by`) into the member, the operator and the literal. The last two may be empty."""
    sign = next((letter for letter in condition if letter in "=~-"), "")
    member, _, value = condition.partition(sign) if sign else (condition, "", "")
    return member, sign, value


def _is_variable(one: Meaning) -> bool:
    return one.definition is not None and one.definition.kind in VARIABLE_KINDS


def _is_union(one: Meaning, every: list[Meaning], values: Callable[[Meaning], Meanings]) -> bool:
    """Return whether a type is an alias of a union whose parts are all among `every`."""
    if one.definition is None or one.definition.kind != "Interface":
        return False
    parts = {part.definition.id for part in values(Meaning(one.definition)) if part.definition}
    return bool(parts) and parts <= {other.definition.id for other in every if other.definition and other != one}


def _literals(one: Meaning, member: str, scope: Scope) -> set[str] | None:
    """Return the names of a member's declared types and literal types; None if there is no such member."""
    holder = one.definition
    found = scope.in_type(holder, member) if holder and holder.kind in CONTAINER_KINDS else ()
    if not found:
        return None
    declared = found[0][0]
    home = scope.of(declared.path)
    written = (expression[1:-1] for expression in (home.value_types(declared) if home else ()) if expression[0] == "{")
    return {name.rpartition(".")[2] for text in written for name, _ in alternatives(text)}
