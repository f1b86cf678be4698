"""Feedback from packs to later packs: explicit verdicts and actions, their effect, fading and expiry."""

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.model import Pack, PackOptions, PackRequest, QuestionSubject, SymbolSubject
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.retrieval.ranking.weights import Weights
from ctx_lsp.workspace import Analysis, BadRequest
from ctx_lsp.workspace import feedback as feedback_module
from ctx_lsp.workspace.feedback import HALF_LIFE, MAX_AGE, STRENGTHS, FeedbackMemory
from ctx_lsp.workspace.packs import Packs
from tests.workspaces import files_of, snapshot_of, snapshot_of_package

TOKEN = CancelToken()
WEIGHT = Weights().feedback
SHOP = '''
=== shop/price.py
def net_price(item):
    """The price of an item without tax."""
    return item.price


def gross_price(item):
    """The price of an item with tax."""
    return 1.19 * item.price
=== shop/end.py
def close(year):
    """The end of a year."""
'''
QUESTION = "the price of an item"
NET, GROSS, CLOSE = "shop/price.py::net_price", "shop/price.py::gross_price", "shop/end.py::close"


def now(text: str = SHOP) -> Analysis:
    return Analysis(snapshot_of(text), None)


def ask(packs: Packs, question: str = QUESTION, text: str = SHOP) -> Pack:
    return packs.ask(now(text), PackRequest(QuestionSubject(question)), TOKEN)


def part(pack: Pack, symbol: str) -> float:
    """The feedback part of a symbol's score."""
    return next(one.item.scores.get("feedback", 0.0) for one in pack.items if one.item.symbol == symbol) / WEIGHT


def age(packs: Packs, questions: int) -> None:
    for _ in range(questions):
        packs.feedback.question_asked()


def test_a_verdict_is_felt_in_the_next_pack_and_its_id() -> None:
    packs = Packs()
    first = ask(packs)
    change = packs.give_feedback(now(), first.pack_id, "net_price", "useful")
    assert (change.symbol, change.cleared) == (NET, 0)
    assert [(one.symbol, one.kind, one.strength) for one in change.in_force] == [(NET, "useful", STRENGTHS["useful"])]
    second = ask(packs)
    assert second.pack_id != first.pack_id
    assert (part(second, NET), part(second, GROSS)) == (STRENGTHS["useful"], 0.0)
    assert packs.text(now(), first.pack_id).text == first.text, "both can be opened"
    packs.give_feedback(now(), first.pack_id, NET, "not")
    assert part(ask(packs), NET) == STRENGTHS["not"], "the later verdict counts"


def test_questions_that_it_is_not_about_keep_their_packs() -> None:
    packs = Packs()
    other = ask(packs, "when does the year end")
    packs.give_feedback(now(), ask(packs).pack_id, NET, "useful")
    assert ask(packs, "when does the year end").pack_id == other.pack_id


def test_symbols_reported_as_missing_enter() -> None:
    packs, networkx = Packs(), Analysis(snapshot_of_package("networkx"), None)
    request, missing = PackRequest(QuestionSubject("convert a graph to a matrix")), "networkx/lazy_imports.py::attach"
    first = packs.ask(networkx, request, TOKEN)
    assert missing not in {one.item.symbol for one in first.items}
    change = packs.give_feedback(networkx, first.pack_id, missing, "missing")
    assert change.symbol == missing
    second = packs.ask(networkx, request, TOKEN)
    assert missing in {one.item.symbol for one in second.items}


def test_explain_shows_it_and_a_search_knows_nothing_of_it() -> None:
    packs = Packs()
    packs.give_feedback(now(), ask(packs).pack_id, NET, "useful")
    with_feedback = packs.with_feedback(now())
    assert with_feedback.explain(QUESTION, NET, PackOptions(), TOKEN).parts["feedback"] == WEIGHT * STRENGTHS["useful"]
    request = SearchRequest(QUESTION)
    assert with_feedback.search(request, TOKEN).items == now().search(request, TOKEN).items


def test_explain_names_feedback_as_the_only_source() -> None:
    packs = Packs()
    many = SHOP + "".join(f"=== shop/p{n}.py\ndef price_{n}(item): return item.price\n" for n in range(60))
    missed = packs.ask(now(many), PackRequest(QuestionSubject(QUESTION)), TOKEN)
    packs.give_feedback(now(many), missed.pack_id, CLOSE, "missing")
    age(packs, 3 * HALF_LIFE)
    reason = packs.with_feedback(now(many)).explain(QUESTION, CLOSE, PackOptions(), TOKEN).reason
    assert "(found by the feedback alone)" in reason


def test_it_can_be_cleared() -> None:
    packs = Packs()
    first = ask(packs)
    for symbol in (NET, GROSS):
        packs.give_feedback(now(), first.pack_id, symbol, "useful")
    change = packs.clear_feedback(now(), "net_price")
    assert (change.symbol, change.cleared, [one.symbol for one in change.in_force]) == (NET, 1, [GROSS])
    assert packs.clear_feedback(now(), None).cleared == 1
    assert ask(packs).pack_id == first.pack_id


