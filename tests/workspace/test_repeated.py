"""Repeated questions: answered from the cache while nothing has changed, and recomputed after any change."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.model import Pack, PackOptions, PackRequest, QuestionSubject
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Analysis, Workspace, without
from ctx_lsp.workspace.pack_cache import PackCache
from tests.model_server import Reply, serving
from tests.models.tiny_reranker import tiny_reranker
from tests.workspace import opening
from tests.workspace.opening import TIMEOUT

QUESTION = "what is the price of an item"
NET = '''\
def net(price):
    """The price of an item without tax."""
    return price
'''
GROSS = '''\
def gross(price):
    """The price of an item with tax."""
    return 1.19 * price
'''


def without_cache(reranker: str = "bundled", reranker_url: str = "") -> Settings:
    model = ModelSettings("none", reranker=reranker, reranker_url=reranker_url)
    return Settings(model=model, cache=CacheSettings(enabled=False))


@contextmanager
def opened(folder: Path, settings: Settings) -> Iterator[Workspace]:
    (folder / "net.py").write_text(NET)
    (folder / "gross.py").write_text(GROSS)
    with opening.opened(folder, settings) as workspace:
        yield workspace


def answered(analysis: Analysis, question: str, options: PackOptions | None = None) -> Pack:
    return analysis.pack(PackRequest(QuestionSubject(question), options or PackOptions()), CancelToken())


def ask(workspace: Workspace, question: str = QUESTION, **options: object) -> Pack:
    pack_options = PackOptions(**options)  # type: ignore[arg-type]  # by name
    return answered(workspace.analysis().result(), question, pack_options)


def is_repeated(pack: Pack) -> bool:
    return pack.timings.keys() == {"cached"}


def test_a_question_that_is_repeated_is_answered_from_memory(tmp_path: Path) -> None:
    with opened(tmp_path, without_cache()) as workspace:
        first = ask(workspace)
        again = ask(workspace)
        assert not is_repeated(first)
        assert is_repeated(again)
        assert (again.pack_id, again.text, again.items) == (first.pack_id, first.text, first.items)
        assert not is_repeated(ask(workspace, max_tokens=500))
        assert not is_repeated(ask(workspace, QUESTION + "s"))


def test_after_an_edit_it_is_worked_on_again(tmp_path: Path) -> None:
    with opened(tmp_path, without_cache()) as workspace:
        before = ask(workspace)
        workspace.set_document("gross.py", SourceText(GROSS.replace("1.19", "1.07").encode()))
        edited = ask(workspace)
        assert "1.07" in edited.text
        assert "cached" not in edited.timings
        workspace.close_document("gross.py")
        assert ask(workspace).pack_id == before.pack_id


def test_after_an_edit_elsewhere_the_pack_is_not_made_again(tmp_path: Path) -> None:
    with opened(tmp_path, without_cache()) as workspace:
        before = ask(workspace)
        workspace.set_document("other.py", SourceText(b"LIMIT = 50\n"))
        after = ask(workspace)
        assert "cached" in after.timings
        assert "choice" not in after.timings
        assert (after.pack_id, after.text) == (before.pack_id, before.text)
        assert after.revision > before.revision


def test_after_any_edit_the_answer_equals_that_without_a_cache(tmp_path: Path) -> None:
    dice, repeated, reused = Random(7), 0, 0  # noqa: S311  # a test's dice
    with opened(tmp_path, without_cache()) as workspace:
        for number in range(80):
            path = dice.choice(["net.py", "gross.py", "other.py", "more.py"])
            lines = dice.sample([*NET.splitlines(), *GROSS.splitlines(), f"LIMIT = {number}", "gross(net(1))"], 6)
            if dice.random() < 0.5:
                workspace.set_document(path, SourceText("\n".join(lines).encode()))
            analysis = workspace.analysis().result()
            alone = replace(analysis, packs=PackCache())
            for question in (QUESTION, "net", "where is the limit"):
                pack, anew = (answered(one, question) for one in (analysis, alone))
                assert replace(pack, timings={}) == replace(anew, timings={})
                repeated += is_repeated(pack)
                reused += "cached" in pack.timings and not is_repeated(pack)
    assert repeated > 5
    assert reused > 5


def test_another_model_is_asked_again(tmp_path: Path) -> None:
    with opened(tmp_path, without_cache(reranker="none")) as workspace:
        ask(workspace)
        assert is_repeated(ask(workspace))
        folder = tiny_reranker(tmp_path / "tiny", {"with": [1.0]})
        workspace.set_settings(without_cache(reranker=str(folder)))
        assert workspace.wait_ready(TIMEOUT)
        reranked = ask(workspace, rerank=True)
        assert any("rerank" in one.item.scores for one in reranked.items)


def test_another_tuning_is_another_question(tmp_path: Path) -> None:
    with opened(tmp_path, without_cache()) as workspace:
        analysis = workspace.analysis().result()
        other = replace(analysis, tuning=without(analysis.tuning, ["bm25"]))
        packs = [answered(one, QUESTION) for one in (analysis, other, analysis, other)]
        assert [is_repeated(pack) for pack in packs] == [False, False, True, True]
        first, second, *again = packs
        assert [pack.items for pack in again] == [first.items, second.items]
        assert first.items != second.items


def test_an_answer_without_a_model_that_failed_is_not_repeated(tmp_path: Path) -> None:
    with (
        serving() as server,
        opened(tmp_path, without_cache(reranker="http:judge", reranker_url=f"{server.url}/v1")) as workspace,
    ):
        server.replies.append(Reply(400, "no"))  # which is about this one question
        poor = ask(workspace, rerank=True)
        assert any("not reranked" in warning for warning in poor.warnings)
        better = ask(workspace, rerank=True)
        assert not is_repeated(better)
        assert not any("not reranked" in warning for warning in better.warnings)
        assert is_repeated(ask(workspace, rerank=True))


def test_an_older_state_has_answers_of_its_own(tmp_path: Path) -> None:
    with opened(tmp_path, without_cache()) as workspace:
        before = workspace.analysis().result()
        workspace.set_document("gross.py", SourceText(GROSS.replace("1.19", "1.07").encode()))
        assert "1.07" in ask(workspace).text
        old = [answered(before, QUESTION) for _ in range(2)]
        assert [is_repeated(pack) for pack in old] == [False, True]
        assert all("1.19" in pack.text for pack in old)
        assert "1.07" in ask(workspace).text
