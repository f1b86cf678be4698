"""Steps of indexing: reading the workspace for the first time, and the changes that come in later.

Each function here runs on the writer's thread. Generators do one small step per item. This is the only module of the
index that asks the disk for text.
"""

from collections.abc import Iterable, Iterator

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.index.writer import Writer
from ctx_lsp.text.disk import Disk, Found, Limits, Skipped
from ctx_lsp.text.source import SourceText

STEP_BYTES = 64_000  # text indexed in one step: some 30 ms of work
STEP_PATHS = 500  # directory entries looked at in one step
RESOLVE_STEP = 20  # files whose edges are made in one step


def scan_workspace(writer: Writer, disk: Disk, limits: Limits) -> Iterator[None]:
    """Bring the index in line with what is on disk and in open buffers, in small steps."""
    writer.inputs.skipped.clear()
    found: list[str] = []
    for root in writer.inputs.roots.all:
        for number, seen in enumerate(disk.walk(root.directory, limits, CancelToken())):
            if isinstance(seen, Found):
                found.append(root.prefix + seen.path)
            else:
                writer.inputs.skipped[root.prefix + seen.path] = seen.reason
            if number % STEP_PATHS == 0:
                writer.progress("scanning", len(found), 0)
                yield
    found += [path for path in writer.inputs.overlay if path not in set(found)]
    gone = writer.host.definitions.files.keys() - set(found)
    writer.known_files = len(found)
    writer.host.apply(dict.fromkeys(gone))
    yield from _index(writer, disk, limits, found)
    yield from _resolve(writer)


def _index(writer: Writer, disk: Disk, limits: Limits, paths: list[str]) -> Iterator[None]:
    batch: dict[str, SourceText | None] = {}
    size = 0
    for number, path in enumerate(paths):
        source = read_text(writer, disk, limits, path)
        batch[path] = source
        size += len(source.data) if source else 0
        if source is None:
            writer.known_files -= 1
        if size >= STEP_BYTES:
            writer.host.apply(batch)
            batch, size = {}, 0
            writer.progress("indexing", number + 1, len(paths))
            yield
    writer.host.apply(batch)
    yield


def _resolve(writer: Writer) -> Iterator[None]:
    total = writer.host.unresolved
    while writer.host.unresolved:
        writer.host.resolve(RESOLVE_STEP)
        writer.progress("indexing", total - writer.host.unresolved, total)
        yield


def read_text(writer: Writer, disk: Disk, limits: Limits, path: str) -> SourceText | None:
    """The input text of a path: the open buffer's, else what is on disk; None where there is none to index."""
    buffer = writer.inputs.overlay.get(path)
    if buffer is not None:
        return buffer
    located = writer.inputs.roots.locate(path)
    if located is None:
        return None
    root, relative = located
    text = disk.read(root.directory, relative, limits)
    if isinstance(text, Skipped):
        writer.inputs.skipped[path] = text.reason
        return None
    writer.inputs.skipped.pop(path, None)
    return text


def set_text(writer: Writer, path: str, source: SourceText) -> None:
    """An open buffer has a new text."""
    writer.inputs.overlay = writer.inputs.overlay.with_text(path, source)
    writer.host.apply({path: source})
    writer.touch()


def refresh(writer: Writer, disk: Disk, limits: Limits, paths: Iterable[str]) -> int:
    """Read files and folders again that may have changed on disk; returns how many files really changed."""
    texts: dict[str, SourceText | None] = {}
    for path in paths:
        texts[path] = _wanted_text(writer, disk, limits, path)
        if texts[path] is not None:
            continue  # a file, so not a folder
        inside = [known for known in writer.host.definitions.files if known.startswith(path + "/")]
        texts.update({known: _wanted_text(writer, disk, limits, known) for known in inside})
        for new in _folder(writer, disk, limits, path):
            texts.setdefault(new, read_text(writer, disk, limits, new))
    changed = writer.host.apply(texts)
    writer.known_files = len(writer.host.definitions.files)
    writer.touch()
    return changed


def _wanted_text(writer: Writer, disk: Disk, limits: Limits, path: str) -> SourceText | None:
    located = writer.inputs.roots.locate(path)
    if path not in writer.inputs.overlay and located is not None:
        root, relative = located
        skipped = disk.check(root.directory, relative, limits)
        if skipped is not None:
            writer.inputs.skipped[path] = skipped.reason
            return None
    return read_text(writer, disk, limits, path)


def _folder(writer: Writer, disk: Disk, limits: Limits, path: str) -> list[str]:
    located = writer.inputs.roots.locate(path)
    if located is None:
        return []
    root, relative = located
    walked = disk.walk(root.directory, limits, CancelToken(), relative) if relative else ()
    return [root.prefix + seen.path for seen in walked if isinstance(seen, Found)]
