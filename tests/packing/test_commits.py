"""Lines about commits in the head of a pack."""

from dataclasses import replace

from ctx_lsp.packing.commits import room_for_commits, with_commits
from ctx_lsp.packing.model import PackOptions, Readiness, SymbolCommit
from ctx_lsp.text.redaction import REDACTED
from tests.packing.shop import SHOP, about, ask


def test_a_secret_in_a_long_subject_is_redacted_before_the_subject_is_cut() -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    commit = SymbolCommit("a" * 40, "Nobody", 0, f"Try whether the token still works: {token}")
    options = PackOptions(2048)
    pack = ask(SHOP, "cart price", replace(options, max_tokens=2048 - room_for_commits(options)))
    text = with_commits(pack, {"shop/cart.py::Cart": (commit,)}, options).text
    assert f"Try whether the token still works: {REDACTED}" in text
    assert token[:12] not in text


def test_the_budget_that_a_pack_names_has_room_for_the_commits() -> None:
    options = PackOptions(1_000)
    pack = about(SHOP, "shop/cart.py::Cart", 1_000 - room_for_commits(options))
    short = Readiness(False, "raise the budget to 1,000: 4 of 5 results are shown")
    document = replace(pack.document, summary=replace(pack.document.summary, reason=short.reason))
    made = with_commits(replace(pack, readiness=short, document=document), {}, options)
    assert made.readiness == replace(short, reason="raise the budget to 1,500: 4 of 5 results are shown")
    assert f"not ready: {made.readiness.reason}" in made.text
    assert with_commits(pack, {}, options).readiness == pack.readiness
