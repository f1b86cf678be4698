"""Calls in languages where a type can have a field and functions with the same name, as in Java.

The outline lists both; see `separate_field_names` in `languages/README.md`.
"""

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.resolution.scope import Scope
from ctx_lsp.graph.resolution.visibility import visibility_of
from ctx_lsp.syntax.symbol_kinds import FUNCTION_KINDS, VARIABLE_KINDS


def called(scope: Scope, one: Definition) -> Definition:
    """Return what a call of `one` means: for a field, the function with its name that the type inherits, if any.

    Functions of interfaces do not count, because the component of a record provides them.
    """
    if one.kind not in VARIABLE_KINDS or not visibility_of(one.language).separate_field_names:
        return one
    holder = scope.holder(one)
    classes = (base for base in scope.ancestors(holder) if base.kind != "Interface") if holder else ()
    members = (scope.own_member(base, one.name) for base in classes)
    return next((member for member in members if member and member.kind in FUNCTION_KINDS), one)
