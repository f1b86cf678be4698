"""Walking a workspace: found files, skipped files and reasons. `trees` describes the format of the cases."""

import itertools
import os
import shutil
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.text.disk import Disk, FoundFile, Limits, Skipped
from tests.text.trees import Entry, check_tree, make, parse, render, walk


def test_git_ignore_rules_hold(tmp_path: Path) -> None:
    check_tree(
        tmp_path,
        r"""
        .gitignore         | *.log\n/out/\n!keep.log\n
        a.log              << ignored
        keep.log
        out/               << ignored
        out/keep.log       << below
        src/out/a.py
        src/.gitignore     | gen*\n!gen.py\n
        src/gen.py
        src/gen.c          << ignored
        src/keep.log
        src/deep/gen/      << ignored
        src/deep/gen/gen.py << below
        src/deep/.gitignore | !*.log
        src/deep/b.log
        """,
    )


def test_own_ignore_files_go_before_all_others(tmp_path: Path) -> None:
    check_tree(
        tmp_path,
        r"""
        .gitignore         | gen/\n*.log\n
        .ctxlspignore      | !gen/\n!vendor/mine/\n/secret\n!third_party\n
        gen/a.py
        gen/a.log          << ignored
        secret             << ignored
        vendor/            << vendored
        vendor/mine/a.py   << below
        third_party/a.py
        x/.ctxlspignore    | !b.log\n
        x/b.log
        x/c.log            << ignored
        """,
    )


def test_vendored_and_generated_names_are_left_out(tmp_path: Path) -> None:
    check_tree(
        tmp_path,
        r"""
        web/node_modules/  << vendored
        web/node_modules/x/index.js << below
        web/app.min.js     << generated
        web/app.js
        uv.lock            << generated
        env/               << vendored
        env/pyvenv.cfg     << below
        env/lib/a.py       << below
        cached/            << generated
        cached/CACHEDIR.TAG << below
        build/lib.py
        node_modules.py
        """,
    )


def test_vendored_and_generated_names_can_be_let_in(tmp_path: Path) -> None:
    check_tree(
        tmp_path,
        r"""
        .gitignore         | b.lock\n
        vendor/a.go
        env/pyvenv.cfg
        uv.lock
        b.lock             << ignored
        .git/              << ignored
        .git/config        << below
        """,
        Limits(vendored=True),
    )


def test_an_own_rule_lets_a_marked_folder_in(tmp_path: Path) -> None:
    check_tree(
        tmp_path,
        r"""
        .ctxlspignore      | !env\n
        env/pyvenv.cfg
        """,
    )


def test_the_root_itself_is_never_left_out(tmp_path: Path) -> None:
    root = tmp_path / "node_modules"
    root.mkdir()
    check_tree(root, "pyvenv.cfg\nCACHEDIR.TAG\na.js")


def test_settings_choose_paths(tmp_path: Path) -> None:
    check_tree(
        tmp_path,
        r"""
        src/a.py
        src/gen/           << excluded
        src/gen/a.py       << below
        src/a.c            << excluded
        docs/a.py          << excluded
        a.py               << excluded
        """,
        Limits(include=("/src", "!*.c"), exclude=("gen/", "/docs/*.py")),
    )


def test_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.py").touch()
    root = tmp_path / "root"
    root.mkdir()
    check_tree(
        root,
        r"""
        src/a.py
        file               -> src/a.py       << symlink
        folder             -> src            << symlink
        up                 -> .              << symlink
        src/up             -> ..             << symlink
        loop               -> pool           << symlink
        pool               -> loop           << symlink
        self               -> self           << symlink
        broken             -> nowhere        << symlink
        out                -> ../outside     << outside
        out.py             -> ../outside/a.py << outside
        gone               -> /nowhere/at/all << outside
        sibling            -> ../root-b      << outside
        .gitignore         -> ../outside/a.py << outside
        """,
    )


def test_the_root_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "root").symlink_to("real")
    check_tree(tmp_path / "root", "src/a.py\nb.py -> src/a.py << symlink")


def test_only_regular_files_are_found(tmp_path: Path) -> None:
    check_tree(
        tmp_path,
        r"""
        pipe               @fifo  << special
        .gitignore         @fifo  << special
        a.py
        """,
    )


@pytest.mark.parametrize("broken", ["folder", "binary", "huge", "malformed"])
def test_an_ignore_file_that_cannot_be_used_has_no_rules(tmp_path: Path, broken: str) -> None:
    ignore = tmp_path / ".gitignore"
    match broken:
        case "folder":
            ignore.mkdir()
        case "binary":
            ignore.write_bytes(b"a.py\n\0")
        case "huge":
            ignore.write_bytes(b"a.py\n" * 300_000)
        case _:
            ignore.write_bytes(b"[\n\\\n!\n/\n\xff\xfe\n")
    (tmp_path / "a.py").touch()

    assert FoundFile("a.py") in walk(tmp_path)
    assert Disk().check(tmp_path, "a.py", Limits()) is None


