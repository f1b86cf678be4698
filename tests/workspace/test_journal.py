"""The journal of a workspace: nothing before a task, nothing with a secret, and everything on request."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ctx_lsp.agents.engines import OWN_ENVIRONMENT
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.confirmed_time import CONFIRMING_DAYS, DAY
from ctx_lsp.base.user_folders import data_folder
from ctx_lsp.cache.journal_book import FILE_NAME, KEPT_SECONDS
from ctx_lsp.journal import entry_text
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.packing.model import PackRequest, QuestionSubject
from ctx_lsp.sealing.aes import AesSeal
from ctx_lsp.sealing.seal import UNSEALED
from ctx_lsp.settings import JournalSettings, ModelSettings, resolve_settings
from ctx_lsp.text.redaction import REDACTED
from ctx_lsp.workspace import BadRequest, NewCheckpoint, NewEntry, Reflection, ResumeQuery, exported, go_on
from ctx_lsp.workspace.journal.journal import ACTIVE_SECONDS, Journal
from tests.model_server import Reply, serving
from tests.secrets.kinds import fake_secrets
from tests.workspace.test_packs import now

TOKEN = CancelToken()
SHARE_MISSED = 0.02  # as in tests/e2e/test_secret_exits.py
Open = Callable[..., Journal]


@pytest.fixture
def clock() -> list[float]:
    """The time, as the only element."""
    return [1_000_000.0]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> Open:
    """Opens journals of folders, with an own data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def journal(*folders: str, **settings: bool) -> Journal:
        return Journal(map(Path, folders or ("/shop",)), JournalSettings(**settings), lambda: clock[0])

    return journal


def note_question(journal: Journal, text: str = "where is the tax?", asked_by: str = "") -> None:
    pack = now().pack(PackRequest(QuestionSubject(text)), TOKEN)
    journal.note_pack(pack, asked_by)


def on_disk() -> str:
    return "".join(file.read_bytes().decode("latin-1") for file in data_folder().iterdir())


def test_nothing_is_written_before_a_task_is_started(opened: Open) -> None:
    journal = opened()
    note_question(journal)
    journal.note_error("ctx-lsp.query", "where?", "no such symbol")
    journal.expire()
    with pytest.raises(BadRequest, match="start or resume one"):
        journal.record(NewEntry("message", "hello"))
    assert (journal.tasks(), journal.about("a.py"), journal.erase(None).tasks) == ((), (), 0)
    assert not data_folder().exists()


def test_a_pack_leaves_its_question_and_a_checkpoint(opened: Open) -> None:
    journal = opened()
    journal.start("Round late")
    journal.record(NewEntry("checkpoint", checkpoint=NewCheckpoint(plan="cents", step="begun", error="once")))
    note_question(journal)
    question, checkpoint = journal.entries(journal.tasks())[1:]
    assert (question.kind, question.text, question.asked_by) == ("question", "where is the tax?", "")
    assert question.pack
    assert question.about
    assert checkpoint.checkpoint is not None
    assert checkpoint.checkpoint.results.startswith("a pack of ")
    state = replace(checkpoint.checkpoint, results="", context="")
    assert dict(state.fields) == {"query": "where is the tax?", "plan": "cents", "step": "begun"}
    journal.note_error("ctx-lsp.impact", "", "no symbol x")
    last = go_on(opened(), ResumeQuery(), 0, TOKEN).at_hand.checkpoint
    assert last is not None
    assert last.checkpoint is not None
    assert (last.checkpoint.cause, last.checkpoint.error) == ("error", "ctx-lsp.impact: no symbol x")
    assert last.checkpoint.plan == "cents"


def test_a_question_is_recorded_again_only_after_something_else_of_the_same_asker(opened: Open) -> None:
    journal = opened(agents=True)
    journal.start("Round late")
    for asked_by, text in (("", "one"), ("agent", "one"), ("", "one"), ("agent", "two"), ("", "one"), ("agent", "one")):
        note_question(journal, text, asked_by)
    asked = [(one.asked_by, one.text) for one in journal.entries(journal.tasks()) if one.kind == "question"]
    assert asked == [("", "one"), ("agent", "one"), ("agent", "two"), ("agent", "one")]


def test_agents_are_recorded_only_if_the_user_says_so(opened: Open) -> None:
    off, on = opened(), opened(agents=True)
    off.start("Round late")
    note_question(off, asked_by="agent")
    off.note_error("ctx-lsp.query", "q", "failed", "agent")
    with pytest.raises(BadRequest, match=r"journal\.agents"):
        off.record(NewEntry("message", "hello"), asked_by="agent")
    assert off.entries(off.tasks()) == []
    note_question(on, asked_by="agent")
    on.record(NewEntry("message", "hello"), asked_by="agent")
    assert {one.asked_by for one in on.entries(on.tasks())} == {"agent"}


def test_the_server_that_agents_start_keeps_no_journal() -> None:
    assert not resolve_settings(None, {"journal": {"enabled": True}}, OWN_ENVIRONMENT).settings.journal.enabled


