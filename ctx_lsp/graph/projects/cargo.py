"""Reads the name of a crate, its renamed dependencies and the root files of its module trees from `Cargo.toml`."""

from typing import Any

from ctx_lsp.graph.projects.model import CargoPackage, joined
from ctx_lsp.graph.projects.texts import inner, items, table, toml_table

_TARGETS = ("bin", "example", "test", "bench")
_DEPENDENCIES = ("dependencies", "dev-dependencies", "build-dependencies")


def read_cargo(path: str, data: bytes) -> CargoPackage | None:
    """Parse the package in a manifest; return None if the manifest has no package or is malformed."""
    text = toml_table(data)
    package = inner(text, "package", "name")
    if not isinstance(package, str):
        return None
    folder = path.rpartition("/")[0]
    library = inner(text, "lib", "name")
    root = inner(text, "lib", "path")
    main = joined(folder, root if isinstance(root, str) else "src/lib.rs")
    build = inner(text, "package", "build")
    named = [inner(one, "path") for key in _TARGETS for one in items(text.get(key))]
    return CargoPackage(
        folder=folder,
        crate=(library if isinstance(library, str) else package).replace("-", "_"),
        crate_root=main,
        roots=(main, *(joined(folder, one) for one in (*named, build) if isinstance(one, str))),
        renamed=_renamed(text),
    )


def _renamed(text: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    dependencies = (item for key in _DEPENDENCIES for item in table(text.get(key)).items())
    named = ((name, inner(value, "package")) for name, value in dependencies)
    return tuple((name.replace("-", "_"), crate.replace("-", "_")) for name, crate in named if isinstance(crate, str))
