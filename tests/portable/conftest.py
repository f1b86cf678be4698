"""The program on Linux as on Windows: without the names that, by the type stubs, Windows lacks."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from tests import tidy
from tests.portable.lacks import ROOT, missing_names, missing_packages, names_of


@pytest.fixture(scope="session")
def windows_lacks() -> str:
    """Modules and names that Windows lacks, as JSON. Reading mypy's type stubs takes four seconds."""
    imported = {
        name.partition(".")[0]
        for source in tidy.read_tree(ROOT / "ctx_lsp").values()
        for name in tidy.imported_modules(source)
    }
    modules = sorted(imported & sys.stdlib_module_names)
    absent = [name for name in sys.stdlib_module_names if names_of(name, "linux") and not names_of(name, "win32")]
    attributes = {name: sorted(missing_names(name, "win32")) for name in modules if name not in absent}
    return json.dumps({"modules": [*absent, *missing_packages("win32")], "attributes": attributes})


@pytest.fixture
def windows(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Processes that the test starts see Windows as far as `ctx_lsp` can tell. Git is `git.exe`."""
    if sys.platform != "linux":
        pytest.skip("takes away what Linux has")
    monkeypatch.setenv("WINDOWS_LACKS", request.getfixturevalue("windows_lacks"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(Path(__file__).with_name("windows")), str(ROOT))))
    programs = tmp_path_factory.mktemp("programs")
    git = shutil.which("git")
    assert git
    (programs / "git.exe").symlink_to(git)
    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
