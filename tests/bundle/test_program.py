"""The entry point of the one-folder program, run by Python here. `python -m tests.bundle` checks the built program."""

import os
import subprocess
import sys

import pytest

import ctx_lsp
from ctx_lsp.ingest import worker
from editors.bundle.program import restore_environment

PROGRAM = [sys.executable, "-m", "editors.bundle.program"]


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def test_it_is_the_command_line() -> None:
    assert run("--version").stdout == f"ctx-lsp, version {ctx_lsp.__version__}\n"


def test_it_runs_a_module_of_the_package() -> None:
    done = run("-m", worker.__name__)
    assert done.stdout.encode() == b"\n" + worker.greeting()
    assert done.returncode == 0


@pytest.mark.parametrize("arguments", [("-m",), ("-m", "this"), ("-m", "ctx_lsp_other"), ("-m", "")])
def test_it_runs_no_other_module(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert "No such option '-m'" in done.stderr


@pytest.mark.parametrize("given", ["/opt/lib", None])
def test_programs_that_it_starts_have_the_library_path_of_its_user(
    given: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/ctx-lsp/_internal")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    monkeypatch.setenv("PYINSTALLER_RESET_ENVIRONMENT", "0")
    if given:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", given)
    restore_environment()
    assert os.environ.get("LD_LIBRARY_PATH") == given
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ
    assert os.environ["PYINSTALLER_RESET_ENVIRONMENT"] == "1"
