"""Reads the files that belong in the index: open buffers take precedence over files, and ignored files are skipped.

This is the only module of the index that reads text from disk. `indexing_jobs` uses the texts.
"""

from collections.abc import Iterator
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.snapshot.file_content import FileContent, content_of
from ctx_lsp.text.decode import SNIFF_BYTES
from ctx_lsp.text.disk import Check, Disk, Limits, Skipped
from ctx_lsp.text.disk_files import Stamp, stamp_of
from ctx_lsp.text.generated import TEAM_TASKS, is_pack
from ctx_lsp.text.ignore import GIT_EXCLUDE_FILE, rules_may_change
from ctx_lsp.text.roots import Root
from ctx_lsp.text.source import SourceText

UNREADABLE = FileContent(b"unreadable")
UNKNOWN = Stamp(is_settled=False)


def skip(writer: Writer, root: Root, skipped: Skipped) -> None:
    """Record why a file or folder was skipped."""
    if skipped.reason != "missing":  # a missing file does not count as skipped
        writer.inputs.skipped[root.prefix + skipped.path] = skipped.reason


def within_limits(writer: Writer, limits: Limits, path: str, buffer: SourceText) -> SourceText | None:
    """Return the text of an open buffer; if it exceeds the size limit, return None and record it as skipped.

    A saved pack and the team's file of evaluation tasks (`TEAM_TASKS`) are never indexed, so None is returned for them,
    too. They contain questions, and a search for one of them would find these files.
    """
    located = writer.inputs.roots.locate(path)
    if located is not None and located[1] == TEAM_TASKS:
        return None
    if is_pack(buffer.data[:SNIFF_BYTES]):
        writer.inputs.skipped[path] = "generated"
        return None
    if len(buffer.data) <= limits.max_file_bytes:
        writer.inputs.skipped.pop(path, None)
        return buffer
    writer.inputs.skipped[path] = "too_large"
    return None


