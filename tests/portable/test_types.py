"""The type checker finds a name that a system lacks. `make check` has it read the program as on each system."""

import subprocess
import sys
from pathlib import Path

from tests.portable.lacks import ROOT


def check(platform: str, file: Path) -> str:
    """The output of mypy for a file on a platform, with the cache that `make check` keeps for it."""
    cache = ROOT / ".mypy_cache" / platform
    command = [sys.executable, "-m", "mypy", "--platform", platform, "--cache-dir", str(cache), str(file)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def test_a_name_that_a_system_lacks_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text("import os\n\nFLAGS = os.O_DIRECTORY\n")
    assert "O_DIRECTORY" in check("win32", planted)
    assert check("darwin", planted).startswith("Success")
