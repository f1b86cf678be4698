"""Tasks from a history, each run on the index of the commit's parent."""

from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.run import DEFINITIONS, FILES, evaluate_history
from ctx_lsp.evaluation.history.tasks import history_tasks
from ctx_lsp.evaluation.run import MRR, NDCG, RECALL, EvalPlan, Setting, TaskReport
from ctx_lsp.settings import CacheSettings, Settings
from tests.evaluation.repositories import Repository

WITHOUT_MODEL = Settings(cache=CacheSettings(enabled=False)).without_embedding()
PLAN = EvalPlan(budget=0)
STORE = "def evict_entries(cache):\n    return cache\n\n\ndef read_value(key):\n    return key\n"
OTHER = "def print_table(rows):\n    return rows\n"


def run(repository: Repository, plan: EvalPlan = PLAN) -> dict[str, list[TaskReport]]:
    tasks = history_tasks(repository.folder, 9, CancelToken())
    return evaluate_history(repository.folder, "shop", tasks, plan, WITHOUT_MODEL, CancelToken())


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repository")
    made.commit("Begin with what is needed", {"store.py": STORE, "table.py": OTHER})
    return made


def test_a_task_counts_for_its_definitions_and_for_their_files(repository: Repository) -> None:
    commit = repository.commit(
        "Evict the entries of the cache in turn", {"store.py": STORE.replace("return cache", "return cache[1:]")}
    )
    [by_definition, by_file] = run(repository)["all parts"]
    assert (by_definition.id, by_definition.category) == (f"{commit}-definitions", DEFINITIONS)
    assert (by_file.id, by_file.category) == (f"{commit}-files", FILES)
    assert {(one.repo, one.language) for one in (by_definition, by_file)} == {("shop", "python")}
    for one in (by_definition, by_file):
        assert [one.figures[name] for name in (NDCG, RECALL, MRR)] == [1, 1, 1]


def test_the_index_is_that_of_the_parent(repository: Repository) -> None:
    """Only the parent has the definition under its old name, and no words of the new one."""
    changed = STORE.replace("read_value", "fetch_remote_thing")
    repository.commit("Let values come from a remote thing", {"store.py": changed})
    repository.commit("Print tables of remote things too", {"table.py": OTHER.replace("(rows)", "(rows, remote)")})
    older = next(one for one in run(repository)["all parts"] if one.category == DEFINITIONS)
    assert older.figures[RECALL] == 1


def test_each_setting_is_run(repository: Repository) -> None:
    repository.commit("Evict the entries of the cache in turn", {"store.py": STORE.replace("cache\n", "cache[1:]\n")})
    nothing = Setting("nothing", ("bm25", "dense", "symbol", "prefix"))
    runs = run(repository, EvalPlan(ranked=(nothing,), budget=0))
    assert {name: len(reports) for name, reports in runs.items()} == {"all parts": 2, "nothing": 2}


def test_commits_without_indexed_files_make_no_task(repository: Repository) -> None:
    repository.commit("Begin with generated things too", {"made_pb2.py": "def f():\n    return 1\n"})
    repository.commit("Return two in generated things", {"made_pb2.py": "def f():\n    return 2\n"})
    assert len(history_tasks(repository.folder, 9, CancelToken())) == 1
    assert run(repository) == {}


def test_nothing_is_kept_of_the_folder_that_followed_the_history(repository: Repository, tmp_path: Path) -> None:
    repository.commit("Evict the entries of the cache in turn", {"store.py": STORE.replace("cache\n", "cache[1:]\n")})
    tasks = history_tasks(repository.folder, 9, CancelToken())
    settings = Settings(cache=CacheSettings(directory=str(tmp_path / "kept"))).without_embedding()
    evaluate_history(repository.folder, "shop", tasks, PLAN, settings, CancelToken())
    assert (tmp_path / "kept").is_dir()
    assert list((tmp_path / "kept").rglob("*-[0-9a-f]*.sqlite3*")) == list((tmp_path / "kept").glob("vectors*"))
