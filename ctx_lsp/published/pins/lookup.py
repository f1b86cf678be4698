"""Finds the lock files that apply to a file with imports: those in its folder and in the folders above.

The search ends at the file's workspace folder. A lock file is read when a request needs the version of a package, never
because of an edit, and is kept in memory until the lock file changes.
"""

from codecs import BOM_UTF8
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.projects.texts import inner, json_object, strings
from ctx_lsp.published.pins.go_locks import go_mod
from ctx_lsp.published.pins.model import Asked, LockReader, Pin, Pins
from ctx_lsp.published.pins.npm_locks import LOCK_FILES
from ctx_lsp.published.pins.python_locks import pipfile_lock, requirements, toml_lock
from ctx_lsp.published.versions import Ecosystem
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.side_files import Stamp, names_in, read_side_file, stamp_of

MAX_LOCK_BYTES = 30_000_000  # the longest that were seen have a third of it
KEPT = 16  # parsed lock files

_READERS: dict[Ecosystem, dict[str, LockReader]] = {
    "pypi": {
        "uv.lock": toml_lock,
        "poetry.lock": toml_lock,
        "pdm.lock": toml_lock,
        "pylock.toml": toml_lock,
        "pylock.*.toml": toml_lock,
        "Pipfile.lock": pipfile_lock,
        "requirements.txt": requirements,
        "constraints.txt": requirements,
        "requirements*.txt": requirements,
        "constraints*.txt": requirements,
        "requirements/*.txt": requirements,
    },
    "npm": LOCK_FILES,
    "golang": {"go.mod": go_mod},
}  # in the order in which they count
_SECTIONS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")


class _Parsed(NamedTuple):
    pins: Pins | None
    """None if the text is malformed."""


_parsed: Lru[tuple[str, str, Stamp], _Parsed] = Lru(KEPT)


class Pinned(NamedTuple):
    """The pinned versions of a package, and the workspace path of the lock file that pins them.

    If no lock file pins the package, `versions` is empty, and `file` is the nearest lock file, or "" if there is none.
    If `unreadable` is true, `file` could not be read or parsed. It may pin the package, so the lock files in folders
    above it are ignored.
    """

    versions: tuple[Pin, ...]
    file: str
    unreadable: bool = False


def pinned(roots: Roots, path: str, ecosystem: Ecosystem, package: str) -> Pinned:
    """Return the versions of a package that are pinned for the file at a workspace path."""
    located = roots.locate(path)
    if located is None:
        return Pinned((), "")
    root, inside = located
    nearest = ""
    declared: tuple[str, ...] = ()
    folder = inside
    while folder:
        folder = folder.rpartition("/")[0]
        if ecosystem == "npm" and not declared:
            declared = _declared(root.directory, folder, package)
        origin = inside.rpartition("/")[0][len(folder) :].lstrip("/")
        for file, read in _lock_files(root.directory, folder, ecosystem):
            pins = _pins(root.directory, file, read)
            if pins is None:
                return Pinned((), root.prefix + file, unreadable=True)
            if versions := pins(Asked(package, origin, declared)):
                return Pinned(versions, root.prefix + file)
            nearest = nearest or root.prefix + file
        if nearest and ecosystem == "golang":
            break  # a module has no versions from the one around it
    return Pinned((), nearest)


def _lock_files(directory: Path, folder: str, ecosystem: Ecosystem) -> Iterator[tuple[str, LockReader]]:
    """Yield the lock files in a folder and their readers, in order of precedence."""
    names: dict[str, list[str]] = {}
    seen = set()
    for pattern, read in _READERS[ecosystem].items():
        inner_folder = pattern.rpartition("/")[0]
        if inner_folder not in names:
            names[inner_folder] = names_in(directory, f"{folder}/{inner_folder}".strip("/"))
        for name in names[inner_folder]:
            file = "/".join(part for part in (folder, inner_folder, name) if part)
            if file not in seen and fnmatch(name, pattern.rpartition("/")[2]):
                seen.add(file)
                yield file, read


def _pins(directory: Path, file: str, read: LockReader) -> Pins | None:
    """Return the versions that a lock file pins; None if the file cannot be read or parsed."""
    stamp = stamp_of(directory, file)
    if stamp is None:
        return None
    key = (str(directory), file, stamp)
    known = _parsed.get(key)
    if known is None:
        data = read_side_file(directory, file, MAX_LOCK_BYTES)
        if data is None:
            return None
        plain = _plain(data)
        known = _parsed.put(key, _Parsed(read(plain) if plain.strip() else _nothing))
    return known.pins


def _nothing(_asked: Asked) -> tuple[Pin, ...]:
    return ()


def _plain(data: bytes) -> bytes:
    """Return a text without a byte order mark, and with only a line feed at the end of each line."""
    return data.removeprefix(BOM_UTF8).replace(b"\r\n", b"\n")


def _declared(directory: Path, folder: str, package: str) -> tuple[str, ...]:
    """Return the version ranges that the package.json in a folder declares for an npm package."""
    data = read_side_file(directory, f"{folder}/package.json".lstrip("/"), MAX_LOCK_BYTES)
    text = json_object(data) if data else {}
    found = (strings(inner(text, section, package)) for section in _SECTIONS)
    return tuple(dict.fromkeys(one for ranges in found for one in ranges))