@pytest.mark.parametrize("is_named", [False, True])
def test_erasing_takes_hidden_tasks_off_the_disk(opened: Open, clock: list[float], is_named: bool) -> None:
    first, other = opened(), opened("/elsewhere")
    hidden = first.start("An old title").id
    first.record(NewEntry("message", "an old message"))
    other.start("Title of another folder")
    clock[0] += KEPT_SECONDS + DAY
    journal = opened()
    assert journal.tasks() == ()
    assert "an old message" in on_disk(), "one day of use deletes nothing"
    assert journal.erase(hidden if is_named else None).tasks == 1
    assert "An old title" not in on_disk()
    assert "an old message" not in on_disk()
    assert "Title of another folder" in on_disk()
    with pytest.raises(BadRequest):
        journal.erase(hidden)


def test_a_journal_that_is_off_is_read_and_erased_but_not_written(opened: Open) -> None:
    opened().start("Round late")
    off = opened(enabled=False)
    for write in (lambda: off.start("x"), lambda: off.record(NewEntry("message", "x"), 1)):
        with pytest.raises(BadRequest, match=r"journal\.enabled"):
            write()
    note_question(off)
    assert (go_on(off, ResumeQuery(), 0, TOKEN).task.title, off.active()) == ("Round late", None)
    assert off.entries(off.tasks()) == []
    assert (off.erase(None).tasks, off.tasks()) == (1, ())


def test_a_journal_whose_key_is_unknown_is_neither_read_nor_written(opened: Open) -> None:
    journal = opened()
    task = journal.start("Round late")
    journal.use_seal(None)
    note_question(journal)
    for use in (journal.tasks, lambda: journal.record(NewEntry("message", "x"), 1), lambda: journal.start("x")):
        with pytest.raises(BadRequest, match=r"locked: .*cache\.encryption"):
            use()
    assert (journal.is_on, journal.about("a.py")) == (False, ())
    journal.use_seal(UNSEALED)
    assert journal.entries([task]) == []


def test_a_journal_under_a_key_is_kept_and_says_what_another_key_hides(opened: Open) -> None:
    plain = opened()
    plain.start("Round late")
    plain.record(NewEntry("decision", "We use cents."))
    sealed = opened()
    sealed.use_seal(AesSeal(b"a" * 32))
    note_question(sealed)
    assert [one.kind for one in sealed.entries(sealed.tasks())] == ["decision", "question", "checkpoint"]
    assert "We use cents." in go_on(sealed, ResumeQuery(question="cents"), 0, TOKEN).text
    assert (sealed.hidden(), plain.tasks()) == ("", ())
    assert plain.hidden() == "Tasks of all folders that another key (cache.encryption) hides: 1."


def test_entries_without_content_are_refused(opened: Open) -> None:
    journal = opened()
    assert journal.start("Round \ud800 late").title == "Round ? late"
    for entry in (NewEntry("message", " \n"), NewEntry("reflection", reflection=Reflection("success", float("nan")))):
        with pytest.raises(BadRequest, match=r"needs a text|from 0 to 1"):
            journal.record(entry)


def test_the_active_task_is_the_one_that_was_used_last_and_rests_after_a_day(opened: Open, clock: list[float]) -> None:
    journal = opened()
    first, second = (journal.start(title).id for title in ("one", "two"))
    assert [(one.id, one.state) for one in journal.tasks()] == [(second, "active"), (first, "open")]
    clock[0] += 1
    assert go_on(journal, ResumeQuery(first, activates=False), 0, TOKEN).task.state == "open"
    assert go_on(journal, ResumeQuery(first), 0, TOKEN).task.state == "active"
    clock[0] += ACTIVE_SECONDS
    assert journal.active() is None
    journal.record(NewEntry("message", "again"), second)
    assert journal.mark(None, is_ended=True).id == second
    assert [one.state for one in journal.tasks()] == ["ended", "open"]
    clock[0] += 1
    assert go_on(journal, ResumeQuery(first), 0, TOKEN).task.state == "active"
    third = journal.start("three").id
    journal.mark(first, is_ended=True)
    assert journal.active() == journal.find(third), "another one has ended"
    journal.mark(second, is_ended=False)
    journal.erase(second)
    assert journal.active() is None, "no other task becomes active"
    with pytest.raises(BadRequest, match=f"no task 99; known: {third}, {first}"):
        journal.find(99)


def test_tasks_belong_to_their_folders(opened: Open) -> None:
    opened("/shop", "/bank").start("both")
    assert [one.title for one in opened("/bank").tasks()] == ["both"]
    assert opened("/ban").tasks() == ()
    with pytest.raises(BadRequest, match="open a folder"):
        Journal((), JournalSettings()).start("nowhere")


def test_findings_are_entries_and_questions_are_settled(opened: Open) -> None:
    journal = opened()
    journal.start("Round late")
    recorded = journal.record(NewEntry("message", "We decided to use cents. Is the tax rounded?"))
    assert [(one.kind, one.source) for one in recorded.found] == [
        ("decision", recorded.entry.number),
        ("openQuestion", recorded.entry.number),
    ]
    decision, question = recorded.found
    with pytest.raises(BadRequest, match=f"no open question {decision.number}"):
        journal.record(NewEntry("message", "Yes.", closes=(question.number, decision.number)))
    assert not journal.entries(journal.tasks())[-1].is_closed, "nothing of what failed is written"
    journal.record(NewEntry("decision", "Yes, once.", closes=(question.number,)))
    hand = go_on(journal, ResumeQuery(), 0, TOKEN).at_hand
    assert question.number not in {one.number for one in hand.entries}


