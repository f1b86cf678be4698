"""Processes of the program that are forked from one that has loaded it, which saves a second of each start.

A forked process has the arguments, environment, working folder and streams that it would have if it were started. Tests
of starts and ends start the program itself.
"""

import atexit
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from multiprocessing import forkserver, reduction
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO

from ctx_lsp.agents import engines
from ctx_lsp.cli.main import COMMANDS, MODULES

ROOT = Path(__file__).parents[1]
_CONTEXT = multiprocessing.get_context("forkserver")
_start_server = engines.start_server
_CONTEXT.set_forkserver_preload(
    [
        "tests.forked",
        "tests.loaded_queries",
        "ctx_lsp.protocol.server",
        "ctx_lsp.agents.mcp_server",
        *(f"ctx_lsp.cli.commands.{MODULES.get(name, name)}" for name in COMMANDS),
    ]
)


class _Stream:
    """A file descriptor that the forked process gets a copy of."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def __reduce__(self) -> tuple[Any, ...]:
        return _received, (reduction.DupFd(self.descriptor),)


def _received(copy: Any) -> int:  # noqa: ANN401  # what `DupFd` makes has no public type
    return int(copy.detach())


class ForkedProcess:
    """A running `ctx-lsp` with these arguments; the part of `subprocess.Popen` that tests use.

    `stdin` and, unless a descriptor is given, `stdout` are pipes.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        stderr: int,
        stdout: int | None = None,
        folder: Path = ROOT,
        environment: Mapping[str, str] | None = None,
        module: str = "ctx_lsp.cli.main",
    ) -> None:
        """Fork it. Another `module` than the program's must have a function `main` as well."""
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        self.stdin: BinaryIO = os.fdopen(ours_in, "wb")  # the caller closes both
        self.stdout: BinaryIO = os.fdopen(ours_out, "rb")
        streams = [_Stream(one) for one in (theirs_in, theirs_out if stdout is None else stdout, stderr)]
        variables = dict(os.environ if environment is None else environment)
        given = (module, list(arguments), variables, str(folder), streams)
        self._process: ForkServerProcess = _CONTEXT.Process(target=_run, args=given)
        self._process.start()
        os.close(theirs_in)
        os.close(theirs_out)

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit code. Raises `subprocess.TimeoutExpired`."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("ctx-lsp", timeout or 0.0)
        return self._process.exitcode

    def terminate(self) -> None:
        """End it with SIGTERM, if it still runs."""
        self._process.terminate()

    def kill(self) -> None:
        """End it with SIGKILL, if it still runs."""
        self._process.kill()

    def close(self) -> None:
        """Close the pipes to it."""
        self.stdin.close()
        self.stdout.close()

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)


def run_program(
    arguments: Sequence[str], environment: Mapping[str, str], timeout: float, folder: Path = ROOT
) -> "subprocess.CompletedProcess[str]":
    """Run `ctx-lsp` with these arguments to its end. Raises `subprocess.TimeoutExpired`."""
    with TemporaryFile() as out, TemporaryFile() as err:
        process = ForkedProcess(
            arguments, stdout=out.fileno(), stderr=err.fileno(), folder=folder, environment=environment
        )
        process.close()
        try:
            code = process.wait(timeout)
        finally:
            process.kill()
        return subprocess.CompletedProcess([*arguments], code, *map(_text, (out, err)))


def forked_server() -> "ForkedProcess | subprocess.Popen[bytes]":
    """Fork the server that an agent starts: a replacement of `engines.start_server`."""
    try:
        folder = Path.cwd()
    except FileNotFoundError:  # a folder that is gone can only be inherited
        return _start_server()
    environment = os.environ | engines.OWN_ENVIRONMENT
    return ForkedProcess(["serve", "--stdio"], stderr=2, folder=folder, environment=environment)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def _run(module: str, arguments: list[str], environment: dict[str, str], folder: str, streams: list[int]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for target, stream in enumerate(streams):
        os.dup2(stream, target)
        os.close(stream)
    sys.stdin, sys.stdout, sys.stderr = (
        open(0, closefd=False, encoding="utf-8"),  # noqa: SIM115
        open(1, "w", closefd=False, encoding="utf-8"),  # noqa: SIM115
        open(2, "w", closefd=False, encoding="utf-8", errors="backslashreplace", buffering=1),  # noqa: SIM115
    )
    sys.argv = ["ctx-lsp", *arguments]
    forkserver._forkserver.ensure_running = lambda: None  # type: ignore[method-assign]  # the one that has forked us
    engines.start_server = forked_server  # type: ignore[assignment]  # so are the servers that agents start
    try:
        import_module(module).main()
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
