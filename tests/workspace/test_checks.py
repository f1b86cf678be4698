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


class Listed(tuple[str, ...]):
    """Paths that must not be searched one by one for each file."""

    __slots__ = ()

    def __contains__(self, one: object) -> bool:
        raise AssertionError(one)


def test_many_files_are_checked_without_a_search_in_their_list() -> None:
    checks = Checks(snapshot_of("=== a.py\nx = 1\n=== docs/b.md\n`x`\n=== docs/c.py\nx = 1\n"), Roots(), Checker())
    found = checks.documents(Listed(("a.py", "docs")), None, (), CancelToken())
    assert [report.path for report in found] == ["a.py", "docs/b.md"]


def note(anchor: str) -> str:
    return f"---\ntype: gotcha\ndate: '2026-01-31'\nanchors: {anchor}\n---\n# T\n"


def test_a_note_with_an_impossible_anchor_does_not_stop_the_checks() -> None:
    odd, gone = note('"cart.py::\\ud800"'), note("cart.py::Trolley")
    checks = Checks(
        snapshot_of(f"=== cart.py\nx = 1\n=== .ctx-lsp/memory/gone.md\n{gone}=== .ctx-lsp/memory/odd.md\n{odd}"),
        Roots(),
        Checker(),
    )
    found = [one.claim.text for report in checks.documents((), None, (), CancelToken()) for one in report.claims]
    assert found == ["cart.py::Trolley", 'anchors: "cart.py::\\ud800"']
