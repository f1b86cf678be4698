"""Reading single files, with all kinds of obstacles."""

import os
import shutil
import socket
import tempfile
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ctx_lsp.text.decode import decode
from ctx_lsp.text.disk import Disk, FoundFile, Limits, Skipped
from ctx_lsp.text.disk_files import stamp_of
from ctx_lsp.text.source import SourceText
from tests.text.trees import make, parse, walk

LIMITS = Limits(max_file_bytes=1000, max_line_bytes=100)
NOBODY = 65534


def read(root: Path, path: str, limits: Limits = LIMITS) -> str:
    """The text of a file, or the reason why it cannot be read."""
    answer = Disk().read(root, path, limits)
    if isinstance(answer, SourceText):
        return answer.data.decode()
    return f"<< {answer.reason}"


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        (b"", ""),
        (b"x = 1\r\n", "x = 1\r\n"),
        (b"\xef\xbb\xbfx", "x"),
        (b"caf\xe9", "café"),
        ("漢".encode("utf-16"), "漢"),
        (b"a\0", "<< binary"),
        (b"\xff\xfea\0b", "<< binary"),
        ((b"a" * 99 + b"\n") * 10, (b"a" * 99 + b"\n").decode() * 10),
        ((b"a" * 99 + b"\n") * 10 + b"\n", "<< too_large"),
        (b"a" * 100, "a" * 100),
        (b"a" * 101, "<< long_line"),
        (b"\n" + b"a" * 101 + b"\n", "<< long_line"),
        (b"# @generated\nx = 1\n", "<< generated"),
    ],
)
def test_a_file_gives_its_text_or_the_reason_why_not(tmp_path: Path, data: bytes, answer: str) -> None:
    (tmp_path / "file").write_bytes(data)

    assert read(tmp_path, "file") == answer


@pytest.mark.parametrize(
    ("data", "is_guessed"),
    [(b"# @generated\n", False), (b"a" * 101, False), (b"caf\xe9", True), ("\u6f22".encode("utf-16"), False)],
)
def test_files_of_open_buffers_are_read_although_they_are_left_out(
    tmp_path: Path, data: bytes, is_guessed: bool
) -> None:
    (tmp_path / "file").write_bytes(data)

    answer = Disk().read_opened(tmp_path, "file", LIMITS)

    assert not isinstance(answer, Skipped)
    assert answer == (decode(data), is_guessed)


def test_a_file_whose_time_was_set_back_is_not_settled(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"a")
    os.utime(file, (1_000_000_000, 1_000_000_000))

    assert not stamp_of(tmp_path, "file").is_settled


def test_marked_files_can_be_let_in(tmp_path: Path) -> None:
    (tmp_path / "a.go").write_text("// @generated\n")

    assert read(tmp_path, "a.go", Limits(vendored=True)) == "// @generated\n"


def test_a_huge_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    with (tmp_path / "line").open("wb") as file:
        file.write(b"a" * 20_000_000)
    with (tmp_path / "hole").open("wb") as file:
        file.write(b"a" * 10_000)
        file.truncate(10_000_000_000)
    tracemalloc.start()
    answers = [read(tmp_path, name, Limits()) for name in ("line", "hole")]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert answers == ["<< too_large", "<< too_large"]
    assert peak < 5_000_000


def test_a_small_file_takes_memory_by_its_size(tmp_path: Path) -> None:
    text = "x = 1\n" * 10_000
    (tmp_path / "small").write_text(text)
    limits = Limits(max_file_bytes=50_000_000)
    tracemalloc.start()
    answer = read(tmp_path, "small", limits)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert answer == text
    assert peak < 50 * len(text)


