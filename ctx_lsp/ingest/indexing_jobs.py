"""The steps of indexing: the first scan of the workspace, and later changes.

All functions run on the writer's thread. Generators yield after each small step. `file_reader` provides the texts.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from time import perf_counter

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.memory import freeze_live_objects
from ctx_lsp.ingest.batch_dispatch import BatchDispatch
from ctx_lsp.ingest.file_reader import FileReader, skip, within_limits
from ctx_lsp.ingest.writer import RESOLVE_STEP, Writer
from ctx_lsp.text.disk import Disk, Limits, Skipped
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText

STEP_BYTES = 32_000  # text indexed in one step: about 30 ms of work
CACHED_STEP_BYTES = 8 * STEP_BYTES  # the same while all records come from the cache, which takes a tenth of the time
STEP_FILES = 40  # files read in one step; small ones take a millisecond each
STEP_PATHS = 500  # directory entries visited in one step


def scan_workspace(writer: Writer, disk: Disk, limits: Limits) -> Iterator[None]:
    """Bring the index in line with the files on disk and the open buffers, in small steps.

    Changes can be processed between the steps. Therefore each file is read just before it is indexed, and files that
    the index has but the listing lacks are checked once more before they are dropped. At most `limits.max_files` are
    indexed, in the order of their paths; open buffers are indexed in addition.
    """
    writer.reads_first = not writer.scanned
    try:
        yield from _read_all(writer, disk, limits)
    finally:
        writer.reads_first = False
    yield from _resolve(writer)


def _read_all(writer: Writer, disk: Disk, limits: Limits) -> Iterator[None]:
    writer.cache.use_roots(writer.inputs.roots)
    writer.inputs.skipped.clear()
    found: list[str] = []
    beyond_limit = 0
    for root in writer.inputs.roots.all:
        inner = writer.inputs.roots.inner(root)
        for number, seen in enumerate(disk.walk(root.directory, limits, CancelToken())):
            if seen.path.startswith(inner):
                pass  # the entry belongs to an inner root
            elif isinstance(seen, Skipped):
                skip(writer, root, seen)
            elif len(found) < limits.max_files:
                found.append(root.prefix + seen.path)
            else:
                beyond_limit += 1
            if number % STEP_PATHS == 0:
                writer.progress("scanning", len(found), 0)
                yield
    writer.inputs.beyond_limit = beyond_limit
    folders = (root.directory for root in writer.inputs.roots.all)
    writer.inputs.missing = tuple(str(folder) for folder in folders if not disk.has_root(folder))
    writer.inputs.known = {*found, *writer.inputs.overlay}
    unlisted = sorted({*writer.host.files, *writer.inputs.overlay}.difference(found))
    reading = FileReader(writer, disk, limits)
    yield from _index(writer, reading, unlisted, reading.wanted, len(unlisted))
    yield
    yield from _index(writer, reading, found, reading.text, len(found), use_shared=True)
    yield


def _index(
    writer: Writer,
    reading: FileReader,
    paths: Iterable[str | None],
    read: Callable[[str], SourceText | None],
    total: int,
    *,
    force: bool = False,
    use_workers: bool = True,
    use_shared: bool = False,
) -> Generator[None, None, int]:
    """Read and index the files at `paths` in steps of limited size; None in `paths` marks a skipped entry.

    `read` returns the text of a file, or None if there is nothing to index. `total` is the expected number of paths.
    With `force`, cached records are not used. `use_workers` and `use_shared` are as in `BatchDispatch`. Returns how
    many files really changed. The generator yields only if there is more than one step.
    """
    dispatch = BatchDispatch(writer, use_cache=not force, use_workers=use_workers, use_shared=use_shared)
    batch: dict[str, SourceText | None] = {}
    size = entries = 0
    for number, path in enumerate(paths):
        if size >= (CACHED_STEP_BYTES if dispatch.finds_all else STEP_BYTES) or entries >= STEP_FILES:
            dispatch.put(batch, total - number)
            batch, size, entries = {}, 0, 0
            _end_step(writer, number, total, collect=not dispatch.finds_all)
            yield
            reading.renew()
        entries += 1
        if path is not None:
            source = batch[path] = _read(writer, path, read)
            size += len(source.data) if source else 0
    dispatch.put(batch, 0)
    while dispatch.waiting:
        yield
        dispatch.take_back()
        _end_step(writer, total, total, collect=True)
    return dispatch.changed


def _end_step(writer: Writer, read: int, total: int, *, collect: bool) -> None:
    """Report progress after `read` files have been read; those read as plain text do not count."""
    writer.progress("indexing", max(0, min(read, total) - len(writer.host.plain_files)), total)
    # Records from the cache have no reference cycles, and a collection would take a tenth of the step.
    freeze_live_objects(collect=collect)


def _read(writer: Writer, path: str, read: Callable[[str], SourceText | None]) -> SourceText | None:
    """Read a file; return None if there is nothing to index, or if reading it fails."""

    def leave_out() -> None:
        writer.inputs.skipped[path] = "unreadable"

    return writer.host.failures.attempt("reading", path, lambda: read(path), leave_out)


def _resolve(writer: Writer) -> Iterator[None]:
    total = writer.host.unresolved
    while writer.host.unresolved:
        computes = writer.resolve(RESOLVE_STEP)
        writer.progress("indexing", total - writer.host.unresolved, total)
        freeze_live_objects(collect=computes)
        yield


def use_roots(writer: Writer, roots: Roots) -> None:
    """Change the folders of the workspace; rename the buffers whose workspace paths change, and drop stale paths."""
    inputs, old = writer.inputs, writer.inputs.roots
    inputs.roots, inputs.known = roots, None
    inputs.overlay = old.moved_overlay(inputs.overlay, roots)
    inputs.open_files.rename(lambda path: old.moved(path, roots))
    moved = [path for path in writer.host.files if old.moved(path, roots) != path]
    writer.texts.apply(dict.fromkeys(moved) | dict(inputs.overlay))


def set_text(
    writer: Writer, disk: Disk, limits: Limits, path: str, source: SourceText, edited_at: float | None = None
) -> None:
    """Set the text of an open buffer; a buffer over the size limit is skipped like a file.

    A buffer of another worktree of Git, which another server may serve, is not part of this workspace. `edited_at` is
    the time (`perf_counter`) at which the text arrived; None means now.
    """
    reading, before = FileReader(writer, disk, limits), writer.inputs.overlay.get(path)
    if before is None:
        located = writer.inputs.roots.locate(path)
        if located is not None and disk.is_in_other_worktree(located[0].directory, located[1]):
            return
        writer.texts.opened(path)
    else:
        writer.note_edit()
    writer.inputs.overlay = writer.inputs.overlay.with_text(path, source)
    writer.texts.defer(path, within_limits(writer, limits, path, source), edited_at or perf_counter())
    # Only now, because whatever the file is like, the text of the buffer counts.
    if before is None:
        reading.note_opened(path, source)
    else:
        reading.look(path, before, source, is_typing=True)


def close_text(writer: Writer, disk: Disk, limits: Limits, path: str) -> None:
    """Close a buffer, so that the text on disk is indexed again."""
    writer.inputs.overlay = writer.inputs.overlay.without(path)
    writer.inputs.open_files.remove(path)
    take_changes(writer, disk, limits, [path])
    writer.texts.closed(path)


def note_save(writer: Writer, disk: Disk, limits: Limits, path: str) -> None:
    """Note that the editor has written a buffer to its file."""
    buffer = writer.inputs.overlay.get(path)
    if buffer is not None:
        FileReader(writer, disk, limits).look(path, buffer)
        writer.inputs.open_files.note_save(path, buffer)


def look_at_open_files(writer: Writer, disk: Disk, limits: Limits) -> None:
    """Notice changes to the files of open buffers, even if nobody watches these files."""
    reading, overlay = FileReader(writer, disk, limits), writer.inputs.overlay
    for path in writer.inputs.open_files.paths():
        if path in overlay:
            reading.look(path, overlay[path])


def refresh(writer: Writer, disk: Disk, limits: Limits, paths: Iterable[str], *, force: bool = False) -> int:
    """Read files and folders again, because they may have changed on disk; return how many files really changed.

    The caller waits for the result, so no worker process is used. With `force`, unchanged texts are also processed
    again, without the cache.
    """
    paths = list(paths)
    if force:
        writer.texts.apply(dict.fromkeys(paths))
    steps = _refresh(writer, disk, limits, paths, force=force, use_workers=False)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return int(end.value)


def rules_changed(writer: Writer, disk: Disk, limits: Limits, paths: Iterable[str]) -> bool:
    """Return whether a change to `paths` may change which files are skipped."""
    reading = FileReader(writer, disk, limits)
    return any(reading.has_rules(path) for path in paths)


def take_changes(writer: Writer, disk: Disk, limits: Limits, paths: Sequence[str]) -> None:
    """Do one step of `refresh` now and the rest in the background. Coverage counts the remaining paths as unseen."""
    steps = _refresh(writer, disk, limits, paths)
    if next(steps, "end") != "end":
        writer.after_background(steps)


def _refresh(
    writer: Writer, disk: Disk, limits: Limits, paths: Sequence[str], *, force: bool = False, use_workers: bool = True
) -> Generator[None, None, int]:
    """Read the files and folders at `paths` again, in steps; return how many files really changed.

    `force` and `use_workers` are as in `_index`. The generator yields only if there is more than one step.
    """
    reading, inputs = FileReader(writer, disk, limits), writer.inputs
    left = len(paths)
    inputs.waiting += left

    def files() -> Iterator[str | None]:
        nonlocal left
        for path in paths:
            yield from reading.files(path)
            left -= 1  # only now, because a step may end before the file is read
            inputs.waiting -= 1

    try:
        return (
            yield from _index(
                writer, reading, files(), reading.wanted, len(paths), force=force, use_workers=use_workers
            )
        )
    finally:
        inputs.waiting -= left
