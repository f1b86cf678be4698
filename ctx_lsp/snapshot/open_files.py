"""The files of open buffers, and which of them have changed on disk below their buffer. No files are read here.

A buffer may differ from its file because the user has edited it, which is normal, or because another program has
changed or deleted the file since the editor read or saved it. Only in the second case is the buffer outdated.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ctx_lsp.base.digest import digest
from ctx_lsp.base.lru import Lru
from ctx_lsp.text.disk_files import Stamp
from ctx_lsp.text.source import SourceText

CLOSED_FILES = 64  # closed files whose earlier contents are kept, because editors close and open a file to reload it
CONTENTS = 8  # earlier contents that are kept of each file

Content = bytes | None
"""The content of a file on disk: the result of `content_of`, the reason why it cannot be read, or None if missing."""


@dataclass(frozen=True, slots=True)
class OutdatedBuffer:
    """An open buffer whose file has changed on disk to `content`, or was deleted if that is None.

    `is_edited` says whether the buffer has unsaved edits as well.
    """

    path: str
    content: Content
    is_edited: bool

    @property
    def is_deleted(self) -> bool:
        """Whether the file no longer exists."""
        return self.content is None

    @property
    def can_be_reloaded(self) -> bool:
        """Whether the editor can read the file again without losing edits."""
        return not self.is_deleted and not self.is_edited


@dataclass(slots=True)
class _OpenFile:
    """One open file: its content when the buffer was last in line with it, and its content and stamp when last seen."""

    base: Content
    content: Content
    stamp: Stamp


def content_of(source: SourceText) -> bytes:
    """Return a digest of a text. Line endings and the last line break do not count, because editors change them."""
    return digest(source.data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").removesuffix(b"\n"))


class OpenFiles:
    """The files of all open buffers, by workspace path. Used on the writer's thread only."""

    def __init__(self) -> None:
        self._files: dict[str, _OpenFile] = {}
        self._earlier: Lru[str, tuple[Content, ...]] = Lru(CLOSED_FILES)  # contents of files while they were open
        self.listener: Callable[[OutdatedBuffer], None] = lambda _: None
        """Called with a buffer that was found to be outdated, each time its file has changed."""

    def add(self, path: str, content: Content, stamp: Stamp, buffer: SourceText, indexed: SourceText | None) -> None:
        """Record a buffer that was opened while its file has `content`. `indexed` is the text that the index has.

        If the buffer has an earlier content of the file, it is outdated. Any other difference from the file counts as
        unsaved edits.
        """
        earlier = (*(self._earlier.get(path) or ()), *([content_of(indexed)] if indexed is not None else []))
        has = content_of(buffer)
        is_outdated = has != content and has in earlier
        self._files[path] = _OpenFile(has if is_outdated else content, content, stamp)
        self._keep(path, content)
        self._report(path, buffer)

    def remove(self, path: str) -> None:
        """Forget a buffer."""
        self._files.pop(path, None)

    def rename(self, new_path: Callable[[str], str | None]) -> None:
        """Apply `new_path` to all paths, and forget the files for which it returns None."""
        self._files = {new: file for path, file in self._files.items() if (new := new_path(path)) is not None}

    def paths(self) -> Iterable[str]:
        """Return the paths of all open files."""
        return tuple(self._files)

    def must_read(self, path: str, stamp: Stamp, *, is_typing: bool = False) -> bool:
        """Return whether a file is open and must be read again, because it may have changed since it was read.

        With `is_typing`, a file is not read just because it had changed shortly before.
        """
        file = self._files.get(path)
        return file is not None and (file.stamp.state != stamp.state or not (is_typing or file.stamp.is_settled))

    def note_content(self, path: str, content: Content, stamp: Stamp, buffers: Iterable[SourceText]) -> None:
        """Record that an open file has been read. `buffers` is as in `compare`."""
        file = self._files[path]
        is_new = content != file.content
        file.content, file.stamp = content, stamp
        self._keep(path, content)
        self.compare(path, buffers)
        if is_new:
            *_, buffer = buffers
            self._report(path, buffer)

    def compare(self, path: str, buffers: Iterable[SourceText]) -> None:
        """Compare an outdated buffer with the latest contents of its file, in case the editor has reloaded it.

        `buffers` holds the buffer's text, after its text before the latest edit. The earlier one counts, too, because
        the edit may follow a save that the editor has not announced yet.
        """
        file = self._files.get(path)
        if file is None or file.content == file.base:
            return
        for content in map(content_of, buffers):
            if content in (self._earlier.get(path) or ()):
                file.base = content

    def note_save(self, path: str) -> None:
        """Record that the editor has written the buffer to the file.

        Their texts may differ for a moment, because some editors send edits with a delay.
        """
        file = self._files.get(path)
        if file is not None:
            file.base = file.content

    def outdated(self, buffers: Mapping[str, SourceText]) -> tuple[OutdatedBuffer, ...]:
        """Return the outdated ones among the buffers, sorted by path. `buffers` maps paths to texts."""
        found = (self._outdated(path, buffers[path]) for path in sorted(self._files) if path in buffers)
        return tuple(one for one in found if one is not None)

    def _outdated(self, path: str, buffer: SourceText) -> OutdatedBuffer | None:
        file = self._files[path]
        if file.content == file.base:
            return None
        has = content_of(buffer)
        return None if has == file.content else OutdatedBuffer(path, file.content, has != file.base)

    def _keep(self, path: str, content: Content) -> None:
        earlier = self._earlier.get(path) or ()
        self._earlier.put(path, (*(one for one in earlier if one != content), content)[-CONTENTS:])

    def _report(self, path: str, buffer: SourceText) -> None:
        found = self._outdated(path, buffer)
        if found is not None:
            self.listener(found)
