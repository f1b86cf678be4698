"""Watches folders for changes that no editor reports.

Each indexed folder has its own watch. Whole trees are not watched, because most of their folders are not indexed
(`node_modules`, `.git`). Each watch is set just before its folder is listed, so that no change in between is missed. A
change is reported only as a path; files are not filtered. If the system drops some changes, `on_lost` is called to
request a check of all files. If watching fails, `on_lost` is called at intervals, and `warning` says why.
"""

import errno
import os
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from ctx_lsp.base.system import bytes_waiting

try:
    from inotify_simple import Event, INotify, flags
except ModuleNotFoundError:  # only Linux has inotify
    INotify = None
else:
    # CLOSE_WRITE is not used, because a file may stay open for hours, and each write counts. ATTRIB is used, because an
    # unreadable file may become readable. DELETE_SELF and MOVE_SELF report the folder itself. ONLYDIR accepts only
    # folders.
    _MASK = (
        flags.CREATE | flags.DELETE | flags.MODIFY | flags.ATTRIB | flags.MOVED_FROM | flags.MOVED_TO
        | flags.DELETE_SELF | flags.MOVE_SELF | flags.ONLYDIR | flags.EXCL_UNLINK
    )  # fmt: skip

_WAKE_BYTES = 4_096  # bytes read at once from the wake socket; the number of bytes does not matter
QUIET_SECONDS = 0.05  # changes are reported after a pause of this length, because one save causes three events
LONGEST_SECONDS = 0.5  # maximum delay of a report, because a checkout causes events for seconds
NOW_SECONDS = 0.2  # maximum wait for an immediate report
RETURN_SECONDS = 2.0  # time between two checks for the return of a missing root
LOOK_SECONDS = 120.0  # time between two checks of everything, if changes cannot be watched

_MISSING = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)

Changes = Callable[[Sequence[Path]], None]


