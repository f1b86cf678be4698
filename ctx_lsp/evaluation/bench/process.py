"""Starts the processes to be measured, which run the module `probe`, and times the lines that they print."""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import Any

from ctx_lsp.base.system import PYTHON_MODULE

Line = dict[str, Any]

_NO_VARIABLES: Mapping[str, str] = MappingProxyType({})


class ProbeError(RuntimeError):
    """The error raised when a measured process fails."""


def probe(task: str, folder: Path, variables: Mapping[str, str]) -> dict[str, Line]:
    """Run the task `task` of the module `probe` on `folder`, with `variables` added to the environment.

    Returns the lines that the process printed, keyed by milestone. In each line, `elapsed` is the time since the start
    of the process, in seconds. Raises `ProbeError` if the process fails.
    """
    command = [*PYTHON_MODULE, "ctx_lsp.evaluation.bench.probe", task, str(folder)]
    return {line["reached"]: line for line in _lines(command, os.environ | variables)}


def seconds_of(command: Sequence[str], variables: Mapping[str, str] = _NO_VARIABLES) -> float:
    """Run a command and return its wall-clock time in seconds. Raises `ProbeError` if the command fails.

    The command gets this process's environment plus `variables`.
    """
    begin = perf_counter()
    ended = subprocess.run(  # noqa: S603 - the user's own command, or one that is installed
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=os.environ | variables, check=False
    )
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
        raise ProbeError(f"{' '.join(command[len(PYTHON_MODULE) :][:2])} ended with {process.returncode}")
