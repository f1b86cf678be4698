"""Configurations of script projects with what they inherit, and which of them hold for a file."""

from collections.abc import Iterator
from dataclasses import replace

from ctx_lsp.index.modules.files import Files, below, folder_of, folders_above
from ctx_lsp.index.projects.model import NpmPackage, ScriptConfig

_NAMES = ("tsconfig.json", "jsconfig.json")
_MAX_EXTENDED = 8  # one after the other; written by hand there are two or three


def configs_of(origin: str, files: Files) -> Iterator[ScriptConfig]:
    """The configurations that hold for a file: the nearest, and those beside it that it consists of."""
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


def effective(path: str, files: Files, depth: int = 0) -> ScriptConfig | None:
    """The configuration at `path` with what it inherits; of several that it extends, later ones go before."""
    config = files.project(path)
    if not isinstance(config, ScriptConfig):
        return None
    for written in reversed(config.extends) if depth < _MAX_EXTENDED else ():
        base = _extended(folder_of(path), written, files, depth + 1)
        if base is not None:
            config = _over(config, base)
    return config


def _extended(folder: str, written: str, files: Files, depth: int) -> ScriptConfig | None:
    if files.project(written) is not None:
        return effective(written, files, depth)
    parts = written.split("/")
    count = 2 if written.startswith("@") else 1
    for manifest in files.projects("npm", "/".join(parts[:count])):
        package = files.project(manifest)
        if isinstance(package, NpmPackage):
            rest = "/".join(parts[count:]) or "tsconfig.json"
            path = below(package.folder, rest if rest.endswith(".json") else f"{rest}.json")
            return effective(path, files, depth)
    return None


def _over(config: ScriptConfig, base: ScriptConfig) -> ScriptConfig:
    """`config` with what only `base` says. What a configuration consists of is not inherited."""
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
