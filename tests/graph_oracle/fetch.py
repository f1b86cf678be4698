"""Gets packages and indexers from their registries, and indexes the packages once.

Everything is kept by version below `.oracle` in the repository, so a second run needs no network. `scip` reads the
indexes.
"""

import json
import shutil
import sys
from pathlib import Path

from tests.graph_oracle.commands import CACHE, run, work_folder
from tests.graph_oracle.debian import HEADERS, lay_out_go, lay_out_headers, lay_out_java, lay_out_sources
from tests.graph_oracle.npm_workspace import MANIFEST, lay_out_workspace, npm_install
from tests.graph_oracle.packages import INDEXERS, SHARED_TYPES, Language, Package

MEMORY = "--max-old-space-size=6144"  # megabytes; the larger packages need more than node's default

_MAIN: dict[Language, str] = {"python": "index.js", "typescript": "dist/src/main.js"}
_SUFFIXES: dict[Language, tuple[str, ...]] = {
    "python": (".py",),
    "go": (".go", ".mod"),
    "java": (".java",),
    "c": (".c", ".h"),
    "cpp": (".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp"),
    "typescript": (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs"),
}
TSCONFIG: dict[str, dict[str, object]] = {
    "compilerOptions": {
        "target": "es2022",
        "module": "esnext",
        "moduleResolution": "bundler",
        "lib": ["es2022", "dom", "dom.iterable"],
        "jsx": "react-jsx",
        "allowJs": True,
        "strict": True,
        "skipLibCheck": True,
        "experimentalDecorators": True,
    },
}


def workspace(package: Package) -> Path:
    """The folder that holds the package's source, laid out for its indexer."""
    folder = CACHE / package.language / package.key
    ready = folder / ".ready"
    if not ready.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if package.language == "python":
            _lay_out_python(package, folder)
        elif package.language == "go":
            lay_out_go(package, folder)
        elif package.language == "java":
            lay_out_java(package, folder)
        elif package.name.endswith(HEADERS):
            lay_out_headers(package, folder)
        elif package.language in ("c", "cpp"):
            lay_out_sources(package, folder)
        elif package.members:
            lay_out_workspace(package, folder / "workspace", TSCONFIG)
        else:
            _lay_out_typescript(package, folder)
        ready.touch()
    return folder / "workspace"


def source_files(package: Package) -> dict[str, bytes]:
    """The package's source by path in its workspace, without declarations of compiled code."""
    top = workspace(package)
    root = top if package.language == "go" else top / package.root
    found = [path for path in sorted(root.rglob("*")) if path.suffix in _SUFFIXES[package.language]]
    if package.members:
        found += [top / MANIFEST, *sorted(root.glob(f"*/{MANIFEST}"))]
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in found if ".d." not in path.name}


def index_file(package: Package) -> Path:
    """The package's index, made if it does not exist."""
    top = workspace(package)
    name, version = INDEXERS[package.language]
    index = top.parent / f"{name.rpartition('/')[2]}-{version}.scip"
    if not index.exists():
        make_index(package.language, top, index, package.name, package.version)
    return index


def make_index(language: Language, top: Path, index: Path, name: str, version: str) -> None:
    """Index the workspace below `top`, called `name` at `version`, into the file `index`."""
    part = index.with_suffix(".part")
    options = ["index", "--cwd", str(top), "--output", str(part)]
    if language == "python":
        environment = index.with_name("environment.json")
        environment.write_text("[]")  # so that the indexer need not ask pip what is installed
        options += ["--project-name", name, "--project-version", version, "--quiet"]
        options += ["--environment", str(environment)]
    else:
        options += ["--no-progress-bar"]
    run(["node", MEMORY, str(_indexer(language)), *options], top)
    part.rename(index)


def _indexer(language: Language) -> Path:
    name, version = INDEXERS[language]
    folder = work_folder(f"indexers/{name.rpartition('/')[2]}-{version}")
    main = folder / "node_modules" / name / _MAIN[language]
    if not main.exists():
        npm_install(folder, f"{name}@{version}")
    return main


def _lay_out_python(package: Package, folder: Path) -> None:
    """Lay out a package: the module is the workspace, its dependencies are beside it, where the indexer finds them."""
    wanted = f"{package.name}=={package.version}"
    run([sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder / "deps"), wanted], folder)
    (folder / "workspace").mkdir()
    (folder / "deps" / package.root).rename(folder / "workspace" / package.root)
    (folder / "workspace" / "pyrightconfig.json").write_text(json.dumps({"extraPaths": ["../deps"]}))


def _lay_out_typescript(package: Package, folder: Path) -> None:
    top = folder / "workspace"
    top.mkdir()
    npm_install(top, f"{package.name}@{package.version}", *SHARED_TYPES)
    installed = top / "node_modules" / package.name
    shutil.copytree(installed / package.root, top / package.root)
    shutil.copy(installed / "package.json", top / "package.json")
    (top / "tsconfig.json").write_text(json.dumps({**TSCONFIG, "include": [package.root]}))
