"""Reads project configuration files for the data that is needed to resolve module names.

`read_project` is a pure function of one file. Module names are resolved in `graph.modules`.
"""

from collections.abc import Callable

from ctx_lsp.graph.projects.cargo import read_cargo
from ctx_lsp.graph.projects.manifests import read_go_mod, read_pubspec, read_swift_package, read_zig_build
from ctx_lsp.graph.projects.model import Project
from ctx_lsp.graph.projects.npm import read_npm_package
from ctx_lsp.graph.projects.python import read_pyproject, read_setup_cfg, read_setup_py
from ctx_lsp.graph.projects.tsconfig import is_script_config, read_script_config

_READERS: dict[str, Callable[[str, bytes], Project | None]] = {
    "Cargo.toml": read_cargo,
    "Package.swift": read_swift_package,
    "build.zig": read_zig_build,
    "go.mod": read_go_mod,
    "package.json": read_npm_package,
    "pubspec.yaml": read_pubspec,
    "pyproject.toml": read_pyproject,
    "setup.cfg": read_setup_cfg,
    "setup.py": read_setup_py,
}


def read_project(path: str, data: bytes) -> Project | None:
    """Parse the configuration file at the workspace path `path`; return None if it is malformed or unsupported."""
    reader = _READERS.get(path.rpartition("/")[2])
    if reader is not None:
        return reader(path, data)
    return read_script_config(path, data) if is_script_config(path) else None
