"""`ctx-lsp history`: packs that a server has kept, listed by question and made again."""

from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.model import PackRequest, QuestionSubject
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.workspace import PackHistory
from tests.cli.conftest import Run
from tests.workspace.opening import opened

TEXT = (
    "def total(lines):\n    return sum(taxed(line) for line in lines)\n\n\ndef taxed(price):\n    return price * 1.19\n"
)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A folder about which a server was asked two questions."""
    (tmp_path / "shop.py").write_text(TEXT)
    settings = Settings(model=ModelSettings(embedding="none"), cache=CacheSettings(enabled=False))
    with opened(tmp_path, settings) as workspace:
        for question, by in (("what is taxed?", ""), ("the total of lines", "agent")):
            request = PackRequest(QuestionSubject(question))
            workspace.packs.ask(workspace.analysis().result(), request, CancelToken(), by)
    return tmp_path


def test_packs_are_listed_by_question_and_made_again(run: Run, shop: Path) -> None:
    listed = run("history", shop)
    assert [line.split("  ", 1)[-1].split("  ")[-1] for line in listed.out.splitlines()] == [
        "the total of lines (by agent)",
        "what is taxed?",
    ]
    packs = run("history", shop, "--json").json["packs"]
    assert [(one["title"], one["askedBy"], one["kind"]) for one in packs] == [
        ("the total of lines", "agent", "question"), ("what is taxed?", "", "question")
    ]  # fmt: skip
    (shop / "shop.py").write_text(TEXT.replace("1.19", "1.07"))
    again = run("history", shop, "--replay", "2")
    assert (again.code, "price * 1.07" in again.out) == (0, True)
    assert "changed since: shop.py::taxed" in again.err


def test_the_history_of_a_window_with_several_folders_can_be_deleted(run: Run, shop: Path) -> None:
    window = PackHistory([shop, shop / "other"], is_on=True)
    request = PackRequest(QuestionSubject("what is taxed?"))
    with opened(shop, Settings(model=ModelSettings(embedding="none"), cache=CacheSettings(enabled=False))) as workspace:
        window.note(request, workspace.packs.ask(workspace.analysis().result(), request, CancelToken()))
    assert len(window.recent(9)) == 1
    run("history", shop, "--clear")
    assert window.recent(9) == ()


@pytest.mark.parametrize("options", [(), ("--json",), ("--clear",), ("--replay", "1")])
def test_a_history_whose_key_cannot_be_read_is_locked(
    run: Run, shop: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.setenv("CTX_LSP_CACHE_ENCRYPTION", f"file:{shop / 'no such key'}")
    ran = run("history", shop, *options)
    assert (ran.code, ran.out) == (1, "")
    assert "the history is locked: its key could not be read (cache.encryption)" in ran.err


def test_a_number_beyond_the_list_is_refused_and_the_history_can_be_deleted(run: Run, shop: Path) -> None:
    refused = run("history", shop, "--replay", "3")
    assert (refused.code, "there is no pack 3; the history has 2" in refused.err) == (2, True)
    assert "no packs yet" in run("history", shop, "--clear").err
    assert run("history", shop, "--json").json == {"packs": [], "kept": True}
