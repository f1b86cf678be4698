"""Checks of statements while files are being indexed."""

from dataclasses import replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.claims import Checker
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Checks
from tests.workspaces import snapshot_of

WHOLE = snapshot_of("=== cart.py\nclass Cart:\n    def total_price(self): ...\n")
DRAFT = SourceText(b"`Cart.total_price` sums, and so does `Cart.totl_price`.\n")


def test_no_statement_is_refuted_before_all_files_are_indexed() -> None:
    whole = Checks(WHOLE, Roots(), Checker())
    half = Checks(replace(WHOLE, known_files=2), Roots(), Checker())
    assert [one.judgement.verdict for one in whole.draft(DRAFT, (), CancelToken()).claims] == ["confirmed", "refuted"]
    assert [one.judgement.verdict for one in half.draft(DRAFT, (), CancelToken()).claims] == ["confirmed", "unknown"]
    assert whole.warnings == ()
    assert half.warnings == ("Still indexing: this answer covers 50% of the files.",)
