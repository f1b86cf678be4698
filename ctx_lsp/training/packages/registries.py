"""Downloads packages with the registries' own clients (`pip`, `npm`, `apt-get`). No package code is run or built.

Debian source packages require `deb-src` sources; `APT_CONFIG` can name a configuration other than the system's.
"""

import hashlib
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ctx_lsp.training.packages.recipe import Registry

SECONDS = 600  # timeout of one command
_MAIN_SOURCE = re.compile(r"_[^_]+?(?:\.orig)?\.tar\.(?:gz|xz|bz2)\Z")


class Wanted(NamedTuple):
    """A package to download; the version "" means the newest version."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Download:
    """A downloaded package: its main archive and, for a Debian source package, the archive of Debian's own files."""

    version: str
    archive: Path
    packaging: Path | None

    @property
    def sha256(self) -> str:
        """The digest of the main archive."""
        with self.archive.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()


def download(registry: Registry, wanted: Sequence[Wanted], folder: Path) -> dict[str, Download]:
    """Download packages into `folder`; return the successful downloads, keyed by name."""
    folder.mkdir(parents=True, exist_ok=True)
    separator, command = _COMMANDS[registry]
    arguments = [f"{one.name}{separator}{one.version}" if one.version else one.name for one in wanted]
    if not _run([*command, *arguments], folder):  # one wrong name may make the whole call fail
        for argument in arguments if len(arguments) > 1 else ():
            _run([*command, argument], folder)
    found = ((one.name, find_download(registry, folder, one.name)) for one in wanted)
    return {name: got for name, got in found if got}


def find_download(registry: Registry, folder: Path, name: str) -> Download | None:
    """Find the download of a package among the files that a client wrote into `folder`; return None if it is absent."""
    return _FIND[registry](folder, name)


_COMMANDS: dict[Registry, tuple[str, list[str]]] = {
    "pypi": ("==", ["pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", "."]),
    "npm": ("@", ["npm", "pack", "--silent", "--ignore-scripts"]),
    "debian": ("=", ["apt-get", "download"]),
    "debian-source": ("=", ["apt-get", "source", "--quiet", "--download-only", "--only-source"]),
}


def _run(command: list[str], folder: Path) -> bool:
    try:
        subprocess.run(  # noqa: S603 - the clients above, with names from the recipe
            command, cwd=folder, capture_output=True, timeout=SECONDS, check=True
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return False
    return True


def _find_pypi(folder: Path, name: str) -> Download | None:
    wanted = _same_name(name)
    for archive in sorted(folder.glob("*.whl")):
        found, version = archive.name.split("-")[:2]
        if _same_name(found) == wanted:
            return Download(version, archive, None)
    return None


def _same_name(name: str) -> str:
    """Normalise the name of a Python package, so that all its spellings compare equal."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _find_npm(folder: Path, name: str) -> Download | None:
    stem = name.removeprefix("@").replace("/", "-")
    found = re.compile(rf"{re.escape(stem)}-(\d+\.\d+\.\d+.*)\.tgz\Z")
    matches = (found.match(archive.name) for archive in sorted(folder.glob("*.tgz")))
    return next((Download(match[1], folder / match[0], None) for match in matches if match), None)


def _find_debian(folder: Path, name: str) -> Download | None:
    archive = next(iter(sorted(folder.glob(f"{name}_*.deb"))), None)
    if archive is None:
        return None
    version = archive.name.split("_")[1].replace("%3a", ":")
    return Download(version, archive, None)


def _find_debian_source(folder: Path, name: str) -> Download | None:
    description = next(iter(sorted(folder.glob(f"{name}_*.dsc"))), None)
    if description is None:
        return None
    text = description.read_text()
    version = re.search(r"^Version: (\S+)", text, re.MULTILINE)
    listed = (folder / file for file in sorted(set(re.findall(r"^ [0-9a-f]{64} \d+ (\S+)", text, re.MULTILINE))))
    files = [file for file in listed if file.exists()]
    packaging = next((file for file in files if ".debian.tar." in file.name), None)
    main = next((file for file in files if file != packaging and _MAIN_SOURCE.search(file.name)), None)
    return Download(version[1], main, packaging) if version and main else None


_FIND: dict[Registry, Callable[[Path, str], Download | None]] = {
    "pypi": _find_pypi,
    "npm": _find_npm,
    "debian": _find_debian,
    "debian-source": _find_debian_source,
}
