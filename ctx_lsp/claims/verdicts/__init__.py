"""Verdicts on claims. Each kind of claim has a judge, which compares the document with a snapshot of the code.

A claim is refuted only if all meanings of its names refute it; everything uncertain is unknown.
"""

from collections.abc import Callable, Mapping

from ctx_lsp.claims.model import Claim, ClaimKind, Judgement, unsure
from ctx_lsp.claims.verdicts.before import may_be_misread
from ctx_lsp.claims.verdicts.calls import judge_calls, judge_raises
from ctx_lsp.claims.verdicts.context import VerdictContext
from ctx_lsp.claims.verdicts.existence import judge_member, judge_symbol
from ctx_lsp.claims.verdicts.paths import judge_line, judge_path
from ctx_lsp.claims.verdicts.project import judge_command, judge_environment, judge_route, judge_setting
from ctx_lsp.claims.verdicts.signatures import judge_signature
from ctx_lsp.claims.verdicts.structure import judge_decorated, judge_imports, judge_inherits, judge_overrides
from ctx_lsp.claims.verdicts.usage import judge_tested, judge_unused
from ctx_lsp.claims.verdicts.values import judge_constant

_JUDGES: Mapping[ClaimKind, Callable[[Claim, VerdictContext], Judgement]] = {
    "path": judge_path,
    "line": judge_line,
    "symbol": judge_symbol,
    "member": judge_member,
    "signature": judge_signature,
    "calls": judge_calls,
    "inherits": judge_inherits,
    "overrides": judge_overrides,
    "raises": judge_raises,
    "imports": judge_imports,
    "decorated": judge_decorated,
    "route": judge_route,
    "constant": judge_constant,
    "testedBy": judge_tested,
    "unused": judge_unused,
    "command": judge_command,
    "environment": judge_environment,
    "setting": judge_setting,
}


def judge(claim: Claim, context: VerdictContext) -> Judgement:
    """Return the verdict on a claim. A hedged claim is never refuted, nor is one that is probably misread."""
    found = _JUDGES[claim.kind](claim, context)
    if found.verdict == "refuted" and (claim.hedged or may_be_misread(claim, found, context)):
        return unsure(found.reason, *found.proofs)
    return found


__all__ = ["VerdictContext", "judge"]
