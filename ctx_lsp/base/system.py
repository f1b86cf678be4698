"""Hides the differences between operating systems: wraps all calls and constants that some systems lack.

All other modules are independent of the operating system and use only calls that Windows also has. The exceptions are
`local_sockets`, the package `windows`, and `protocol.transport.watchdog`, which runs as a separate program, and never
on Windows. Conditions on `sys.platform` are written out in full, because type checkers evaluate them
and check each branch for its own system.
"""

import ctypes
import errno
import os
import shlex
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from unicodedata import normalize

if sys.platform == "linux":
    from array import array
    from fcntl import ioctl
    from termios import FIONREAD
else:
    import psutil
if sys.platform != "win32":
    import resource

PLATFORM: str = sys.platform
"""The name of this operating system. Functions that depend on it take it as a parameter, so tests can pass others."""

if sys.platform == "win32":
    # A helper program must neither open a console window nor slow down the editor.
    PROGRAM_FLAGS = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    BACKGROUND_FLAGS = PROGRAM_FLAGS | getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
else:
    PROGRAM_FLAGS = BACKGROUND_FLAGS = 0

IS_BUNDLE = bool(getattr(sys, "frozen", False))
"""Whether this is the bundled program of `editors/bundle`, whose executable is ctx-lsp instead of Python."""

PYTHON_MODULE = (sys.executable, "-m") if IS_BUNDLE else (sys.executable, "-P", "-m")
"""Command that runs a module of this package. With -P, files in the current folder cannot shadow the module."""

FREES_INTERNED_STRINGS = bool(getattr(sys, "_is_gil_enabled", lambda: True)()) and not (
    (3, 12) <= sys.version_info < (3, 12, 7)
)
"""Whether interned strings are freed with their last use; free-threaded builds keep them (python/cpython#113993)."""

HAS_WATCHDOG = sys.platform != "win32"
"""Whether a process inherits descriptors and can wait for several descriptors at once, as the watchdog requires."""

CAN_SELECT_PIPES = sys.platform != "win32"
"""Whether `select` tells whether a pipe has bytes to read."""

HEAPS = 2
"""Number of heaps of the C library from which all threads allocate."""

_M_ARENA_MAX = -8  # the option of glibc's `mallopt`
_PROC = Path("/proc")
_STATM_RESIDENT, _STAT_TICKS = (
    1,
    (11, 12),
)  # in pages; user and system time, counting the fields after the program's name
_JUNCTION = 0xA0000003  # the reparse tag of a Windows folder that links to another folder


def script_command(name: str, file: str) -> tuple[str, ...]:
    """Return the fastest command that runs the module `name`, whose code is in `file`.

    The module must import only the standard library.
    """
    return (*PYTHON_MODULE, name) if IS_BUNDLE else (sys.executable, "-I", "-S", file)


def resident_bytes(process_id: int | None = None) -> int:
    """Return the current resident memory, in bytes, of a process, or of this process if `process_id` is None."""
    if sys.platform == "linux":
        statm = (_PROC / str(process_id or "self") / "statm").read_text("ascii")
        return int(statm.split()[_STATM_RESIDENT]) * resource.getpagesize()
    else:  # noqa: RET505  # mypy checks this branch only on the other systems; the same holds below
        return int(psutil.Process(process_id).memory_info().rss)


def peak_bytes() -> int:
    """Return the peak resident memory of this process, in bytes."""
    if sys.platform == "win32":
        memory = psutil.Process().memory_info()
        return int(getattr(memory, "peak_wset", memory.rss))
    else:  # noqa: RET505
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024  # macOS counts bytes, Linux kilobytes


def return_free_memory() -> bool:
    """Give the free memory of the C library back to the operating system; return whether the library supports this.

    Only glibc does. After thousands of requests, glibc keeps tens of megabytes of free memory in fragments between used
    blocks, and these fragments count as resident memory. The call takes milliseconds, during which other threads may
    wait for memory.
    """
    trim = _malloc_trim()
    if trim is None:
        return False
    trim(ctypes.c_size_t(0))
    return True


def share_heaps() -> bool:
    """Make all threads allocate from `HEAPS` heaps of the C library; return whether the library supports this.

    Only glibc does. By default, glibc gives each new thread its own heap, up to eight per processor, and other threads
    cannot use the free memory in that heap. Call this before the first thread starts, because existing heaps remain.
    """
    set_option = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    return set_option is not None and bool(set_option(_M_ARENA_MAX, HEAPS))


