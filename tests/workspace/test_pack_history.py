"""Packs that outlive the server: made again from recipes, with what has changed since."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.user_folders import data_folder
from ctx_lsp.cache.recipe_book import RecipeBook
from ctx_lsp.packing.model import (
    ChangeSubject,
    FilesSubject,
    Pack,
    PackOptions,
    PackRequest,
    QuestionSubject,
    SymbolSubject,
)  # fmt: skip
from ctx_lsp.sealing.seal import UNSEALED
from ctx_lsp.settings import PackSettings
from ctx_lsp.text.redaction import REDACTED
from ctx_lsp.workspace import Analysis, BadRequest
from ctx_lsp.workspace.pack_history import PackHistory
from ctx_lsp.workspace.packs import Packs
from ctx_lsp.workspace.recipes import decoded_recipe, encoded_recipe, recipe_of
from tests.workspace.test_packs import OTHER_TAX, PRICE, ROUND, SHOP, TAX, now

TOKEN = CancelToken()
Server = Callable[[], Packs]


@pytest.fixture
def server(tmp_path: Path) -> Server:
    """Starts the packs of a server on one folder; the server before has ended."""
    return lambda: Packs(history=PackHistory([tmp_path], is_on=True))


def ask(packs: Packs, text: str = SHOP, symbol: str = PRICE, **options: object) -> Pack:
    request = PackRequest(SymbolSubject(symbol), PackOptions(**options))  # type: ignore[arg-type]  # by name
    return packs.ask(now(text), request, TOKEN)


@pytest.mark.parametrize(
    "subject", [QuestionSubject("what is rounded", (TAX,)), SymbolSubject(PRICE), FilesSubject(("shop/tax.py",))]
)
def test_after_a_restart_the_same_code_gives_the_same_pack(
    server: Server, subject: QuestionSubject | SymbolSubject | FilesSubject
) -> None:
    request = PackRequest(subject, PackOptions(max_tokens=900, exclude=(ROUND,), format="xml"))
    pack = server().ask(now(), request, TOKEN)
    replay = server().replay(now(), pack.pack_id, None, TOKEN)
    assert (replay.kept.pack.pack_id, replay.kept.request) == (pack.pack_id, request)
    assert (replay.changes.names, replay.changes.same) == ((), len(pack.items))
    assert server().text(now(), pack.pack_id).outdated is False


def test_after_a_restart_a_pack_says_what_has_changed(server: Server) -> None:
    pack = ask(server())
    replay = server().replay(now(OTHER_TAX), pack.pack_id, None, TOKEN)
    changes = replay.changes
    assert (changes.changed, changes.left, changes.entered, changes.same) == ((TAX,), (ROUND,), (), 2)
    text = server().text(now(OTHER_TAX), pack.pack_id)
    assert (text.outdated, text.changed, text.pack_id) == (True, (TAX, ROUND), replay.kept.pack.pack_id)
    first, rest = text.text.split("\n\n", 1)
    assert first == f"> Made again from its question. Since then: 1 changed, 1 removed (`{TAX}`, `{ROUND}`)."
    assert rest == replay.kept.pack.text


def test_code_that_is_not_indexed_yet_is_no_change(server: Server) -> None:
    pack = ask(server())
    indexed = now(OTHER_TAX)
    listed = replace(indexed.snapshot, known_files=2 * len(indexed.snapshot.files))
    for snapshot in (listed, replace(indexed.snapshot, more_vectors=True)):
        text = server().text(replace(indexed, snapshot=snapshot), pack.pack_id)
        assert (text.outdated, text.changed) == (False, ())
        notice, _ = text.text.split("\n\n", 1)
        assert "not fully indexed yet" in notice
        assert "removed" not in notice
    assert server().text(indexed, pack.pack_id).outdated is True


def test_the_pack_itself_is_compared_and_judged_after_a_restart(server: Server) -> None:
    pack = ask(server())
    restarted = server()
    assert restarted.diff(now(), pack.pack_id, None, TOKEN).same == len(pack.items)
    change = server().give_feedback(now(), pack.pack_id, TAX, "useful")
    assert [one.symbol for one in change.in_force] == [TAX]


def test_a_pack_can_be_replayed_in_another_shape(server: Server) -> None:
    pack = ask(server())
    restarted = server()
    replay = restarted.replay(now(), pack.pack_id, PackOptions(exclude=(ROUND,)), TOKEN)
    assert replay.changes.left == (ROUND,)
    assert restarted.replay(now(), replay.kept.pack.pack_id, None, TOKEN).changes.names == ()


def test_symbols_that_are_gone_do_not_prevent_a_replay(server: Server) -> None:
    pack = ask(server(), pin=(ROUND,), exclude=("Cart",))
    gone = SHOP.replace("def round_up", "def rounded").replace("round_up(net", "rounded(net")
    replay = server().replay(now(gone), pack.pack_id, None, TOKEN)
    assert replay.kept.request.options.pin == ()
    assert replay.kept.request.options.exclude == ("Cart",)
    assert f"{ROUND}, which was pinned or excluded, no longer exists." in replay.kept.pack.warnings
    with pytest.raises(BadRequest, match=PRICE):
        server().replay(now("=== other.py\nx = 1\n"), pack.pack_id, None, TOKEN)


def test_what_a_series_has_sent_is_known_after_a_restart(server: Server) -> None:
    before = server()
    first = ask(before, symbol=TAX, dependency_depth=0)
    second = ask(before, since=first.pack_id)
    assert TAX not in {one.item.symbol for one in second.items}
    replay = server().replay(now(), second.pack_id, None, TOKEN)
    assert (replay.kept.pack.pack_id, replay.kept.pack.text) == (second.pack_id, second.text)
    assert ask(server(), since=second.pack_id).items == (), "what the first one sent counts as well"


def test_code_that_was_not_sent_in_its_present_form_is_shown(server: Server) -> None:
    first = ask(server())
    later = ask(server(), OTHER_TAX, since=first.pack_id)
    assert {one.item.symbol for one in later.items} == {TAX}, "the asker has the rest, and an older form of this one"


def test_code_that_was_sent_in_another_form_since_is_shown_again(server: Server) -> None:
    first = ask(server())
    second = ask(server(), OTHER_TAX, since=first.pack_id)
    third = ask(server(), since=second.pack_id)
    assert {one.item.symbol for one in third.items} == {TAX}, "the asker has the rest, and a later form of this one"


def test_a_series_whose_beginning_is_gone_is_shown_again_with_a_warning(server: Server, tmp_path: Path) -> None:
    before = server()
    first = ask(before, symbol=TAX, dependency_depth=0)
    second = ask(before, since=first.pack_id)
    book = RecipeBook(data_folder())
    row = book.find(str(tmp_path), second.pack_id)
    assert row is not None
    book.forget(str(tmp_path))
    book.note(row)
    book.write()
    replay = server().replay(now(), second.pack_id, None, TOKEN)
    assert TAX in {one.item.symbol for one in replay.kept.pack.items}
    assert any("may be shown again" in one for one in replay.kept.pack.warnings)
    text = server().text(now(), second.pack_id)
    assert (text.outdated, text.changed) == (False, ())
    assert "An earlier pack of its series is no longer known" in text.text.split("\n\n", 1)[0]
    assert "Since then" not in text.text
    with pytest.raises(BadRequest, match="is kept; ask again"):
        ask(server(), since=first.pack_id)


def test_a_series_with_a_repeated_request_is_known_after_a_restart(server: Server) -> None:
    before = server()
    first = ask(before, max_tokens=250)
    again = ask(before, max_tokens=250, since=first.pack_id)
    more = ask(before, max_tokens=2_000, since=again.pack_id)
    assert first.items
    assert not again.items
    assert more.items
    for pack in (again, more):
        shown = server().text(now(), pack.pack_id)
        assert (shown.pack_id, shown.text, shown.outdated) == (pack.pack_id, pack.text, False)
    listed = ask(before, max_tokens=2_000, since=more.pack_id)
    assert not listed.items
    assert [one.pack_id for one in before.recent(9)] == [more.pack_id], "a pack that shows nothing is not listed"


def test_recent_packs_are_named_by_their_questions(server: Server) -> None:
    packs = server()
    packs.ask(now(), PackRequest(QuestionSubject("what is\n rounded")), TOKEN)
    for budget in (500, 900):
        ask(packs, max_tokens=budget)
    packs.ask(now(), PackRequest(FilesSubject(("shop/tax.py",))), TOKEN, asked_by="agent")
    named = [(one.kind, one.title, one.asked_by) for one in server().recent(10)]
    assert named == [
        ("files", "Context for shop/tax.py", "agent"), ("symbol", PRICE, ""), ("question", "what is rounded", "")
    ]  # fmt: skip
    assert server().recent(1)[0].title == "Context for shop/tax.py"


def test_two_servers_on_a_folder_keep_the_packs_of_both(server: Server) -> None:
    one, other = server(), server()
    ask(one)
    ask(other, symbol=TAX)
    assert {pack.title for pack in one.recent(10)} == {pack.title for pack in other.recent(10)} == {PRICE, TAX}


def test_folders_have_histories_of_their_own(server: Server, tmp_path: Path) -> None:
    pack = ask(server())
    elsewhere = Packs(history=PackHistory([tmp_path / "other"], is_on=True))
    assert elsewhere.recent(10) == ()
    with pytest.raises(BadRequest, match="is kept; ask again"):
        elsewhere.replay(now(), pack.pack_id, None, TOKEN)


def test_the_history_can_be_switched_off_and_deleted(server: Server, tmp_path: Path) -> None:
    pack = ask(server())
    off = Packs(history=PackHistory([tmp_path], is_on=False))
    assert off.recent(10) == ()
    with pytest.raises(BadRequest, match="is kept; ask again"):
        off.text(now(), pack.pack_id)
    ask(off, symbol=TAX)
    assert [one.title for one in server().recent(10)] == [PRICE]
    PackHistory([tmp_path], is_on=True).forget()
    assert server().recent(10) == ()


def test_switching_the_history_off_deletes_it_for_this_workspace(server: Server, tmp_path: Path) -> None:
    ask(server())
    elsewhere = Packs(history=PackHistory([tmp_path / "other"], is_on=True))
    ask(elsewhere)
    PackHistory([tmp_path], is_on=False).switch(is_on=False)
    assert len(server().recent(10)) == 1, "a server that never kept a history deletes none"
    server().use(PackSettings(history=False))
    assert server().recent(10) == ()
    assert len(elsewhere.recent(10)) == 1


def test_a_pack_of_a_series_whose_subject_is_gone_does_not_prevent_others(server: Server) -> None:
    before = server()
    first = ask(before, symbol=TAX, dependency_depth=0)
    second = ask(before, since=first.pack_id)
    gone = SHOP.replace("def with_tax", "def taxed").replace("with_tax(", "taxed(")
    assert ask(server(), gone, since=first.pack_id).items
    replay = server().replay(now(gone), second.pack_id, None, TOKEN)
    assert any("may be shown again" in one for one in replay.kept.pack.warnings)


def test_neither_code_nor_secrets_are_kept(server: Server, tmp_path: Path) -> None:
    key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzUbW8xEqwT"
    pack = server().ask(
        now(), PackRequest(QuestionSubject(f"where is the net price with tax rounded up, aws_secret = '{key}'?")), TOKEN
    )
    assert pack.items
    row = RecipeBook(data_folder()).find(str(tmp_path), pack.pack_id)
    assert row is not None
    kept = row.title.encode() + row.recipe
    assert key.encode() not in kept
    assert b"divmod" not in kept
    assert REDACTED in row.title
    assert decoded_recipe(pack.pack_id, row.recipe).question is not None


def test_a_question_that_lost_a_secret_is_repeated_with_a_warning(server: Server) -> None:
    key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzUbW8xEqwT"
    question = QuestionSubject(f"where is the net price with tax rounded up, aws_secret = '{key}'?")
    packs = server()
    pack = packs.ask(now(), PackRequest(question), TOKEN)
    assert not any("secret" in one for one in packs.replay(now(), pack.pack_id, None, TOKEN).kept.pack.warnings)
    for options in (None, PackOptions(max_tokens=900)):
        warnings = server().replay(now(), pack.pack_id, options, TOKEN).kept.pack.warnings
        assert any("possible secret in the question was not stored" in one for one in warnings)
    harmless = packs.ask(
        now(), PackRequest(QuestionSubject(f"where is the net price with tax rounded up, {REDACTED}?")), TOKEN
    )
    assert not any("secret" in one for one in server().replay(now(), harmless.pack_id, None, TOKEN).kept.pack.warnings)


def test_the_text_of_a_diff_is_not_kept(server: Server) -> None:
    before, after = (f"    return round_up(net * {rate}, 100)" for rate in (107, 119))
    diff = f"--- a/shop/tax.py\n+++ b/shop/tax.py\n@@ -3,1 +3,1 @@\n-{before}\n+{after}\n"
    packs = server()
    assert packs.ask(now(), PackRequest(ChangeSubject(diff=diff)), TOKEN).items
    assert packs.recent(10) == ()


def recipe_bytes(**changes: object) -> bytes:
    request = PackRequest(QuestionSubject("what is rounded"))
    pack = Packs().ask(now(), request, TOKEN)
    plain = msgspec.json.decode(encoded_recipe(recipe_of(request, pack)))
    return msgspec.json.encode(plain | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"form": 2},
        {"unknown": 1},
        {"question": None},
        {"symbol": {"symbol": "a.py::b"}},
        {"options": {"format": "html"}},
        {"options": {"max_tokens": "many"}},
        {"options": {"style": "new"}},
        {"pieces": [["only a name"]]},
    ],
)
def test_a_recipe_of_another_version_is_a_clear_error(changes: dict[str, object]) -> None:
    assert decoded_recipe("a", recipe_bytes()).question == QuestionSubject("what is rounded")
    with pytest.raises(BadRequest, match="kept by another version of ctx-lsp; ask again") as caught:
        decoded_recipe("a", recipe_bytes(**changes))
    assert caught.value.reason == "unknownPack"


def test_a_recipe_that_is_no_json_is_a_clear_error() -> None:
    with pytest.raises(BadRequest, match="another version"):
        decoded_recipe("a", b"\xff{")


def test_an_older_recipe_without_an_option_is_read() -> None:
    recipe = decoded_recipe("a", recipe_bytes(options={"max_tokens": 700}))
    assert recipe.options == replace(PackOptions(), max_tokens=700)


def test_a_pack_without_items_is_not_kept(server: Server) -> None:
    packs = server()
    empty: Analysis = now("=== other.md\n\n")
    pack = packs.ask(empty, PackRequest(QuestionSubject("anything")), TOKEN)
    assert (pack.items, packs.recent(10)) == ((), ())


def test_a_history_whose_key_is_unknown_keeps_nothing_and_cannot_be_deleted(tmp_path: Path) -> None:
    history = PackHistory([tmp_path], is_on=True, seal=None)
    assert (history.is_kept, history.recent(9)) == (False, ())
    with pytest.raises(BadRequest, match=r"locked: its key could not be read"):
        history.forget()
    history.use_seal(UNSEALED)
    assert history.is_kept
    history.forget()
