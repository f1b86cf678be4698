"""A running workspace's cache: limited in size, and moved when the settings change."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ctx_lsp.cache.admin import list_stores, size_on_disk
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.cache.record_cache import root_file
from ctx_lsp.settings import MEGABYTE, CacheSettings, ModelSettings, Settings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace
from ctx_lsp.workspace.cache_service import CacheService
from tests.fuzz.models import word_model

TIMEOUT = 120.0  # seconds


def settings(cache: Path | None, limit: int = 2048, model: str = "none") -> Settings:
    kept = CacheSettings(enabled=False) if cache is None else CacheSettings(str(cache), max_megabytes=limit)
    return Settings(model=ModelSettings(embedding=model), cache=kept)


def opened(root: Path, using: Settings) -> Workspace:
    workspace = Workspace([root], using)
    workspace.start()
    assert workspace.wait_ready(TIMEOUT)
    return workspace


def until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + TIMEOUT
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def fill(cache: Path, root: Path, megabytes: int) -> Path:
    """The store of another root, unused for a long time."""
    root.mkdir(exist_ok=True)
    store = BlobStore(root_file(cache, root), os.path.realpath(root), day=lambda: 1)
    store.put_many((number.to_bytes(16, "big"), bytes(100_000)) for number in range(10 * megabytes))
    store.close()
    return root_file(cache, root)


def roots(cache: Path) -> list[str]:
    return [Path(store.root).name for store in list_stores(cache) if store.kind == "root"]


def test_a_start_cuts_the_cache_to_its_limit(tenacity_root: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    other = fill(cache, tmp_path / "other", 3)
    workspace = opened(tenacity_root, settings(cache, limit=4))
    until(lambda: not workspace._writer.cache.waiting)
    workspace.close()
    assert other.exists(), "there is room"
    workspace = opened(tenacity_root, settings(cache, limit=2))
    until(lambda: not other.exists())
    status = workspace.status()
    workspace.close()
    assert status.work["entry"] == {"adopted": status.files}, "what is in use stays"
    assert roots(cache) == [tenacity_root.name]


def test_another_limit_counts_at_once(tenacity_root: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    other = fill(cache, tmp_path / "other", 3)
    workspace = opened(tenacity_root, settings(cache))
    workspace.set_settings(settings(cache, limit=1))
    until(lambda: not other.exists())
    until(lambda: size_on_disk(cache) <= MEGABYTE)
    workspace.close()


@pytest.mark.parametrize("before", ["elsewhere", None])
def test_another_cache_folder_gets_all_that_is_known(tenacity_root: Path, tmp_path: Path, before: str | None) -> None:
    old, new = tmp_path / before if before else None, tmp_path / "new"
    model = str(word_model(tmp_path / "model"))
    workspace = opened(tenacity_root, settings(old, model=model))
    workspace.set_document("tenacity/wait.py", SourceText(b"unsaved = 1\n"))
    workspace.set_settings(settings(new, model=model))
    assert workspace.wait_ready(TIMEOUT)
    assert workspace.status().cache.path == str(new)
    workspace.close_document("tenacity/wait.py")
    assert workspace.wait_ready(TIMEOUT)
    workspace.analysis().result()
    until(lambda: not workspace._writer.cache.waiting)
    workspace.close()
    assert size_on_disk(old or new) > 0

    workspace = opened(tenacity_root, settings(new, model=model))
    status = workspace.status()
    workspace.close()
    assert set(status.work["entry"]) == set(status.work["edges"]) == set(status.work["vector"]) == {"adopted"}
    assert not status.warnings


def test_nothing_is_kept_once_the_cache_is_switched_off(tenacity_root: Path, tmp_path: Path) -> None:
    workspace = opened(tenacity_root, settings(tmp_path / "cache"))
    workspace.set_settings(settings(None))
    status = workspace.status()
    kept = size_on_disk(tmp_path / "cache")
    workspace.reindex(None, force=True).result(TIMEOUT)
    workspace.close()
    assert (status.cache.path, status.cache.bytes) == ("", 0)
    assert size_on_disk(tmp_path / "cache") == kept > 0

    workspace = opened(tenacity_root, settings(tmp_path / "cache"))
    status = workspace.status()
    workspace.close()
    assert status.work["entry"] == {"adopted": status.files}, "what waited to be written was"


def test_ending_does_not_wait_until_the_cache_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctx_lsp.cache.blob_store.DROPPED_AT_ONCE", 1)
    monkeypatch.setattr("ctx_lsp.cache.blob_store.WRITE_PAUSE", 0.1)
    root = tmp_path / "other"
    in_use = BlobStore(fill(tmp_path / "cache", root, 3), os.path.realpath(root))
    keys = [number.to_bytes(16, "big") for number in range(30)]
    caching = CacheService(settings(tmp_path / "cache", limit=1).cache)
    caching.begin()
    until(lambda: len(in_use.get_many(keys)) < len(keys))
    caching.close()
    left = len(in_use.get_many(keys))
    assert left > len(keys) / 2
    time.sleep(0.3)
    assert len(in_use.get_many(keys)) == left, "nothing goes on behind its back"
    in_use.close()
    caching.vectors.close()
