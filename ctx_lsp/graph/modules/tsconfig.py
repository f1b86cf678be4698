"""Finds the JavaScript and TypeScript configurations that apply to a file, and merges inherited values."""

from collections.abc import Iterator
from dataclasses import replace

from ctx_lsp.graph.modules.files import Files, below, folder_of, folders_above
from ctx_lsp.graph.projects.model import NpmPackage, ScriptConfig

_NAMES = ("tsconfig.json", "jsconfig.json")
_MAX_EXTENDED = 16  # inherited configurations, direct and indirect; hand-written ones have two or three


def configs_of(origin: str, files: Files) -> Iterator[ScriptConfig]:
    """Yield the configurations that apply to a file: the nearest one, then those it references in the same folder."""
    for folder in folders_above(origin):
        for name in _NAMES:
            config = effective(below(folder, name), files)
            if config is not None:
                yield config
                for path in config.references:
                    part = effective(path, files) if folder_of(path) == folder else None
                    if part is not None:
                        yield part
                return


def effective(path: str, files: Files) -> ScriptConfig | None:
    """Return the configuration at `path` with its inherited values. Later bases take precedence over earlier ones."""
    return _with_bases(path, files, set())


def _with_bases(path: str, files: Files, seen: set[str]) -> ScriptConfig | None:
    """Return a configuration with its inherited values, ignoring bases that are already in `seen`."""
    config = files.project(path)
    if not isinstance(config, ScriptConfig) or path in seen:
        return None
    seen.add(path)
    for written in reversed(config.extends) if len(seen) <= _MAX_EXTENDED else ():
        base = _with_bases(_extended(written, files), files, seen)
        if base is not None:
            config = _over(config, base)
    return config


def _extended(written: str, files: Files) -> str:
    """Return the path of a base configuration, which `written` gives as a path or a package name."""
    if files.project(written) is not None:
        return written
    parts = written.split("/")
    count = 2 if written.startswith("@") else 1
    for manifest in files.projects("npm", "/".join(parts[:count])):
        package = files.project(manifest)
        if isinstance(package, NpmPackage):
            rest = "/".join(parts[count:]) or "tsconfig.json"
            return below(package.folder, rest if rest.endswith(".json") else f"{rest}.json")
    return written


def _over(config: ScriptConfig, base: ScriptConfig) -> ScriptConfig:
    """Return `config` with its missing values taken from `base`. References are not inherited."""
    inherits_paths = config.paths is None
    return replace(
        config,
        base_url=config.base_url if config.base_url is not None else base.base_url,
        paths=base.paths if inherits_paths else config.paths,
        paths_folder=base.paths_folder if inherits_paths else config.paths_folder,
        root_dirs=config.root_dirs or base.root_dirs,
        root_dir=config.root_dir if config.root_dir is not None else base.root_dir,
        out_dir=config.out_dir if config.out_dir is not None else base.out_dir,
    )
