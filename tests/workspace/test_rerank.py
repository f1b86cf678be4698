"""A reranker from the settings to the answers: loaded in the background, used by searches, packs and explanations."""

from pathlib import Path

import msgspec
import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.model import PackOptions, PackRequest, QuestionSubject
from ctx_lsp.retrieval.model import Auto, SearchRequest
from ctx_lsp.settings import CacheSettings, ModelSettings, SearchSettings, Settings
from ctx_lsp.workspace import Analysis
from tests.model_server import Reply, serving
from tests.models.tiny_reranker import tiny_reranker
from tests.workspace.opening import TIMEOUT, opened

SHOP = '''\
def net(price):
    """The price of an item without tax."""
    return plain(price)


def gross(price):
    """The price of an item with tax."""
    return fancy(price)
'''
QUESTION = "what is the price of an item"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "prices.py").write_text(SHOP)
    return folder


def settings_with(reranker: str, url: str = "", seconds: float = 60.0) -> Settings:
    model = ModelSettings("none", reranker=reranker, reranker_url=url)
    return Settings(model=model, search=SearchSettings(rerank_seconds=seconds), cache=CacheSettings(enabled=False))


def order(analysis: Analysis, rerank: Auto = True) -> list[str | None]:
    answer = analysis.search(SearchRequest(QUESTION, 10, rerank=rerank), CancelToken())
    assert answer.warnings == ()
    return [item.symbol for item in answer.items]


def test_the_settings_name_it_and_the_status_shows_it(shop: Path, tmp_path: Path) -> None:
    for word, first in (("plain", "net"), ("fancy", "gross")):
        folder = tiny_reranker(tmp_path / word, {word: [1.0]})
        with opened(shop, settings_with(str(folder))) as workspace:
            assert workspace.status().reranker.startswith(f"{word}@")
            assert order(workspace.analysis().result())[0] == f"prices.py::{first}"


def test_packs_and_explanations_have_its_part(shop: Path, tmp_path: Path) -> None:
    with opened(shop, settings_with(str(tiny_reranker(tmp_path / "tiny", {"fancy": [1.0]})))) as workspace:
        analysis = workspace.analysis().result()
        pack = analysis.pack(PackRequest(QuestionSubject(QUESTION), PackOptions(rerank=True)), CancelToken())
        parts = {item.item.symbol: item.item.scores for item in pack.items}
        assert "rerank" in parts["prices.py::gross"]
        assert "rerank" not in parts["prices.py::net"]
        unread = analysis.pack(PackRequest(QuestionSubject(QUESTION), PackOptions(rerank=False)), CancelToken())
        assert all("rerank" not in item.item.scores for item in unread.items)
        explained = analysis.explain(QUESTION, "gross", PackOptions(rerank=True), CancelToken())
        assert explained.parts["rerank"] == parts["prices.py::gross"]["rerank"]
        assert explained.rank == 1
        assert "rerank" not in analysis.explain(QUESTION, "gross", PackOptions(rerank=False), CancelToken()).parts


def test_a_pack_reports_a_missing_reranker(shop: Path) -> None:
    with opened(shop, settings_with("none")) as workspace:
        request = PackRequest(QuestionSubject(QUESTION), PackOptions(rerank=True))
        pack = workspace.analysis().result().pack(request, CancelToken())
        assert any("No reranker is loaded" in warning for warning in pack.warnings)
        assert workspace.status().reranker == ""


def test_search_without_a_model_is_without_the_bundled_one(shop: Path) -> None:
    with opened(shop, settings_with("bundled")) as workspace:
        assert (workspace.status().reranker, workspace.status().warnings) == ("", ())


def test_a_model_that_cannot_be_loaded_is_reported_and_breaks_nothing(shop: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with opened(shop, settings_with(str(tmp_path / "empty"))) as workspace:
        [warning] = workspace.status().warnings
        assert "holds no model.onnx" in warning
        assert len(order(workspace.analysis().result(), "auto")) > 1


def test_other_settings_bring_another_model(shop: Path, tmp_path: Path) -> None:
    plain, fancy = (str(tiny_reranker(tmp_path / word, {word: [1.0]})) for word in ("plain", "fancy"))
    with opened(shop, settings_with(plain)) as workspace:
        before = workspace.analysis().result()
        workspace.set_settings(settings_with(fancy))
        assert workspace.wait_ready(TIMEOUT)
        assert order(workspace.analysis().result())[0] == "prices.py::gross"
        assert order(before)[0] == "prices.py::net", "an analysis keeps the model that it began with"
        workspace.set_settings(settings_with("none"))
        assert workspace.wait_ready(TIMEOUT)
        assert workspace.status().reranker == ""


def test_of_quick_changes_the_last_counts(shop: Path, tmp_path: Path) -> None:
    folders = [str(tiny_reranker(tmp_path / str(n), {"fancy": [1.0]})) for n in range(4)]
    with opened(shop, settings_with("none")) as workspace:
        for folder in folders:
            workspace.set_settings(settings_with(folder))
        assert workspace.wait_ready(TIMEOUT)
        assert workspace.status().reranker.startswith("3@")


def test_a_provider_that_is_down_breaks_no_answer(shop: Path) -> None:
    with serving() as server, opened(shop, settings_with("http:judge", f"{server.url}/v1")) as workspace:
        analysis = workspace.analysis().result()
        assert order(analysis)[0] == "prices.py::net", "which shares more words with the question"
        assert [asked.path for asked in server.requests] == ["/v1/rerank"]
        server.always = Reply(503, "down")
        answer = analysis.search(SearchRequest(f"{QUESTION} today", 10, rerank=True), CancelToken())
        assert any("answered 503" in warning for warning in answer.warnings)
        assert len(answer.items) > 1


@pytest.mark.parametrize(("rerank", "usual"), [("auto", "auto"), ("always", True), ("never", False)])
def test_the_setting_is_the_default_of_a_question(rerank: str, usual: Auto) -> None:
    assert msgspec.convert({"rerank": rerank}, SearchSettings).default_rerank == usual
