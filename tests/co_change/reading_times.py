"""Measures the time and memory of reading histories: python -m tests.co_change.reading_times FOLDER...

Each FOLDER is a git directory with thousands of commits; it stays as it is. Printed for each are, in processes of their
own: the seconds to read its newest commits with Git, wall and processor time (of Git, too), the seconds to read them
from the cache, the memory that the log keeps, the median time of one more commit, and the size of the cache.
"""

import argparse
import gc
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.system import children_processor_seconds, resident_bytes, return_free_memory
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.history.log import HistoryLog
from ctx_lsp.history.reading import read_history
from tests.progress_lines import print_line

MORE = 15  # single commits that are added one by one
MIB = 1 << 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--alone", action="store_true", help="measure in this process")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        if arguments.alone:
            measure(folder.resolve())
        else:
            subprocess.run([sys.executable, "-m", __spec__.name, "--alone", str(folder)], check=True)


def measure(folder: Path) -> None:
    """Print the figures of one repository."""
    with TemporaryDirectory() as temporary:
        clone, cache = Path(temporary, "clone"), Path(temporary, "cache.db")
        _git("clone", "--quiet", "--shared", "--no-checkout", str(folder), str(clone), at=folder)
        before = _settled_memory()
        read, wall, processor = _timed(clone, None, cache)
        kept = _settled_memory() - before
        _, from_cache, _ = _timed(clone, None, cache)
        more = [_one_more(clone, read, cache) for _ in range(MORE)]
        walls, processors = (statistics.median(each) * 1000 for each in zip(*more, strict=True))
        print_line(
            f"{folder}: {len(read) - MORE} commits in {wall:.1f} s ({processor:.1f} s of processor time), "
            f"from the cache in {from_cache:.1f} s; one more in {walls:.0f} ms ({processors:.0f} ms of processor); "
            f"{kept / MIB:.0f} MiB of memory, {cache.stat().st_size / MIB:.1f} MiB in the cache"
        )


def _timed(folder: Path, known: HistoryLog | None, cache: Path) -> tuple[HistoryLog, float, float]:
    wall, processor = time.perf_counter(), _processor_seconds()
    log = read_history(folder, known, lambda: BlobStore(cache), CancelToken())
    assert log is not None
    return log, time.perf_counter() - wall, _processor_seconds() - processor


def _one_more(folder: Path, known: HistoryLog, cache: Path) -> tuple[float, float]:
    """Commit a file, and return the seconds to add this commit to `known`: wall and processor time."""
    (folder / "more.py").write_text(f"more = {time.time_ns()}\n", "utf-8")
    _git("add", "more.py", at=folder)
    _git("-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "--message", "More", at=folder)
    log, wall, processor = _timed(folder, known, cache)
    assert log is known, "the log was built anew"
    return wall, processor


def _processor_seconds() -> float:
    return time.process_time() + children_processor_seconds()


def _settled_memory() -> int:
    gc.collect()
    return_free_memory()
    return resident_bytes()


def _git(*arguments: str, at: Path) -> None:
    subprocess.run(["git", *arguments], cwd=at, check=True)  # noqa: S607 - the git that is there


if __name__ == "__main__":
    main()
