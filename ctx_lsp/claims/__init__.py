"""Checks statements about code, in stages: prose → sentences → claims → verdicts.

`prose` turns documents, comments and docstrings into sentences with the names that they mention; `extraction` matches
the sentence forms of `forms.toml` and makes typed claims; `names` finds what a written name can mean; `verdicts` judges
each claim against a snapshot; `check` joins the stages. Nothing here reads files or knows the protocol.
"""

from ctx_lsp.claims.check import Checker, CheckOptions, DocumentReport
from ctx_lsp.claims.model import CLAIM_KINDS, CheckedClaim, Claim, ClaimKind, ClaimSeverity, Verdict

__all__ = [
    "CLAIM_KINDS",
    "CheckOptions",
    "CheckedClaim",
    "Checker",
    "Claim",
    "ClaimKind",
    "ClaimSeverity",
    "DocumentReport",
    "Verdict",
]
