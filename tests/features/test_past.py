"""What features tell of the past: partners that are missing, definitions that have changed, and their commits."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.lru import Lru
from ctx_lsp.features import changes
from ctx_lsp.features.past import definition_past, since
from ctx_lsp.features.past.hint import usual_partner
from ctx_lsp.features.past.partners import file_partners
from ctx_lsp.features.past.reasons import PERIOD, FileActivity
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.packing.model import (
    ChangeSubject,
    FilesSubject,
    Pack,
    PackFormat,
    PackOptions,
    PackRequest,
    PackSubject,
    QuestionSubject,
)  # fmt: skip
from ctx_lsp.retrieval.model import ResultFilter, SearchRequest
from ctx_lsp.retrieval.question.parts import parts_of_question
from ctx_lsp.settings import CacheSettings, IndexSettings, ModelSettings, Settings
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Analysis, BadRequest, Workspace
from tests.evaluation.repositories import Repository
from tests.workspace.opening import TIMEOUT, opened

SETTINGS = Settings(model=ModelSettings(embedding="none", reranker="none"), cache=CacheSettings(enabled=False))
PRICE = """\
from tax import rate


def price(amount):
    return amount * rate() + {number}


def title():
    return 1
"""
TAX = "def rate():\n    return {number}\n"


def commit(shop: Repository, number: int) -> None:
    texts = {"price.py": PRICE, "tax.py": TAX, "table.sql": "{number}\n"}
    shop.commit(f"Set to {number}", {path: text.format(number=number) for path, text in texts.items()})


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    repository = Repository(tmp_path_factory.mktemp("past") / "shop")
    for number in range(7):
        commit(repository, number)
    repository.git("tag", "v1")
    commit(repository, 8)
    repository.commit("Describe it", {"price.py": PRICE.format(number=8).replace("return 1", "return 2")})
    repository.commit("Add notes", {"notes.md": "notes\n"})
    return repository


@pytest.fixture(scope="module")
def workspace(shop: Repository) -> Iterator[Workspace]:
    with opened(shop.folder, SETTINGS) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        yield workspace


@pytest.fixture
def analysis(workspace: Workspace) -> Analysis:
    return workspace.analysis().result()


def test_partners_by_history_and_graph(analysis: Analysis) -> None:
    found = {one.path: one for one in file_partners(analysis.snapshot, analysis.histories, "price.py")}
    assert found.keys() == {"tax.py", "table.sql"}
    assert (found["tax.py"].together, found["tax.py"].changes) == (8, 9)
    assert found["table.sql"].hidden
    assert not found["tax.py"].hidden, "price.py imports it"
    assert found["tax.py"].score > found["table.sql"].score, "the edge counts"


def test_missing_partners_of_a_change(analysis: Analysis) -> None:
    assert [one.path for one in analysis.past.missing_partners({"price.py"})] == ["tax.py", "table.sql"]
    assert [one.path for one in analysis.past.missing_partners({"price.py", "tax.py"})] == ["table.sql"]
    assert analysis.past.missing_partners({"notes.md"}) == ()


def test_files_that_are_not_indexed_are_no_missing_partners(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    for number in range(4):
        texts = {"a.py": f"a = {number}\n", "b.py": f"b = {number}\n", "a.lock": f"{number}\n"}
        shop.commit(f"Change {number}", texts)
    settings = Settings(index=IndexSettings(exclude=("*.lock",)), model=SETTINGS.model, cache=SETTINGS.cache)
    with opened(shop.folder, settings) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        past = workspace.analysis().result().past
    assert [one.path for one in past.histories.partners("a.py")] == ["a.lock", "b.py"]
    assert [one.path for one in past.missing_partners({"a.py"})] == ["b.py"]


def test_the_pack_of_a_change_names_missing_partners(analysis: Analysis) -> None:
    diff = "--- a/price.py\n+++ b/price.py\n@@ -9 +9 @@\n-    return 2\n+    return 3\n"
    pack = analysis.pack(PackRequest(ChangeSubject("HEAD", diff), PackOptions()), CancelToken())
    assert "tax.py changed in 8 of the 9 commits to price.py, and is not part of this change" in pack.warnings


def test_a_folder_without_the_revision_is_named(shop: Repository, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "price.py").write_text("def price():\n    return 5\n")
    other = Repository(tmp_path / "other")
    other.commit("Begin", {"price.py": "def price():\n    return 7\n"})
    with opened(shop.folder, SETTINGS, [other.folder, tmp_path / "plain"]) as workspace:
        analysis = workspace.analysis().result()
    wanted, token = ResultFilter(since="HEAD~1"), CancelToken()
    expected = [
        "other was not compared: no commit, branch or tag has this name.",
        "plain was not compared: not a Git repository.",
    ]
    answer = analysis.search(SearchRequest("price", 10, wanted), token)
    assert [one for one in answer.warnings if "compared" in one] == expected
    subjects: list[PackSubject] = [QuestionSubject("price"), FilesSubject(("price.py",)), ChangeSubject("HEAD~1")]
    for subject in subjects:
        pack = analysis.pack(PackRequest(subject, PackOptions(filter=wanted)), token)
        assert [one for one in pack.warnings if "compared" in one] == expected
    commits = analysis.past.commits_of(["price.py::title", "other/price.py::price"], "v1", token)
    assert [len(found) for found in commits.values()] == [1, 0]
    with pytest.raises(BadRequest, match="no commit, branch or tag has this name"):
        analysis.past.commits_of(["other/price.py::price"], "v1", token)
    assert analysis.past.commits_of([], "v1", token) == {}


def search(analysis: Analysis, question: str, revision: str) -> dict[str, list[str]]:
    """The subjects of the commits of each result."""
    wanted, token = ResultFilter(since=revision), CancelToken()
    answer = analysis.search(SearchRequest(question, 10, wanted), token)
    commits = analysis.past.commits_since(wanted, answer.items, token)
    return {symbol: [one.subject for one in found] for symbol, found in commits.items()}


def test_what_has_changed_since_a_revision(analysis: Analysis) -> None:
    assert search(analysis, "price amount rate title", "v1") == {
        "price.py::price": ["Set to 8"],
        "price.py::title": ["Describe it"],
        "tax.py::rate": ["Set to 8"],
    }
    assert search(analysis, "price amount rate title", "HEAD~2") == {"price.py::title": ["Describe it"]}
    assert search(analysis, "price", "HEAD") == {}
    with pytest.raises(BadRequest, match="nowhere"):
        search(analysis, "price", "nowhere")


def test_the_past_of_a_definition(analysis: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    def past(name: str) -> list[str]:
        found = analysis.past.of_definition(name, CancelToken())
        return [one.subject for one in found.commits] if found else []

    every = [f"Set to {number}" for number in (8, 6, 5, 4, 3, 2, 1, 0)]
    assert past("price.py::price") == every
    assert past("price.py::title") == ["Describe it", "Set to 0"]
    assert past("price.py") == past("price.py::nothing") == []
    found = replace(analysis.past, day=analysis.past.day + PERIOD + 1).of_definition("price.py::price", CancelToken())
    assert found is not None
    assert (found.changes, found.authors, found.is_more) == (0, ("Nobody",), False)
    assert [one.subject for one in found.commits] == ["Set to 8", "Set to 0"], "those of its lines"
    today = analysis.past.definition_sentence("price.py::price", CancelToken())
    assert re.fullmatch(r"`price`: changed 8 × in 90 days; last on [\d-]+ by Nobody; first known on [\d-]+", today)
    monkeypatch.setattr(definition_past, "MAX_COMPARED", 3)
    monkeypatch.setattr(definition_past, "_known", Lru(1))
    assert past("price.py::price") == ["Set to 8", "Set to 6", "Set to 0"], "blame knows the other lines"
    assert past("price.py::title") == ["Describe it", "Set to 0"]
    more = analysis.past.definition_sentence("price.py::price", CancelToken())
    assert more.startswith("`price`: changed 2+ × in 90 days; last on ")


def test_a_definition_is_uncommitted_only_where_git_says_so(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    for name in ("a.py", "b.py"):
        shop.commit(f"Begin {name}", {name: "def one(): ...\n"})
    with opened(shop.folder, SETTINGS) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        past, token = workspace.analysis().result().past, CancelToken()
    assert [past.is_uncommitted(f"a.py::{name}", token) for name in ("one", "two")] == [False, True]
    assert not past.is_uncommitted("new.py::one", token), "the file itself has no commit"
    (shop.folder / ".git").rename(tmp_path / "away")
    assert past.of_definition("b.py::one", token) is None
    assert not past.is_uncommitted("b.py::two", token)


def test_a_merge_that_changed_a_line_itself_is_named(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    shop.commit("Begin", {"a.py": "def f():\n    return 1\n", "b.py": "x = 1\n"})
    shop.git("checkout", "--quiet", "-b", "side")
    shop.commit("Side", {"b.py": "x = 2\n"})
    shop.git("checkout", "--quiet", "-")
    shop.commit("Main", {"a.py": "def f():\n    return 2\n"})
    shop.git("merge", "--quiet", "--no-ff", "--no-commit", "side")
    shop.commit("Merge \x1b[2Jside", {"a.py": "def f():\n    return 3\n"})
    with opened(shop.folder, SETTINGS) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        past = workspace.analysis().result().past
    found = past.of_definition("a.py::f", CancelToken())
    assert found is not None
    assert {one.subject for one in found.commits} == {"Begin", "Main", r"Merge \u001b[2Jside"}
    reason = past.line_reason("a.py", 1, CancelToken())
    assert reason is not None
    assert reason.subject == r"Merge \u001b[2Jside", "control characters are escaped"


def test_a_merge_is_in_its_place_among_the_commits_of_a_definition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = int(time.time())

    def at(hours_ago: int) -> None:
        monkeypatch.setenv("GIT_AUTHOR_DATE", f"@{now - 3600 * hours_ago} +0000")

    shop = Repository(tmp_path / "shop")
    at(4)
    shop.commit("Begin", {"a.py": "def f():\n    a = 1\n    return 1\n", "b.py": "x = 1\n"})
    shop.git("checkout", "--quiet", "-b", "side")
    shop.commit("Side", {"b.py": "x = 2\n"})
    shop.git("checkout", "--quiet", "-")
    at(3)
    shop.commit("Main", {"a.py": "def f():\n    a = 2\n    return 1\n"})
    shop.git("merge", "--quiet", "--no-ff", "--no-commit", "side")
    at(2)
    shop.commit("Merge", {"a.py": "def f():\n    a = 2\n    return 3\n"})
    at(1)
    shop.commit("Later", {"a.py": "def f():\n    a = 4\n    return 3\n"})
    with opened(shop.folder, SETTINGS) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        found = workspace.analysis().result().past.of_definition("a.py::f", CancelToken())
    assert found is not None
    assert [one.subject for one in found.commits] == ["Later", "Merge", "Main", "Begin"]


def test_the_past_follows_a_renamed_file(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    body = "".join(f"    line{number}()\n" for number in range(20))
    shop.commit(
        "Begin", {"old.py": f"class A:\n    def f(self):\n    {body.replace(chr(10), chr(10) + '    ')}    pass\n"}
    )
    shop.git("mv", "old.py", "new.py")
    shop.commit("Rename", {})
    text = (shop.folder / "new.py").read_text()
    shop.commit("Change f", {"new.py": text.replace("line3", "line4")})
    with opened(shop.folder, SETTINGS) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        past = workspace.analysis().result().past
        for name in ("A", "A.f"):
            found = past.of_definition(f"new.py::{name}", CancelToken())
            assert found is not None
            assert [one.subject for one in found.commits] == ["Change f", "Begin"]


def commits_named(pack: Pack) -> list[str]:
    """The lines about commits in the head of a pack, without hashes and days."""
    lines = [one.text for one in pack.document.summary.advice if one.kind == "commits"]
    assert all(line in pack.text for line in lines)
    return [re.sub(r"\b[0-9a-f]{10} | \(\d{4}-\d\d-\d\d\)", "", line) for line in lines]


def test_a_pack_about_changes_names_the_commits(analysis: Analysis) -> None:
    options = PackOptions(filter=ResultFilter(since="v1"))
    pack = analysis.pack(PackRequest(QuestionSubject("price amount rate title"), options), CancelToken())
    subjects = {symbol: [one.subject for one in found] for symbol, found in pack.commits.items()}
    assert subjects["price.py::price"] == ["Set to 8"]
    [of_price] = [line for line in commits_named(pack) if line.startswith("price.py")]
    assert set(of_price.removeprefix("price.py changed in ").split(", ")) == {"“Describe it”", "“Set to 8”"}
    assert pack.tokens.used <= pack.tokens.budget == options.max_tokens
    change = analysis.pack(PackRequest(ChangeSubject("v1")), CancelToken())
    assert "tax.py changed in “Set to 8”" in commits_named(change)
    assert change.pack_id != analysis.pack(PackRequest(ChangeSubject("HEAD~2")), CancelToken()).pack_id
    assert not analysis.pack(PackRequest(ChangeSubject("HEAD")), CancelToken()).commits
    assert not analysis.pack(PackRequest(QuestionSubject("price amount rate title")), CancelToken()).commits


@pytest.mark.parametrize("form", ["markdown", "xml", "json", "compact"])
@pytest.mark.parametrize("budget", [100, 400, 600, 1000])
def test_lines_about_commits_stay_within_the_budget(analysis: Analysis, form: PackFormat, budget: int) -> None:
    options = PackOptions(budget, format=form)
    pack = analysis.pack(PackRequest(ChangeSubject("v1"), options), CancelToken())
    assert pack.tokens.used == count_tokens(pack.text) <= budget
    assert bool(commits_named(pack)) == (budget >= 600)
    assert pack.commits or not pack.items


PARAGRAPHS = "The {word} of a parcel is set by its weight, its size and how far it goes.\n" * 30


def test_passages_of_a_changed_file_that_were_not_touched_are_no_changes(tmp_path: Path) -> None:
    """Prose, data without symbols and statements of a module."""
    rows = "".join(f"parcel,{number},weight,size\n" for number in range(300))
    statements = "".join(f"print('parcel {number}')\nregister(parcel_{number})\n" for number in range(200))
    before = {
        "notes.txt": "\n".join(PARAGRAPHS.format(word=word) for word in ("price", "label", "carrier")),
        "parcels.csv": rows,
        "parcel.py": f"import os\n\n{statements}\n\ndef size(parcel):\n    return parcel\n\n\n{statements}",
    }
    after = {
        "notes.txt": before["notes.txt"].replace("The label of", "The mark of", 1),
        "parcels.csv": rows.replace("parcel,150,", "parcel,150.5,"),
        "parcel.py": before["parcel.py"].replace("print('parcel 7')", "print('PARCEL 7')", 1),
    }
    shop = Repository(tmp_path / "shop")
    shop.commit("Begin", before)
    shop.commit("Touch a line of each", after)
    token = CancelToken()
    with opened(shop.folder, SETTINGS) as workspace:
        analysis = workspace.analysis().result()
        wanted = ResultFilter(since="HEAD~1")
        answer = analysis.search(SearchRequest("parcel weight size label print", 50, wanted), token)
        pack = analysis.pack(PackRequest(QuestionSubject("parcel weight size"), PackOptions(filter=wanted)), token)
        commits = analysis.past.commits_since(wanted, answer.items, token)
    assert {item.path for item in answer.items} == set(after)
    for item in (*answer.items, *(one.item for one in pack.items if one.role == "primary")):
        passage = analysis.snapshot.files[item.path].source.slice(item.start, item.end)
        assert passage not in before[item.path], item
    assert {path: [one.subject for one in found] for path, found in commits.items()} == {
        path: ["Touch a line of each"] for path in after
    }


def test_an_unsaved_change_has_no_commit(workspace: Workspace, shop: Repository) -> None:
    text = TAX.format(number=8) + "\n\ndef added():\n    return 0\n"
    workspace.set_document("tax.py", SourceText(text.encode()))
    assert search(workspace.analysis().result(), "added rate", "HEAD") == {"tax.py::added": []}
    workspace.close_document("tax.py")


def test_renamed_files_keep_the_commits_of_their_symbols(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    commit(shop, 1)
    shop.git("tag", "v1")
    commit(shop, 2)
    shop.commit("Move it", {"tax.py": None, "duty.py": TAX.format(number=2), "x.py": "from duty import rate\n"})
    with opened(shop.folder, SETTINGS) as workspace:
        found = search(workspace.analysis().result(), "rate", "v1")
    assert found["duty.py::rate"] == ["Set to 2"]


def test_a_pack_for_a_question_can_be_restricted(analysis: Analysis) -> None:
    options = PackOptions(filter=ResultFilter(since="HEAD~2"), dependency_depth=0)
    pack = analysis.pack(PackRequest(QuestionSubject("price title"), options), CancelToken())
    assert [one.item.symbol for one in pack.items] == ["price.py::title"]


def test_the_texts_are_compared_once_for_all_parts_of_a_question(
    analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    def compare(snapshot: Snapshot, roots: Roots, base: str, token: CancelToken) -> changes.Changes:
        compared.append(base)
        return changes.changes_since(snapshot, roots, base, token)

    monkeypatch.setattr(since, "changes_since", compare)
    question = "How is the price computed? Where is the title returned?"
    options = PackOptions(filter=ResultFilter(since="HEAD~2"))
    pack = analysis.pack(PackRequest(QuestionSubject(question), options), CancelToken())
    assert len(parts_of_question(question)) == 2
    assert "price.py::title" in [one.item.symbol for one in pack.items]
    assert compared == ["HEAD~2"]


def test_the_usual_partner_follows_the_latest_commits(analysis: Analysis) -> None:
    found = usual_partner(analysis.histories, "tax.py", {"tax.py", "price.py"})
    assert found is None, "table.sql has changed in one of the newest commits"
    assert usual_partner(analysis.histories, "notes.md", {"notes.md"}) is None


def test_line_endings_and_byte_order_marks_are_no_change(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    for number in range(7):
        shop.commit(f"Set {number}", {"a.py": f"a = {number}\nx = 1\n", "b.py": f"\ufeffb = {number}\nx = 1\n"})
    for number in range(4):
        shop.commit(f"Describe {number}", {"notes.md": f"{number}\n"})
    for file in (shop.folder / "a.py", shop.folder / "b.py"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    with opened(shop.folder, SETTINGS) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        assert workspace.analysis().result().past.usual_partner("a.py") is None, "it is as committed"
        workspace.set_document("a.py", SourceText(b"a = 7\r\nx = 1\r\n"))
        found = workspace.analysis().result().past.usual_partner("a.py")
        assert found is not None
        assert found.partner.path == "b.py"
        request = PackRequest(ChangeSubject("HEAD", None), PackOptions())
        pack = workspace.analysis().result().pack(request, CancelToken())
        assert pack.readiness.reason == "look at b.py: it changed in 7 of the last 7 commits to a.py"
        workspace.set_document("b.py", SourceText(b"b = 7\r\nx = 1\r\n"))
        assert workspace.analysis().result().past.usual_partner("a.py") is None
        assert workspace.analysis().result().pack(request, CancelToken()).readiness.ready


def test_the_activity_of_a_file_and_the_reason_of_a_line(workspace: Workspace, analysis: Analysis) -> None:
    newest = analysis.histories.touches("price.py")[0].commit
    past = replace(analysis.past, day=newest.day)
    assert past.activity("price.py") == FileActivity(9, "Nobody")
    assert replace(past, day=newest.day + PERIOD).activity("price.py") == FileActivity(0, "Nobody")
    assert past.activity("unknown.py") is None
    assert [getattr(past.line_reason("price.py", line, CancelToken()), "subject", None) for line in (0, 4, 8)] == [
        "Set to 0",
        "Set to 8",
        "Describe it",
    ]
    workspace.set_document("tax.py", SourceText(b"# new\n" + TAX.format(number=8).encode()))
    unsaved = workspace.analysis().result().past
    assert unsaved.line_reason("tax.py", 0, CancelToken()) is None
    assert getattr(unsaved.line_reason("tax.py", 2, CancelToken()), "subject", None) == "Set to 8"
    workspace.close_document("tax.py")


def test_a_large_change_is_not_compared_line_by_line(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "MAX_COMPARED", 1)
    lines = ["# new", *PRICE.format(number=8).replace("return 1", "return 2").splitlines(), "# end"]
    lines[4] += "  # changed"
    lines[5] += "  # changed"
    workspace.set_document("price.py", SourceText("\n".join(lines[1:-1]).encode()))
    past = workspace.analysis().result().past
    found = [past.line_reason("price.py", line, CancelToken()) for line in (2, 3, 4, 5)]
    assert [one is None for one in found] == [False, True, True, False]
    workspace.set_document("price.py", SourceText("\n".join(lines).encode()))
    past = workspace.analysis().result().past
    assert past.line_reason("price.py", 1, CancelToken()) is None, "too much lies between the first and the last change"
    workspace.close_document("price.py")
