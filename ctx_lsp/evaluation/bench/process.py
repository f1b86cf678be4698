"""Starting a process and knowing when it says what: the parent's side of `probe`."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

# -P: without it, whatever in the current folder has the name of a module would run in its place.
PROGRAM = (sys.executable, "-P", "-m")

Line = dict[str, Any]


class ProbeError(RuntimeError):
    """A process that was started to be measured has failed."""


def probe(task: str, folder: Path, variables: Mapping[str, str]) -> dict[str, Line]:
    """Run a task of `probe` on `folder` to its end, in the environment extended by `variables`.

    Returns its lines by what they say was reached, each with `elapsed`: seconds since the process was started.
    Raises `ProbeError` where it fails.
    """
    command = [*PROGRAM, "ctx_lsp.evaluation.bench.probe", task, str(folder)]
    return {line["reached"]: line for line in _lines(command, os.environ | variables)}


def seconds_of(command: Sequence[str]) -> float:
    """Wall-clock seconds of a command from start to end. Raises `ProbeError` where it fails."""
    begin = perf_counter()
    ended = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)  # noqa: S603 - the user's own command
    if ended.returncode:
        raise ProbeError(f"{command[0]} ended with {ended.returncode}: {ended.stderr.decode(errors='replace')[-500:]}")
    return perf_counter() - begin


def _lines(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[Line]:
    begin = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:  # noqa: S603 - this program
        assert process.stdout is not None
        for line in process.stdout:
            yield json.loads(line) | {"elapsed": perf_counter() - begin}
    if process.returncode:
        raise ProbeError(f"{' '.join(command[len(PROGRAM) :][:2])} ended with {process.returncode}")
