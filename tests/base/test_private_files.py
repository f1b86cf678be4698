"""Private files: made for the user alone, and closed to others if they exist."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctx_lsp.base.private_files import close_to_others, make_private
from ctx_lsp.cache.blob_files import files_of
from ctx_lsp.cache.blob_store import BlobStore


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """Others may read what is made without a mode."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_folder_is_made_with_private_parents(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_private(tmp_path / "a" / "b")
    assert [mode(path) for path in (tmp_path, tmp_path / "a", tmp_path / "a" / "b")] == [0o755, 0o700, 0o700]


def test_others_lose_their_permissions(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    file.chmod(0o464)
    close_to_others(file)
    assert mode(file) == 0o400, "the permissions of the user stay"
    close_to_others(tmp_path / "missing")


def test_the_files_of_a_store_are_private(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite3"
    for _ in range(2):
        store = BlobStore(file)
        assert store.put_many([(b"key", b"value")])
        assert [mode(part) for part in files_of(file)] == [0o600] * 3
        store.close()
        file.chmod(0o644)
