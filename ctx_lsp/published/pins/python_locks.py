"""Reads Python lock files: uv.lock, poetry.lock, pdm.lock, pylock.toml, Pipfile.lock and pip's requirements files."""

from collections.abc import Iterable, Iterator
from typing import Any

from ctx_lsp.graph.projects.texts import inner, items, json_object, strings, table, toml_table
from ctx_lsp.published.pins.model import Asked, Pin, Pins
from ctx_lsp.published.versions import pinned_requirements, plain_name

_COMMITS = (  # where a package from Git has its commit: poetry, pdm, pylock
    ("source", "resolved_reference"),
    ("revision",),
    ("vcs", "commit-id"),
)


def toml_lock(data: bytes) -> Pins | None:
    """Read a lock file in TOML: a list of tables, one for each package."""
    text = toml_table(data)
    if not text:
        return None
    packages = [table(one) for one in items(text.get("package")) + items(text.get("packages"))]
    return _by_name((_text(one, "name"), Pin(_text(one, "version"), _commit(one))) for one in packages)


def pipfile_lock(data: bytes) -> Pins | None:
    """Read a Pipfile.lock."""
    text = json_object(data)
    if not text:
        return None
    sections = (table(text.get(section)) for section in ("default", "develop"))
    return _by_name(
        (name, Pin(_text(one, "version").lstrip("="), _text(one, "ref")))
        for section in sections
        for name, one in section.items()
    )


def requirements(data: bytes) -> Pins:
    """Read the exact versions in a requirements file."""
    found = pinned_requirements(data.decode("utf-8", "replace"))
    return _by_name((name, Pin(version)) for name, version in found)


def _by_name(found: Iterable[tuple[str, Pin]]) -> Pins:
    pins: dict[str, dict[Pin, None]] = {}
    for name, pin in found:
        if name and (pin.version or pin.commit):
            pins.setdefault(plain_name("pypi", name), {})[pin] = None

    def of(asked: Asked) -> tuple[Pin, ...]:
        return tuple(pins.get(asked.package, ()))

    return of


def _text(value: object, *keys: str) -> str:
    return next(iter(strings(inner(value, *keys))), "")


def _commit(package: dict[str, Any]) -> str:
    """Return the commit of a package from Git; "" for any other."""
    git = _text(package, "source", "git")  # of uv: the commit follows a #
    return git.rpartition("#")[2] if "#" in git else next(_commits(package), "")


def _commits(package: dict[str, Any]) -> Iterator[str]:
    yield from (commit for keys in _COMMITS if (commit := _text(package, *keys)))
