"""The packages that a repository provides, as its manifests say. Versions come from manifests or tags of the commit."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.graph.projects import read_project
from ctx_lsp.graph.projects.model import GoModule, Project, PythonProject
from ctx_lsp.graph.projects.texts import inner, json_object, strings, toml_table
from ctx_lsp.published.versions import Ecosystem, highest_version, is_same_version, plain_name, tagged_versions
from ctx_lsp.snapshot.snapshot import Snapshot

_VERSION_FILES = ("__init__.py", "_version.py", "__version__.py", "version.py", "__about__.py")
_VERSION = re.compile(r"^__version__\s*(?::\s*\w+\s*)?=\s*[\"']([^\"'\n]+)[\"']", re.MULTILINE)
_SETUP = re.compile(r"^[ \t]*(?:setuptools\.|core\.)?setup\s*\(", re.MULTILINE)
_SETUP_NAME = re.compile(r"\bname\s*=\s*(?:[\"']([^\"'\n]+)[\"'])?")
_SETUP_VERSION = re.compile(r"\bversion\s*=\s*[\"']([^\"'\n]+)[\"']")
_PLACEHOLDER = re.compile(r"v?0\.0\.0\b.*")  # of manifests whose version is set by the release


@dataclass(frozen=True, slots=True)
class ProvidedPackage:
    """A package that a repository provides.

    `version` is "" if it is unknown. `tagged` is true if a tag of the commit names the version.
    """

    ecosystem: Ecosystem
    name: str
    version: str
    tagged: bool
    manifest: str
    project: Project


def packages_of(snapshot: Snapshot, tags: Sequence[str], release: str = "") -> list[ProvidedPackage]:
    """Return the packages whose manifests are in a snapshot. `tags` are the tags of the snapshot's commit.

    A package whose manifest names no version has the version `release`. If its tags name versions, but not this one, it
    has the highest version that they name. Some release tools do not commit the version: if the manifest in the root
    folder names a version that no tag names, and a tag names `release`, its package has the version `release`.
    """
    found: dict[tuple[str, str], ProvidedPackage] = {}
    for path, entry in sorted(snapshot.files.items(), key=lambda one: (one[0].count("/"), one[0])):
        read = _MANIFESTS.get(path.rpartition("/")[2])
        project = read_project(path, entry.source.data) if read and entry.role in ("source", "data") else None
        if read is None or project is None:
            continue
        ecosystem, name, written = read(snapshot, entry)
        if name:
            folder = path.rpartition("/")[0]
            is_alone = ecosystem != "golang" or not folder  # a module in a folder of a repository has tags of its own
            tagged_as = (folder,) if ecosystem == "golang" else (name, _last(name), folder)
            named = tagged_versions(tags, filter(None, tagged_as), also_unnamed=is_alone)
            version, tagged = _version(ecosystem, written, named, release, is_root=not folder)
            one = ProvidedPackage(ecosystem, plain_name(ecosystem, name), version, tagged, path, project)
            found.setdefault((ecosystem, one.name), one)
    return list(found.values())


def _version(
    ecosystem: Ecosystem, written: str, tagged: Sequence[str], release: str, *, is_root: bool
) -> tuple[str, bool]:
    """Return the version of a package, and whether a tag names it (see `packages_of`).

    `written` is the version in the manifest, or "". `tagged` holds the versions that the package's tags name. `release`
    is the name of the published release, or "". `is_root` is true if the manifest is in the root folder.
    """
    same = next((one for one in tagged if release and is_same_version(ecosystem, one, release)), "")
    if written and not _PLACEHOLDER.fullmatch(written):
        is_named = any(is_same_version(ecosystem, written, one) for one in tagged)
        is_stale = is_root and same and not is_named  # other packages may have versions of their own
        return (same, True) if is_stale else (written, is_named)
    if tagged:
        version = same or highest_version(tagged)
        return (f"v{version}" if ecosystem == "golang" else version), True
    return release, False


def _last(name: str) -> str:
    """Return a package's name without its scope."""
    return name.rpartition("/")[2]


_Named = tuple[Ecosystem, str, str]


def _of_pyproject(snapshot: Snapshot, entry: FileEntry) -> _Named:
    text = toml_table(entry.source.data)
    for project in (inner(text, "project"), inner(text, "tool", "poetry"), inner(text, "tool", "flit", "metadata")):
        name = next(iter(strings(inner(project, "name") or inner(project, "module"))), "")
        if name:
            version = next(iter(strings(inner(project, "version"))), "")
            paths = strings(inner(text, "tool", "hatch", "version", "path"))
            return "pypi", name, version or _in_code(snapshot, entry.path, name, paths)
    return "pypi", "", ""


def _of_setup_cfg(snapshot: Snapshot, entry: FileEntry) -> _Named:
    text = entry.source.data.decode("utf-8", "replace").partition("[metadata]")[2].partition("\n[")[0]
    written = dict(re.findall(r"^(name|version)\s*=\s*([^\s:]+)\s*$", text, re.MULTILINE))
    name = written.get("name", "")
    return "pypi", name, written.get("version", "") or _in_code(snapshot, entry.path, name)


def _of_setup_py(snapshot: Snapshot, entry: FileEntry) -> _Named:
    text = entry.source.data.decode("utf-8", "replace")
    call = _SETUP.search(text)  # extensions have names, too, and are usually made before the call
    begin = call.end() if call else 0
    name, version = _SETUP_NAME.search(text, begin), _SETUP_VERSION.search(text, begin)
    if name is None or not name[1]:
        return "pypi", "", ""
    return "pypi", name[1], version[1] if version else _in_code(snapshot, entry.path, name[1])


def _in_code(snapshot: Snapshot, manifest: str, name: str, paths: Sequence[str] = ()) -> str:
    """Return `__version__` from the files `paths` that the manifest names, or else from the package; "" if not set."""
    entry, folder = snapshot.files[manifest], manifest.rpartition("/")[0]
    project = read_project(manifest, entry.source.data)
    roots = project.roots if isinstance(project, PythonProject) else ()
    module = name.lower().replace("-", "_").replace(".", "/")
    named = (f"{folder}/{path}".lstrip("/") for path in paths)
    usual = (f"{root}/{module}/{file}".lstrip("/") for root in roots for file in _VERSION_FILES)
    for path in (*named, *usual):
        file = snapshot.files.get(path)
        match = _VERSION.search(file.source.data.decode("utf-8", "replace")) if file else None
        if match:
            return match[1]
    return ""


def _of_package_json(_: Snapshot, entry: FileEntry) -> _Named:
    text = json_object(entry.source.data)
    name, version = (next(iter(strings(text.get(key))), "") for key in ("name", "version"))
    return "npm", name, version


def _of_go_mod(_: Snapshot, entry: FileEntry) -> _Named:
    project = read_project(entry.path, entry.source.data)
    return "golang", project.module if isinstance(project, GoModule) else "", ""


_MANIFESTS: dict[str, Callable[[Snapshot, FileEntry], _Named]] = {
    "pyproject.toml": _of_pyproject,
    "setup.cfg": _of_setup_cfg,
    "setup.py": _of_setup_py,
    "package.json": _of_package_json,
    "go.mod": _of_go_mod,
}
