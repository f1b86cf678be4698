"""Lays packages of npm out as the monorepo that they come from: a manifest, and the sources of each below `packages`.

The indexer is told by a `tsconfig.json` which sources a name means. Our index is not: it has the manifests alone, as in
a clone that nobody has built.
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.graph_oracle.commands import run
from tests.graph_oracle.packages import SHARED_TYPES, Package

MANIFEST = "package.json"


def lay_out_workspace(package: Package, top: Path, tsconfig: Mapping[str, Mapping[str, object]]) -> None:
    """Make the workspace `top`: published sources and manifests, what they depend on, and a configuration of types."""
    top.mkdir()
    npm_install(top, *package.members, *SHARED_TYPES)
    paths: dict[str, list[str]] = {}
    for member in package.members:
        name = member.rpartition("@")[0]
        folder = top / package.root / name.removeprefix("@").replace("/", "-")
        installed = top / "node_modules" / name
        folder.mkdir(parents=True)
        if (installed / "src").is_dir():
            shutil.copytree(installed / "src", folder / "src")
        shutil.copy(installed / MANIFEST, folder / MANIFEST)
        shutil.rmtree(installed)  # or names would lead to what was built
        paths |= {key: list(_relative(top, found)) for key, found in _sources(name, folder)}
    manifest = {"name": package.name, "private": True, "workspaces": [f"{package.root}/*"]}
    (top / MANIFEST).write_text(json.dumps(manifest))
    options = {**tsconfig["compilerOptions"], "paths": paths}
    (top / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "include": [package.root]}))


def npm_install(folder: Path, *wanted: str) -> None:
    """Install packages into a folder."""
    (folder / MANIFEST).write_text("{}")  # or npm would look for one further up
    run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", *wanted], folder)


def _sources(name: str, folder: Path) -> Iterator[tuple[str, list[Path]]]:
    """What a package can be imported by, as patterns of `paths`, and the sources that are meant."""
    yield name, [folder / "src"]
    yield f"{name}/*", [folder / "src" / "*", folder / "*"]


def _relative(top: Path, paths: list[Path]) -> Iterator[str]:
    return (f"./{path.relative_to(top).as_posix()}" for path in paths)
