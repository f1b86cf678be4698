"""Finds names and paths that older commits of a folder had and that its newest commit lacks, and texts of its files.

Only a few older commits are compared, each with the next later one. A name or path that was added and removed between
two of them is not found. A name counts only if a source file defined it.
"""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from ctx_lsp.base.lru import Lru
from ctx_lsp.features.past.ignored import CommittedIgnoreRules
from ctx_lsp.graph.entry import FileEntry, make_entry
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.text.git import (
    FileChange,
    GitError,
    changes_between,
    commit_before,
    commit_time,
    read_texts,
    tree_below,
    versions_of,
)
from ctx_lsp.text.source import SourceText

AGES = (14, 28, 56, 112, 224, 448, 896)  # days before the newest commit
MAX_FILES = 2_000  # changed files that are read between two commits; where there are more, none is
MAX_WORDS = 100_000  # about 20 MB
MAX_HOLDERS = 4  # files in which the definition of a word is sought
KEPT_FOLDERS = 64  # more than a workspace has: a check asks for all of its folders
KEPT_ENTRIES = 64
PAUSE = 60.0  # seconds from a failure of git to the next try, because a check asks for hundreds of names
_DAY = 86_400  # seconds
_WORD = re.compile(rb"[A-Za-z_$][\w$]{2,79}")


class FormerText(NamedTuple):
    """A file of an older commit: its path below the folder, and the hash of its content.

    The commit is at least `days` days older than the newest one.
    """

    path: str
    content: str
    days: int


class _Past(NamedTuple):
    """The words and paths that no longer exist in the code, each with the last file or files that had it.

    A word may have several files, because one may define it and others only use it. `paths` contains folders, too. The
    keys of `endings` are the last parts of the files' paths: `a/b.py` and `b.py` for the file `a/b.py`.
    """

    words: Mapping[str, tuple[FormerText, ...]]
    paths: Mapping[str, FormerText]
    endings: Mapping[str, FormerText]


class FormerCode:
    """The names and paths that a folder's code had before the commit `tip` and no longer has.

    The commits are read at the first lookup. While git fails, all lookups return None. Not thread-safe.
    """

    def __init__(self, folder: Path, tip: str) -> None:
        self.tip = tip
        self._folder = folder
        self._entries: Lru[str, FileEntry] = Lru(KEPT_ENTRIES)
        self._versions: Lru[str, tuple[tuple[int, bytes], ...]] = Lru(KEPT_ENTRIES)
        self._known: _Past | None = None
        self._next_try = self._next_version = 0.0  # on the monotonic clock

    @cached_property
    def _compared(self) -> Mapping[int, str]:
        return compared_commits(self._folder, self.tip)

    @property
    def _past(self) -> _Past:
        if self._known is None and time.monotonic() >= self._next_try:
            try:
                self._known = _read(self._folder, self.tip, self._compared)
            except GitError:
                self._next_try = time.monotonic() + PAUSE
        return self._known or _Past({}, {}, {})

    def name(self, name: str) -> FormerText | None:
        """Return the last source file that defined a name that no longer exists, or None.

        Files that only used the name do not count, because the name may belong to a library.
        """
        return next((one for one in self._past.words.get(name, ()) if self._defines(one, name)), None)

    def path(self, path: str) -> FormerText | None:
        """Return the last file at or below a path that no longer exists, or None; paths are relative to the folder."""
        return self._past.paths.get(path)

    def path_ending(self, path: str) -> FormerText | None:
        """Return the last removed file whose path ended with the parts of `path`, or None."""
        return self._past.endings.get(path)

    def is_committed(self, path: str, text: str) -> bool | None:
        """Return whether the file at a path contains `text` in the newest commit; line ends may differ."""
        versions = self._versions_of(path)
        if versions is None:
            return None
        written = _with_line_feeds(text.encode())
        return any(days == 0 and written in _with_line_feeds(data) for days, data in versions)

    def days_since(self, path: str, name: str, word: str) -> int | None:
        """Return for how many days the definition of `name` in a file has not contained `word`; None if it never did.

        The file must have had the same path. If `name` is empty, the whole file counts.
        """
        pattern = re.compile(rb"(?<!\w)" + re.escape(word.encode()) + rb"(?!\w)")
        for days, data in self._versions_of(path) or ():
            if pattern.search(data) is None:
                continue
            key = f"{days} {path}"
            entry = self._entries.get(key) or self._entries.put(key, make_entry(path, SourceText(data)))
            spans = (entry.facts.spans[one.index] for one in entry.by_name.get(name, ()))
            if not name or any(pattern.search(data, span.start, span.end) for span in spans):
                return days
        return None

    def _versions_of(self, path: str) -> tuple[tuple[int, bytes], ...] | None:
        """Return the contents of a file in the compared commits, newest first, each with the commit's age in days.

        A version that equals the next newer one is left out. Return None while git fails.
        """
        known = self._versions.get(path)
        if known is None and time.monotonic() >= self._next_version:
            try:
                known = self._versions.put(path, tuple(self._read_versions(path)))
            except GitError:
                self._next_version = time.monotonic() + PAUSE
        return known

    def _read_versions(self, path: str) -> Iterator[tuple[int, bytes]]:
        commits = {0: self.tip, **self._compared}
        last = b""
        for days, data in zip(commits, versions_of(self._folder, list(commits.values()), path), strict=True):
            if data and data != last:
                last = data
                yield days, data

    def _defines(self, text: FormerText, name: str) -> bool:
        try:
            return name in self._entry(text).by_name
        except GitError:
            return False

    def _entry(self, text: FormerText) -> FileEntry:
        key = f"{text.content} {text.path}"
        known = self._entries.get(key)
        if known is None:
            data = dict(read_texts(self._folder, [text.content])).get(text.content, b"")
            known = self._entries.put(key, make_entry(text.path, SourceText(data)))
        return known


