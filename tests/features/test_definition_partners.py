"""Definitions that change together: their histories as git reports them, and the evidence for them."""

import gc
import json
import subprocess
import tracemalloc
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import monotonic

import pytest

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.cli.commands.impact import impact
from ctx_lsp.features.past.definition_history import DefinitionCommit, DefinitionHistory
from ctx_lsp.features.past.definition_partners import WEIGHTS, Surroundings, _name, evidence_of
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.text import git_edits
from ctx_lsp.text.git import GitTimeout, first_output, read_texts
from ctx_lsp.text.git_edits import CommitEdits, CommitLine, commit_edits
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace
from ctx_lsp.workspace.past import definition_histories
from ctx_lsp.workspace.past.definition_histories import DefinitionHistories
from ctx_lsp.workspace.past.queries import LATE_HISTORY, NEXT_ATTEMPT
from tests.co_change.definitions import Candidate, DefinitionTask, recalls, window_of
from tests.co_change.tasks import commits_of
from tests.evaluation.repositories import Repository
from tests.workspace.opening import TIMEOUT, opened

SETTINGS = Settings(model=ModelSettings(embedding="none", reranker="none"), cache=CacheSettings(enabled=False))
PRICE = """\
from tax import rate


class Cart:
    size = 1

    def price(self, amount):
        return amount * rate() + {price}


def title():
    return {title}
"""
TAX = "def rate():\n    return {rate}\n"


def commit(shop: Repository, message: str, price: int, title: int, rate: int, cart: str = "cart.py") -> str:
    return shop.commit(message, {cart: PRICE.format(price=price, title=title), "tax.py": TAX.format(rate=rate)})


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "shop")
    commit(repository, "Begin", 0, 0, 0)
    commit(repository, "Both", 1, 0, 1)
    commit(repository, "Title", 1, 1, 1)
    commit(repository, "Both again", 2, 1, 2)
    repository.git("mv", "cart.py", "basket.py")
    commit(repository, "Move, and both", 3, 1, 3, "basket.py")
    return repository


@pytest.fixture
def workspace(shop: Repository) -> Iterator[Workspace]:
    with opened(shop.folder, SETTINGS) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        yield workspace


def history(workspace: Workspace, known: DefinitionHistories | None = None) -> DefinitionHistory:
    analysis = workspace.analysis().result()
    read = (known or DefinitionHistories()).of_file(analysis.snapshot, analysis.histories, "tax.py", CancelToken())
    assert all(one.time for one in read.commits)
    return read


def changed(workspace: Workspace, known: DefinitionHistories | None = None) -> list[set[str]]:
    return [set(one.symbols) for one in history(workspace, known).commits]


BOTH, TITLE = {"basket.py::Cart.price", "tax.py::rate"}, {"basket.py::title"}


def test_definitions_are_followed_through_renames(workspace: Workspace) -> None:
    assert changed(workspace) == [BOTH, BOTH, TITLE, BOTH]


def test_unsaved_and_uncommitted_texts_do_not_count(shop: Repository, workspace: Workspace) -> None:
    text = "# one\n# two\n\n" + (shop.folder / "basket.py").read_text().replace("def title", "def name")
    workspace.set_document("basket.py", SourceText(text.encode()))
    assert changed(workspace) == [BOTH, BOTH, TITLE, BOTH]


