"""Steps of indexing: reading the workspace for the first time, and the changes that come in later.

Each function here runs on the writer's thread. Generators do one small step per item. This is the only module of the
index that asks the disk for text.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.index.inputs import Root, Roots
from ctx_lsp.index.writer import Writer
from ctx_lsp.text.disk import Disk, Limits, Skipped
from ctx_lsp.text.source import SourceText

STEP_BYTES = 64_000  # text indexed in one step: some 30 ms of work
STEP_FILES = 100  # files read in one step: many have no text to index, and the largest take a millisecond to read
STEP_PATHS = 500  # directory entries looked at in one step
RESOLVE_STEP = 20  # files whose edges are made in one step


def scan_workspace(writer: Writer, disk: Disk, limits: Limits) -> Iterator[None]:
    """Bring the index in line with what is on disk and in open buffers, in small steps.

    Changes come in between the steps, so each file is read in the step that takes it in, and what the listing lacks but
    the index has is looked at once more before it is dropped.
    """
    writer.inputs.skipped.clear()
    found: list[str] = []
    for root in writer.inputs.roots.all:
        inner = writer.inputs.roots.inner(root)
        for number, seen in enumerate(disk.walk(root.directory, limits, CancelToken())):
            if seen.path.startswith(inner):
                pass  # the other root's
            elif isinstance(seen, Skipped):
                _skip(writer, root, seen)
            else:
                found.append(root.prefix + seen.path)
            if number % STEP_PATHS == 0:
                writer.progress("scanning", len(found), 0)
                yield
    writer.inputs.known = {*found, *writer.inputs.overlay}
    unlisted = sorted({*writer.host.files, *writer.inputs.overlay}.difference(found))
    yield from _index(writer, unlisted, lambda path: _wanted_text(writer, disk, limits, path))
    yield from _index(writer, found, lambda path: read_text(writer, disk, limits, path))
    yield from _resolve(writer)


def _index(writer: Writer, paths: Sequence[str], read: Callable[[str], SourceText | None]) -> Iterator[None]:
    batch: dict[str, SourceText | None] = {}
    size = 0
    for number, path in enumerate(paths):
        source = batch[path] = read(path)
        size += len(source.data) if source else 0
        if size >= STEP_BYTES or len(batch) == STEP_FILES:
            apply_texts(writer, batch)
            batch, size = {}, 0
            writer.progress("indexing", number + 1, len(paths))
            yield
    apply_texts(writer, batch)
    yield


def apply_texts(writer: Writer, texts: Mapping[str, SourceText | None]) -> int:
    """Set the texts of files (None: there is none to index); returns how many really changed."""
    known = writer.inputs.known
    if known is not None:
        known.difference_update(path for path, source in texts.items() if source is None)
        known.update(path for path, source in texts.items() if source is not None)
    writer.touch()
    return writer.host.apply(texts)


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
        return _within(writer, limits, path, buffer)
    writer.inputs.skipped.pop(path, None)
    located = writer.inputs.roots.locate(path)
    if located is None:
        return None
    root, relative = located
    text = disk.read(root.directory, relative, limits)
    if isinstance(text, Skipped):
        _skip(writer, root, text)
        return None
    return text


def _skip(writer: Writer, root: Root, skipped: Skipped) -> None:
    if skipped.reason != "missing":  # what is not there is not left out
        writer.inputs.skipped[root.prefix + skipped.path] = skipped.reason


def use_roots(writer: Writer, roots: Roots) -> None:
    """The workspace has other folders: buffers go with their files, and nothing stays under another file's path."""
    inputs, old = writer.inputs, writer.inputs.roots
    inputs.roots, inputs.known = roots, None
    inputs.overlay = old.moved_overlay(inputs.overlay, roots)
    moved = [path for path in writer.host.files if old.moved(path, roots) != path]
    apply_texts(writer, dict.fromkeys(moved) | dict(inputs.overlay))


def set_text(writer: Writer, limits: Limits, path: str, source: SourceText) -> None:
    """An open buffer has a new text; one over the limit of files is left out like a file."""
    writer.inputs.overlay = writer.inputs.overlay.with_text(path, source)
    apply_texts(writer, {path: _within(writer, limits, path, source)})


def _within(writer: Writer, limits: Limits, path: str, buffer: SourceText) -> SourceText | None:
    if len(buffer.data) <= limits.max_file_bytes:
        writer.inputs.skipped.pop(path, None)
        return buffer
    writer.inputs.skipped[path] = "too_large"
    return None


def refresh(writer: Writer, disk: Disk, limits: Limits, paths: Iterable[str]) -> int:
    """Read files and folders again that may have changed on disk; returns how many files really changed."""
    texts: dict[str, SourceText | None] = {}
    for path in paths:
        texts[path] = _wanted_text(writer, disk, limits, path)
        if texts[path] is not None:
            continue  # a file, so not a folder
        texts.update(_folder_texts(writer, disk, limits, path))
    return apply_texts(writer, texts)


def _wanted_text(writer: Writer, disk: Disk, limits: Limits, path: str) -> SourceText | None:
    located = writer.inputs.roots.locate(path)
    if path not in writer.inputs.overlay and located is not None:
        root, relative = located
        skipped = disk.check(root.directory, relative, limits)
        if skipped is not None:
            _skip(writer, root, skipped)
            return None
    return read_text(writer, disk, limits, path)


def _folder_texts(writer: Writer, disk: Disk, limits: Limits, path: str) -> dict[str, SourceText | None]:
    """The texts of the files that are or were in the folder `path`; none where it is no folder and never was."""
    below = f"{path}/"
    for known in [known for known in writer.inputs.skipped if known.startswith(below) and known != below]:
        del writer.inputs.skipped[known]
    inside = [known for known in writer.host.files if known.startswith(below)]
    texts = {known: _wanted_text(writer, disk, limits, known) for known in inside}
    located = writer.inputs.roots.locate(path)
    if located is None or not located[1]:
        return texts
    root, relative = located
    for seen in disk.walk(root.directory, limits, CancelToken(), relative):
        writer.inputs.skipped.pop(path, None)  # a folder, and no file of some special kind
        if isinstance(seen, Skipped):
            _skip(writer, root, seen)
        elif root.prefix + seen.path not in texts:
            texts[root.prefix + seen.path] = read_text(writer, disk, limits, root.prefix + seen.path)
    return texts
