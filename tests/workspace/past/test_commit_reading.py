"""The commit messages are those of the latest commits of every folder."""

import threading
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.syntax.words import terms
from ctx_lsp.text.roots import Root, Roots
from ctx_lsp.workspace.past.commit_reading import CommitReader
from tests.evaluation.repositories import Repository

TIMEOUT = 20.0  # seconds


def read(reader: CommitReader, roots: Roots) -> dict[str, float]:
    reader.read(roots)
    end = monotonic() + TIMEOUT
    while reader.reading and monotonic() < end:
        sleep(0.01)
    return reader.messages.files(terms("prices in cents"), CancelToken()) if reader.messages else {}


def test_messages_follow_the_history(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    repository.commit("Begin", {"readme.md": "Shop\n"})
    repository.commit("Count prices in cents", {"src/prices.py": "CENTS = 100\n"})
    reader, roots = CommitReader(lambda _: None), Roots.of([tmp_path / "shop"])
    assert set(read(reader, roots)) == {"src/prices.py"}
    before = reader.messages
    assert read(reader, roots)
    assert reader.messages is before  # nothing has changed, so nothing was read
    repository.commit("Show prices in cents", {"src/show.py": "def show(): ...\n"})
    assert set(read(reader, roots)) == {"src/prices.py", "src/show.py"}


def test_a_folder_of_a_repository_knows_its_own_files_alone(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    repository.commit("Begin", {"readme.md": "Shop\n"})
    repository.commit("Count prices in cents", {"a/prices.py": "CENTS = 100\n", "b/prices.py": "CENTS = 1\n"})
    roots = Roots.of([tmp_path / "shop" / "a", tmp_path / "shop" / "b"])
    assert set(read(CommitReader(lambda _: None), roots)) == {"prices.py", "b/prices.py"}


def test_a_folder_without_a_history_has_no_messages(tmp_path: Path) -> None:
    reader = CommitReader(lambda _: None)
    assert read(reader, Roots.of([tmp_path])) == {}
    assert reader.messages is None


def test_outdated_messages_are_dropped(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    repository.commit("Begin", {"readme.md": "Shop\n"})
    repository.commit("Count prices in cents", {"src/prices.py": "CENTS = 100\n"})
    reader, roots = CommitReader(lambda _: None), Roots.of([tmp_path / "shop"])
    assert read(reader, roots)
    assert read(reader, Roots()) == {}
    assert reader.messages is None
    assert set(read(reader, roots)) == {"src/prices.py"}


def test_failed_readings_do_not_block(monkeypatch: pytest.MonkeyPatch) -> None:
    told, failed = Event(), Event()
    monkeypatch.setattr(threading, "excepthook", lambda _: failed.set())
    reader = CommitReader(lambda _: told.set())
    reader.read(Roots((Root(Path("no\0folder"), ""),)))
    assert failed.wait(TIMEOUT)
    assert told.wait(TIMEOUT)
    assert not reader.reading
