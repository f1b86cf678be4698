"""Columns of candidates for commits: the changed lines of a commit, and the candidates that contain them."""

from pathlib import Path

import numpy as np
import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.tasks import history_tasks
from ctx_lsp.settings import CacheSettings, Settings
from ctx_lsp.training.figures.collect_ranking import read_questions, write_questions
from ctx_lsp.training.figures.ranking_columns import COLUMNS, Question, questions
from ctx_lsp.training.histories.questions import edited
from ctx_lsp.training.histories.repositories import read_manifest
from tests.evaluation.repositories import Repository

WITHOUT_MODEL = Settings(cache=CacheSettings(enabled=False)).without_embedding()
STORE = """LIMIT = 10


def evict_entries(cache):
    kept = cache
    return kept


def read_value(key):
    return key
"""


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ("a b c", "a x c", [1]),
        ("a b c", "a c", [1]),
        ("a b c", "a b x c", [1, 2]),
        ("a b c", "a b c x", [2]),
        ("a b c", "x a b c", [0]),
        ("a b c", "a b c", []),
    ],
)
def test_inserted_lines_count_for_their_neighbours(before: str, after: str, lines: list[int]) -> None:
    assert edited(before.split(), after.split()) == lines


def test_blank_lines_do_not_count() -> None:
    assert edited(["a", "", "b"], ["a", "x", "b"]) == []


def asked(tmp_path: Path, after: str, **others: str) -> list[Question]:
    repository = Repository(tmp_path / "repository")
    repository.commit("Begin with what is needed", {"store.py": STORE, "tests/test_store.py": "def test_it(): ...\n"})
    repository.commit("Evict the oldest entries, and read each value within the limit", {"store.py": after, **others})
    tasks = history_tasks(repository.folder, 9, CancelToken())
    return list(questions(repository.folder, "me/shop", tasks, WITHOUT_MODEL, CancelToken()))


def test_a_candidate_is_right_by_its_share_of_the_changed_lines(tmp_path: Path) -> None:
    after = (
        STORE.replace("kept = cache", "kept = cache[LIMIT:]")
        .replace("LIMIT = 10", "LIMIT = 11")
        .replace("return kept", "return list(kept)")
    )
    [one] = asked(tmp_path, after)
    assert one.repository == "me/shop"
    assert one.text == "Evict the oldest entries, and read each value within the limit"
    assert one.columns.shape == (len(one.shares), len(COLUMNS))
    assert sorted(one.shares[one.shares > 0]) == pytest.approx([1 / 3, 2 / 3])
    right = int(np.argmax(one.shares))
    assert one.columns[right, COLUMNS.index("name")] > 0.5, "unweighted"
    assert one.columns[right, COLUMNS.index("callable")] == 1.0, "computed though it counts nothing"
    assert one.missed == pytest.approx(0.0)


def test_tests_are_not_answers(tmp_path: Path) -> None:
    path, text = "tests/test_store.py", "def test_that():\n    assert evict_entries([])\n"
    [one] = asked(tmp_path, STORE.replace("return key\n", "return key[0]\n"), **{path: text})
    assert one.shares.sum() == pytest.approx(1.0)
    assert len(np.flatnonzero(one.shares)) == 1


def test_questions_are_read_as_they_were_written(tmp_path: Path) -> None:
    found = asked(tmp_path, STORE.replace("return key\n", "return key[0]\n"))
    file = tmp_path / "me+shop.npz"
    assert write_questions(file, found) == 1
    [one] = read_questions(file)
    assert one.text == found[0].text
    assert (one.columns == found[0].columns).all()
    assert (one.shares == found[0].shares).all()
    assert write_questions(tmp_path / "none.npz", []) == 0
    assert read_questions(tmp_path / "none.npz") == []


def test_the_manifest_is_permissive_and_has_no_project_that_measures_the_result() -> None:
    manifest = read_manifest(Path(__file__).parents[2] / "ctx_lsp" / "training" / "histories" / "repositories.json")
    assert len(manifest) >= 300
    assert len({one.repository.lower() for one in manifest}) == len(manifest)
    assert len({one.language for one in manifest}) >= 12
    assert not [one for one in manifest if "GPL" in one.licence or not one.licence]