def test_names_that_are_not_unicode_are_reported_readably(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.py")).touch()
    (tmp_path / os.fsdecode(b"f\xff")).mkdir()

    assert render(walk(tmp_path)) == [r"caf\udce9.py << unreadable", r"f\udcff << unreadable"]


def test_a_name_that_would_end_the_path_in_the_id_of_a_symbol_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "Foo::Bar.py").touch()
    (tmp_path / "run:").write_text("#!/usr/bin/env python\n")  # `run:` and `::f` would be `run:::f`
    make(tmp_path, parse("a::b/c.py"))
    make(tmp_path, parse("d:/e.py"))

    refused = {f"{name} << unreadable" for name in ("Foo::Bar.py", "a::b", "run:")}
    assert set(render(walk(tmp_path))) == {*refused, "d:/e.py"}
    assert Disk().check(tmp_path, "d:/e.py", Limits()) is None
    for path in ("a::b/c.py", "run:"):
        assert Disk().check(tmp_path, path, Limits()) == Skipped(path, "unreadable")


def test_odd_names_are_names(tmp_path: Path) -> None:
    names = ["a b", "a\nb", "a\\b", "-rf", "*", "é", "a:b", "~", " ", "\u202e"]
    for name in names:
        (tmp_path / name).touch()

    assert render(walk(tmp_path)) == sorted(names)
    assert [Disk().check(tmp_path, name, Limits()) for name in names] == [None] * len(names)


def test_a_root_that_is_not_there_gives_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert walk(tmp_path / "gone") == []
    assert walk(tmp_path / "file") == []
    assert walk(tmp_path, folder="gone") == []
    assert walk(tmp_path, folder="file") == []


@pytest.mark.parametrize("folder", ["..", "../other", "a/../..", "/etc", "a//b", ".", "a\0b", "\ud800", "out"])
def test_a_walk_does_not_leave_the_root(tmp_path: Path, folder: str) -> None:
    make(tmp_path, parse("root/a/b/c.py\nother/secret.py\nroot/out -> ../other"))

    assert walk(tmp_path / "root", folder=folder) == []


def test_a_root_that_is_deleted_on_the_way_ends_the_walk(tmp_path: Path) -> None:
    root = tmp_path / "root"
    make(root, parse("a.py\nb/c.py\nd/e.py"))
    walking = Disk().walk(root, Limits(), CancelToken())

    assert next(walking) == FoundFile("a.py")
    shutil.rmtree(root)
    assert list(walking) == []


def test_a_folder_too_deep_to_name_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    name = "d" * 250
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(17):  # 17 · 251 bytes are more than a path may have; pathlib does not know relative descriptors
        os.mkdir(name, dir_fd=here)
        inner = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)

    found, skipped = walk(tmp_path)
    assert found == FoundFile("a.py")
    assert isinstance(skipped, Skipped)
    assert (skipped.reason, set(skipped.path.split("/"))) == ("unreadable", {name, ""})
    shutil.rmtree(tmp_path / name)


def test_the_order_is_that_of_names_files_before_folders(tmp_path: Path) -> None:
    names = [
        "z.py",
        "b/z/a.py",
        "b/b.py",
        "b/a.py",
        "vendor/x.py",
        "a/b.py",
        "B.py",
        *(f"{n:02}.py" for n in range(50)),
    ]
    make(tmp_path, parse("\n".join(names)))

    paths = [f"{n:02}.py" for n in range(50)]
    paths += ["B.py", "vendor/", "z.py", "a/b.py", "b/a.py", "b/b.py", "b/z/a.py"]
    assert [one.path for one in walk(tmp_path)] == paths


def test_a_cancelled_walk_stops(tmp_path: Path) -> None:
    make(tmp_path, parse("a.py\nb/c.py"))
    token = CancelToken()
    walking = Disk().walk(tmp_path, Limits(), token)
    next(walking)
    token.cancel()

    with pytest.raises(Cancelled):
        next(walking)


def test_rules_of_the_repository_around_the_root_hold(tmp_path: Path) -> None:
    make(tmp_path, parse(r".git/info/exclude | *.tmp\n" + "\n" + r".gitignore | *.log\n/pkg/app/out/\n"))
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / ".gitignore").write_text("/app/b.py\n")
    root = tmp_path / "pkg" / "app"
    root.mkdir()
    check_tree(
        root,
        r"""
        a.py
        b.py               << ignored
        a.log              << ignored
        a.tmp              << ignored
        out/               << ignored
        x/.gitignore       | !*.log\n
        x/a.log
        """,
    )


