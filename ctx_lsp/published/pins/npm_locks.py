"""Lock files of npm, Yarn, pnpm and Bun. A package can be pinned in several versions, by the place of its importer."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import yaml

from ctx_lsp.graph.projects.texts import inner, items, json_object, strings, table
from ctx_lsp.published.pins.model import Asked, Pin, Pins

_MODULES = "node_modules/"
_COMMIT = re.compile(r"(?:git[+:@]|github:|.*\.git#).*?#?([0-9a-f]{40})$")  # other places have a digest there
_PEERS = re.compile(r"[(_].*$")  # what pnpm adds to a version
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast where libyaml is there

# Version 1 of yarn.lock is no YAML: entries of lines that begin with the ranges, and lines of a name and a value.
_YARN_HEAD = re.compile(r"^(?P<ranges>\S.*):$", re.MULTILINE)
_YARN_FIELD = re.compile(r'^  (version|resolved) "([^"\n]*)"', re.MULTILINE)


def package_lock(data: bytes) -> Pins:
    """Read a package-lock.json or npm-shrinkwrap.json of any version."""
    text = json_object(data)
    found = {path: _npm_pin(one) for path, one in table(text.get("packages")).items() if _MODULES in path}
    found = found or dict(_nested(table(text.get("dependencies")), "", 0))

    def of(asked: Asked) -> tuple[Pin, ...]:
        folder = asked.folder
        while True:  # as Node.js looks: from the importer's folder upwards
            pin = found.get(f"{folder}/{_MODULES}{asked.package}".lstrip("/"))
            if pin or not folder:
                return (pin,) if pin else ()
            folder = folder.rpartition("/")[0]

    return of


def _nested(packages: Mapping[str, Any], above: str, depth: int) -> Iterator[tuple[str, Pin]]:
    for name, one in packages.items():
        path = f"{above}{_MODULES}{name}"
        yield path, _npm_pin(one)
        if depth < 100:
            yield from _nested(table(inner(one, "dependencies")), f"{path}/", depth + 1)


def _npm_pin(package: object) -> Pin:
    return _pin(_text(inner(package, "version")), _text(inner(package, "resolved")))


def _pin(version: str, resolved: str) -> Pin:
    commit = _COMMIT.match(resolved) or _COMMIT.match(version)
    return Pin(version, commit[1] if commit else "")


def yarn_lock(data: bytes) -> Pins:
    """Read a yarn.lock of Yarn 1 or later."""
    text = data.decode("utf-8", "replace")
    if "\n__metadata:" in text:
        return _by_range(
            (ranges, _pin(_text(inner(one, "version")), _text(inner(one, "resolution"))))
            for ranges, one in _yaml(text).items()
        )
    return _by_range(_yarn_1(text))


def _yarn_1(text: str) -> Iterator[tuple[str, Pin]]:
    heads = [*_YARN_HEAD.finditer(text)]
    for number, head in enumerate(heads, 1):
        end = heads[number].start() if number < len(heads) else len(text)
        fields = dict(_YARN_FIELD.findall(text, head.end(), end))
        yield head["ranges"], _pin(fields.get("version", ""), fields.get("resolved", ""))


def _by_range(entries: "Iterator[tuple[str, Pin]]") -> Pins:
    by_range: dict[tuple[str, str], Pin] = {}
    by_name: dict[str, dict[Pin, None]] = {}
    for ranges, pin in entries:
        for written in ranges.split(","):
            name, at, wanted = written.strip().strip('"').rpartition("@")
            name, wanted = _without_protocol(name, wanted) if at else ("", "")
            if name and pin.version:
                by_range[name, wanted] = pin
                by_name.setdefault(name, {})[pin] = None

    def of(asked: Asked) -> tuple[Pin, ...]:
        declared = (by_range.get((asked.package, one)) for one in asked.declared)
        return tuple(pin for pin in declared if pin) or tuple(by_name.get(asked.package, ()))

    return of


def _without_protocol(name: str, wanted: str) -> tuple[str, str]:
    """Return name and range of `name@npm:range` and the like; aliases of other packages have no name."""
    protocol, colon, rest = wanted.partition(":")
    if colon and protocol != "npm":
        return name, wanted
    return ("", "") if "@npm:" in name else (name, rest if colon else wanted)


def pnpm_lock(data: bytes) -> Pins:
    """Read a pnpm-lock.yaml: the versions of the direct dependencies of each workspace package."""
    text = _yaml(data.decode("utf-8", "replace"))
    importers = {folder: _direct(one) for folder, one in table(text.get("importers")).items()} or {".": _direct(text)}

    def of(asked: Asked) -> tuple[Pin, ...]:
        folder = asked.folder
        while True:
            pin = importers.get(folder or ".", {}).get(asked.package)
            if pin or not folder:
                return (pin,) if pin else ()
            folder = folder.rpartition("/")[0]

    return of


def _direct(importer: object) -> dict[str, Pin]:
    found = {}
    for section in ("dependencies", "devDependencies", "optionalDependencies"):
        for name, one in table(inner(importer, section)).items():
            version = _PEERS.sub("", _text(inner(one, "version")) or _text(one))
            if version and ":" not in version:
                found[name] = Pin(version)
    return found


def bun_lock(data: bytes) -> Pins:
    """Read a bun.lock."""
    found: dict[str, Pin] = {}
    for name, one in table(json_object(data).get("packages")).items():
        _, at, version = _text((items(one) or [""])[0]).rpartition("@")
        if at:
            found[name] = _pin(version, "")

    def of(asked: Asked) -> tuple[Pin, ...]:
        pin = found.get(asked.package)
        return (pin,) if pin else ()

    return of


def _text(value: object) -> str:
    return next(iter(strings(value)), "")


def _yaml(text: str) -> dict[str, Any]:
    """Parse a table in YAML; empty if the text is malformed."""
    try:
        return table(yaml.load(text, _LOADER))  # noqa: S506 - both loaders are safe
    except (yaml.YAMLError, RecursionError, ValueError):
        return {}


LOCK_FILES: dict[str, Callable[[bytes], Pins]] = {
    "package-lock.json": package_lock,
    "npm-shrinkwrap.json": package_lock,
    "yarn.lock": yarn_lock,
    "pnpm-lock.yaml": pnpm_lock,
    "bun.lock": bun_lock,
}
