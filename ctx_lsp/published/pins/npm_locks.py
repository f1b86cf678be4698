"""Reads the lock files of Yarn and pnpm. `LOCK_FILES` also has the readers for npm and Bun, from `package_locks`.

A package can be pinned at several versions, depending on the folder of the importing file.
"""

import re
from collections.abc import Iterator
from typing import Any

import yaml

from ctx_lsp.graph.projects.texts import inner, table
from ctx_lsp.published.pins.model import Asked, LockReader, Pin, Pins
from ctx_lsp.published.pins.package_locks import bun_lock, name_and_range, npm_pin, package_lock, text_in

_PEERS = re.compile(r"[(_]")  # begins what pnpm adds to a version
_DIRECT = ("dependencies", "devDependencies", "optionalDependencies")
_FOLDERS = ("file:", "link:", "portal:", "workspace:")  # ranges of packages that have no version of their own
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast where libyaml is there

# Version 1 of yarn.lock is no YAML: entries of lines that begin with the ranges, and lines of a name and a value.
_YARN_HEAD = re.compile(r"^(?P<ranges>\S.*):$", re.MULTILINE)
_YARN_FIELD = re.compile(r'^  (version|resolved) "([^"\n]*)"', re.MULTILINE)
_YARN_METADATA = re.compile(r"^__metadata:", re.MULTILINE)  # since version 2


def yarn_lock(data: bytes) -> Pins | None:
    """Read a yarn.lock of Yarn 1 or later."""
    text = data.decode("utf-8", "replace")
    if _YARN_METADATA.search(text):
        lock = _yaml(text)
        found = (
            (ranges, npm_pin(text_in(inner(one, "version")), text_in(inner(one, "resolution"))))
            for ranges, one in lock.items()
        )
        return _by_range(found) if lock else None
    return _by_range(_yarn_1(text))


def _yarn_1(text: str) -> Iterator[tuple[str, Pin | None]]:
    heads = [*_YARN_HEAD.finditer(text)]
    for number, head in enumerate(heads, 1):
        end = heads[number].start() if number < len(heads) else len(text)
        fields = dict(_YARN_FIELD.findall(text, head.end(), end))
        yield head["ranges"], npm_pin(fields.get("version", ""), fields.get("resolved", ""))


def _by_range(entries: "Iterator[tuple[str, Pin | None]]") -> Pins:
    by_range: dict[tuple[str, str], Pin] = {}
    by_name: dict[str, dict[Pin, None]] = {}
    for ranges, pin in entries:
        found = [name_and_range(written.strip().strip('"')) for written in ranges.split(",")]
        if pin is None or any(wanted.startswith(_FOLDERS) for _, wanted in found):
            continue
        for name, wanted in found:
            plain = wanted.removeprefix("npm:")
            is_alias = plain != wanted and "@" in plain
            if name and not is_alias:
                by_range[name, plain] = pin
                by_name.setdefault(name, {})[pin] = None

    def of(asked: Asked) -> tuple[Pin, ...]:
        declared = (by_range.get((asked.package, one)) for one in asked.declared)
        return tuple(pin for pin in declared if pin) or tuple(by_name.get(asked.package, ()))

    return of


def pnpm_lock(data: bytes) -> Pins | None:
    """Read a pnpm-lock.yaml: the versions of the direct dependencies of each workspace package."""
    text = data.decode("utf-8", "replace").rpartition("\n---\n")[2]  # before it, versions of pnpm itself
    lock = _yaml(text.partition("\npackages:")[0])  # the long part comes last
    if lock.keys().isdisjoint(("importers", *_DIRECT)):
        lock = _yaml(text)
    if not lock:
        return None
    importers = {folder: _direct(one) for folder, one in table(lock.get("importers")).items()} or {".": _direct(lock)}

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
    for section in _DIRECT:
        for name, one in table(inner(importer, section)).items():
            written = text_in(inner(one, "version")) or text_in(one)
            if pin := npm_pin(_PEERS.split(written, 1)[0], written.partition("(")[0]):
                found[name] = pin
    return found


def _yaml(text: str) -> dict[str, Any]:
    """Parse a table in YAML; empty if the text is malformed."""
    try:
        return {str(key): one for key, one in table(yaml.load(text, _LOADER)).items()}  # noqa: S506 - both are safe
    except (yaml.YAMLError, RecursionError, ValueError):
        return {}


LOCK_FILES: dict[str, LockReader] = {
    "package-lock.json": package_lock,
    "npm-shrinkwrap.json": package_lock,
    "yarn.lock": yarn_lock,
    "pnpm-lock.yaml": pnpm_lock,
    "bun.lock": bun_lock,
}