class FileReader:
    """A reader of workspace files. It remembers which folders it has examined, until `renew` is called."""

    def __init__(self, writer: Writer, disk: Disk, limits: Limits) -> None:
        self._writer, self._disk, self._limits = writer, disk, limits
        self._checks: dict[Path, Check] = {}
        self._passed_over = False  # whether a scan would skip the path that was read last

    def renew(self) -> None:
        """Forget the examined folders, because they may have changed."""
        self._checks.clear()

    def text(self, path: str) -> SourceText | None:
        """Return the text at a path that a scan has listed, from the open buffer or from disk.

        Return None if there is nothing to index.
        """
        buffer = self._writer.inputs.overlay.get(path)
        if buffer is not None:
            self.look(path, buffer)
            return within_limits(self._writer, self._limits, path, buffer)
        self._writer.inputs.skipped.pop(path, None)
        located = self._writer.inputs.roots.locate(path)
        if located is None:
            return None
        root, relative = located
        text = self._disk.read(root.directory, relative, self._limits)
        if isinstance(text, Skipped):
            skip(self._writer, root, text)
            return None
        return text

    def note_opened(self, path: str, buffer: SourceText) -> None:
        """Read the file of a buffer that was just opened, to notice later that it changes on disk."""
        located = self._writer.inputs.roots.locate(path)
        if located is None:
            return
        stamp, content = self._seen(*located)
        if content == UNREADABLE:  # until it can be read, nothing else is known than the buffer
            stamp, content = UNKNOWN, content_of(buffer)
        entry = self._writer.host.files.get(path)
        self._writer.inputs.open_files.add(path, content, stamp, buffer, entry.source if entry else None)

    def look(self, path: str, *buffers: SourceText, is_typing: bool = False) -> None:
        """Compare the file of a buffer with `buffers`, which are as in `OpenFiles.compare`.

        The file is read only if it may have changed since the last look. `is_typing` is as in `OpenFiles.must_read`.
        """
        open_files = self._writer.inputs.open_files
        located = self._writer.inputs.roots.locate(path)
        if located is None:
            return
        if open_files.must_read(path, stamp_of(located[0].directory, located[1]), is_typing=is_typing):
            stamp, content = self._seen(*located)
            if content != UNREADABLE:  # another program may hold it just now; the next look tries again
                open_files.note_content(path, content, stamp, buffers)
                return
        open_files.compare(path, buffers)

    def _seen(self, root: Root, relative: str) -> tuple[Stamp, FileContent | None]:
        """Return the stamp and the content of a file. The stamp is the older one if the file is just changing."""
        stamp = stamp_of(root.directory, relative)
        text = self._disk.read_opened(root.directory, relative, self._limits)
        if isinstance(text, Skipped):
            return stamp, None if text.reason == "missing" else FileContent(text.reason.encode())
        source, is_guess = text
        return stamp, content_of(source, is_guess=is_guess)

    def wanted(self, path: str) -> SourceText | None:
        """Return the text at any path, or None if there is nothing to index or a scan would skip the path."""
        located = self._writer.inputs.roots.locate(path)
        self._passed_over = False
        if located is not None and located[1].startswith(self._writer.inputs.roots.inner(located[0])):
            return None  # the path belongs to an inner root and has another name there
        inputs = self._writer.inputs
        if path not in inputs.overlay and located is not None:
            self._passed_over = self._is_left_out(*located)
            if not self._passed_over and not inputs.has_room(path, self._limits.max_files):
                if not inputs.beyond_limit and self._disk.holds(located[0].directory, located[1]):
                    inputs.skipped[path] = "too_many"  # the last scan counted no files beyond the limit
                else:
                    inputs.skipped.pop(path, None)
                return None
        return None if self._passed_over else self.text(path)

    def has_rules(self, path: str) -> bool:
        """Return whether a file contains ignore rules and is not itself in an ignored folder."""
        located = self._writer.inputs.roots.locate(path) if rules_may_change(path) else None
        if located is None:
            return False
        root, relative = located
        skipped = self._check(root, relative)
        return relative == GIT_EXCLUDE_FILE or skipped is None or skipped.path == relative  # no folder above is skipped

    def _check(self, root: Root, relative: str) -> Skipped | None:
        if root.directory not in self._checks:
            self._checks[root.directory] = self._disk.checks(root.directory, self._limits)
        return self._checks[root.directory](relative)

    def _is_left_out(self, root: Root, relative: str) -> bool:
        skipped = self._check(root, relative)
        if skipped is None:
            return False
        if self._disk.holds(root.directory, skipped.path.rstrip("/")):
            skip(self._writer, root, skipped)
        else:
            self._writer.inputs.skipped.pop(root.prefix + skipped.path, None)  # it no longer exists
        return True

    def files(self, path: str) -> Iterator[str | None]:
        """Yield `path`, then the files that are or were in a folder of that name; yield None for a skipped entry.

        Call `wanted` for each path before requesting the next one.
        """
        for skipped in self._writer.inputs.skipped.below(path):
            del self._writer.inputs.skipped[skipped]  # entries that are still skipped are recorded again
        yield path
        located = self._writer.inputs.roots.locate(path)
        if located is not None and located[1]:
            yield from self._inside(path, *located)

    def _inside(self, path: str, root: Root, relative: str) -> Iterator[str | None]:
        has_folder = not self._passed_over and self._disk.is_folder(root.directory, relative)
        before = dict.fromkeys(self._writer.host.files_below(path))  # indexed files, if the path is or was a folder
        yield from before
        if not has_folder:
            return
        self._writer.inputs.skipped.pop(path, None)  # the path is a folder now, not a special file
        inner = self._writer.inputs.roots.inner(root)
        for seen in self._disk.walk(root.directory, self._limits, CancelToken(), relative):
            if seen.path.startswith(inner):
                continue  # the entry belongs to an inner root
            if isinstance(seen, Skipped):
                skip(self._writer, root, seen)
                yield None
            elif root.prefix + seen.path not in before:
                yield root.prefix + seen.path
