"""The files of open buffers, and which of them have changed on disk below their buffer. No files are read here.

A buffer may differ from its file because the user has edited it, which is normal, or because another program has
changed or deleted the file since the editor read or saved it. Only in the second case is the buffer outdated.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ctx_lsp.base.lru import Lru
from ctx_lsp.snapshot.file_content import ComparedText, FileContent, content_of
from ctx_lsp.text.disk_files import Stamp
from ctx_lsp.text.source import SourceText

CLOSED_FILES = 64  # closed files whose earlier contents are kept, because editors close and open a file to reload it
CONTENTS = 8  # earlier contents that are kept of each file


@dataclass(frozen=True, slots=True)
class OutdatedBuffer:
    """An open buffer whose file has changed on disk to `content`, or was deleted if that is None.

    `is_edited` says whether the buffer has unsaved edits as well.
    """

    path: str
    content: FileContent | None
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
    """One open file: its content when the buffer was last in line with it, and its content and stamp when last seen.

    `earlier` holds the contents that the file has had, latest last. `content` is among them.
    """

    base: FileContent | None
    content: FileContent | None
    stamp: Stamp
    earlier: tuple[FileContent, ...]

    def see(self, content: FileContent | None, stamp: Stamp) -> None:
        """Record the content and the stamp of the file now."""
        self.content, self.stamp = content, stamp
        if content is not None:
            self.earlier = (*(one for one in self.earlier if one != content), content)[-CONTENTS:]

    def align(self, buffer: ComparedText) -> None:
        """Record that the editor has read the content that `buffer` matches, if it matches one better than `base`."""
        best = max(reversed(self.earlier), key=buffer.match, default=None)
        if buffer.match(best) > buffer.match(self.base):
            self.base = best

    def outdated(self, path: str, buffer: ComparedText) -> OutdatedBuffer | None:
        """Return the buffer if it is outdated, otherwise None."""
        like_base = buffer.match(self.base)
        if self.content == self.base or buffer.match(self.content) > like_base:
            return None
        return OutdatedBuffer(path, self.content, is_edited=not like_base)


class OpenFiles:
    """The files of all open buffers, by workspace path. Used on the writer's thread only."""

    def __init__(self) -> None:
        self._files: dict[str, _OpenFile] = {}
        self._closed: Lru[str, tuple[FileContent, ...]] = Lru(CLOSED_FILES)  # earlier contents of closed files
        self.listener: Callable[[OutdatedBuffer], None] = lambda _: None
        """Called with a buffer that was found to be outdated, each time its file has changed. Also called when the user
        has taken back all edits of an outdated buffer, which can be reloaded from then on, and by `note_save`."""

    def add(
        self, path: str, content: FileContent | None, stamp: Stamp, buffer: SourceText, indexed: SourceText | None
    ) -> None:
        """Record a buffer that was opened while its file has `content`. `indexed` is the text that the index has.

        If the buffer has an earlier content of the file, it is outdated. Any other difference from the file counts as
        unsaved edits.
        """
        text = ComparedText(buffer)
        known = (content_of(indexed),) if indexed is not None else ()
        file = _OpenFile(content, content, stamp, (*(self._closed.get(path) or ()), *known))
        file.align(text)
        file.see(content, stamp)
        self._files[path] = file
        found = file.outdated(path, text)
        if found is not None:
            self.listener(found)

    def remove(self, path: str) -> None:
        """Forget a buffer."""
        file = self._files.pop(path, None)
        if file is not None:
            self._closed.put(path, file.earlier)

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

    def note_content(self, path: str, content: FileContent | None, stamp: Stamp, buffers: Sequence[SourceText]) -> None:
        """Record that an open file has been read. `buffers` is as in `compare`."""
        file = self._files[path]
        is_new = content != file.content
        file.see(content, stamp)
        self._compare(path, file, buffers, is_new=is_new)

    def compare(self, path: str, buffers: Sequence[SourceText]) -> None:
        """Compare an outdated buffer with the latest contents of its file, in case the editor has reloaded it.

        `buffers` holds the buffer's text, after its text before the latest edit if there was one. The earlier one
        counts, too, because the edit may follow a save that the editor has not announced yet.
        """
        file = self._files.get(path)
        if file is not None:
            self._compare(path, file, buffers, is_new=False)

    def _compare(self, path: str, file: _OpenFile, buffers: Sequence[SourceText], *, is_new: bool) -> None:
        if file.content == file.base:
            return
        *before, text = map(ComparedText, buffers)
        was_edited = any(not one.match(file.base) for one in before)
        for one in (*before, text):
            file.align(one)
        found = file.outdated(path, text)
        if found is not None and (is_new or (was_edited and found.can_be_reloaded)):
            self.listener(found)

    def note_save(self, path: str, buffer: SourceText) -> None:
        """Record that the editor has written the buffer to the file.

        Their texts may differ for a moment, because some editors send edits with a delay, so the buffer is not
        outdated. But it is reported, in case another program has written the file right after the editor.
        """
        file = self._files.get(path)
        if file is not None:
            file.base = file.content
            if file.content is not None and not ComparedText(buffer).match(file.content):
                self.listener(OutdatedBuffer(path, file.content, is_edited=False))

    def outdated(self, buffers: Mapping[str, SourceText]) -> tuple[OutdatedBuffer, ...]:
        """Return the outdated ones among the buffers, sorted by path. `buffers` maps paths to texts."""
        changed = sorted(path for path, file in self._files.items() if file.content != file.base and path in buffers)
        found = (self._files[path].outdated(path, ComparedText(buffers[path])) for path in changed)
        return tuple(one for one in found if one is not None)
