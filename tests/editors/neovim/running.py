"""Runs Lua test files in the real Neovim with the plugin, and reads the results.

`test_neovim` lists the files and their needs.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.editors.neovim_binary import neovim

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PLUGIN = ROOT / "editors" / "neovim"
LONGEST_SECONDS = 300  # before a Neovim that hangs is ended; on a quiet machine it takes 10

_TEST = re.compile(r"^function tests\.(\w+)\(\)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Ran:
    """The output of a Neovim, and the problem of each of its tests (None: passed)."""

    problems: Mapping[str, str | None]
    output: str

    def problem(self, name: str) -> str | None:
        """The problem of a test; the output of Neovim if the test did not run."""
        return self.problems.get(name, f"{name} did not run:\n{self.output}")


def names_of(folder: str) -> list[str]:
    """The tests in a folder, as `file.test`."""
    files = sorted((HERE / folder).glob("*.lua"))
    return [f"{file.stem}.{name}" for file in files for name in sorted(_TEST.findall(file.read_text("utf-8")))]


def run_files(folder: str, scratch: Path, *opened: Path, cwd: Path | None = None, **environment: str) -> Ran:
    """Run the tests of a folder in one Neovim, which is started with the files `opened`."""
    files = sorted(str(file) for file in (HERE / folder).glob("*.lua"))
    listed = ", ".join(json.dumps(file) for file in files)
    options = [*map(str, opened), "-c", f"lua require('harness').run {{ {listed} }}"]
    done = run(options, scratch, cwd, **environment)
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    return Ran({one["name"]: one.get("problem") for one in outcomes}, done.stdout + done.stderr)


def run(
    options: Sequence[str], scratch: Path, cwd: Path | None = None, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run a headless Neovim whose settings, data and logs are below `scratch`."""
    homes = {f"XDG_{name}_HOME": str(scratch / name.lower()) for name in ("CONFIG", "DATA", "STATE")}
    variables = os.environ | homes | {"CTX_TEST_PYTHON": sys.executable, "PYTHONPATH": str(ROOT)} | environment
    command = [str(neovim()), "--headless", "-i", "NONE", "-u", str(HERE / "init.lua"), *options]
    with (scratch / "written.txt").open("w+") as out, (scratch / "said.txt").open("w+") as err:
        started = subprocess.Popen(command, env=variables, cwd=cwd or scratch, stdout=out, stderr=err)
        try:
            code = started.wait(LONGEST_SECONDS)
        except subprocess.TimeoutExpired:
            started.kill()  # what it has written so far tells where it hung
            code = started.wait()
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(command, code, out.read(), err.read())
