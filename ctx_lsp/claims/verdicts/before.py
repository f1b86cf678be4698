"""Asks whether a refuted statement in a committed sentence was true in an earlier commit.

A committed sentence was true when it was written, as a rule. If the code never agreed with it, then the sentence means
something else than it seems to. Statements about names and parameters are not asked: typos in them are as old as the
sentence.
"""

from ctx_lsp.claims.model import Claim, Judgement
from ctx_lsp.claims.verdicts.context import VerdictContext, last_part
from ctx_lsp.claims.verdicts.existence import near_symbol
from ctx_lsp.graph.entry import path_of

_RELATIONS = frozenset({"calls", "constant", "decorated", "imports", "inherits", "overrides", "raises"})


def may_be_misread(claim: Claim, found: Judgement, context: VerdictContext) -> bool:
    """Return whether a refuted relation is in a committed sentence, is no typo, and held in no commit looked at."""
    if claim.kind not in _RELATIONS or claim.detail == "statement" or not context.is_committed:
        return False
    if found.severity == "high" and near_symbol(last_part(claim.object), context):
        return False
    name = "" if claim.kind == "imports" else last_part(claim.subject)
    word = claim.object.strip("`'\"") if claim.kind == "constant" else last_part(claim.object.lstrip("@"))
    paths = {path_of(one.node) for one in found.proofs}
    former = context.names.index.former_definition
    return bool(paths) and not any(former(path, name, word) for path in sorted(paths))
