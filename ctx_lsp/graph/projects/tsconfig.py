"""Reads `tsconfig.json` and `jsconfig.json`. Inherited values are merged in `graph.modules.tsconfig`."""

from typing import Any

from ctx_lsp.graph.projects.model import ScriptConfig, Targets, joined
from ctx_lsp.graph.projects.texts import inner, items, json_object, strings, table

_STEMS = ("tsconfig", "jsconfig")
_NAMES = tuple(f"{stem}.json" for stem in _STEMS)  # these apply to their folder, even without options


def is_script_config(path: str) -> bool:
    """Return whether `path` may be a JavaScript or TypeScript configuration, or the base of another one."""
    if not path.endswith(".json"):
        return False
    folder, _, name = path.rpartition("/")
    return name.startswith(_STEMS) or "tsconfig" in folder


def read_script_config(path: str, data: bytes) -> ScriptConfig | None:
    """Parse the configuration at `path`.

    Return None if it has no `compilerOptions`, `extends` or `references`, unless its name makes it the configuration
    of its folder (`_NAMES`).
    """
    text = json_object(data)
    options = table(text.get("compilerOptions"))
    folder, _, name = path.rpartition("/")
    if not options and "extends" not in text and "references" not in text and name not in _NAMES:
        return None
    references = [inner(one, "path") for one in items(text.get("references"))]
    return ScriptConfig(
        folder=folder,
        extends=tuple(_extended(folder, one) for one in strings(text.get("extends"))),
        references=tuple(_config_path(joined(folder, one)) for one in references if isinstance(one, str)),
        base_url=_folder(folder, options.get("baseUrl")),
        paths=_paths(options.get("paths")),
        paths_folder=folder,
        root_dirs=tuple(joined(folder, one) for one in strings(options.get("rootDirs"))),
        root_dir=_folder(folder, options.get("rootDir")),
        out_dir=_folder(folder, options.get("outDir") or options.get("declarationDir")),
    )


def _extended(folder: str, written: str) -> str:
    """Return the path of a base configuration, or `written` itself if it is a package name."""
    if not written.startswith("."):
        return written
    path = joined(folder, written)
    return path if path.endswith(".json") else f"{path}.json"


def _config_path(path: str) -> str:
    return path if path.endswith(".json") else f"{path}/tsconfig.json".lstrip("/")


def _folder(folder: str, written: Any) -> str | None:  # noqa: ANN401  # what a text may hold
    return joined(folder, written) if isinstance(written, str) else None


def _paths(value: object) -> Targets | None:
    if not isinstance(value, dict):
        return None
    return tuple((pattern, strings(targets)) for pattern, targets in value.items())