def test_rules_that_leave_out_the_root_itself_say_nothing_about_it(tmp_path: Path) -> None:
    make(tmp_path, parse(r".git/" + "\n" + r".gitignore | env/\n*.py\n"))
    root = tmp_path / "env" / "lib"
    root.mkdir(parents=True)
    check_tree(root, "a.py\nb.log << ignored\n.gitignore | *.log\n")


def test_a_git_file_marks_a_repository_too(tmp_path: Path) -> None:
    make(tmp_path, parse(".git | gitdir: elsewhere\n.gitignore | *.log"))
    (tmp_path / "pkg").mkdir()
    check_tree(tmp_path / "pkg", "a.log << ignored\na.py")


def test_another_worktree_is_left_out_but_a_submodule_is_not(tmp_path: Path) -> None:
    tree = r"""
        .git                 | gitdir: /home/me/shop/.git/worktrees/shop\n << ignored
        app.py
        copy/.git            | gitdir: /home/me/shop/.git/worktrees/copy\n << below
        copy/app.py          << below
        copy/                << worktree
        wares/.git           | gitdir: ../.git/modules/wares\n << ignored
        wares/ware.py
        worktrees/notes.py
        worktrees/w/.git     | gitdir: ../../.git/modules/worktrees/w\n << ignored
        worktrees/w/ware.py
        """
    check_tree(tmp_path, tree)
    assert Disk().check(tmp_path, "copy/app.py", Limits(vendored=True)) == Skipped("copy/", "worktree")


NAMES = ("a", "b", "c.py", "vendor", "uv.lock")
GLOBS = ("a", "b/", "*.py", "/a", "a/b", "*", "vendor", "b/**")
LINES = st.builds(str.__add__, st.sampled_from(("", "", "!")), st.sampled_from(GLOBS))
PATHS = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map("/".join)
IGNORES = st.lists(LINES, max_size=4).map(r"\n".join)


@st.composite
def trees(draw: st.DrawFn) -> list[Entry]:
    """Random folders, files, links and ignore files without conflicts."""
    paths = draw(st.lists(PATHS, min_size=1, max_size=8, unique=True))
    folders = {"/".join(path.split("/")[:depth]) for path in paths for depth in range(1, path.count("/") + 1)}
    leaves = [path for path in paths if path not in folders]
    links = draw(st.lists(st.sampled_from(leaves), max_size=2))
    entries = [Entry(path, "", "a" * (path in links), "", "") for path in leaves]
    for folder in ("", *sorted(folders)):
        for name in (".gitignore", ".ctxlspignore"):
            if draw(st.integers(0, 3)) == 0:
                entries.append(Entry(f"{folder}/{name}".lstrip("/"), draw(IGNORES), "", "", ""))
    return entries


@settings(deadline=None)
@given(trees(), st.builds(Limits, include=st.lists(LINES, max_size=2).map(tuple), vendored=st.booleans()))
def test_a_walk_finds_just_the_files_that_pass_their_own_check(
    tmp_path_factory: pytest.TempPathFactory, entries: list[Entry], limits: Limits
) -> None:
    root = tmp_path_factory.mktemp("tree")
    make(root, entries)
    seen = walk(root, limits)

    passed = {entry.path for entry in entries if Disk().check(root, entry.path, limits) is None}
    assert {one.path for one in seen if isinstance(one, FoundFile)} == passed
    skipped = [one for one in seen if isinstance(one, Skipped)]
    assert [Disk().check(root, one.path.rstrip("/"), limits) for one in skipped] == skipped


@settings(deadline=None)
@given(trees())
def test_a_walk_of_a_folder_is_that_part_of_the_whole(
    tmp_path_factory: pytest.TempPathFactory, entries: list[Entry]
) -> None:
    root = tmp_path_factory.mktemp("tree")
    make(root, entries)
    whole = walk(root)

    for folder in ("a", "b", "a/b"):
        part = [one for one in whole if one.path.startswith(f"{folder}/") and one.path != f"{folder}/"]
        assert walk(root, folder=folder) == walk(root, folder=f"{folder}/") == part


def test_ten_thousand_files_take_less_than_a_second(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text(
        "".join(f"*.x{number}\n/out{number}/\ncache{number}\n" for number in range(30))
    )
    for outer, inner in itertools.product(range(10), range(10)):
        folder = tmp_path / f"package{outer}" / "src" / f"module{inner}"
        folder.mkdir(parents=True)
        for number in range(100):
            (folder / f"file{number}.py").touch()
    start = time.process_time()

    assert sum(isinstance(one, FoundFile) for one in walk(tmp_path)) == 10_001
    assert time.process_time() - start < 1
