"""Entries looked up by folder equal those looked up one by one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.protocol.documents.entry_lookup import EntryLookup
from ctx_lsp.protocol.documents.roots import ClientRoots
from ctx_lsp.protocol.documents.uris import uri_to_path
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.workspace import Workspace

NO_CACHE = Settings(cache=CacheSettings(enabled=False), model=ModelSettings(embedding="none"))


@pytest.fixture(scope="module")
def top(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `outer`, `outer/inner` and, by a link, `real` in it."""
    top = tmp_path_factory.mktemp("top")
    for name in ("outer/inner", "real/deep"):
        (top / name).mkdir(parents=True)
    (top / "link").symlink_to("real")
    return top


@pytest.fixture(scope="module")
def entries(top: Path) -> Iterator[EntryLookup]:
    """Entries of a workspace with the roots `outer`, `outer/inner` and `link`."""
    roots = ClientRoots().changed([(top / name).as_uri() for name in ("outer", "outer/inner", "link")], ())
    workspace = Workspace(roots.folders, NO_CACHE)
    yield EntryLookup(roots, workspace)
    workspace.close()


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("outer/a.py", "a.py"),
        ("outer/x/.gitignore", "x/.gitignore"),
        ("outer/inner/a.py", "inner/a.py"),
        ("outer/inner", "inner/."),
        ("outer", "."),
        ("outer/", "."),
        ("link/deep/a.py", "real/deep/a.py"),
        ("real/deep/a.py", "real/deep/a.py"),
        ("link", "real/."),
        ("outer/b%20c.py", "b c.py"),
        ("outer/x/../y/a.py", "y/a.py"),
        ("outer/inner/../a.py", "a.py"),
        ("outer/..", None),
        ("elsewhere/a.py", None),
        ("", None),
    ],
)
def test_an_entry_has_the_path_of_the_innermost_root(
    top: Path, entries: EntryLookup, name: str, path: str | None
) -> None:
    assert entries.path_of(f"{top.as_uri()}/{name}") == path


@pytest.mark.parametrize(
    "uri", ["", "::", "git:/a/b.py", "untitled:1", "file:", "file:///", "file:///a.py", "/", "a/b"]
)
def test_entries_outside_the_roots_have_no_path(entries: EntryLookup, uri: str) -> None:
    assert entries.path_of(uri) is None


PARTS = st.sampled_from(
    ["outer", "inner", "link", "real", "deep", "a.py", "..", ".", "", ".git", "b c", "%2e%2e", "%2F", "é"]
)


@given(st.lists(PARTS, max_size=6), st.sampled_from(["file://", "file://localhost", "git:"]))
def test_folder_by_folder_is_one_by_one(top: Path, entries: EntryLookup, parts: list[str], scheme: str) -> None:
    uri = f"{scheme}{top}/{'/'.join(parts)}"
    file = uri_to_path(uri)
    alone = None if file is None else entries._workspace.workspace_path(entries._roots.real_entry(file, {}))
    assert entries.path_of(uri) == entries.path_of(uri) == alone
