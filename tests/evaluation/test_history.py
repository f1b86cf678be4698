"""Tasks from a history: which commits become tasks, and which definitions are their answers."""

from pathlib import Path

import pytest

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.evaluation.history.tasks import MAX_DEFINITIONS, MAX_FILES, history_tasks
from ctx_lsp.text.git import GitError
from tests.evaluation.repositories import Repository

CACHE = """class Cache:
    limit = 3

    def evict(self):
        return 1

    def get(self, key):
        return key
"""


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repository")
    made.commit("Begin with a cache of values", {"cache.py": CACHE, "notes.md": "# Notes\n"})
    return made


def changed(repository: Repository, count: int = 9) -> list[tuple[str, list[str]]]:
    tasks = history_tasks(repository.folder, count, CancelToken())
    return [(task.query, [node.symbol for node in task.changed]) for task in tasks]


def test_the_definitions_that_a_commit_changed_newest_commit_first(repository: Repository) -> None:
    first = repository.git("rev-parse", "HEAD")
    second = repository.commit("Drop two entries at once", {"cache.py": CACHE.replace("return 1", "return 2")})
    repository.commit("Keep more entries than before\n\nFixes #3", {"cache.py": CACHE.replace("= 3", "= 4")})
    assert changed(repository) == [
        ("Keep more entries than before", ["cache.py::Cache", "cache.py::Cache.evict"]),
        ("Drop two entries at once", ["cache.py::Cache.evict"]),
    ]
    assert changed(repository, 1) == [("Keep more entries than before", ["cache.py::Cache", "cache.py::Cache.evict"])]
    assert [(task.commit, task.parent) for task in history_tasks(repository.folder, 9, CancelToken())][1:] == [
        (second, first)
    ]
    assert history_tasks(repository.folder, 9, CancelToken(), "HEAD~1")[0].commit == second


def test_removed_definitions_are_answers_and_new_ones_are_not(repository: Repository) -> None:
    repository.commit("Say how large the cache is", {"cache.py": CACHE + "\n    def size(self):\n        return 0\n"})
    repository.commit("Do without the cache from now on", {"cache.py": None})
    gone = ["Cache", "Cache.evict", "Cache.get", "Cache.size"]
    assert changed(repository) == [("Do without the cache from now on", [f"cache.py::{name}" for name in gone])]


def test_tests_and_documents_are_not_answers(repository: Repository) -> None:
    test = "def test_get():\n    assert True\n"
    rust = "fn pack() -> u8 { 1 }\nmod tests {\n    fn packs() { pack(); }\n}\n"
    repository.commit("Begin to test what there is", {"tests/test_cache.py": test, "pack.rs": rust})
    repository.commit(
        "Return the other value for evictions",
        {
            "cache.py": CACHE.replace("return 1", "return 2"),
            "tests/test_cache.py": test.replace("True", "1"),
            "notes.md": "# Other notes\n",
            "pack.rs": rust.replace("pack();", "pack(); pack();"),
        },
    )
    assert changed(repository) == [("Return the other value for evictions", ["cache.py::Cache.evict"])]


def test_a_commit_that_moves_a_file_makes_no_task(repository: Repository) -> None:
    repository.commit("Move the cache to where it belongs", {"cache.py": None, "store.py": CACHE + "\nsize = 1\n"})
    assert changed(repository) == []


def test_merges_and_merged_commits_make_no_tasks(repository: Repository) -> None:
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit("Drop two entries at once", {"cache.py": CACHE.replace("return 1", "return 2")})
    repository.git("checkout", "--quiet", "main")
    repository.git("merge", "--quiet", "--no-ff", "--message", "Take what the side line has", "side")
    assert changed(repository) == []


def test_a_commit_that_changes_much_makes_no_task(repository: Repository) -> None:
    many = "".join(f"def f{number}():\n    return 1\n\n\n" for number in range(MAX_DEFINITIONS + 1))
    files = {f"part{number}.py": "def f():\n    return 1\n" for number in range(MAX_FILES + 1)}
    repository.commit("Begin with many small functions", {"many.py": many, **files})
    repository.commit("Return two in every function", {"many.py": many.replace("1\n\n", "2\n\n")})
    repository.commit("Return two in every file", dict.fromkeys(files, "def f():\n    return 2\n"))
    few = dict.fromkeys(sorted(files)[:MAX_FILES], "def f():\n    return 3\n")
    repository.commit("Return three in some of the files", few)
    assert changed(repository) == [("Return three in some of the files", [f"{name}::f" for name in few])]


def test_a_folder_without_history_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(GitError):
        history_tasks(tmp_path, 1, CancelToken())


def test_it_can_be_cancelled(repository: Repository) -> None:
    repository.commit("Drop two entries at once", {"cache.py": CACHE.replace("return 1", "return 2")})
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        history_tasks(repository.folder, 1, token)
