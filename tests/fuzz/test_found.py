"""Bugs that runs have found, as small as possible."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace

TIMEOUT = 30.0
SETTINGS = Settings(model=ModelSettings(embedding="none"), cache=CacheSettings(enabled=False))


def paths(workspace: Workspace) -> list[str]:
    assert workspace.wait_ready(TIMEOUT)
    return sorted(workspace.analysis().result(TIMEOUT).snapshot.files)


def into_a_folder(place: Path) -> None:
    place.unlink()
    place.mkdir()
    (place / "inside.py").write_text("x = 1\n")


def into_a_file(place: Path) -> None:
    (place / "inside.py").unlink()
    place.rmdir()
    place.write_text("x = 1\n")


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        pytest.param(None, into_a_folder, ["a.py", "a.py/inside.py"], id="its file becomes a folder"),
        pytest.param(into_a_folder, into_a_file, ["a.py"], id="a folder becomes its file"),
    ],
)
def test_an_open_document_does_not_hide_changes_on_disk(
    tmp_path: Path, first: Callable[[Path], None] | None, then: Callable[[Path], None], expected: list[str]
) -> None:
    place = tmp_path / "a.py"
    place.write_text("x = 1\n")
    if first is not None:
        first(place)
    workspace = Workspace([tmp_path], SETTINGS)
    workspace.start()
    try:
        workspace.set_document("a.py", SourceText(b"y = 2\n"))
        paths(workspace)
        then(place)
        workspace.files_changed(["a.py"])
        assert paths(workspace) == expected
    finally:
        workspace.close()


def test_a_document_in_a_folder_that_becomes_a_root_leaves_nothing_under_its_old_name(tmp_path: Path) -> None:
    first, outer = tmp_path / "first", tmp_path / "outer"
    (outer / "inner").mkdir(parents=True)
    first.mkdir()
    (outer / "inner" / "a.py").write_text("x = 1\n")
    workspace = Workspace([first, outer], SETTINGS)
    workspace.start()
    try:
        workspace.set_document("outer/inner/a.py", SourceText(b"y = 2\n"))
        assert paths(workspace) == ["outer/inner/a.py"]
        workspace.set_roots([first, outer, outer / "inner"])
        workspace.set_document("inner/a.py", SourceText(b"y = 2\n"))
        workspace.close_document("outer/inner/a.py")
        assert paths(workspace) == ["inner/a.py"]
    finally:
        workspace.close()
