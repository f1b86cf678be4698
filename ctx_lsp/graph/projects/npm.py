"""`package.json`: the name of a package, what it exports and what it calls its own parts."""

from collections.abc import Iterator

from ctx_lsp.graph.projects.model import NpmPackage, Targets
from ctx_lsp.graph.projects.texts import json_object

_MAINS = ("source", "types", "typings", "module", "main", "browser")  # in the order in which they tell of the source
_MAX_DEPTH = 16  # of conditions inside conditions


def read_npm_package(path: str, data: bytes) -> NpmPackage | None:
    """What the package file at `path` says; None where its text is broken."""
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
    """Targets by subpath; exports without subpaths are those of the package itself."""
    if isinstance(value, dict) and any(key.startswith(".") for key in value):
        return _targets_by_key(value, ".")
    return ((".", tuple(dict.fromkeys(_targets(value, 0)))),)


def _targets_by_key(value: object, prefix: str) -> Targets:
    if not isinstance(value, dict):
        return ()
    return tuple((k, tuple(dict.fromkeys(_targets(v, 0)))) for k, v in value.items() if k.startswith(prefix))


def _targets(value: object, depth: int) -> Iterator[str]:
    """All targets, under whatever conditions: which of them are sources is not said, which exist can be seen."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list) and depth < _MAX_DEPTH:
        for one in value.values() if isinstance(value, dict) else value:
            yield from _targets(one, depth + 1)
