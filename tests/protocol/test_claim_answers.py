"""Answers of `ctx-lsp.check`: comparisons with an earlier answer, and answers with too many statements."""

from pathlib import Path

from ctx_lsp.claims.model import CheckedClaim, Claim, Judgement, Verdict
from ctx_lsp.protocol.answers.claims import MAX_CLAIMS, progress_since
from ctx_lsp.protocol.messages.claims import EarlierClaim
from tests.protocol.conftest import LocalServer


def claim(text: str, verdict: Verdict, *, hedged: bool = False) -> CheckedClaim:
    return CheckedClaim(Claim("member", 0, 1, text, text, hedged=hedged), Judgement(verdict))


def test_a_statement_that_cannot_be_judged_now_is_not_mended() -> None:
    previous = [EarlierClaim("member", text) for text in ("A.gone", "A.true", "A.false", "A.unknown")]
    now = [
        claim("A.true", "confirmed"),
        claim("A.false", "refuted"),
        claim("A.unknown", "unknown"),
        claim("B", "refuted"),
    ]
    progress = progress_since(now, previous)
    assert (progress.mended, progress.remaining, progress.added) == (2, 2, 1)


def test_a_statement_that_is_put_as_history_is_mended() -> None:
    progress = progress_since([claim("A.gone", "unknown", hedged=True)], [EarlierClaim("member", "A.gone")])
    assert (progress.mended, progress.remaining) == (1, 0)


def test_an_answer_with_too_many_statements_lists_the_false_ones_and_says_so(
    server: LocalServer, tmp_path: Path
) -> None:
    (tmp_path / "cart.py").write_text("class Cart:\n    def total_price(self): ...\n")
    server.open(tmp_path)
    text = "`Cart.total_price` sums.\n\n" * MAX_CLAIMS + "`Cart.totl_price` sums.\n"
    answer = server.wire.ask("workspace/executeCommand", {"command": "ctx-lsp.check", "arguments": [{"text": text}]})
    assert len(answer["claims"]) == MAX_CLAIMS
    assert answer["claims"][-1]["verdict"] == "refuted"
    assert answer["summary"]["statements"] == MAX_CLAIMS + 1
    assert any("2,000 of 2,001" in one for one in answer["warnings"])
