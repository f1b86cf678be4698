"""Finds and reads workspace files.

Other modules do not read workspace files, except `disk_files`, which opens a single file for this module, and
`side_files`, which reads files that are not indexed. Nothing outside a root is read, except the git-ignore files of the
repository that contains the root. Symbolic links below a root are never followed, because a target inside the root is
found anyway, and a target outside does not belong to the workspace. A file or folder that cannot be read is reported as
a `Skipped` with a reason, never as an exception.
"""

import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ctx_lsp.base import profiling
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.system import is_link, is_linked, stored_name
from ctx_lsp.text.decode import SNIFF_BYTES, decode, is_guessed
from ctx_lsp.text.disk_files import (
    RefusedError,
    SkipReason,
    ends_well,
    is_usable_name,
    link_reason,
    path_refusal,
    read_bytes,
)
from ctx_lsp.text.generated import FOLDER_MARKS, is_marked, is_pack
from ctx_lsp.text.ignore import (
    GIT_EXCLUDE_FILE,
    GIT_IGNORE_FILE,
    IGNORE_FILES,
    IgnoreRules,
    IgnoreScope,
    parse_rules,
)
from ctx_lsp.text.notebook import NOTEBOOK_SUFFIX, readable
from ctx_lsp.text.source import SourceText

NOTEBOOK_FACTOR = 8  # a notebook file may be this many times as large as a text file, because most of it is images
_GIT_FOLDERS = (GIT_EXCLUDE_FILE.rpartition("/")[0], ".git/logs")
_GIT = ".git"
_MARKS = (_GIT, *FOLDER_MARKS)
MAX_GIT_FILE_BYTES = 8_000  # a line with a path
MAX_IGNORE_FILE_BYTES = 250_000  # about ten thousand patterns, more than people write; parsing them takes a second

