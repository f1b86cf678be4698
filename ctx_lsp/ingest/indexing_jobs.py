"""Steps of indexing: reading the workspace for the first time, and the changes that come in later.

Each function here runs on the writer's thread. Generators do one small step per item. Where texts come from is in
`file_reader`.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.memory import keep_out_of_collections
from ctx_lsp.ingest.batch_dispatch import Intake
from ctx_lsp.ingest.file_reader import FileReader, skip, within
from ctx_lsp.ingest.writer import RESOLVE_STEP, Writer
from ctx_lsp.text.disk import Disk, Limits, Skipped
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText

STEP_BYTES = 32_000  # text indexed in one step: some 30 ms of work
STEP_FILES = 40  # files read in one step: small ones take a millisecond each
STEP_PATHS = 500  # directory entries looked at in one step


def scan_workspace(writer: Writer, disk: Disk, limits: Limits) -> Iterator[None]:
    """Bring the index in line with what is on disk and in open buffers, in small steps.

    Changes come in between the steps, so each file is read just before it is taken in, and what the listing lacks but
    the index has is looked at once more before it is dropped.
    """
    writer.cache.use_roots(writer.inputs.roots)
    writer.inputs.skipped.clear()
    found: list[str] = []
    for root in writer.inputs.roots.all:
        inner = writer.inputs.roots.inner(root)
        for number, seen in enumerate(disk.walk(root.directory, limits, CancelToken())):
            if seen.path.startswith(inner):
                pass  # the other root's
            elif isinstance(seen, Skipped):
                skip(writer, root, seen)
            else:
                found.append(root.prefix + seen.path)
            if number % STEP_PATHS == 0:
                writer.progress("scanning", len(found), 0)
                yield
    writer.inputs.known = {*found, *writer.inputs.overlay}
    unlisted = sorted({*writer.host.files, *writer.inputs.overlay}.difference(found))
    reading = FileReader(writer, disk, limits)
    yield from _index(writer, reading, unlisted, reading.wanted, len(unlisted))
    yield
    yield from _index(writer, reading, found, reading.text, len(found))
    yield
    yield from _resolve(writer)


def _index(
    writer: Writer,
    reading: FileReader,
    paths: Iterable[str | None],
    read: Callable[[str], SourceText | None],
    total: int,
    *,
    anew: bool = False,
    helped: bool = True,
) -> Generator[None, None, int]:
    """Read files (None: an entry that is none) and take them in, a step's worth at a time.

    Returns how many really changed. Few files are read and taken in by one step, without a pause behind it.
    """
    intake = Intake(writer, recall=not anew, helped=helped)
    batch: dict[str, SourceText | None] = {}
    size = entries = 0
    for number, path in enumerate(paths):
        if size >= STEP_BYTES or entries >= STEP_FILES:
            intake.put(batch, total - number)
            batch, size, entries = {}, 0, 0
            writer.progress("indexing", min(number, total), total)
            keep_out_of_collections()
            yield
            reading.renew()
        entries += 1
        if path is not None:
            source = batch[path] = _read(writer, path, read)
            size += len(source.data) if source else 0
    intake.put(batch, 0)
    while intake.waiting:
        yield
        intake.take_back()
    return intake.changed


def _read(writer: Writer, path: str, read: Callable[[str], SourceText | None]) -> SourceText | None:
    """The text of a file; None where there is none to index, or where reading it fails."""

    def leave_out() -> None:
        writer.inputs.skipped[path] = "unreadable"

    return writer.host.failures.attempt("reading", path, lambda: read(path), leave_out)


def _resolve(writer: Writer) -> Iterator[None]:
    total = writer.host.unresolved
    while writer.host.unresolved:
        writer.resolve(RESOLVE_STEP)
        writer.progress("indexing", total - writer.host.unresolved, total)
        keep_out_of_collections()
        yield


def use_roots(writer: Writer, roots: Roots) -> None:
    """The workspace has other folders: buffers go with their files, and nothing stays under another file's path."""
    inputs, old = writer.inputs, writer.inputs.roots
    inputs.roots, inputs.known = roots, None
    inputs.overlay = old.moved_overlay(inputs.overlay, roots)
    moved = [path for path in writer.host.files if old.moved(path, roots) != path]
    writer.texts.apply(dict.fromkeys(moved) | dict(inputs.overlay))


def set_text(writer: Writer, limits: Limits, path: str, source: SourceText) -> None:
    """An open buffer has a new text; one over the limit of files is left out like a file."""
    if path not in writer.inputs.overlay:
        writer.texts.opened(path)
    writer.inputs.overlay = writer.inputs.overlay.with_text(path, source)
    writer.texts.defer(path, within(writer, limits, path, source))


def close_text(writer: Writer, disk: Disk, limits: Limits, path: str) -> None:
    """A buffer is gone: what is on disk counts again."""
    writer.inputs.overlay = writer.inputs.overlay.without(path)
    take_changes(writer, disk, limits, [path])
    writer.texts.closed(path)


def refresh(writer: Writer, disk: Disk, limits: Limits, paths: Iterable[str], *, anew: bool = False) -> int:
    """Read files and folders again that may have changed on disk; returns how many files really changed.

    The caller waits for it, so no helper does part of it. `anew`: derive also what is known, and believe no cache.
    """
    paths = list(paths)
    if anew:
        writer.texts.apply(dict.fromkeys(paths))
    steps = _refresh(writer, disk, limits, paths, anew=anew, helped=False)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return int(end.value)


def rules_changed(writer: Writer, disk: Disk, limits: Limits, paths: Iterable[str]) -> bool:
    """Whether files are among `paths` whose change can change what is left out."""
    reading = FileReader(writer, disk, limits)
    return any(reading.has_rules(path) for path in paths)


def take_changes(writer: Writer, disk: Disk, limits: Limits, paths: Sequence[str]) -> None:
    """`refresh`, as much as one step does; what is left comes in the background, and coverage counts it as unseen."""
    steps = _refresh(writer, disk, limits, paths)
    if next(steps, "end") != "end":
        writer.after_background(steps)


def _refresh(
    writer: Writer, disk: Disk, limits: Limits, paths: Sequence[str], *, anew: bool = False, helped: bool = True
) -> Generator[None, None, int]:
    """Ends without a pause where one step's worth is all there is."""
    reading, inputs = FileReader(writer, disk, limits), writer.inputs
    left = len(paths)
    inputs.waiting += left

    def files() -> Iterator[str | None]:
        nonlocal left
        for path in paths:
            left -= 1
            inputs.waiting -= 1
            yield from reading.files(path)

    try:
        return (yield from _index(writer, reading, files(), reading.wanted, len(paths), anew=anew, helped=helped))
    finally:
        inputs.waiting -= left
