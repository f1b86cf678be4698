"""Walks and reads workspace files; no other module does. `disk_files` opens individual files.

Nothing outside a root is read except the git-ignore files of the repository around it. Symbolic links below a root are
never followed: a target inside the root is found anyway, and a target outside does not belong to the workspace. A file
or folder that cannot be read is reported as a `Skipped` with a reason, never as an exception.
"""

import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from operator import sub
from pathlib import Path
from typing import Literal
from unicodedata import normalize

from ctx_lsp.base import profiling
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.system import PLATFORM, is_link, is_linked
from ctx_lsp.text.decode import SNIFF_BYTES, decode
from ctx_lsp.text.disk_files import RefusedError, SkipReason, is_unicode, link_reason, path_refusal, read_bytes
from ctx_lsp.text.generated import FOLDER_MARKS, is_marked
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

NOTEBOOK_FACTOR = 8  # a notebook file may be this many times larger than its cells' text: most of it is images
MAX_IGNORE_FILE_BYTES = 250_000  # about ten thousand patterns, which take a second to parse: more than people write

_Kind = Literal["file", "folder", "symlink", "special", "unreadable"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on the files that are indexed.

    Sizes are in bytes. Lines of hundreds of kilobytes occur in one-line data and minified bundles; the longest lines
    seen in hand-written sources have about seventy kilobytes. `include` and `exclude` are git-ignore patterns, matched
    against paths relative to the root; an empty `include` admits everything. `vendored` admits files that are marked by
    name or content as vendored or generated.
    """

    max_file_bytes: int = 1_000_000
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
    """A file or folder that was left out. A folder's path ends in a slash and stands for everything in the folder."""

    path: str
    reason: SkipReason


Check = Callable[[str], Skipped | None]
"""Takes a path and returns why the walk leaves out that file or folder; None if the walk does not leave it out."""


class Disk:
    """The file system of this machine. Stateless, so any thread may use it."""

    def __init__(self, entering: Callable[[str], None] = lambda _: None) -> None:
        """Store `entering`, which `walk` calls with the full path of every folder just before listing it.

        A watch set in that call misses no change, because everything older is in the listing. For a root, `entering` is
        also called with the folder of git's own exclude file, if that folder exists; nothing else in `.git` is visited.
        """
        self._entering = entering

    def walk(self, root: Path, limits: Limits, token: CancelToken, folder: str = "") -> Iterator[FoundFile | Skipped]:
        """Find the files below `root`, or only those below its subfolder `folder`, in an order set by names alone.

        A missing root or folder yields nothing. Sizes and contents are checked in `read`.
        """
        folder = folder.removesuffix("/")
        if folder and path_refusal(folder):
            return
        view = _View(root, limits)
        folder += "/" * bool(folder)
        scope = view.descend(folder)
        pending = [] if isinstance(scope, Skipped) else [(folder, scope)]
        excludes = (root / GIT_EXCLUDE_FILE).parent
        if not folder and os.path.isdir(excludes):  # noqa: PTH112  # pathlib raises where it may not look
            self._entering(str(excludes))
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
        """Return why `walk` leaves out the file or folder `path`; None if it does not.

        A path that is not on disk is judged by its name, as if it were a file. If a folder above the path is left out,
        the result names that folder.
        """
        return self.checks(root, limits)(path)

    def checks(self, root: Path, limits: Limits) -> Check:
        """Return a version of `check` for many paths at one moment; it examines the folders above them only once."""
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

    def is_folder(self, root: Path, path: str) -> bool:
        """Return whether `path` is a folder and not a link to one."""
        full = root / path
        return os.path.isdir(full) and not os.path.islink(full)  # noqa: PTH112, PTH114  # pathlib may raise

    def read(self, root: Path, path: str, limits: Limits) -> SourceText | Skipped:
        """Read the file `path`, even if `check` leaves it out by name. For a notebook, return the text of its cells."""
        with profiling.stage("reading"):
            return self._read(root, path, limits)

    def _read(self, root: Path, path: str, limits: Limits) -> SourceText | Skipped:
        outputs = NOTEBOOK_FACTOR if path.endswith(NOTEBOOK_SUFFIX) else 1
        try:
            data = read_bytes(root, path, limits.max_file_bytes * outputs)
        except RefusedError as refused:
            return Skipped(_printable(path), refused.reason)
        profiling.count("bytes read", len(data))
        if not limits.vendored and is_marked(data[:SNIFF_BYTES]):
            return Skipped(path, "generated")
        source = decode(data)
        if source is None:
            return Skipped(path, "binary")
        source = readable(path, source)
        if len(source.data) > limits.max_file_bytes:
            return Skipped(path, "too_large")
        if _longest_line(source) > limits.max_line_bytes:
            return Skipped(path, "long_line")
        return source


class _View:
    """Limits and ignore rules that decide which entries of a root are left out. A folder is `""` or ends in a slash."""

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
        """Return the scope around `folder`, without its own ignore files, or the left-out folder on the way to it."""
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
        """Return the result of `enter` for `folder`, cached."""
        if folder not in self._insides:
            self._insides[folder] = self.enter(folder, outcome)
        return self._insides[folder]

    def enter(self, folder: str, scope: IgnoreScope, names: Collection[str] | None = None) -> IgnoreScope:
        """Return the scope inside `folder`. Passing the names of its entries saves a search for ignore files."""
        names = self._present(folder, IGNORE_FILES) if names is None else names
        git, own = (_rules(self._root, folder + name) if name in names else None for name in IGNORE_FILES)
        return scope.enter(self._prefix + folder, git, own)

    def skipped(self, path: str, kind: _Kind, scope: IgnoreScope) -> Skipped | None:
        """Return the entry as `Skipped` if it is left out, possibly because of a mark inside it, else None."""
        reason = self.reason(path, kind, scope)
        if not reason and kind == "folder":
            folder = f"{path}/"
            reason = self.mark_reason(folder, self._present(folder, FOLDER_MARKS), scope)
        return _skipped(path, kind, reason) if reason else None

    def reason(self, path: str, kind: _Kind, scope: IgnoreScope) -> SkipReason | None:
        """Return why an entry is left out because of its path or kind; None if it is not."""
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
        """Return why a folder is left out because of its entries' names, or None. A root is never left out."""
        return scope.mark_reason(self._prefix + folder.rstrip("/"), names, self._vendored) if folder else None

    def _present(self, folder: str, names: Iterable[str]) -> list[str]:
        return [name for name in names if os.path.lexists(self.full(folder + name))]


def stored_name(name: str, platform: str = PLATFORM) -> str:
    """Return the normalised name of an entry, under which the file system also finds the entry.

    macOS file systems treat composed and decomposed letters as equal and may return either; names are composed here, as
    in git. On other systems the two spellings are different files, and every name stays as it is.
    """
    return normalize("NFC", name) if platform == "darwin" else name


def _entries(folder: str) -> dict[str, _Kind]:
    with os.scandir(folder) as entries:
        return dict(sorted((stored_name(entry.name), _entry_kind(entry)) for entry in entries))


def _entry_kind(entry: os.DirEntry[str]) -> _Kind:
    if not is_unicode(entry.name):
        return "unreadable"
    if is_linked(entry):
        return "symlink"
    if entry.is_dir(follow_symlinks=False):
        return "folder"
    return "file" if entry.is_file(follow_symlinks=False) else "special"


def _ignore_rules_around(root: Path) -> tuple[str, IgnoreScope]:
    """Return the path of `root` within the git repository around it, and the ignore rules in force there.

    If those rules ignore the root itself, they are disregarded, because the user opened the root in spite of them.
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
    """Return the rules of an ignore file; None if the file does not exist or cannot be read."""
    try:
        source = decode(read_bytes(root, path, MAX_IGNORE_FILE_BYTES))
    except RefusedError:
        return None
    return parse_rules(source.data.decode()) if source else None


def _printable(path: str) -> str:
    return path.encode("utf-8", "backslashreplace").decode()


def _skipped(path: str, kind: _Kind, reason: SkipReason) -> Skipped:
    return Skipped(_printable(path) + "/" * (kind == "folder"), reason)


def _longest_line(source: SourceText) -> int:
    starts = source.line_starts
    lengths: Iterator[int] = map(sub, (*starts[1:], len(source.data)), starts)
    return max(lengths)
