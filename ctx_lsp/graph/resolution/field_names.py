"""Resolves calls in languages such as Java, where a type can have a field and functions with the same name.

The outline lists both; see `separate_field_names` in `languages/README.md`.
"""

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.resolution.scope import Scope
from ctx_lsp.graph.resolution.visibility import visibility_of
from ctx_lsp.syntax.symbol_kinds import FUNCTION_KINDS, VARIABLE_KINDS


def called(scope: Scope, one: Definition) -> Definition:
    """Return the definition that a call to `one` refers to, which is usually `one` itself.

    If `one` is a field and its type inherits a function with the same name from a class, the function is returned.
    Functions inherited from interfaces do not count, because a record component implements them itself.
    """
    if one.kind not in VARIABLE_KINDS or not visibility_of(one.language).separate_field_names:
        return one
    holder = scope.holder(one)
    classes = (base for base in scope.ancestors(holder) if base.kind != "Interface") if holder else ()
    members = (scope.own_member(base, one.name) for base in classes)
    return next((member for member in members if member and member.kind in FUNCTION_KINDS), one)
