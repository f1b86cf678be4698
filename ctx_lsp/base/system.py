"""The operating system: every call and constant that some systems lack, with a replacement for those systems.

No other module asks which system this is or uses calls that Windows lacks. The exception is
`protocol.transport.watchdog`, a program that runs without the package and never on Windows. Conditions on
`sys.platform` are spelt out, because type checkers evaluate them and check each branch as on its own system.
"""

import errno
import os
import socket
import stat
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

if sys.platform != "linux":
    import psutil
if sys.platform != "win32":
    import resource

PLATFORM: str = sys.platform
"""The name of this system, as the default of rules about names and paths. Tests pass every name."""

if sys.platform == "win32":
    # A helper program must not open a console window, and must not slow the editor down.
    PROGRAM_FLAGS = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    BACKGROUND_FLAGS = PROGRAM_FLAGS | getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
else:
    PROGRAM_FLAGS = BACKGROUND_FLAGS = 0

IS_BUNDLE = bool(getattr(sys, "frozen", False))
"""Whether this is the one-folder program of `editors/bundle`, where the executable is the program instead of Python."""

PYTHON_MODULE = (sys.executable, "-m") if IS_BUNDLE else (sys.executable, "-P", "-m")
"""Command that runs a module of this package. -P: a file in the current folder must not shadow the module."""

HAS_WATCHDOG = sys.platform != "win32"
"""Whether processes inherit descriptors and can wait for several of them, as the watchdog requires."""

HAS_LOCAL_SOCKETS = sys.platform == "linux"
"""Whether processes of one machine can meet at a socket that is a file, each knowing the other's user."""

_PROC = Path("/proc")
_STATM_RESIDENT, _STAT_TICKS = 1, (11, 12)  # pages; user and system time, counted from behind the program's name
_JUNCTION = 0xA0000003  # the reparse tag of a Windows folder that links to another folder


def script_command(name: str, file: str) -> tuple[str, ...]:
    """Return the command that runs the module `name`, whose code is in `file`, as quickly as this program can.

    The module may import the standard library alone.
    """
    return (*PYTHON_MODULE, name) if IS_BUNDLE else (sys.executable, "-I", "-S", file)


def resident_bytes(process_id: int | None = None) -> int:
    """Return the current resident memory of a running process (None: of this process)."""
    if sys.platform == "linux":
        statm = (_PROC / str(process_id or "self") / "statm").read_text("ascii")
        return int(statm.split()[_STATM_RESIDENT]) * resource.getpagesize()
    else:  # noqa: RET505  # mypy checks this branch on the other systems alone; the same holds below
        return int(psutil.Process(process_id).memory_info().rss)


def peak_bytes() -> int:
    """Return the highest resident memory since this process started."""
    if sys.platform == "win32":
        memory = psutil.Process().memory_info()
        return int(getattr(memory, "peak_wset", memory.rss))
    else:  # noqa: RET505
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024  # macOS counts bytes, Linux kilobytes


def processor_seconds(process_id: int) -> float:
    """Return the processor time of a running process, user and system time together."""
    if sys.platform == "linux":
        fields = (_PROC / str(process_id) / "stat").read_text("utf-8").rpartition(")")[2].split()
        return sum(int(fields[tick]) for tick in _STAT_TICKS) / os.sysconf("SC_CLK_TCK")
    else:  # noqa: RET505
        times = psutil.Process(process_id).cpu_times()
        return float(times.user + times.system)


def children_processor_seconds() -> float:
    """Return the processor time of the child processes that have ended; 0 on Windows, which does not count it."""
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
    """Lower the priority of this process. On Windows, the parent process does it with `BACKGROUND_FLAGS`."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def lower_thread_priority(niceness: int) -> None:
    """Lower the priority of this thread below that of all others. Only Linux has a niceness for each thread."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):  # some sandboxes forbid it; nothing depends on it
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + niceness)


def end_of_process(process_id: int) -> Callable[[], bool]:
    """Return a function that waits until a running process, not a child of this one, has ended.

    The function returns True after the end of the process. It returns False immediately if the process cannot be
    followed: on Linux, and if the process cannot be seen now.
    """
    if sys.platform != "linux":
        with suppress(psutil.Error, ValueError, OverflowError):  # process ids are neither negative nor huge
            process = psutil.Process(process_id)

            def wait() -> bool:
                with suppress(psutil.NoSuchProcess):  # it ended before the wait began
                    process.wait()
                return True

            return wait
    return lambda: False


