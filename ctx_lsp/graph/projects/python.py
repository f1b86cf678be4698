"""Reads the source roots of a Python project from `pyproject.toml`, `setup.cfg` or `setup.py`."""

import configparser
import re
from collections.abc import Iterable, Iterator
from typing import Any

from ctx_lsp.graph.projects.model import PythonProject, joined
from ctx_lsp.graph.projects.texts import inner, items, strings, table, toml_table

_CUSTOMARY = ("", "src", "lib", "python")  # source roots even if not configured
_PACKAGE_DIR = re.compile(rb"""package_dir\s*=\s*\{\s*["']["']\s*:\s*["']([^"'\n]+)["']""")
_WHERE = re.compile(rb"""find_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?["']([^"'\n]+)["']""")


def read_pyproject(path: str, data: bytes) -> PythonProject | None:
    """Parse the source roots that `pyproject.toml` configures for build and test tools."""
    tool = table(toml_table(data).get("tool"))
    return _project(path, (*_built(tool), *_tested(tool)))


def read_setup_cfg(path: str, data: bytes) -> PythonProject | None:
    """Parse the setuptools options `package_dir` and `where`; return None if the text is malformed."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(data.decode("utf-8", "replace"))
    except (configparser.Error, ValueError):
        return None
    mapped = parser.get("options", "package_dir", fallback="").split()
    where = parser.get("options.packages.find", "where", fallback="").split()
    return _project(path, [*(one.removeprefix("=") for one in mapped if one.startswith("=")), *where])


def read_setup_py(path: str, data: bytes) -> PythonProject | None:
    """Parse the source roots that are written as literals in a call to `setup`."""
    return _project(path, [one.decode("utf-8", "replace") for one in _PACKAGE_DIR.findall(data) + _WHERE.findall(data)])


def _project(path: str, named: Iterable[str]) -> PythonProject:
    folder = path.rpartition("/")[0]
    return PythonProject(folder, tuple(dict.fromkeys(joined(folder, one) for one in (*_CUSTOMARY, *named))))


def _built(tool: dict[str, Any]) -> Iterator[str]:
    yield from strings(inner(tool, "setuptools", "package-dir", ""))
    yield from strings(inner(tool, "setuptools", "packages", "find", "where"))
    for target in ("wheel", "sdist", "editable"):
        for package in strings(inner(tool, "hatch", "build", "targets", target, "packages")):
            yield package.rpartition("/")[0]
    yield from strings(inner(tool, "hatch", "build", "sources"))
    for package in items(inner(tool, "poetry", "packages")):
        yield from strings(inner(package, "from"))
    yield from strings(inner(tool, "uv", "build-backend", "module-root"))
    yield from strings(inner(tool, "pdm", "build", "package-dir"))
    yield from strings(inner(tool, "maturin", "python-source"))


def _tested(tool: dict[str, Any]) -> Iterator[str]:
    yield from strings(inner(tool, "pytest", "ini_options", "pythonpath"))
    yield from strings(inner(tool, "pyright", "extraPaths"))
    yield from strings(inner(tool, "mypy", "mypy_path"))
