"""Windows paths: URIs of files in a workspace, and their workspace paths."""

import os
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace
from typing import cast

import pytest

from ctx_lsp.base.system import is_entry_name, is_link, split_command
from ctx_lsp.protocol.documents.roots import ClientRoots as NamedRoots
from ctx_lsp.protocol.documents.roots import Folder
from ctx_lsp.text.roots import Roots


def windows(path: str) -> Path:
    """A path that behaves as on Windows for operations without file access."""
    return cast("Path", PureWindowsPath(path))


@pytest.mark.parametrize("name", ["..", "", ".", r"..\secret", r"a\b", "C:", "a.py:stream", ".. ", "...", "a.", "a "])
def test_special_names_of_windows_are_not_entry_names(name: str) -> None:
    assert not is_entry_name(name, "win32")


@pytest.mark.parametrize("name", ["a.py", ".git", "..a", " a", "é", "a b"])
def test_usual_names_are_names_everywhere(name: str) -> None:
    assert is_entry_name(name, "win32")
    assert is_entry_name(name, "linux")


@pytest.mark.parametrize("name", [r"a\b", "C:", "a.", "a ", "..."])
def test_elsewhere_a_name_may_hold_anything(name: str) -> None:
    assert is_entry_name(name, "linux")


@pytest.mark.parametrize(
    ("command", "platform", "parts"),
    [
        (r"C:\tools\key.exe --of ctx-lsp", "win32", [r"C:\tools\key.exe", "--of", "ctx-lsp"]),
        (
            r'"C:\Program Files\key.exe" "a b" \\server\share',
            "win32",
            [r"C:\Program Files\key.exe", "a b", r"\\server\share"],
        ),
        (r'a\ b "c d" # e', "linux", ["a b", "c d", "#", "e"]),
        ("", "win32", []),
    ],
)
def test_a_command_is_split_as_its_system_writes_paths(command: str, platform: str, parts: list[str]) -> None:
    assert split_command(command, platform) == parts


def test_a_junction_is_a_link(tmp_path: Path) -> None:
    folder = os.lstat(tmp_path)
    junction = SimpleNamespace(st_mode=folder.st_mode, st_reparse_tag=0xA0000003)
    cloud_file = SimpleNamespace(st_mode=folder.st_mode, st_reparse_tag=0x9000001A)
    assert is_link(cast("os.stat_result", junction))
    assert not is_link(cast("os.stat_result", cloud_file))
    assert not is_link(folder)


@pytest.mark.parametrize(
    ("file", "path"),
    [
        (r"C:\projects\repo\src\a.py", "src/a.py"),
        (r"c:\Projects\Repo\src\a.py", "src/a.py"),
        (r"C:\projects\repo\inner\deep\b.py", "inner/deep/b.py"),
        (r"C:\projects\repository\a.py", None),
        (r"D:\projects\repo\a.py", None),
        (r"\\server\share\lib\x.py", "root/lib/x.py"),
        (r"\\server\other\lib\x.py", None),
    ],
)
def test_workspace_paths_have_slashes(file: str, path: str | None) -> None:
    roots = Roots.of([windows(r"C:\projects\repo"), windows("\\\\server\\share\\")])
    assert roots.workspace_path(windows(file)) == path


def test_answers_spell_a_file_as_the_client_spells_its_folder() -> None:
    here = windows(r"C:\projects\a b")
    roots = NamedRoots((Folder("file:///c%3A/projects/a%20b", here, here),))
    assert roots.uri_of(windows(r"c:\projects\a b\src\é.py")) == "file:///c%3A/projects/a%20b/src/%C3%A9.py"
    assert roots.uri_of(windows(r"D:\x y.py")) == "file:///D:/x%20y.py"
    assert roots.uri_of(here) == "file:///c%3A/projects/a%20b"
