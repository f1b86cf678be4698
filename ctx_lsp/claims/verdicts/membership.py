"""Readings of a sentence about a type and a member in which the type need not define the member itself."""

from ctx_lsp.claims.model import Claim
from ctx_lsp.claims.verdicts.context import VerdictContext, last_part
from ctx_lsp.syntax.symbol_kinds import TYPE_KINDS


def is_type_of_elements(claim: Claim, context: VerdictContext) -> bool:
    """Return whether a claim may be about what a collection consists of, as in "a `List` of `Cart`"."""
    named = context.definitions(claim.subject) if claim.detail == "of" else ()
    elements = context.names.definitions((last_part(claim.object),)) if named else ()
    return all(one.kind in TYPE_KINDS for one in named) and any(one.kind in TYPE_KINDS for one in elements)


def is_inherited(claim: Claim, modules: tuple[str, ...], context: VerdictContext) -> bool:
    """Return whether a type that is called like its file, as in Java, inherits a member."""
    types = [one for path in modules for one in context.snapshot.files[path].by_name.get(last_part(claim.object), ())]
    family = [kin for one in types if one.kind in TYPE_KINDS for kin in context.names.ancestry(one).types]
    return any(one.name == last_part(claim.subject) for kin in family for one in context.names.members(kin))