@pytest.mark.skipif(not Path("/proc/cpuinfo").exists(), reason="Linux tells of itself in files of no size")
def test_a_file_whose_size_is_not_known_is_read_to_its_end() -> None:
    assert read(Path("/proc"), "cpuinfo", Limits()) == Path("/proc/cpuinfo").read_text()


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("../secret", "outside"),
        ("a/../../secret", "outside"),
        ("..", "outside"),
        ("/etc/passwd", "outside"),
        ("", "outside"),
        ("a//b.py", "outside"),
        ("./a/b.py", "outside"),
        ("a/b.py/", "outside"),
        ("a\0b", "unreadable"),
        ("\ud800", "unreadable"),
        ("n" * 300, "unreadable"),
        ("gone.py", "missing"),
        ("gone/b.py", "missing"),
        ("a/b.py/c", "missing"),
        ("a", "special"),
        ("pipe", "special"),
        ("link.py", "symlink"),
        ("folder/b.py", "symlink"),
        ("loop", "symlink"),
        ("loop/b.py", "symlink"),
        ("broken", "symlink"),
        ("up/a/b.py", "symlink"),
        ("out.py", "outside"),
        ("out/secret", "outside"),
        ("chain", "outside"),
    ],
)
def test_paths_outside_the_root_are_not_read(tmp_path: Path, path: str, reason: str) -> None:
    (tmp_path / "secret").write_text("secret")
    root = tmp_path / "root"
    make(
        root,
        parse(
            """
            a/b.py | text
            pipe @fifo
            link.py -> a/b.py
            folder -> a
            loop -> loop
            broken -> nowhere
            up -> .
            out.py -> ../secret
            out -> ..
            chain -> out.py
            """
        ),
    )

    assert read(root, path) == f"<< {reason}"
    if reason in ("outside", "symlink", "special"):
        assert Disk().check(root, path, LIMITS) is not None or path == "a"


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts open files by way of /proc")
def test_no_file_stays_open(tmp_path: Path) -> None:
    make(tmp_path, parse("a/b.py | text\na/nul | x\npipe @fifo\nlink -> a"))
    (tmp_path / "binary").write_bytes(b"\0")
    before = len(list(Path("/proc/self/fd").iterdir()))
    for path in ("a/b.py", "a", "a/gone", "gone/b", "pipe", "link/b.py", "link", "binary", "a/b.py/c"):
        read(tmp_path, path)

    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = threading.Thread(target=read, args=(tmp_path, "pipe"), daemon=True)
    reader.start()
    reader.join(timeout=5)

    assert not reader.is_alive()


def test_a_device_is_not_read() -> None:
    assert read(Path("/dev"), "zero") == "<< special"


def test_a_socket_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a socket's address is short, temporary folders are not
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")

        assert read(tmp_path, "socket") == "<< special"
        assert walk(tmp_path) == [Skipped("socket", "special")]


def test_files_may_vanish_or_change_between_walk_and_read(tmp_path: Path) -> None:
    root = tmp_path / "root"
    make(root, parse("a.py\nb.py\nc/d.py"))
    make(tmp_path, parse("outside/d.py | secret"))
    assert [one.path for one in walk(root) if isinstance(one, FoundFile)] == ["a.py", "b.py", "c/d.py"]
    (root / "a.py").unlink()
    (root / "b.py").unlink()
    (root / "b.py").mkdir()
    shutil.rmtree(root / "c")
    (root / "c").symlink_to("../outside")

    assert [read(root, path) for path in ("a.py", "b.py", "c/d.py")] == ["<< missing", "<< special", "<< outside"]
    shutil.rmtree(root)
    assert read(root, "a.py") == "<< missing"
    assert Disk().check(root, "a.py", LIMITS) is None


@contextmanager
def unprivileged() -> Iterator[None]:
    """Run as an unprivileged user; root switches to another user."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def shared_root() -> Iterator[Path]:
    """A folder that other users can reach, unlike `tmp_path`."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_unreadable_files_are_skipped(shared_root: Path) -> None:
    make(
        shared_root,
        parse(
            r"""
            .gitignore   | hidden/\n
            a.py
            locked.py
            closed/b.py
            hidden/c.py
            nosearch/d.py
            """
        ),
    )
    for name, mode in (("locked.py", 0), ("closed", 0), ("hidden", 0), ("nosearch", 0o444)):
        (shared_root / name).chmod(mode)
    with unprivileged():
        seen = walk(shared_root)
        answers = [read(shared_root, path) for path in ("a.py", "locked.py", "closed/b.py", "nosearch/d.py")]
    for name in ("closed", "hidden", "nosearch"):
        (shared_root / name).chmod(0o755)

    assert answers == ["", "<< unreadable", "<< unreadable", "<< unreadable"]
    assert [one for one in seen if isinstance(one, Skipped)] == [
        Skipped("hidden/", "ignored"),
        Skipped("closed/", "unreadable"),
    ]


def test_a_root_that_may_not_be_read_is_passed_over(shared_root: Path) -> None:
    (shared_root / "a.py").touch()
    shared_root.chmod(0)
    with unprivileged():
        seen = walk(shared_root)
    shared_root.chmod(0o755)

    assert seen == [Skipped("", "unreadable")]
