"""Diffs as git and diff write them, applied to the old text and reverted from the new one."""

import difflib
import subprocess
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ctx_lsp.text
from ctx_lsp.text.unified_diff import DiffError, applied, parse_diff, reverted
from tests.syntax.work import lines_run

BEFORE = "".join(f"line {number}\n" for number in range(30))
AFTER = BEFORE.replace("line 3\n", "").replace("line 20\n", "line 20\nand one more\n").replace("line 29\n", "last")


def git_diff(folder: Path, before: dict[str, bytes], after: dict[str, bytes], *options: str) -> str:
    """Git's diff of two folders of files."""
    for name, files in (("old", before), ("new", after)):
        for path, content in files.items():
            file = folder / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    command = ["git", "diff", "--no-index", *options, "old", "new"]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False).stdout.decode()


def test_git_diffs_go_both_ways(tmp_path: Path) -> None:
    text = git_diff(tmp_path, {"a.py": BEFORE.encode()}, {"a.py": AFTER.encode()})
    [diff] = parse_diff(f"From: somebody\n\n{text}-- \n2.39\n")
    assert (diff.old_path, diff.new_path, len(diff.hunks)) == ("a/old/a.py", "b/new/a.py", 3)
    assert reverted(diff, AFTER.encode()) == BEFORE.removesuffix("\n").encode(), "but for the last line's end"
    assert applied(diff, BEFORE.encode()) == f"{AFTER}\n".encode()
    assert reverted(diff, BEFORE.encode()) is None
    assert applied(diff, AFTER.encode()) is None


def test_a_file_that_is_only_renamed_and_one_that_is_also_edited() -> None:
    moved = "diff --git a/{0} b/{1}\nsimilarity index 90%\nrename from {0}\nrename to {1}\n"
    edited = "--- a/two.py\n+++ b/in/two.py\n@@ -1 +1 @@\n-x\n+y\n"
    plain = "diff --git a/c.py b/c.py\n--- a/c.py\n+++ b/c.py\n@@ -1 +1 @@\n-x\n+y\n"
    text = moved.format("one.py", "in/one.py") + moved.format("two.py", "in/two.py") + edited + plain
    assert [(one.old_path, one.new_path, len(one.hunks), one.is_move) for one in parse_diff(text)] == [
        ("a/one.py", "b/in/one.py", 0, True),
        ("a/two.py", "b/in/two.py", 1, True),
        ("a/c.py", "b/c.py", 1, False),
    ]


def test_lines_that_have_moved_are_found(tmp_path: Path) -> None:
    [diff] = parse_diff(git_diff(tmp_path, {"a": BEFORE.encode()}, {"a": AFTER.encode()}))
    moved = b"first\nsecond\n"
    assert reverted(diff, moved + AFTER.encode()) == moved + BEFORE.removesuffix("\n").encode()


def test_files_come_and_go_and_have_any_name(tmp_path: Path) -> None:
    found = parse_diff(git_diff(tmp_path, {"gone\t\u00e9": b"x\n"}, {'new "one" \\': b"y\n"}))
    assert [(diff.old_path, diff.new_path) for diff in found] == [
        ("a/old/gone\t\u00e9", ""),
        ("", 'b/new/new "one" \\'),
    ]
    assert reverted(found[1], b"y\n") == b""
    assert applied(found[0], b"x\n") == b""


def test_line_ends_make_no_difference(tmp_path: Path) -> None:
    [diff] = parse_diff(git_diff(tmp_path, {"a": b"one\r\ntwo\r\n"}, {"a": b"one\r\n2\r\n"}))
    assert reverted(diff, b"one\r\n2\r\n") == b"one\r\ntwo\r\n"
    assert reverted(diff, b"one\n2\n") is not None


def test_lines_that_look_like_headers_are_lines(tmp_path: Path) -> None:
    before, after = b"-- a\n++ b\n@@ -1 +1 @@\nx\n", b"-- b\n++ c\n@@ -1 +1 @@\nx\n"
    [diff] = parse_diff(git_diff(tmp_path, {"q.sql": before}, {"q.sql": after}))
    assert reverted(diff, after) == before


def test_a_diff_without_changed_lines_changes_nothing(tmp_path: Path) -> None:
    assert parse_diff("") == parse_diff("\n") == []
    assert parse_diff(git_diff(tmp_path, {"a": b"\0\1"}, {"a": b"\0\2"})) == []


@pytest.mark.parametrize(
    "text", ["hello", "--- a\n+++ b\n@@ -1 +1 @@\nno mark\n", "diff --cc a\n--- a\n+++ b\n@@@ -1 -1 +1 @@@\n"]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(DiffError):
        parse_diff(text)


texts = st.lists(st.sampled_from(["", "a", "b", "-- c", "+ d", " e", "\\ f"]), max_size=12)


@given(texts, texts, st.sampled_from([0, 1, 3, 12]))
def test_every_difference_can_be_taken_back(before: list[str], after: list[str], around: int) -> None:
    lines = difflib.unified_diff(before, after, "a/x", "b/x", n=around, lineterm="")
    for diff in parse_diff("\n".join(lines) + "\n" if before != after else ""):
        assert diff.new_path == "b/x"
        one, other = ("".join(f"{line}\n" for line in text).encode() for text in (before, after))
        if around >= 12:  # with all lines around it, it can stand in one place only
            assert reverted(diff, other) == one
        found = reverted(diff, other)
        assert found is not None
        assert sorted(found.split(b"\n")) == sorted(one.split(b"\n"))


@given(st.text("-+@ \\ab1,\n", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        diffs = parse_diff(text)
    except DiffError:
        return
    for diff in diffs:
        reverted(diff, b"a\nb\n")


@pytest.mark.parametrize("moved", [0, 7])
def test_work_is_linear_in_hunks_and_lines(moved: int) -> None:
    """The work for many small hunks, in the text of the diff and in one where all of them have moved."""

    def work(count: int) -> int:
        before = [f"line {number % 50}, {number // 50}" for number in range(count)]
        after = [f"{line}!" if number % 10 == 5 else line for number, line in enumerate(before)]
        (diff,) = parse_diff("\n".join(difflib.unified_diff(before, after, "a", "b", lineterm="", n=1)))
        texts = ["\n".join([*["above"] * moved, *lines]).encode() for lines in (before, after)]
        assert reverted(diff, texts[1]) == texts[0]
        return lines_run(partial(reverted, diff, texts[1]), ctx_lsp.text)

    assert work(2_000) < work(200) * 15


def test_an_escape_that_is_no_byte_stays_as_it_is() -> None:
    diff = '--- "a/\\303\\251\\777.py"\n+++ "b/\\q\\1.py"\n@@ -1 +1 @@\n-a\n+b\n'
    assert [(one.old_path, one.new_path) for one in parse_diff(diff)] == [("a/é\\777.py", "b/\\q\\1.py")]
