"""The names and packages that Python lacks on Windows, by mypy's type stubs and the list of dependencies."""

import ast
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]


def missing_packages(platform: str) -> list[str]:
    """The dependencies that are not installed on a platform."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [Requirement(line) for line in project["dependencies"]]
    return [one.name for one in needed if one.marker and not one.marker.evaluate({"sys_platform": platform})]


def missing_names(module: str, platform: str) -> set[str]:
    """The names that a module of the standard library has on Linux but not on `platform`."""
    return names_of(module, "linux") - names_of(module, platform)


def names_of(module: str, platform: str) -> set[str]:
    """The public names of a module of the standard library on a platform; empty if it does not exist there."""
    folder = files("mypy") / "typeshed" / "stdlib"
    stubs = (folder / f"{module}.pyi", folder / module / "__init__.pyi")
    stub = next((one for one in stubs if one.is_file()), None)
    names = _names(ast.parse(stub.read_text("utf-8")).body, platform) if stub else ()
    return {name for name in names if not name.startswith("_")}


def _names(body: Iterable[ast.stmt], platform: str) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.If):
            yield from _names(node.body if _holds(node.test, platform) else node.orelse, platform)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target)
        elif isinstance(node, ast.Assign):
            yield from map(ast.unparse, node.targets)
        elif isinstance(node, ast.ImportFrom):  # `socket` takes its constants from `_socket`
            yield from (name.asname for name in node.names if name.asname)


def _holds(test: ast.expr, platform: str) -> bool:
    system = SimpleNamespace(platform=platform, version_info=sys.version_info)
    return bool(eval(ast.unparse(test), {"sys": system}))  # noqa: S307  # conditions of mypy's own stubs