def test_it_fades_by_later_questions_in_steps() -> None:
    packs = Packs()
    packs.give_feedback(now(), ask(packs).pack_id, NET, "useful")
    strong = ask(packs)  # which is the first question after it
    age(packs, HALF_LIFE - 2)
    assert ask(packs).pack_id == strong.pack_id
    age(packs, 1)
    assert part(ask(packs), NET) == STRENGTHS["useful"] / 2
    age(packs, MAX_AGE)
    assert packs.clear_feedback(now(), None).in_force == ()
    assert part(ask(packs), NET) == 0.0


def test_the_same_question_again_makes_nothing_older() -> None:
    packs = Packs()
    packs.give_feedback(now(), ask(packs).pack_id, NET, "useful")
    ask(packs)
    for _ in range(2 * MAX_AGE):
        pack = ask(packs)
    assert part(pack, NET) == STRENGTHS["useful"]


def test_it_ends_when_the_code_changes() -> None:
    packs = Packs()
    packs.give_feedback(now(), ask(packs).pack_id, NET, "useful")
    edited = SHOP.replace("return item.price\n", "return item.net\n")
    assert part(ask(packs, text=edited), NET) == 0.0
    assert part(ask(packs), NET) == STRENGTHS["useful"], "an edit that is taken back brings it back"


@pytest.mark.parametrize(
    ("symbol", "verdict", "complaint"),
    [
        (CLOSE, "useful", "the pack does not show "),
        (NET, "missing", "is not missing: the pack shows it"),
        ("nothing", "useful", "no symbol named 'nothing'"),
    ],
)
def test_a_verdict_must_fit_the_pack(symbol: str, verdict: str, complaint: str) -> None:
    packs = Packs()
    pack = packs.ask(now(), PackRequest(SymbolSubject(NET)), TOKEN)
    with pytest.raises(BadRequest, match=complaint):
        packs.give_feedback(now(), pack.pack_id, symbol, verdict)  # type: ignore[arg-type]  # one of the verdicts


def test_no_feedback_is_stored_or_shown_while_it_is_off() -> None:
    packs = Packs()
    first = ask(packs)
    packs.give_feedback(now(), first.pack_id, NET, "useful")
    packs.feedback.is_on = False
    assert ask(packs).pack_id == first.pack_id
    packs.feedback.file_opened("shop/price.py")
    with pytest.raises(BadRequest, match="feedback"):
        packs.give_feedback(now(), first.pack_id, NET, "useful")
    packs.feedback.is_on = True
    assert [one.kind for one in packs.clear_feedback(now(), GROSS).in_force] == ["useful"]


def test_opened_symbols_count_as_useful() -> None:
    packs = Packs()
    packs.feedback.file_opened("shop/price.py")
    first = ask(packs)
    assert part(first, NET) == 0.0, "it was opened before"
    packs.feedback.file_opened("shop/end.py")
    assert ask(packs).pack_id == first.pack_id, "nothing of that file was shown"
    packs.feedback.file_opened("shop/price.py")
    assert part(ask(packs), NET) == STRENGTHS["opened"]


def test_edited_symbols_count_as_useful() -> None:
    packs = Packs()
    ask(packs)
    edited = SHOP.replace("1.19 *", "1.07 *")
    assert part(ask(packs, text=edited), GROSS) == 0.0, "nobody has edited it in the editor"
    packs.feedback.file_edited("shop/price.py", files_of(edited)["shop/price.py"])
    pack = ask(packs, text=edited)
    assert (part(pack, GROSS), part(pack, NET)) == (STRENGTHS["edited"], 0.0)
    assert part(ask(packs, text=edited.replace("1.07", "1.05")), GROSS) == 0.0, "which is another text"


def test_an_edit_counts_though_a_question_from_before_it_is_answered_after_it() -> None:
    packs = Packs()
    ask(packs)
    edited = SHOP.replace("1.19 *", "1.07 *")
    packs.feedback.file_edited("shop/price.py", files_of(edited)["shop/price.py"])
    assert part(ask(packs), GROSS) == 0.0, "which sees the text of before"
    assert part(ask(packs, text=edited), GROSS) == STRENGTHS["edited"]


def test_the_number_of_verdicts_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feedback_module, "MAX_VERDICTS", 3)
    memory = FeedbackMemory()
    for number in range(5):
        memory.give("useful", [(f"a.py::f{number}", b"")], frozenset())
    assert [one.symbol for one in memory.in_force()] == ["a.py::f2", "a.py::f3", "a.py::f4"]
    memory.give("opened", [("a.py::f5", b""), ("a.py::f6", b"")], frozenset())
    assert [one.symbol for one in memory.in_force()] == ["a.py::f2", "a.py::f3", "a.py::f4"], "what was said stays"


def test_comparing_a_pack_makes_nothing_older() -> None:
    packs = Packs()
    first = ask(packs)
    packs.give_feedback(now(), first.pack_id, NET, "useful")
    age(packs, HALF_LIFE - 2)
    for number in range(3):
        packs.diff(now(SHOP.replace("1.19", f"1.2{number}")), first.pack_id, None, TOKEN)
    assert part(ask(packs), NET) == STRENGTHS["useful"]
