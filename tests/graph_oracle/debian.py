"""Gets Go packages, headers and sources of Java, C and C++ libraries from Debian; Go and Java with their dependencies.

Sources are requested with separate source lists, derived from the machine's, because few machines list sources.
"""

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from tests.graph_oracle.commands import run, work_folder
from tests.graph_oracle.packages import GO_PATH, Package

TOOLS = ("apt-get", "apt-cache", "dpkg-deb")
SOURCE_TOOLS = (*TOOLS, "dpkg-source")
HEADERS = "-dev"  # how Debian calls the binary packages that have a library's headers

_GO_PACKAGE = re.compile(r"\bgolang-[\w.+-]+-dev$", re.MULTILINE)
_BUILD_DEPENDS = re.compile(r"^Build-Depends(?:-Indep)?:(.*)$", re.MULTILINE)
_JAVA_PACKAGE = re.compile(r"\b(?!\S*(?:maven|plugin|surefire|gradle))(?:lib[\w.+-]+-java|junit\d?)(?![\w.+-])")


def lay_out_go(package: Package, folder: Path) -> None:
    """Lay out a Debian package: the module is the workspace, its dependencies are beside it."""
    needed = set(_needed([package.name], _GO_PACKAGE, folder)) - {package.name}
    _extract([f"{package.name}={package.version}", *sorted(needed)], folder)
    top = folder / "workspace"
    shutil.copytree(folder / "deps" / GO_PATH / "src" / package.root, top)
    if not (top / "go.mod").exists():
        (top / "go.mod").write_text(f"module {package.root}\n")


def lay_out_java(package: Package, folder: Path) -> None:
    """Lay out a source package: its source folder is the workspace, its build dependencies are beside it."""
    description = lay_out_sources(package, folder)
    listed = "\n".join(_BUILD_DEPENDS.findall(description.read_text("utf-8")))
    _extract(sorted(_needed(_JAVA_PACKAGE.findall(listed), _JAVA_PACKAGE, folder)), folder)


def lay_out_sources(package: Package, folder: Path) -> Path:
    """Lay out the source folder of a source package as the workspace; return Debian's description of the package."""
    fetched = folder / "source"
    fetched.mkdir()
    wanted = f"{package.name}={package.version}"
    run(["apt-get", *_source_lists(), "source", "--download-only", "--only-source", wanted], fetched)
    description = next(fetched.glob("*.dsc"))
    run(["dpkg-source", "--no-check", "--extract", description.name, "unpacked"], fetched)
    added = shutil.ignore_patterns(".pc", "debian")  # copies of the files that Debian patches, and its rules
    shutil.copytree(fetched / "unpacked" / package.root, folder / "workspace" / package.root, ignore=added)
    return description


def lay_out_headers(package: Package, folder: Path) -> None:
    """Lay out the folder of headers of a binary package as the workspace."""
    _extract([f"{package.name}={package.version}"], folder)
    shutil.copytree(folder / "deps" / package.root, folder / "workspace" / package.root)


def _needed(names: Iterable[str], pattern: re.Pattern[str], folder: Path) -> set[str]:
    """The given packages, and those of their transitive dependencies whose names match a pattern."""
    wanted = sorted(set(names))
    if not wanted:
        return set()
    listed = run(["apt-cache", "depends", "--recurse", "--important", *wanted], folder).decode()
    virtual = set(re.findall(r"<(.+)>", listed))
    return {*wanted, *pattern.findall(listed)} - virtual


def _extract(wanted: list[str], folder: Path) -> None:
    """Unpack binary packages into `deps`."""
    archives = folder / "archives"
    archives.mkdir()
    (folder / "deps").mkdir()
    if wanted:
        run(["apt-get", "download", *wanted], archives)
    for archive in sorted(archives.iterdir()):
        run(["dpkg-deb", "--extract", str(archive), str(folder / "deps")], folder)


def _source_lists() -> list[str]:
    """Options that make apt-get read only the source lists below the cache."""
    top = work_folder("debian")
    lists, cache, source_list = top / "lists", top / "cache", top / "sources.list"
    options = [f"Dir::State::lists={lists}", f"Dir::Cache={cache}"]
    options += [f"Dir::Etc::sourcelist={source_list}", "Dir::Etc::sourceparts=-"]
    flags = [part for option in options for part in ("-o", option)]
    if not source_list.exists():
        (lists / "partial").mkdir(parents=True, exist_ok=True)
        (cache / "archives" / "partial").mkdir(parents=True, exist_ok=True)
        form = "deb-src $(SITE) $(RELEASE) $(COMPONENT)"
        known = run(["apt-get", "indextargets", "--format", form, "Created-By: Packages"], top).decode()
        part = source_list.with_suffix(".part")
        part.write_text("".join(f"{line}\n" for line in sorted(set(known.splitlines()))))
        part_options = [one.replace(str(source_list), str(part)) for one in flags]
        run(["apt-get", *part_options, "update"], top)
        part.rename(source_list)
    return flags