def test_new_commits_are_added_and_an_amended_one_is_read_again(
    shop: Repository, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = DefinitionHistories()
    assert changed(workspace, known) == [BOTH, BOTH, TITLE, BOTH]
    read: list[int] = []

    def counted(
        folder: Path, commits: Sequence[CommitLine], max_bytes: int, token: CancelToken
    ) -> Iterator[CommitEdits]:
        read.append(len(commits))
        return commit_edits(folder, commits, max_bytes, token)

    monkeypatch.setattr(definition_histories, "commit_edits", counted)

    def after(what: str) -> list[set[str]]:
        workspace.files_changed(["basket.py"])
        assert workspace.wait_for_history(TIMEOUT), what
        return changed(workspace, known)

    commit(shop, "Title", 3, 2, 3, "basket.py")
    assert after("a commit") == [TITLE, BOTH, BOTH, TITLE, BOTH]
    assert read == [1]
    (shop.folder / "tax.py").write_text(TAX.format(rate=4))
    shop.git("commit", "--quiet", "--all", "--amend", "--message", "Title and rate")
    assert after("an amended commit") == [TITLE | {"tax.py::rate"}, BOTH, BOTH, TITLE, BOTH]
    assert read == [1, 5]


def test_a_renamed_definition_keeps_its_history(shop: Repository, workspace: Workspace) -> None:
    """Also in a server that has read the commits before the new name."""
    known = DefinitionHistories()
    changed(workspace, known)
    text = PRICE.format(price=3, title=1).replace("def title", "def heading")
    shop.commit("Rename", {"basket.py": text})
    workspace.files_changed(["basket.py"])
    assert workspace.wait_for_history(TIMEOUT)
    found = changed(workspace, known)
    assert found == changed(workspace)
    assert "basket.py::heading" in found[3]
    assert not any("basket.py::title" in one for one in found)


def test_a_known_commit_that_is_gone_is_read_past(shop: Repository, workspace: Workspace) -> None:
    known = DefinitionHistories()
    assert changed(workspace, known) == [BOTH, BOTH, TITLE, BOTH]
    lost = shop.git("rev-parse", "HEAD")
    (shop.folder / "tax.py").write_text(TAX.format(rate=4))
    shop.git("commit", "--quiet", "--all", "--amend", "--message", "Move, and both")
    (shop.folder / ".git/objects" / lost[:2] / lost[2:]).unlink()
    workspace.files_changed(["tax.py"])
    assert workspace.wait_for_history(TIMEOUT)
    assert changed(workspace, known) == [BOTH, BOTH, TITLE, BOTH]


def test_line_ends_of_the_checkout_cost_no_call_of_git(shop: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.git("config", "core.autocrlf", "true")
    for name in ("basket.py", "tax.py"):
        file = shop.folder / name
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    read: list[str] = []

    def counted(folder: Path, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        asked = list(names)
        read.append(" ".join(asked))
        return read_texts(folder, asked)

    monkeypatch.setattr(definition_histories, "read_texts", counted)
    with opened(shop.folder, SETTINGS) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        assert changed(workspace) == [BOTH, BOTH, TITLE, BOTH]
        assert read == []
        for name in ("basket.py", "tax.py"):
            workspace.set_document(name, SourceText(b"# new\n" + (shop.folder / name).read_bytes()))
        assert changed(workspace) == [BOTH, BOTH, TITLE, BOTH]
        assert len(read) == 1, "the texts of both files"


def test_what_a_cancelled_request_has_read_is_kept(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_edits, "BATCH", 1)
    analysis, known = workspace.analysis().result(), DefinitionHistories()
    read: list[bytes] = []
    token = CancelToken()

    def cancelling(folder: Path, *arguments: str, asked: bytes, max_bytes: int) -> bytes:
        read.append(asked)
        token.cancel()
        return first_output(folder, *arguments, asked=asked, max_bytes=max_bytes)

    monkeypatch.setattr(git_edits, "first_output", cancelling)
    for _ in range(3):
        with pytest.raises(Cancelled):
            known.of_file(analysis.snapshot, analysis.histories, "tax.py", token)
        token = CancelToken()
    assert len(read) == 3
    with pytest.raises(Cancelled):  # all is read, but not yet followed
        known.of_file(analysis.snapshot, analysis.histories, "tax.py", token)
    assert changed(workspace, known) == [BOTH, BOTH, TITLE, BOTH]
    assert len(set(read)) == len(read) == 4


def test_a_failure_of_git_is_remembered_for_a_while(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    known = DefinitionHistories()
    calls: list[bytes] = []

    def stalled(_folder: Path, *_arguments: str, asked: bytes, max_bytes: int) -> bytes:
        calls.append(asked[:max_bytes])
        raise GitTimeout("git did not answer within 10 s")

    with monkeypatch.context() as patched:
        patched.setattr(git_edits, "first_output", stalled)
        for _ in range(2):
            assert history(workspace, known) == DefinitionHistory(is_late=True)
    assert len(calls) == 1
    assert changed(workspace, known) == [], "not yet asked again"
    now = monotonic()
    monkeypatch.setattr(definition_histories, "monotonic", lambda: now + definition_histories.RETRY_PAUSE)
    assert changed(workspace, known) == [BOTH, BOTH, TITLE, BOTH]


def test_a_folder_does_not_wait_for_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shops = [Repository(tmp_path / name) for name in ("one", "two")]
    for shop in shops:
        commit(shop, "Begin", 0, 0, 0)
        commit(shop, "Both", 1, 0, 1)
    reading, release = Event(), Event()

    def slow(folder: Path, *arguments: str, asked: bytes, max_bytes: int) -> bytes:
        if folder == shops[0].folder:
            reading.set()
            assert release.wait(TIMEOUT)
        return first_output(folder, *arguments, asked=asked, max_bytes=max_bytes)

    monkeypatch.setattr(git_edits, "first_output", slow)
    known = DefinitionHistories()
    with opened(shops[0].folder, SETTINGS, [shops[1].folder]) as workspace, ThreadPoolExecutor() as pool:
        assert workspace.wait_for_history(TIMEOUT)
        analysis = workspace.analysis().result()

        def read(path: str) -> int:
            return len(known.of_file(analysis.snapshot, analysis.histories, path, CancelToken()).commits)

        first = pool.submit(read, "one/tax.py")
        try:
            assert reading.wait(TIMEOUT)
            assert pool.submit(read, "two/tax.py").result(TIMEOUT) == 1
        finally:
            release.set()
        assert first.result(TIMEOUT) == 1


def test_the_history_of_a_real_package_equals_that_of_git(tmp_path: Path) -> None:
    """Each function of a file that grew by random edits, against `git log -L`."""
    shop = Repository(tmp_path / "shop")
    bodies = {f"f{number}": [f"    x = {number}\n"] for number in range(12)}
    seed = 7
    for turn in range(40):
        for _ in range(2):
            seed = seed * 1_103_515_245 + 12_345 & 0x7FFFFFFF
            body = bodies[f"f{seed // 7 % 12}"]
            if seed % 3 and len(body) > 1:
                body.pop(seed % len(body))
            else:
                body.insert(seed % (len(body) + 1), f"    y = {turn + seed}\n")
        text = "\n".join(f"def {name}():\n{''.join(body)}    return 1\n" for name, body in bodies.items())
        shop.commit("Change", {"a.py": text, "tax.py": "x = 1\n"})
    with opened(shop.folder, SETTINGS) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        commits = history(workspace).commits
        entry = workspace.analysis().result().snapshot.files["a.py"]
    for definition in entry.definitions:
        span = entry.facts.spans[definition.index]
        first, last = entry.source.line_at(span.start) + 1, entry.source.line_at(span.end - 1) + 1
        command = ["git", "log", "--format=%H", "--no-patch", f"-L{first},{last}:a.py"]
        told = subprocess.run(command, cwd=shop.folder, check=True, capture_output=True, text=True).stdout.split()
        first_commit = shop.git("rev-list", "--max-parents=0", "HEAD")
        found = sum(definition.id in one.symbols for one in commits)
        assert found == len([one for one in told if one != first_commit]), definition.id


def test_impact_lists_definitions_that_often_change_too(workspace: Workspace) -> None:
    analysis = workspace.analysis().result()
    found = analysis.relations.impact("tax.py::rate", 2, CancelToken())
    answer, [one] = analysis.past.frequent_definitions(found, CancelToken())
    assert answer == found
    assert (one.symbol, one.of, one.together, one.changes) == ("basket.py::Cart.price", "tax.py::rate", 3, 3)
    files = analysis.relations.files_impact(["tax.py"], 2, CancelToken())
    assert analysis.past.frequent_definitions(files, CancelToken()) == (files, ())


@pytest.fixture
def stalled_git(monkeypatch: pytest.MonkeyPatch) -> None:
    def stalled(_folder: Path, *_arguments: str, asked: bytes, max_bytes: int) -> bytes:
        raise GitTimeout(f"git did not answer {asked[:max_bytes]!r} within 10 s")

    monkeypatch.setattr(git_edits, "first_output", stalled)


@pytest.mark.usefixtures("stalled_git")
def test_impact_says_that_git_took_too_long(workspace: Workspace) -> None:
    analysis = workspace.analysis().result()
    found = analysis.relations.impact("tax.py::rate", 2, CancelToken())
    answer, definitions = analysis.past.frequent_definitions(found, CancelToken())
    assert (answer.warnings, definitions) == ((*found.warnings, f"{LATE_HISTORY} {NEXT_ATTEMPT}"), ())


@pytest.mark.usefixtures("stalled_git")
def test_a_command_does_not_advise_to_ask_again(shop: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    assert impact.main([str(shop.folder), "tax.py::rate", "--json"], standalone_mode=False) == 0
    warnings = json.loads(capsys.readouterr().out)["warnings"]
    assert [one for one in warnings if "Git" in one] == [LATE_HISTORY]


@pytest.mark.parametrize(
    ("symbol", "name"),
    [("a.js::Cart.#total", "#total"), ("a.js::Cart.#total#2", "#total"), ("a.py::Cart#2.Total#3", "total")],
)
def test_names_lose_the_numbers_of_repeated_definitions_only(symbol: str, name: str) -> None:
    assert _name(symbol) == name


def test_what_speaks_for_a_definition() -> None:
    own = ("a.py::open_file", "a.py::close_file", "a.py::other")
    near = Surroundings(
        edges={"c.py::use": 0.9},
        files={"b.py": 0.5},
        by_path={"a.py": own, "b.py": ("b.py::close_all", "b.py::else")},
        identifiers=lambda symbol: frozenset({b"handle"} if symbol in own[1:] else {b"nothing"}),
    )
    commits = (
        DefinitionCommit(2_000_000, ("a.py::close_file", "d.py::log")),
        DefinitionCommit(1_000_000, ("a.py::other", "c.py::use")),
    )
    found = evidence_of(DefinitionHistory(commits), near, "a.py::close_file")
    assert found.keys() == {"a.py::open_file", "a.py::other", "b.py::close_all", "c.py::use", "d.py::log"}
    assert max(found, key=lambda one: found[one].score(WEIGHTS)) == "d.py::log", "both changed in its only commit"
    assert found["a.py::open_file"].near == found["a.py::other"].near == 1
    assert found["a.py::open_file"].words > found["b.py::close_all"].words > 0
    assert found["a.py::other"].alike == 1
    assert found["a.py::other"].beside == found["c.py::use"].beside > 0
    assert found["c.py::use"].often_by_edge > 0


def test_a_comparison_leaves_nothing_in_memory() -> None:
    tracemalloc.start()
    try:
        for number in range(40):
            own = [f"a{number}.py::load_{place}_of_{number}" for place in range(50)]
            near = Surroundings({}, {}, {f"a{number}.py": own}, lambda _: frozenset())
            assert len(evidence_of(DefinitionHistory(()), near, own[0])) == len(own) - 1
        gc.collect()  # frees the memory that Python holds for its next small tuples
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 50_000, "2,000 names were compared"


def test_the_definitions_of_a_task(shop: Repository) -> None:
    window = window_of(shop.folder, commits_of(shop.folder, shop.git("rev-parse", "HEAD")))
    assert {frozenset(one.symbols) for one in window} == {
        frozenset({"cart.py::Cart.price", "tax.py::rate"}),
        frozenset({"basket.py::Cart.price", "tax.py::rate"}),
    }


def test_recall_counts_what_is_among_the_first() -> None:
    certain, likely = WEIGHTS._replace(**dict.fromkeys(WEIGHTS._fields, 1.0)), WEIGHTS
    candidates = (Candidate(likely, True), Candidate(certain, False))
    task = DefinitionTask("0" * 40, 2, (candidates, ()))
    assert list(recalls(task, WEIGHTS)) == [0.5, 0]
    assert list(recalls(task, WEIGHTS, at=1)) == [0, 0]