def test_a_question_recalls_from_all_tasks_and_what_it_recalls_is_counted(opened: Open) -> None:
    journal = opened()
    journal.start("Earlier")
    journal.record(NewEntry("message", "The tax table comes from the bank."))
    journal.start("Now")
    journal.record(NewEntry("reflection", "slow", reflection=Reflection("failure", 0.2)))
    found = go_on(journal, ResumeQuery(question="where does the tax table come from?"), 0, TOKEN)
    assert [one.text for one in found.recalled] == ["The tax table comes from the bank."]
    assert "tax table" in found.text
    assert [one.uses for one in journal.entries(journal.tasks())] == [1, 0]


def test_what_a_question_recalls_is_within_the_budget(opened: Open) -> None:
    journal = opened()
    journal.start("Earlier")
    for number in range(5):
        journal.record(NewEntry("message", f"The tax table number {number}. " + "It is long. " * 1_000))
    found = go_on(journal, ResumeQuery(question="tax table", max_tokens=200), 0, TOKEN)
    assert found.recalled
    assert found.recalled[0].text.endswith(" …")
    assert sum(count_tokens(entry_text(one)) for one in (*found.recalled, *found.at_hand.entries)) == found.tokens
    assert found.tokens <= 200


def test_tasks_about_a_file_are_those_in_which_somebody_named_it(opened: Open) -> None:
    journal = opened()
    named, asked, other = (journal.start(title).id for title in ("named", "asked", "other"))
    journal.record(NewEntry("message", "see `shop/tax.py::rate`, it is wrong"), named)
    journal.record(NewEntry("message", "x", about=("shop/tax.py",)), asked)
    journal.record(NewEntry("message", "lib/shop/tax.py and shop/tax.pyi"), other)
    journal.start("now")
    journal.record(NewEntry("message", "shop/tax.py"))
    assert {one.id for one in journal.about("shop/tax.py")} == {named, asked}


def test_no_secret_is_stored_or_exported(opened: Open) -> None:
    journal = opened(agents=True)
    made = list(fake_secrets(seed=5, each=1))
    journal.start(f"Rotate {made[0].line}")
    for one in made:
        journal.record(NewEntry("message", one.line), asked_by=one.line)
        journal.record(NewEntry("message", one.line, checkpoint=NewCheckpoint(step=one.line)))
        journal.note_error("ctx-lsp.query", one.line, one.line)
    stored = b"".join(file.read_bytes() for file in data_folder().iterdir()).decode(errors="replace")
    shown = exported(journal, None, "json") + go_on(journal, ResumeQuery(), 0, TOKEN).text
    assert REDACTED in stored
    for text in (stored, shown):
        assert sum(one.core in text for one in made) <= SHARE_MISSED * len(made)


def test_after_30_days_nothing_is_left(opened: Open, clock: list[float]) -> None:
    journal = opened()
    journal.start("An old title")
    note_question(journal, "an old question")
    clock[0] += KEPT_SECONDS + 1
    assert journal.tasks() == ()
    for _ in range(CONFIRMING_DAYS):
        clock[0] += DAY
        journal.expire()
    assert b"old" not in (data_folder() / FILE_NAME).read_bytes()


def test_a_journal_that_cannot_be_written_costs_no_answer(opened: Open) -> None:
    journal = opened()
    journal.start("Round late")
    (data_folder() / FILE_NAME).unlink()
    (data_folder() / FILE_NAME).mkdir()
    note_question(journal)
    with pytest.raises(BadRequest, match=r"the journal .* cannot be used"):
        journal.record(NewEntry("message", "x"), 1)


def test_the_chat_model_writes_the_summary_if_it_is_asked_to(opened: Open) -> None:
    journal = opened()
    journal.start("Round late")
    journal.record(NewEntry("decision", "Use cents."))
    no_model = go_on(journal, ResumeQuery(), 0, TOKEN, ModelSettings())
    assert (no_model.summary_by, no_model.summary) == ("rule", go_on(journal, ResumeQuery(), 0, TOKEN).summary)
    assert "model.summaries" in no_model.warnings[0]
    with serving() as server:
        settings = ModelSettings(summaries="openai:chat", summaries_url=f"{server.url}/v1")
        server.summary = "**Cents** are used.\nThe tax is open."
        found = go_on(journal, ResumeQuery(), 0, TOKEN, settings)
        assert (found.summary_by, found.summary) == ("model", "Cents** are used. The tax is open.")
        [asked] = server.requests
        assert "Use cents." in asked.body["messages"][1]["content"]
        server.always = Reply(status=400)
        failed = go_on(journal, ResumeQuery(), 0, TOKEN, settings)
        assert failed.summary_by == "rule"
        assert failed.warnings[0].startswith("The summary was made without a chat model: ")