_Kind = Literal["file", "folder", "symlink", "special", "unreadable"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on the files that are indexed.

    `max_line_bytes` excludes one-line data and minified bundles, whose lines are hundreds of kilobytes long. The
    longest known lines in hand-written sources are about seventy kilobytes long. `max_files` limits the whole
    workspace; `Disk.walk` does not apply it. `include` and `exclude` hold git-ignore patterns, which are matched
    against paths relative to the root. If `include` is empty, all files are included. If `vendored` is true, files
    whose names or contents mark them as vendored or generated are included too.
    """

    max_file_bytes: int = 1_000_000
    max_files: int = 100_000
    max_line_bytes: int = 100_000
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    vendored: bool = False


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to read, identified by its POSIX path relative to the root."""

    path: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that was left out. The path of a folder ends in a slash."""

    path: str
    reason: SkipReason


Check = Callable[[str], Skipped | None]
"""A function that returns why the walk leaves out the file or folder with a given path, or None if it is included."""


class Disk:
    """The file system of this machine. Stateless, so any thread may use it."""

    def __init__(self, entering: Callable[[str], None] = lambda _: None) -> None:
        """Store `entering`, which `walk` calls with the full path of every folder just before listing it.

        `entering` can therefore set a watch on the folder without missing a change: all earlier changes are in the
        listing. For a root, `entering` is also called with two folders in `.git`, if they exist: those that contain
        git's exclude file and the log of HEAD, which grows with each commit and checkout. Nothing else in `.git` is
        visited. In a worktree, where `.git` is a file, neither folder is found.
        """
        self._entering = entering

    def has_root(self, folder: Path) -> bool:
        """Return whether a folder of the workspace exists."""
        return os.path.isdir(folder)  # noqa: PTH112  # pathlib raises where it may not look

    def walk(self, root: Path, limits: Limits, token: CancelToken, folder: str = "") -> Iterator[FoundFile | Skipped]:
        """Yield each file to read and each skipped entry below `root`, or only below its subfolder `folder`.

        Entries of the same folder are sorted by name. A missing root or folder yields nothing. File sizes and contents
        are checked by `read`.
        """
        folder = folder.removesuffix("/")
        if folder and path_refusal(folder, is_folder=True):
            return
        view = _View(root, limits)
        folder += "/" * bool(folder)
        scope = view.descend(folder)
        pending = [] if isinstance(scope, Skipped) else [(folder, scope)]
        for git_folder in () if folder else _GIT_FOLDERS:
            if os.path.isdir(root / git_folder):  # noqa: PTH112  # pathlib raises where it may not look
                self._entering(str(root / git_folder))
        while pending:
            token.check()
            here, outer = pending.pop()
            self._entering(view.full(here.removesuffix("/")))
            try:
                entries = _entries(view.full(here))
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError:
                yield Skipped(here, "unreadable")
                continue
            marked = view.mark_reason(here, entries.keys(), outer)
            if marked:
                yield Skipped(here, marked)
                continue
            inner = view.enter(here, outer, entries.keys())
            folders = []
            for name, kind in entries.items():
                path = here + name
                reason = view.reason(path, kind, inner)
                if reason:
                    yield _skipped(path, kind, reason)
                elif kind == "folder":
                    folders.append((f"{path}/", inner))
                else:
                    yield FoundFile(path)
            pending += reversed(folders)

    def check(self, root: Path, path: str, limits: Limits) -> Skipped | None:
        """Return why `walk` leaves out the file or folder `path`, or None if `walk` includes it.

        A path that does not exist is judged by its name, as if it were a file. If a parent folder is left out, the
        result names that folder.
        """
        return self.checks(root, limits)(path)

    def checks(self, root: Path, limits: Limits) -> Check:
        """Return a version of `check` for many paths, which examines each parent folder only once.

        The returned function does not notice later changes to these folders, so use it only for a short time.
        """
        view = _View(root, limits)

        def check(path: str) -> Skipped | None:
            refusal = path_refusal(path)
            if refusal:
                return Skipped(_printable(path), refusal)
            folder = path[: path.rfind("/") + 1]
            scope = view.descend(folder)
            if isinstance(scope, Skipped):
                return scope
            return view.skipped(path, view.kind(path), view.inside(folder, scope))

        return check

    def holds(self, folder: Path, name: str) -> bool:
        """Return whether `folder` has an entry of any kind called `name`."""
        return os.path.lexists(folder / name)

    def is_in_other_worktree(self, root: Path, path: str) -> bool:
        """Return whether `path` is in a folder below `root` that is another worktree of Git."""
        folders = [path[: end + 1] for end, char in enumerate(path) if char == "/"]
        return any(_is_worktree(root, folder) for folder in folders)

    def is_folder(self, root: Path, path: str) -> bool:
        """Return whether `path` is a real folder (not a link to one)."""
        full = root / path
        return os.path.isdir(full) and not os.path.islink(full)  # noqa: PTH112, PTH114  # pathlib may raise

    def read(self, root: Path, path: str, limits: Limits) -> SourceText | Skipped:
        """Read the file `path`, even if `check` would leave it out.

        For a notebook, return the text of its cells. For a file that cannot be read or indexed, return a `Skipped`.
        """
        with profiling.stage("reading"):
            data = self._bytes(root, path, limits)
            if isinstance(data, Skipped):
                return data
            head = data[:SNIFF_BYTES]
            if is_pack(head) or (is_marked(head) and not limits.vendored):
                return Skipped(path, "generated")
            source = _text(path, data, limits)
            if isinstance(source, SourceText) and source.longest_line > limits.max_line_bytes:
                return Skipped(path, "long_line")
            return source

    def read_opened(self, root: Path, path: str, limits: Limits) -> tuple[SourceText, bool] | Skipped:
        """Read the file of an open buffer, even if `read` would leave out its text, such as generated code.

        Return also whether the encoding of the file is a guess.
        """
        data = self._bytes(root, path, limits)
        if isinstance(data, Skipped):
            return data
        source = _text(path, data, limits)
        return source if isinstance(source, Skipped) else (source, is_guessed(data))

    def _bytes(self, root: Path, path: str, limits: Limits) -> bytes | Skipped:
        outputs = NOTEBOOK_FACTOR if path.endswith(NOTEBOOK_SUFFIX) else 1
        try:
            data = read_bytes(root, path, limits.max_file_bytes * outputs)
        except RefusedError as refused:
            return Skipped(_printable(path), refused.reason)
        profiling.count("bytes read", len(data))
        return data


def _text(path: str, data: bytes, limits: Limits) -> SourceText | Skipped:
    source = decode(data)
    if source is None:
        return Skipped(path, "binary")
    source = readable(path, source)
    return Skipped(path, "too_large") if len(source.data) > limits.max_file_bytes else source


class _View:
    """The limits and ignore rules that decide which entries of a root are left out.

    The path of a folder ends in a slash; the path of the root is "".
    """

    def __init__(self, root: Path, limits: Limits) -> None:
        self._root = root
        self._prefix, self._ignore_rules_around = _ignore_rules_around(root)
        self._vendored = limits.vendored
        self._include = parse_rules("\n".join(limits.include)) if limits.include else None
        self._exclude = parse_rules("\n".join(limits.exclude))
        self._outcomes: dict[str, IgnoreScope | Skipped] = {}  # results of `descend`, keyed by folder
        self._insides: dict[str, IgnoreScope] = {}  # results of `inside`, keyed by folder

    def full(self, path: str) -> str:
        return f"{self._root}/{path}"

    def kind(self, path: str) -> _Kind:
        try:
            status = os.lstat(self.full(path))
        except OSError:
            return "file"
        if is_link(status):
            return "symlink"
        kinds: dict[int, _Kind] = {stat.S_IFREG: "file", stat.S_IFDIR: "folder"}
        return kinds.get(stat.S_IFMT(status.st_mode), "special")

    def descend(self, folder: str) -> IgnoreScope | Skipped:
        """Return the ignore scope around `folder`, without the folder's own ignore files.

        If `folder` or one of its parent folders is left out, return the `Skipped` of that folder instead.
        """
        scope, here = self._ignore_rules_around, ""
        for name in folder.split("/")[:-1]:
            path, inner = here + name, f"{here}{name}/"
            if inner not in self._outcomes:
                outer = self.inside(here, scope)
                kind: _Kind = "symlink" if self.kind(path) == "symlink" else "folder"
                self._outcomes[inner] = self.skipped(path, kind, outer) or outer
            outcome = self._outcomes[inner]
            if isinstance(outcome, Skipped):
                return outcome
            scope, here = outcome, inner
        return scope

    def inside(self, folder: str, outcome: IgnoreScope) -> IgnoreScope:
        """Return the ignore scope inside `folder`, given the scope around it as `outcome`; the result is cached."""
        if folder not in self._insides:
            self._insides[folder] = self.enter(folder, outcome)
        return self._insides[folder]

    def enter(self, folder: str, scope: IgnoreScope, names: Collection[str] | None = None) -> IgnoreScope:
        """Return the ignore scope inside `folder`. Passing its entries as `names` saves a search for ignore files."""
        names = self._present(folder, IGNORE_FILES) if names is None else names
        git, own = (_rules(self._root, folder + name) if name in names else None for name in IGNORE_FILES)
        return scope.enter(self._prefix + folder, git, own)

    def skipped(self, path: str, kind: _Kind, scope: IgnoreScope) -> Skipped | None:
        """Return a `Skipped` if the entry is left out, else None.

        A folder may also be left out because of a marker file in it (see `mark_reason`).
        """
        reason = self.reason(path, kind, scope)
        if not reason and kind == "folder":
            folder = f"{path}/"
            reason = self.mark_reason(folder, self._present(folder, _MARKS), scope)
        return _skipped(path, kind, reason) if reason else None

    def reason(self, path: str, kind: _Kind, scope: IgnoreScope) -> SkipReason | None:
        """Return the reason for leaving out an entry because of its path or kind, or None if there is no reason."""
        is_folder = kind == "folder"
        if self._exclude.decide(path, is_folder):
            return "excluded"
        reason = scope.reason(self._prefix + path, is_folder, self._vendored)
        if reason:
            return reason
        if kind == "symlink":
            return link_reason(self._root, path)
        if kind in ("special", "unreadable"):
            return kind
        return "excluded" if not is_folder and self._include and not self._include.covers(path) else None

    def mark_reason(self, folder: str, names: Collection[str], scope: IgnoreScope) -> SkipReason | None:
        """Return why a folder is left out if it contains a marker file such as `CACHEDIR.TAG`, else None.

        A root is never left out.
        """
        if not folder:
            return None
        if _GIT in names and _is_worktree(self._root, folder):
            return "worktree"
        return scope.mark_reason(self._prefix + folder.rstrip("/"), names, self._vendored)

    def _present(self, folder: str, names: Iterable[str]) -> list[str]:
        return [name for name in names if os.path.lexists(self.full(folder + name))]


def _is_worktree(root: Path, folder: str) -> bool:
    """Return whether a folder below `root` is a worktree of Git. The path of the folder ends in a slash.

    Its `.git` is a file with the path of a folder in `worktrees`. That of a submodule is in `modules`.
    """
    try:
        about = read_bytes(root, folder + _GIT, MAX_GIT_FILE_BYTES)
    except RefusedError:
        return False
    parts = about.strip().replace(b"\\", b"/").split(b"/")
    return about.startswith(b"gitdir: ") and parts[-2:-1] == [b"worktrees"] and b"modules" not in parts


def _entries(folder: str) -> dict[str, _Kind]:
    with os.scandir(folder) as entries:
        return dict(sorted((stored_name(entry.name), _entry_kind(entry)) for entry in entries))


def _entry_kind(entry: os.DirEntry[str]) -> _Kind:
    if not is_usable_name(entry.name):
        return "unreadable"
    if is_linked(entry):
        return "symlink"
    if entry.is_dir(follow_symlinks=False):
        return "folder"
    if not entry.is_file(follow_symlinks=False):
        return "special"
    return "file" if ends_well(entry.name) else "unreadable"


def _ignore_rules_around(root: Path) -> tuple[str, IgnoreScope]:
    """Return the path of `root` relative to the git repository that contains it, and the ignore rules for that path.

    If no repository contains the root, return "" and no rules. Do the same if the rules ignore the root itself, because
    the user has opened it nevertheless.
    """
    root = root.absolute()
    top = next((folder for folder in (root, *root.parents) if os.path.lexists(folder / ".git")), None)
    if top is None:
        return "", IgnoreScope()
    scope = IgnoreScope().enter("", _rules(top, GIT_EXCLUDE_FILE))
    here = ""
    for name in root.relative_to(top).parts:
        scope = scope.enter(here, _rules(top, here + GIT_IGNORE_FILE))
        if scope.reason(here + name, is_folder=True, vendored=True):
            return "", IgnoreScope()
        here += f"{name}/"
    return here, scope


def _rules(root: Path, path: str) -> IgnoreRules | None:
    """Read and parse an ignore file; return None if the file does not exist or cannot be read."""
    try:
        source = decode(read_bytes(root, path, MAX_IGNORE_FILE_BYTES))
    except RefusedError:
        return None
    return parse_rules(source.data.decode()) if source else None


def _printable(path: str) -> str:
    return path.encode("utf-8", "backslashreplace").decode()


def _skipped(path: str, kind: _Kind, reason: SkipReason) -> Skipped:
    return Skipped(_printable(path) + "/" * (kind == "folder"), reason)