def program(name: str) -> str:
    """Return the command that starts a program on the search path. Raises FileNotFoundError on Windows.

    Windows searches the working folder first, where a repository could plant a program of the same name.
    """
    if sys.platform != "win32":
        return name
    files = (Path(folder, f"{name}.exe") for folder in os.get_exec_path())
    found = next((file for file in files if file.is_absolute() and file.is_file()), None)
    if found is None:
        raise FileNotFoundError(errno.ENOENT, "it is not on the search path", name)
    return str(found)


def is_entry_name(name: str, platform: str = PLATFORM) -> bool:
    """Return whether a part of a path names an entry of the folder before it, and nothing else.

    On Windows a backslash is a separator, a colon begins a drive or a stream, and trailing dots and spaces are
    dropped, so that `.. ` is the parent folder.
    """
    if name in ("", ".", ".."):
        return False
    return platform != "win32" or not ("\\" in name or ":" in name or name.endswith((".", " ")))


def is_link(status: os.stat_result) -> bool:
    """Return whether an `os.lstat` result is that of a link: a symbolic link, or a junction on Windows."""
    return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == _JUNCTION


def is_linked(entry: "os.DirEntry[str]") -> bool:
    """Return whether a folder entry is a link, in the sense of `is_link`."""
    return is_link(entry.stat(follow_symlinks=False)) if sys.platform == "win32" else entry.is_symlink()


def open_below(root: Path, path: str) -> int:
    """Open the file `path` below `root` for reading, without following links and without blocking.

    Returns the descriptor. Raises OSError: ELOOP or ENOTDIR if there is a link on the way. For anything but a regular
    file, the call may succeed or raise ENXIO.
    """
    if sys.platform == "win32":
        # Windows cannot open folders, so links are looked for before and after; a link that comes and goes is missed.
        _refuse_links(root, path)
        descriptor = os.open(f"{root}/{path}", os.O_RDONLY | os.O_BINARY | os.O_NOINHERIT)
        try:
            _refuse_links(root, path)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor
        # Folder by folder, so that a link that appears meanwhile cannot lead out of the root.
    *folders, name = path.split("/")
    folder_flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    here = os.open(root, folder_flags)
    try:
        for folder in folders:
            inner = os.open(folder, folder_flags | os.O_NOFOLLOW, dir_fd=here)
            os.close(here)
            here = inner
        # O_NONBLOCK: opening a FIFO would block forever.
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


def listen_locally(file: Path) -> socket.socket:
    """A listening socket at the path `file`, which must not exist. Raises OSError; only for `HAS_LOCAL_SOCKETS`.

    The file appears once connections are accepted, so that a refused one means that nobody is there any more.
    """
    if sys.platform == "linux":
        made = file.with_name(f".{file.name}")
        made.unlink(missing_ok=True)  # of an earlier process with this one's id
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listener.bind(str(made))
            listener.listen()
            made.replace(file)
        except OSError:
            listener.close()
            raise
        return listener
    raise OSError(errno.EAFNOSUPPORT, "local sockets are not supported on this system")


def connect_locally(file: Path, seconds: float) -> socket.socket:
    """A connection to the socket at the path `file`, made within `seconds`. Raises OSError if no server listens."""
    if sys.platform == "linux":
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(seconds)
            connection.connect(str(file))
            connection.settimeout(None)
        except OSError:
            connection.close()
            raise
        return connection
    raise OSError(errno.EAFNOSUPPORT, "local sockets are not supported on this system")


def is_same_user(connection: socket.socket) -> bool:
    """Whether the process at the other end of a local connection belongs to this process's user."""
    if sys.platform == "linux":
        size = struct.calcsize("3i")  # process, user, group
        _, user, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
        return bool(user == os.getuid())
    return False


def is_private_folder(folder: Path) -> bool:
    """Whether a path is a folder, and no link, that this process's user alone can enter."""
    status = folder.lstat()
    if sys.platform == "win32":
        return stat.S_ISDIR(status.st_mode)
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077
