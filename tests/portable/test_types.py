"""The type checker reads the program as on each system, so a missing name is an error."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.portable.lacks import ROOT


def check(platform: str, cache: Path, *files: str) -> str:
    """The output of mypy for files on a platform."""
    command = [sys.executable, "-m", "mypy", "--platform", platform, "--cache-dir", str(cache), *files]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_every_name_exists_on_every_system(platform: str, tmp_path: Path) -> None:
    assert check(platform, tmp_path, "ctx_lsp").startswith("Success")


def test_a_name_that_a_system_lacks_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text("import os\n\nFLAGS = os.O_DIRECTORY\n")
    assert "O_DIRECTORY" in check("win32", tmp_path / "cache", str(planted))
    assert check("darwin", tmp_path / "cache", str(planted)).startswith("Success")
