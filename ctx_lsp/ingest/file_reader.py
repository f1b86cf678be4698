"""Reading what the index should hold: open buffers before files, and files that the walk would find.

This is the only module of the index that asks the disk for text. What is done with the texts, and when, is in
`indexing_jobs`.
"""

from collections.abc import Iterator
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.text.disk import Check, Disk, Limits, Skipped
from ctx_lsp.text.ignore import GIT_EXCLUDE_FILE, rules_may_change
from ctx_lsp.text.roots import Root
from ctx_lsp.text.source import SourceText


def skip(writer: Writer, root: Root, skipped: Skipped) -> None:
    """Note that something is left out, and why."""
    if skipped.reason != "missing":  # what is not there is not left out
        writer.inputs.skipped[root.prefix + skipped.path] = skipped.reason


def within(writer: Writer, limits: Limits, path: str, buffer: SourceText) -> SourceText | None:
    """The text of an open buffer, if it is not over the limit of files."""
    if len(buffer.data) <= limits.max_file_bytes:
        writer.inputs.skipped.pop(path, None)
        return buffer
    writer.inputs.skipped[path] = "too_large"
    return None


class FileReader:
    """Reads files of the workspace by their paths; what stands above them is looked at once until `renew`."""

    def __init__(self, writer: Writer, disk: Disk, limits: Limits) -> None:
        self._writer, self._disk, self._limits = writer, disk, limits
        self._checks: dict[Path, Check] = {}
        self._passed_over = False  # whether the walk would not have come to what was read last, or in it

    def renew(self) -> None:
        """Time has passed: look again."""
        self._checks.clear()

    def text(self, path: str) -> SourceText | None:
        """The text of a path that was listed: the open buffer's, else what is on disk; None where none is to index."""
        buffer = self._writer.inputs.overlay.get(path)
        if buffer is not None:
            return within(self._writer, self._limits, path, buffer)
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

    def wanted(self, path: str) -> SourceText | None:
        """`text` for any path: None also where the walk would pass it over."""
        located = self._writer.inputs.roots.locate(path)
        self._passed_over = False
        if located is not None and located[1].startswith(self._writer.inputs.roots.inner(located[0])):
            return None  # what is in a root of its own has another name
        if path not in self._writer.inputs.overlay and located is not None:
            self._passed_over = self._is_left_out(*located)
        return None if self._passed_over else self.text(path)

    def has_rules(self, path: str) -> bool:
        """Whether what is left out depends on a file; tools put ignore files into folders that are left out as well."""
        located = self._writer.inputs.roots.locate(path) if rules_may_change(path) else None
        if located is None:
            return False
        root, relative = located
        skipped = self._check(root, relative)
        return relative == GIT_EXCLUDE_FILE or skipped is None or skipped.path == relative  # no folder above it

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
            self._writer.inputs.skipped.pop(root.prefix + skipped.path, None)  # it was left out, and is no more
        return True

    def files(self, path: str) -> Iterator[str | None]:
        """The path, and the files that are or were in that folder; None for what is there and left out.

        Each is to be read with `wanted` before the next is asked for.
        """
        for one in self._writer.inputs.skipped.below(path):
            del self._writer.inputs.skipped[one]  # what is left out now is noted anew
        yield path
        located = self._writer.inputs.roots.locate(path)
        if located is not None and located[1]:
            yield from self._inside(path, *located)

    def _inside(self, path: str, root: Root, relative: str) -> Iterator[str | None]:
        has_folder = not self._passed_over and self._disk.is_folder(root.directory, relative)
        before = dict.fromkeys(self._writer.host.files_below(path))  # of a folder that was there until now, or still is
        yield from before
        if not has_folder:
            return
        self._writer.inputs.skipped.pop(path, None)  # a folder, and no file of some special kind
        inner = self._writer.inputs.roots.inner(root)
        for seen in self._disk.walk(root.directory, self._limits, CancelToken(), relative):
            if seen.path.startswith(inner):
                continue  # the other root's
            if isinstance(seen, Skipped):
                skip(self._writer, root, seen)
                yield None
            elif root.prefix + seen.path not in before:
                yield root.prefix + seen.path
