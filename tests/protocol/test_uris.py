"""Files of URIs, in every spelling."""

from pathlib import Path, PurePosixPath, PureWindowsPath
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.protocol.documents.uris import (
    child_uri,
    loose_path,
    named_path,
    path_to_uri,
    unsaved_path,
    uri_to_path,
)
from ctx_lsp.text.overlay import has_file


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b.py", "/a/b.py"),
        ("file:///a%20b/%C3%A9%23.py", "/a b/é#.py"),
        ("FILE:///a//b/./c/../d.py", "/a/b/d.py"),
        ("file:///a/../../../etc/passwd", "/etc/passwd"),
        ("file://localhost/a", "/a"),
        ("file:///c%3A/x", "/c:/x"),
    ],
)
def test_file_uris_name_paths(uri: str, path: str) -> None:
    assert uri_to_path(uri) == Path(path)


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///c%3A/x/y.py", r"C:\x\y.py"),
        ("file:///C:/x/y.py", r"C:\x\y.py"),
        ("file:///c%3a/x/y.py", r"C:\x\y.py"),
        ("file:///C%3A/x/../x/y.py", r"C:\x\y.py"),
        ("file:c:/x/y.py", None),
        ("file:///c%3A/Users/a%20b/%C3%A9.py", r"C:\Users\a b\é.py"),
        ("file:///c:", "C:\\"),
        ("file:///C%3A/", "C:\\"),
        ("file:///c:/x%5Cy.py", r"C:\x\y.py"),
        ("file:///c:/../../x", r"C:\x"),
        ("file://server/share/x.py", r"\\server\share\x.py"),
        ("file:////server/share/x.py", r"\\server\share\x.py"),
        ("file://server/share/../../x.py", r"\\server\share\x.py"),
        ("file://localhost/c:/x", r"C:\x"),
    ],
)
def test_file_uris_name_paths_of_windows(uri: str, path: str | None) -> None:
    named = named_path(uri, "win32")
    assert (None if named is None else str(named)) == path


@pytest.mark.parametrize("path", [r"C:\Users\a b\é#%.py", r"\\server\share\folder\x.py", "D:\\"])
def test_paths_of_windows_survive_the_way_to_a_uri_and_back(path: str) -> None:
    uri = path_to_uri(PureWindowsPath(path))
    assert "\\" not in uri
    assert str(named_path(uri, "win32")) == path


def test_no_path_of_a_document_contains_what_ends_paths_in_the_ids_of_symbols() -> None:
    assert loose_path(PurePosixPath("/home/Foo::Bar.py")) == "/home/Foo%3A%3ABar.py"
    assert loose_path(PurePosixPath("/home/run:")) == "/home/run%3A"


def test_a_loose_document_on_windows_has_slashes_in_its_path() -> None:
    path = loose_path(PureWindowsPath(r"C:\Users\me\a.py"))
    assert path == "/C:/Users/me/a.py"
    assert not has_file(path)


SPELLINGS = [
    "file:///home/me/a%20b+c%C3%A9/x.py",
    "file:///home/me/a b+cé/x.py",
    "file:///home/me/a%20b%2Bc%c3%a9/x.py",
    "file:///home/me/%61%20b%2bcé/x.py",
    "file://localhost/home/me/a%20b+c%C3%A9/x.py",
    "file://LOCALHOST/home/me/a%20b+c%C3%A9/x.py",
    "FILE:///home/me/a%20b+c%C3%A9/x.py",
    "file:/home/me/a%20b+c%C3%A9/x.py",
    "file:///home/me//other/../a%20b+c%C3%A9/./x.py/",
]


@pytest.mark.parametrize("uri", SPELLINGS)
def test_all_spellings_name_one_file(uri: str) -> None:
    assert named_path(uri, "linux") == PurePosixPath("/home/me/a b+cé/x.py")


COMPOSED, DECOMPOSED = "file:///%C3%A9.py", "file:///e%CC%81.py"


def test_composed_and_decomposed_names_are_one_on_normalising_file_systems() -> None:
    assert named_path(COMPOSED, "darwin") == named_path(DECOMPOSED, "darwin") == PurePosixPath("/é.py")
    assert named_path(COMPOSED, "linux") != named_path(DECOMPOSED, "linux")


@given(
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1).map(
        lambda name: f"/r/{name}"
    )
)
def test_every_path_comes_back_however_it_is_spelt(path: str) -> None:
    named = named_path(path_to_uri(PurePosixPath(path)), "linux")
    assert named_path(f"file://{quote(path, safe='/:+!$')}", "linux") == named
    assert named_path(f"file://{quote(path, safe='')}", "linux") in (named, None)  # without a slash it is no path


@pytest.mark.parametrize(
    ("folder", "relative", "uri"),
    [
        ("file:///c%3A/x", "a b/é.py", "file:///c%3A/x/a%20b/%C3%A9.py"),
        ("file:///x/", "a.py", "file:///x/a.py"),
        ("file:///x y", "", "file:///x y"),
    ],
)
def test_a_folder_keeps_its_spelling(folder: str, relative: str, uri: str) -> None:
    assert child_uri(folder, relative) == uri


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("untitled:Untitled-1", "untitled://Untitled-1"),
        ("UNTITLED:a%20b", "untitled://a b"),
        ("untitled:Foo::Bar", "untitled://Foo%3A%3ABar"),
        ("untitled:/home/me/new.py", "untitled:///home/me/new.py"),
        ("untitled:Untitled-1.ipynb?jupyter-notebook", "untitled://Untitled-1.ipynb"),
        ("buffer:115", "buffer://115"),
        ("untitled:", None),
        ("untitled:///", None),
        ("untitled:a%00", None),
        ("git:/a/b.py?ref", None),
        ("gitlens:/a/b.py", None),
        ("output:extension", None),
        ("vscode-userdata:/a/settings.json", None),
        ("vscode-scm:git/scm0/input", None),
        ("file:///a", None),
        ("", None),
    ],
)
def test_only_unsaved_buffers_have_paths_without_files(uri: str, path: str | None) -> None:
    assert unsaved_path(uri) == path
    assert path is None or not has_file(path)


def test_the_path_of_a_loose_document_is_not_in_a_root() -> None:
    assert not has_file(loose_path(Path("/home/me/a.py")))
    assert has_file("home/me/a.py")


@pytest.mark.parametrize(
    "uri", ["untitled:Untitled-1", "git:/a/b.py?ref", "http://x/a", "file:a", "", "file://[", "file:///a%00b", "::"]
)
def test_uris_without_a_file_have_no_path(uri: str) -> None:
    assert uri_to_path(uri) is None


@pytest.mark.parametrize("name", ["plain.py", "a b#?%.py", "é🦀.py", "[x]&=+;.py", "c:"])
def test_paths_survive_the_way_to_a_uri_and_back(name: str) -> None:
    assert uri_to_path(path_to_uri(Path("/root") / name)) == Path("/root") / name
