"""Groups for rerankers: candidates in the product's form, collected from real histories."""

import json
import sys
from pathlib import Path

import pytest

from ctx_lsp.training.plain.questions import PlainQuestions
from ctx_lsp.training.reranker import collect_groups
from ctx_lsp.training.reranker.groups import CANDIDATES, Group, read_groups
from tests.evaluation.repositories import Repository

STORE = '''LIMIT = 10


def evict_entries(cache):
    """Drop the oldest entries of a cache that has grown too large."""
    kept = cache
    return kept


def read_value(key):
    return key
'''
MANY = "\n\n".join(f"def evict_{number}(cache):\n    return cache[{number}:]" for number in range(2 * CANDIDATES))
TEST = "def check_oldest_entries():\n    assert evict_entries([])\n"
MESSAGE = "Evict the oldest entries within the limit"


@pytest.fixture
def manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A manifest of one repository under two licences; the script's arguments name it."""
    repository = Repository(tmp_path / "repository")
    repository.commit("Begin with what is needed", {"store.py": STORE, "many.py": MANY, "store_test.py": TEST})
    head = repository.commit(MESSAGE, {"store.py": STORE.replace("kept = cache", "kept = cache[LIMIT:]")})
    mirrors = tmp_path / "mirrors"
    mirrors.mkdir()
    listed = [("me/shop", "MIT"), ("me/closed", "GPL-3.0")]
    for name, _ in listed:
        (mirrors / name.replace("/", "+")).symlink_to(repository.folder)
    rows = [{"repository": name, "licence": licence, "language": "python", "head": head} for name, licence in listed]
    file = tmp_path / "manifest.json"
    file.write_text(json.dumps(rows))
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(tmp_path / "cache"))
    monkeypatch.setattr("sys.argv", ["collect_groups", str(file), str(mirrors), str(tmp_path / "groups")])
    return file


def collected(manifest: Path) -> list[Group]:
    collect_groups.main()
    return list(read_groups(manifest.parent / "groups"))


def test_commits_and_documentation_give_groups_of_the_first_candidates(manifest: Path) -> None:
    commit, sentence = collected(manifest)
    assert (commit.repository, commit.kind, commit.query, commit.intent) == ("me/shop", "commit", MESSAGE, "question")
    assert (sentence.kind, sentence.query) == (
        "documentation", "Drop the oldest entries of a cache that has grown too large"
    )  # fmt: skip
    for group in (commit, sentence):
        assert len(group.texts) == len(group.scores) == len(group.shares) == len(group.definitions) == CANDIDATES
        assert list(group.scores) == sorted(group.scores, reverse=True)
        right = group.shares.index(1.0)
        assert sum(group.shares) == 1.0
        assert group.definitions[right]
        assert group.texts[right].startswith("store.py evict_entries\ndef evict_entries(cache)\n")


def test_other_roles_are_marked(manifest: Path) -> None:
    commit, _ = collected(manifest)
    [test] = [place for place, text in enumerate(commit.texts) if text.startswith("store_test.py ")]
    assert [place for place, source in enumerate(commit.sources) if not source] == [test]


def test_the_texts_are_those_of_the_question_and_of_the_time_before_the_commit(manifest: Path) -> None:
    commit, sentence = collected(manifest)
    before, undocumented = (group.texts[group.shares.index(1.0)] for group in (commit, sentence))
    assert '"""Drop the oldest entries of a cache' in before.splitlines()[2]
    assert "kept = cache" in before
    assert "LIMIT" not in before
    assert "oldest" not in undocumented


def test_only_missing_and_permissively_licensed_packages_are_collected(
    manifest: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    groups = manifest.parent / "groups"
    collect_groups.main()
    assert [file.name for file in groups.iterdir()] == ["me+shop.jsonl.gz"]
    assert capsys.readouterr().out == "me/shop: 2 questions\n"
    collect_groups.main()
    assert capsys.readouterr().out == ""


def test_plain_questions_are_asked_about_the_newest_commit(manifest: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = [
        PlainQuestions("me/shop", "store.py", "evict_entries", ("what is thrown away when memory is full?",)),
        PlainQuestions("me/shop", "store.py", "", ("which file keeps values?",)),
        PlainQuestions("me/shop", "store.py", "gone", ("what was deleted?",)),
        PlainQuestions("me/other", "store.py", "evict_entries", ("what belongs to others?",)),
    ]
    monkeypatch.setattr(collect_groups, "read_questions", lambda: written)
    *_, plain = groups = collected(manifest)
    assert [group.kind for group in groups] == ["commit", "documentation", "plain"]
    assert plain.query == written[0].questions[0]
    assert "cache[LIMIT:]" in plain.texts[plain.shares.index(1.0)]


def test_groups_can_come_from_text_alone(manifest: Path) -> None:
    sys.argv.append("--text-alone")
    groups = collected(manifest)
    assert [group.kind for group in groups] == ["commit", "documentation"]
    assert not list((manifest.parent / "cache").rglob("vectors-*"))