@cache
def _malloc_trim() -> "Callable[[ctypes.c_size_t], int] | None":
    """Return glibc's `malloc_trim`, or None where this function does not exist."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None


def processor_seconds(process_id: int) -> float:
    """Return how many processor seconds a running process has used so far, in user and system mode together."""
    if sys.platform == "linux":
        fields = (_PROC / str(process_id) / "stat").read_text("utf-8").rpartition(")")[2].split()
        return sum(int(fields[tick]) for tick in _STAT_TICKS) / os.sysconf("SC_CLK_TCK")
    else:  # noqa: RET505
        times = psutil.Process(process_id).cpu_times()
        return float(times.user + times.system)


def children_processor_seconds() -> float:
    """Return the processor time of all terminated child processes, in seconds; 0 on Windows."""
    if sys.platform == "win32":
        return 0.0
    else:  # noqa: RET505
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def lower_process_priority(niceness: int) -> None:
    """Lower the priority of this process. On Windows, this has no effect; start the process with `BACKGROUND_FLAGS`."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def lower_thread_priority(niceness: int) -> None:
    """Lower the priority of this thread. This works only on Linux, where each thread has its own niceness."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):  # some sandboxes forbid this, and nothing depends on it
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + niceness)


def is_running(process_id: int) -> bool:
    """Return whether there is a process with this id."""
    if sys.platform == "win32":
        return bool(psutil.pid_exists(process_id))
    else:  # noqa: RET505
        try:
            os.kill(process_id, 0)  # no signal, only the check
        except PermissionError:  # it belongs to another user
            return True
        except (OSError, OverflowError):
            return False
        return True


def end_of_process(process_id: int) -> Callable[[], bool]:
    """Return a function that waits until a process ends, even if the process is not a child of this process.

    The function returns True once the process has ended. It returns False immediately if the process was not found. On
    Linux, it cannot wait and always returns False immediately.
    """
    if sys.platform != "linux":
        with suppress(psutil.Error, ValueError, OverflowError):  # the id may be negative or too large
            process = psutil.Process(process_id)

            def wait() -> bool:
                with suppress(psutil.NoSuchProcess):  # the process ended before the wait began
                    process.wait()
                return True

            return wait
    return lambda: False


def program(name: str) -> str:
    """Return the command that starts the program `name` from the search path.

    On Windows, this is the full path of the program. Given only a name, Windows would search the working folder first,
    where a repository could place a program of the same name. Raises FileNotFoundError on Windows if the program is not
    found.
    """
    if sys.platform != "win32":
        return name
    files = (Path(folder, f"{name}.exe") for folder in os.get_exec_path())
    found = next((file for file in files if file.is_absolute() and file.is_file()), None)
    if found is None:
        raise FileNotFoundError(errno.ENOENT, "it is not on the search path", name)
    return str(found)


def split_command(command: str, platform: str = PLATFORM) -> list[str]:
    r"""Split a command that the user has written into the program and its arguments. Quotes keep spaces together.

    On Windows, a backslash separates parts of a path; elsewhere, it escapes the next character. Raises ValueError.
    """
    words = shlex.shlex(command, posix=True)
    words.whitespace_split, words.commenters = True, ""
    if platform == "win32":
        words.escape = ""
    return list(words)


def is_entry_name(name: str, platform: str = PLATFORM) -> bool:
    """Return whether `name`, a single part of a path, can only refer to an entry of its parent folder.

    Counterexamples are `..` and, on Windows, names that contain a drive or a backslash.
    """
    if name in ("", ".", ".."):
        return False
    return platform != "win32" or not ("\\" in name or ":" in name or name.endswith((".", " ")))


def stored_name(name: str, platform: str = PLATFORM) -> str:
    """Convert the name of a file or folder to composed Unicode characters on macOS, as git does.

    macOS treats composed and decomposed characters as equal and may return either. On other systems, the two spellings
    name different files, so names are not changed.
    """
    return normalize("NFC", name) if platform == "darwin" else name


def is_link(status: os.stat_result) -> bool:
    """Return whether an `os.lstat` result describes a symbolic link, or a junction on Windows."""
    return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == _JUNCTION


def is_linked(entry: "os.DirEntry[str]") -> bool:
    """Return whether a folder entry is a symbolic link, or a junction on Windows."""
    return is_link(entry.stat(follow_symlinks=False)) if sys.platform == "win32" else entry.is_symlink()


def open_below(root: Path, path: str) -> int:
    """Open the file `path` below `root` for reading, and return its descriptor.

    Links are not followed, and the call does not block. Raises OSError, with ELOOP or ENOTDIR if a part of `path` is a
    link. If `path` is not a regular file, the call may succeed or raise ENXIO.
    """
    if sys.platform == "win32":
        # Windows cannot open folders, so parts of the path are checked for links before and after the file is opened. A
        # link that exists only in between is missed.
        _refuse_links(root, path)
        descriptor = os.open(f"{root}/{path}", os.O_RDONLY | os.O_BINARY | os.O_NOINHERIT)
        try:
            _refuse_links(root, path)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor
    # Open folder by folder, so that a link that appears in the meantime cannot lead out of the root.
    *folders, name = path.split("/")
    folder_flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    here = os.open(root, folder_flags)
    try:
        for folder in folders:
            inner = os.open(folder, folder_flags | os.O_NOFOLLOW, dir_fd=here)
            os.close(here)
            here = inner
        # Without O_NONBLOCK, opening a FIFO would block forever.
        return os.open(name, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=here)
    finally:
        os.close(here)


def _refuse_links(root: Path, path: str) -> None:
    full, mode = str(root), stat.S_IFDIR
    for name in path.split("/"):
        full = f"{full}/{name}"
        status = os.lstat(full)
        mode = status.st_mode
        if is_link(status):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), full)
    if not stat.S_ISREG(mode):
        raise OSError(errno.ENXIO, os.strerror(errno.ENXIO), full)


def bytes_waiting(descriptor: int) -> int:
    """Return how many bytes can be read from a descriptor at once, such as events of inotify; 0 except on Linux."""
    if sys.platform == "linux":
        waiting = array("i", [0])
        with suppress(OSError):  # the descriptor can no longer be used
            ioctl(descriptor, FIONREAD, waiting)
        return waiting[0]
    return 0


def is_private_folder(folder: Path) -> bool:
    """Return whether a path is a real folder (not a link) that only the user who runs this process can enter.

    On Windows, the permissions are not checked. Raises OSError if the path does not exist.
    """
    status = folder.lstat()
    if sys.platform == "win32":
        return stat.S_ISDIR(status.st_mode)
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077