_known: Lru[Path, FormerCode] = Lru(KEPT_FOLDERS)


def former_code(folder: Path, tip: str) -> FormerCode:
    """Return the former code of a folder up to the commit `tip`; it is cached until `tip` changes."""
    known = _known.get(folder)
    return known if known is not None and known.tip == tip else _known.put(folder, FormerCode(folder, tip))


def _read(folder: Path, tip: str, compared: Mapping[int, str]) -> _Past:
    words: dict[str, tuple[FormerText, ...]] = {}
    paths: dict[str, FormerText] = {}
    later, tree = tip, tree_below(folder, tip)
    ignored = CommittedIgnoreRules(folder, tip, tree)
    for days, earlier in compared.items():
        changes = changes_between(folder, earlier, later) if earlier != later else []
        for one in changes:
            if one.kind == "D" and one.path not in ignored:  # an ignored file may still be made
                text = FormerText(one.path, one.before, days)
                for path in (one.path, *_folders(one.path)):
                    paths.setdefault(path, text)
        sources = [one for one in changes if _is_source(one.path)]
        if len(sources) <= MAX_FILES:
            _add_words(words, folder, sources, days)
        later = earlier
    for path in tree.texts:
        paths.pop(path, None)
        for around in _folders(path):
            paths.pop(around, None)
    endings = {ending: text for text in reversed(paths.values()) for ending in _endings(text.path)}
    return _Past(words, paths, endings)


def compared_commits(folder: Path, tip: str) -> dict[int, str]:
    """Return the older commits that are compared, newest first, by how many days older than `tip` they are at least."""
    newest = commit_time(folder, tip)
    found = ((days, commit_before(folder, tip, newest - days * _DAY)) for days in AGES)
    return dict(takewhile(lambda one: one[1], found))


def _with_line_feeds(text: bytes) -> bytes:
    return text.replace(b"\r\n", b"\n")


def _folders(path: str) -> Iterator[str]:
    while path := path.rpartition("/")[0]:
        yield path


def _endings(path: str) -> Iterator[str]:
    parts = path.split("/")
    return ("/".join(parts[start:]) for start in range(len(parts)))


def _is_source(path: str) -> bool:
    return file_role(path) == "source" and language(language_of(path)).category == "code"


def _add_words(
    words: dict[str, tuple[FormerText, ...]], folder: Path, changes: Sequence[FileChange], days: int
) -> None:
    """Add the words that a changed file contained before the change and that no changed file contains after it."""
    before = {one.before: FormerText(one.path, one.before, days) for one in changes if one.kind != "A"}
    after = {one.after for one in changes if one.kind != "D"}
    kept = {word for _, data in read_texts(folder, after) for word in _WORD.findall(data)}
    for content, data in read_texts(folder, before):
        for word in (one.decode("ascii") for one in sorted(set(_WORD.findall(data)) - kept)):
            known = words.get(word, ())
            if len(known) < MAX_HOLDERS and known[0].days == days if known else len(words) < MAX_WORDS:
                words[word] = (*known, before[content])
