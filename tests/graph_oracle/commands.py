"""Runs the tools of other languages; everything that they fetch or make goes below one folder."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

CACHE = (Path(__file__).parents[2] / ".oracle").resolve()  # an indexer takes files behind a link for others'


def work_folder(name: str) -> Path:
    """The folder with this name below the cache."""
    folder = CACHE / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def run(
    command: list[str], folder: Path, environment: Mapping[str, str] | None = None, *, may_fail: bool = False
) -> bytes:
    """The output of a command run in `folder`, with additional environment variables.

    Raises if it fails, unless it `may_fail`.
    """
    around = {**os.environ, **(environment or {})}
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, preexec_fn=_be_nice, env=around)
    if done.returncode and not may_fail:
        said = (done.stdout + done.stderr).decode(errors="replace")
        raise RuntimeError(f"{' '.join(command)} failed with {done.returncode}:\n{said[-2_000:]}")
    return done.stdout


def _be_nice() -> None:
    os.nice(10)
