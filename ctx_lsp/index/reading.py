"""Reading what the index should hold: open buffers before files, and files that the walk would find.

This is the only module of the index that asks the disk for text. What is done with the texts, and when, is in `scan`.
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain, islice, takewhile
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.index.inputs import Root
from ctx_lsp.index.writer import Writer
from ctx_lsp.text.disk import Check, Disk, Limits, Skipped
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


class Reading:
    """Reads files of the workspace by their paths; what stands above them is looked at once until `renew`."""

    def __init__(self, writer: Writer, disk: Disk, limits: Limits) -> None:
        self._writer, self._disk, self._limits = writer, disk, limits
        self._checks: dict[Path, Check] = {}
        self._known: list[str] = []  # what is indexed or left out, sorted; empty until somebody asks
        self._has_text = False  # the file that was read last

    def renew(self) -> None:
        """Time has passed: look again."""
        self._checks.clear()
        self._known.clear()

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
        skipped = None
        if path not in self._writer.inputs.overlay and located is not None:
            skipped = self._check(*located)
        is_inner = located is not None and located[1].startswith(self._writer.inputs.roots.inner(located[0]))
        text = None if skipped or is_inner else self.text(path)  # what is in a root of its own has another name
        self._has_text = text is not None
        return text

    def _check(self, root: Root, relative: str) -> Skipped | None:
        if root.directory not in self._checks:
            self._checks[root.directory] = self._disk.checks(root.directory, self._limits)
        skipped = self._checks[root.directory](relative)
        if skipped is not None and skipped.path == relative and not self._disk.holds(root.directory, relative):
            self._writer.inputs.skipped.pop(root.prefix + relative, None)  # it was left out, and is no more
        elif skipped is not None:
            skip(self._writer, root, skipped)
        return skipped

    def files(self, path: str) -> Iterator[str | None]:
        """The path, and the files that are or were in that folder; None for what is there and left out.

        Each is to be read with `wanted` before the next is asked for.
        """
        was_file = path in self._writer.host.files or path in self._writer.inputs.skipped
        yield path
        located = self._writer.inputs.roots.locate(path)
        if located is None or not located[1]:
            return
        hidden = path in self._writer.inputs.overlay and self._is_or_was_folder(path, *located)
        if self._has_text and was_file and not hidden:
            return
        there = (hidden or not self._has_text) and self._disk.holds(located[0].directory, located[1])
        if there or hidden or not was_file:  # a new file may stand where a folder was
            yield from self._inside(path, *located, there)

    def _is_or_was_folder(self, path: str, root: Root, relative: str) -> bool:
        """Whether a folder stands where an open document had its file, or stood there until now."""
        known = chain(self._writer.host.files, self._writer.inputs.skipped)
        return self._disk.holds(root.directory, f"{relative}/.") or any(one.startswith(f"{path}/") for one in known)

    def _inside(self, path: str, root: Root, relative: str, there: bool) -> Iterator[str | None]:
        skipped, below = self._writer.inputs.skipped, f"{path}/"
        known = self._known_below(below)
        for one in known:
            if not (there and one == below):
                skipped.pop(one, None)
        before = dict.fromkeys(one for one in known if one in self._writer.host.files)
        yield from before
        for seen in self._disk.walk(root.directory, self._limits, CancelToken(), relative):
            skipped.pop(path, None)  # a folder, and no file of some special kind
            if isinstance(seen, Skipped):
                skip(self._writer, root, seen)
                yield None
            elif root.prefix + seen.path not in before:
                yield root.prefix + seen.path

    def _known_below(self, folder: str) -> list[str]:
        if not self._known:
            self._known = sorted((*self._writer.host.files, *self._writer.inputs.skipped))
        begin = bisect_left(self._known, folder)
        return list(takewhile(lambda path: path.startswith(folder), islice(self._known, begin, None)))
