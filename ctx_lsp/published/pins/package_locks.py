"""Reads the JSON lock files of npm (package-lock.json) and Bun (bun.lock), and the notations that npm tools share."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ctx_lsp.graph.projects.texts import inner, json_object, strings, table
from ctx_lsp.published.pins.model import Asked, Pin, Pins

_MODULES = "node_modules/"
_VERSION = re.compile(r"\d[!-~]*")  # not a link, a folder or another name
_COMMIT = re.compile(r"(?<![0-9a-f])[0-9a-f]{40}(?=#|$)")
_GIT = ("git+", "git:", "git@", "github:", "github.com/", "https://codeload.github.com/")  # others have a digest there


def text_in(value: object) -> str:
    """Return `value` itself if it is a string, or the first string in a list; "" for any other value."""
    return next(iter(strings(value)), "")


def npm_pin(version: str, resolved: str) -> Pin | None:
    """Return the pinned version or commit; None if there is neither, as for a link."""
    pin = Pin(version if _VERSION.fullmatch(version) else "", _commit_in(resolved) or _commit_in(version))
    return pin if any(pin) else None


def _commit_in(place: str) -> str:
    """Return the commit in the location of a package from Git; "" for any other location."""
    found = _COMMIT.search(place) if place.startswith(_GIT) or ".git#" in place else None
    return found[0] if found else ""


def package_lock(data: bytes) -> Pins | None:
    """Read a package-lock.json or npm-shrinkwrap.json of any version."""
    text = json_object(data)
    if not text:
        return None
    found = {path: _npm_pin(path, one) for path, one in table(text.get("packages")).items() if _MODULES in path}
    found = found or dict(_nested(table(text.get("dependencies")), "", 0))

    def of(asked: Asked) -> tuple[Pin, ...]:
        folder = asked.folder
        while True:  # as Node.js looks: from the importer's folder upwards
            path = f"{folder}/{_MODULES}{asked.package}".lstrip("/")
            if path in found or not folder:
                return _one(found.get(path))
            folder = folder.rpartition("/")[0]

    return of


def _nested(packages: Mapping[str, Any], above: str, depth: int) -> Iterator[tuple[str, Pin | None]]:
    for name, one in packages.items():
        path = f"{above}{_MODULES}{name}"
        yield path, _npm_pin(path, one)
        if depth < 100:
            yield from _nested(table(inner(one, "dependencies")), f"{path}/", depth + 1)


def _npm_pin(path: str, package: object) -> Pin | None:
    name = text_in(inner(package, "name"))
    if name and name != path.rpartition(_MODULES)[2]:
        return None  # an alias: another package is under this name
    return npm_pin(text_in(inner(package, "version")), text_in(inner(package, "resolved")))


def bun_lock(data: bytes) -> Pins | None:
    """Read a bun.lock. Versions that apply only to one workspace package are listed under that package's name."""
    text = json_object(data)
    if not text:
        return None
    names = {folder: text_in(inner(one, "name")) for folder, one in table(text.get("workspaces")).items()}
    found = {key: _bun_pin(key, text_in(one)) for key, one in table(text.get("packages")).items()}

    def of(asked: Asked) -> tuple[Pin, ...]:
        folder = asked.folder
        while folder and folder not in names:
            folder = folder.rpartition("/")[0]
        own = f"{names.get(folder, '')}/{asked.package}"
        return _one(found[own] if folder and own in found else found.get(asked.package))

    return of


def _bun_pin(key: str, located: str) -> Pin | None:
    """Return the pin in `located` (`name@version`), or None for an alias.

    `key` is the name of the package, possibly after the name of another package and a slash.
    """
    name, version = name_and_range(located)
    *above, last = key.split("/")
    if above and above[-1].startswith("@"):
        last = f"{above[-1]}/{last}"
    return npm_pin(version, version) if name == last else None


def name_and_range(written: str) -> tuple[str, str]:
    """Split `name@range`; both parts are empty if the string does not have this form."""
    at = written.find("@", 1)  # a scope begins with one, and a range may have more
    return (written[:at], written[at + 1 :]) if at > 0 else ("", "")


def _one(pin: Pin | None) -> tuple[Pin, ...]:
    return (pin,) if pin else ()
