"""Reads the name of a package, its exports, its own `#` imports and its main files from `package.json`."""

from collections.abc import Iterator

from ctx_lsp.graph.projects.model import NpmPackage, Targets
from ctx_lsp.graph.projects.texts import json_object

_MAINS = ("source", "types", "typings", "module", "main", "browser")  # closest to the sources first
_MAX_DEPTH = 16  # nesting depth of conditions


def read_npm_package(path: str, data: bytes) -> NpmPackage | None:
    """Parse the package file at `path`; return None if its text is empty or malformed."""
    text = json_object(data)
    if not text:
        return None
    name = text.get("name")
    exports = text.get("exports")
    return NpmPackage(
        folder=path.rpartition("/")[0],
        name=name if isinstance(name, str) else "",
        exports=None if exports is None else _exports(exports),
        imports=_targets_by_key(text.get("imports"), "#"),
        mains=tuple(value for key in _MAINS if isinstance(value := text.get(key), str)),
    )


def _exports(value: object) -> Targets:
    """Return the targets of each subpath; exports without subpaths belong to the package itself (`.`)."""
    if isinstance(value, dict) and any(key.startswith(".") for key in value):
        return _targets_by_key(value, ".")
    return ((".", tuple(dict.fromkeys(_targets(value, 0)))),)


def _targets_by_key(value: object, prefix: str) -> Targets:
    if not isinstance(value, dict):
        return ()
    return tuple((k, tuple(dict.fromkeys(_targets(v, 0)))) for k, v in value.items() if k.startswith(prefix))


def _targets(value: object, depth: int) -> Iterator[str]:
    """Yield the targets of an export or import, under each of its conditions. Callers pick the first that exists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list) and depth < _MAX_DEPTH:
        for one in value.values() if isinstance(value, dict) else value:
            yield from _targets(one, depth + 1)
