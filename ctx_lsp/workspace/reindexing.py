"""Reads files once more on request, in small steps between which other requests are answered."""

from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial

from ctx_lsp.features.model import ReindexCounts
from ctx_lsp.ingest import indexing_jobs as jobs
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.text.disk import Disk, Limits

CHANGE_BATCH = 5  # files refreshed in one step of the writer: about 30 ms


def start_reindexing(
    writer: Writer, disk: Disk, limits: Limits, paths: Sequence[str] | None, *, force: bool
) -> "Future[ReindexCounts]":
    """Start to read the files at `paths`, or all if None, once more. Any thread may call this.

    With `force`, facts are derived even of unchanged files.
    """
    done: Future[ReindexCounts] = Future()

    def cancel(step: "Future[None]") -> None:
        if step.cancelled():
            done.cancel()

    def begin(writer: Writer) -> None:
        wanted = sorted(writer.host.files) if paths is None else list(paths)
        changed: list[int] = []

        def step(writer: Writer, batch: Sequence[str]) -> None:
            changed.append(jobs.refresh(writer, disk, limits, batch, force=force))

        for start in range(0, len(wanted), CHANGE_BATCH):
            writer.put(partial(step, batch=wanted[start : start + CHANGE_BATCH]))
        end = writer.put(lambda _: done.set_result(ReindexCounts(len(wanted), sum(changed))))
        end.add_done_callback(cancel)

    writer.put(begin).add_done_callback(cancel)
    return done