class Watcher:
    """A watcher of the folders below its roots. Thread-safe.

    `on_changes` is called with the paths that have changed, and `on_lost` if changes may have been missed. Both run on
    the watcher's own thread.
    """

    def __init__(self, roots: Iterable[Path], on_changes: Changes, on_lost: Callable[[], None]) -> None:
        self._on_changes, self._on_lost = on_changes, on_lost
        self._lock = threading.Lock()  # guards the attributes up to the next blank line, and the reading of events
        self._roots = _names(roots)
        self._names: dict[int, set[str]] = {}  # paths of the followed folders, keyed by watch descriptor
        self._gone: set[str] = set()  # roots that do not exist
        self._has_others = False  # whether folders outside all roots may be followed
        self._trouble = ""  # the reason why changes cannot be watched; empty if they can
        self._closed = self._finishing = False
        self._asked: list[threading.Event] = []  # each is set once what has happened before is reported
        self._changed: dict[str, None] = {}
        self._lost = False
        self._reporting = False

        self._first = self._latest = 0.0  # times of the first and last event not yet reported
        self._look_at = time.monotonic() + LOOK_SECONDS
        self._return_at = 0.0
        self._wake_out, self._wake_in = socket.socketpair()  # on Windows, only sockets can be selected
        self._wake_in.setblocking(False)
        self._inotify = self._open()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._wake_out, selectors.EVENT_READ)
        if self._inotify is not None:
            self._selector.register(self._inotify, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="file-watcher", daemon=True)
        self._thread.start()

    def _open(self) -> "INotify | None":
        if INotify is None:
            self._trouble = "this system has no inotify"
            return None
        try:
            return INotify(nonblocking=True)
        except OSError as error:
            self._trouble = _reason(error)
            return None

    def finish(self) -> None:
        """Report all changes that have happened so far, then stop watching."""
        with self._lock:
            self._finishing = True
        self.close()

    def report_now(self) -> None:
        """Report all changes that have happened so far without waiting for a pause, and return when that is done.

        If nothing has happened, return at once. If reporting takes longer than `NOW_SECONDS`, or on the watcher's own
        thread, return earlier.
        """
        if threading.current_thread() is self._thread:
            return
        done = threading.Event()
        with self._lock:
            if self._closed or not self._has_news():
                return
            self._asked.append(done)
            self._wake()
        done.wait(NOW_SECONDS)

    def close(self) -> None:
        """Stop watching promptly. May be called more than once."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._wake()
        self._thread.join()
        self._selector.close()
        self._wake_in.close()
        self._wake_out.close()
        if self._inotify is not None:
            self._inotify.close()

    @property
    def warning(self) -> str:
        """A message to the user that says why changes are noticed late, or "" if watching works."""
        late = f"changes outside the editor are noticed only every {LOOK_SECONDS:.0f} seconds"
        return f"{late}: {self._trouble}" if self._trouble else ""

    def set_roots(self, roots: Iterable[Path]) -> None:
        """Replace the roots.

        The watches on folders outside the new roots are removed later. Folders inside a new root are watched only once
        they are passed to `follow`.
        """
        with self._lock:
            self._roots = _names(roots)
            self._gone.intersection_update(self._roots)
            self._has_others = True
            self._wake()

    def follow(self, folder: str) -> None:
        """Start to report changes in `folder`, but not in its subfolders. Folders outside the roots are ignored."""
        folder = folder.rstrip("/") or "/"
        with self._lock:
            if self._closed or self._inotify is None or not self._is_ours(folder):
                return
            try:
                self._add(folder)
            except OSError as error:
                self._failed(folder, error)

    def _has_news(self) -> bool:
        """Return whether anything has happened that is not yet reported."""
        if self._changed or self._lost or self._reporting:
            return True
        return self._inotify is not None and bytes_waiting(self._inotify.fileno()) > 0

    def _add(self, folder: str) -> None:
        assert self._inotify is not None
        mask = _MASK if folder in self._roots else _MASK | flags.DONT_FOLLOW
        self._names.setdefault(self._inotify.add_watch(folder, mask), set()).add(folder)
        self._gone.discard(folder)

    def _failed(self, folder: str, error: OSError) -> None:
        is_root = folder in self._roots
        if error.errno in _MISSING:
            if is_root:
                self._gone.add(folder)
                self._wake()
        elif (is_root or error.errno in (errno.ENOSPC, errno.ENOMEM)) and not self._trouble:
            self._give_up(error)
        # Any other error means that the folder cannot be read; listing it fails with the same error.

    def _give_up(self, error: OSError) -> None:
        self._trouble = _reason(error)
        self._look_at = time.monotonic() + LOOK_SECONDS
        self._wake()

    def _is_ours(self, folder: str) -> bool:
        return any(_is_in(folder, root) for root in self._roots)

    def _forget(self, goes: Callable[[str], bool]) -> None:
        """Stop watching the folders for whose path `goes` returns true.

        A folder that was only moved is watched again as soon as it is listed at its new place.
        """
        for descriptor in list(self._names):
            self._forget_names(descriptor, goes)

    def _forget_names(self, descriptor: int, goes: Callable[[str], bool]) -> None:
        names = self._names[descriptor]
        names.difference_update([name for name in names if goes(name)])
        if not names:
            del self._names[descriptor]
            with suppress(OSError):  # the folder was deleted, and the watch with it
                assert self._inotify is not None
                self._inotify.rm_watch(descriptor)

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # then enough is sent already
            self._wake_in.send(b".")

    # On the watcher's thread

    def _run(self) -> None:
        while not self._closed:
            ready = [key.fileobj for key, _ in self._selector.select(self._patience())]
            if self._wake_out in ready:
                self._wake_out.recv(_WAKE_BYTES)
            with self._lock:
                asked, self._asked = self._asked, []
            if self._inotify in ready or asked:
                self._take_events()
            self._unfollow_others()
            self._look()
            if time.monotonic() >= self._due or asked:
                self._report()
            for one in asked:
                one.set()
        if self._finishing:
            self._take_events()
            self._report()
        for one in self._asked:  # nobody asks a closed watcher
            one.set()

    def _unfollow_others(self) -> None:
        """Stop watching folders outside the roots.

        There may be thousands of them, so the lock is taken for one folder at a time.
        """
        with self._lock:
            descriptors = list(self._names) if self._has_others else []
            self._has_others = False
        for descriptor in descriptors:
            with self._lock:
                if self._closed:
                    return
                self._forget_names(descriptor, lambda name: not self._is_ours(name))

    @property
    def _due(self) -> float:
        return min(self._latest + QUIET_SECONDS, self._first + LONGEST_SECONDS)

    def _patience(self) -> float | None:
        """Return the seconds to wait for events before other work must be done, or None if there is no other work."""
        due = []
        if self._changed or self._lost:
            due.append(self._due)
        if self._gone:
            due.append(self._return_at)
        if self._trouble:
            due.append(self._look_at)
        return max(0.0, min(due) - time.monotonic()) + 0.001 if due else None

    def _take_events(self) -> None:
        """Read and record the system's pending events. If events can no longer be read, continue without them."""
        if self._inotify is None or self._inotify not in self._selector.get_map():
            return
        with self._lock:
            try:
                self._take(self._inotify.read(timeout=0))
            except OSError as error:  # the descriptor can no longer be used
                self._selector.unregister(self._inotify)
                self._give_up(error)

    def _take(self, events: "Sequence[Event]") -> None:
        waiting = bool(self._changed or self._lost)
        for descriptor, mask, _, name in events:
            self._take_one(descriptor, mask, name)
        self._latest = time.monotonic()
        if not waiting:
            self._first = self._latest

    def _take_one(self, descriptor: int, mask: int, name: str) -> None:
        folders = set(filter(self._is_ours, self._names.get(descriptor, ())))
        if mask & (flags.Q_OVERFLOW | flags.UNMOUNT):
            self._lost = True
        if mask & flags.IGNORED:
            self._names.pop(descriptor, None)
        elif mask & (flags.DELETE_SELF | flags.MOVE_SELF):
            self._leave(folders & self._roots)
        for folder in folders if name else ():
            path = f"{folder.rstrip('/')}/{name}"
            self._changed[path] = None
            if mask & flags.ISDIR and mask & flags.MOVED_FROM:
                self._forget(partial(_is_in, folder=path))

    def _leave(self, roots: set[str]) -> None:
        """Record that roots were deleted or moved, so that a new folder at the path of a root will be noticed."""
        if roots:
            self._gone |= roots
            self._lost = True
            self._forget(lambda known: any(_is_in(known, root) for root in roots))

    def _look(self) -> None:
        """At intervals, check whether missing roots are back, and request a full check if watching has failed."""
        now = time.monotonic()
        with self._lock:
            if self._trouble and now >= self._look_at:
                self._look_at = now + LOOK_SECONDS
                self._lost = True
            if self._gone and now >= self._return_at:
                self._return_at = now + RETURN_SECONDS
                back = {root for root in self._gone if os.path.isdir(root)}  # noqa: PTH112  # pathlib may raise
                self._gone -= back
                self._lost |= bool(back)

    def _report(self) -> None:
        with self._lock:
            changed, self._changed = [Path(path) for path in self._changed], {}
            lost, self._lost = self._lost, False
            self._reporting = True
        try:
            if changed:
                self._on_changes(changed)
            if lost:
                self._on_lost()
        finally:
            with self._lock:
                self._reporting = False


def _is_in(name: str, folder: str) -> bool:
    return name == folder or name.startswith(f"{folder.rstrip('/')}/")


def _names(folders: Iterable[Path]) -> frozenset[str]:
    return frozenset(str(folder) for folder in folders)


def _reason(error: OSError) -> str:
    limits = {errno.ENOSPC: "max_user_watches", errno.EMFILE: "max_user_instances"}
    limit = limits.get(error.errno or 0)
    return f"the limit fs.inotify.{limit} is reached" if limit else str(error.strerror)
