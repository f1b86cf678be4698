"""`python -m tests.faults.packages SOURCE...`: index folders and packages, and list the files whose analysis failed.

A source is a folder, or an archive as `pip download` and `npm pack` leave it, which is unpacked into a temporary
folder. Each is indexed as a workspace of its own, without a model and without a cache. Folders stay as they are.
"""

import argparse
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ctx_lsp.cli.session import open_workspace, settings_of, wait_until_indexed
from ctx_lsp.workspace import Status
from tests.progress_lines import print_line

ZIPS = (".whl", ".zip")


@contextmanager
def unpacked(source: Path) -> Iterator[Path]:
    """The folder of a source; that of an archive is removed at the end."""
    if source.is_dir():
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-package-") as folder:
        if source.suffix in ZIPS:
            with zipfile.ZipFile(source) as archive:
                archive.extractall(folder)  # noqa: S202  # zipfile keeps members inside
        else:
            with tarfile.open(source) as archive:
                archive.extractall(folder, filter="data")
        yield Path(folder)


def status_of(folder: Path) -> Status:
    """Index a folder, and return what the program then says of itself."""
    settings = settings_of(folder, CTX_LSP_MODEL_EMBEDDING="none", CTX_LSP_CACHE_ENABLED="false")
    with open_workspace(folder, settings) as workspace:
        wait_until_indexed(workspace, semantic=False)
        return workspace.status()


def main() -> int:
    """Index each source; return 1 if a file failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.packages", description=__doc__)
    parser.add_argument("sources", nargs="+", type=Path, help="folders, wheels, and archives of npm or of sources")
    files = failed = 0
    sources = parser.parse_args().sources
    for source in sources:
        with unpacked(source.resolve()) as folder:
            status = status_of(folder)
        files, failed = files + status.files, failed + len(status.failures)
        print_line(f"{source.name}: {status.files:,} files, {len(status.failures)} failed")
        for failure in status.failures:
            print_line(f"  {failure}")
    print_line(f"all: {failed} of {files:,} files in {len(sources)} folders failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
