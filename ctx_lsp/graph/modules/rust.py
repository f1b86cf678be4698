"""Resolves Rust paths that start at the crate root, at the module itself, at a parent module or in another crate.

A module is represented by two paths: the folder that holds its child modules, and its own file.
"""

from collections.abc import Iterable, Iterator

from ctx_lsp.graph.modules.files import (
    Files,
    below,
    existing,
    folder_of,
    folders_above,
    is_below,
    project_above,
    projects_near,
)
from ctx_lsp.graph.modules.targets import ModuleTarget
from ctx_lsp.graph.projects.model import CargoPackage

_STANDARD = frozenset({"std", "core", "alloc"})
_ROOT_NAMES = ("lib.rs", "main.rs")
_TARGET_FOLDERS = ("src/bin", "tests", "examples", "benches")  # each file or folder in these is a crate of its own

_RELATIVE = frozenset({"self", "super", "crate", "$crate"})  # beginnings of a path

_MAX_REEXPORTS = 6  # longest chain of re-exports that is followed

_Module = tuple[str, str]  # folder of its child modules, own file


def rust_targets(_: str, origin: str, module: str, files: Files) -> tuple[ModuleTarget, ...]:
    """Return the files or definitions that may contain the members of `module`, most likely first."""
    places = _written(origin, module, files)
    for _hop in range(_MAX_REEXPORTS):
        followed = dict.fromkeys(place for one in places for place in _reexported(one, files))
        if tuple(followed) == places:
            break
        places = tuple(followed)
    return places


def _reexported(place: ModuleTarget, files: Files) -> tuple[ModuleTarget, ...]:
    """Follow a re-export such as `pub use inner as outer` by one step; return `place` itself if there is none."""
    path, within = place
    scope, rest = "", within
    while rest and files.symbol(path, inner := f"{scope}.{rest.partition('.')[0]}".lstrip(".")):
        scope, rest = inner, rest.partition(".")[2]
    name, _, rest = rest.partition(".")
    head = files.head(path) if name else None
    for imported in head.imports if head else ():
        is_declared = imported.module == "self" and imported.name == name  # `mod outer;`, whose file is missing
        if imported.alias == name and imported.scope == scope and not is_declared:
            names = (imported.module, imported.name, *rest.split("."))
            return _written(path, "::".join(name for name in names if name), files)
    return (place,)


def _written(origin: str, module: str, files: Files) -> tuple[ModuleTarget, ...]:
    """Return the targets of the path `module` without following re-exports."""
    is_global = module.startswith("::")
    parts = _without_detours([part.removeprefix("r#") for part in module.split("::") if part])
    if not parts:
        return ()
    first, *rest = parts
    match first:
        case "crate" | "$crate":
            starts: Iterable[_Module] = _crate(origin, files)
        case "self" | "super":
            rest = rest if first == "self" else parts
            count = _leading_supers(rest)
            starts, rest = _above(origin, count, files), rest[count:]
        case _ if first.endswith(".rs"):  # of `#[path = "file.rs"] mod name;`
            named = existing((below(folder_of(origin), first),), files)
            starts = [(folder_of(file), file) for file in named]
        case _ if is_global:
            starts = _named_crate(origin, first, files)
        case _:
            return _local_or_crate(origin, parts, files)
    return _descended(starts, rest, files)


def _without_detours(parts: list[str]) -> list[str]:
    """Remove each module that is followed by `super`, together with the `super`, and each `self` that is not first."""
    found: list[str] = []
    for part in parts:
        if part == "super" and found and found[-1] not in _RELATIVE:
            found.pop()
        elif part != "self" or not found:
            found.append(part)
    return found


def _leading_supers(parts: list[str]) -> int:
    return next((number for number, part in enumerate(parts) if part != "super"), len(parts))


def _local_or_crate(origin: str, parts: list[str], files: Files) -> tuple[ModuleTarget, ...]:
    """Return the targets of a path that begins with a name in scope: a child module, a local symbol or a crate."""
    if parts[0] in _STANDARD:
        return ()
    own = _own(origin, files)
    if _child(own[0], parts[0], files) or files.symbol(origin, parts[0]) or _has_other_file(origin, parts[0], files):
        return _descended([own], parts, files)
    crates = tuple(_named_crate(origin, parts[0], files))
    if crates:
        return _descended(crates, parts[1:], files)
    roots = [root for root in _crate(origin, files) if _child(root[0], parts[0], files)]
    return _descended(roots, parts, files)  # in the 2015 edition, paths begin at the crate root


def _has_other_file(origin: str, name: str, files: Files) -> bool:
    """Return whether the file `origin` declares the module `name` with a `path` attribute."""
    head = files.head(origin)
    return any(one.alias == name and one.module.endswith(".rs") for one in head.imports) if head else False


def _descended(starts: Iterable[_Module], parts: list[str], files: Files) -> tuple[ModuleTarget, ...]:
    return tuple(dict.fromkeys(_descend(start, parts, files) for start in starts))


def _descend(start: _Module, parts: list[str], files: Files) -> ModuleTarget:
    folder, file = start
    for number, part in enumerate(parts):
        child = _child(folder, part, files)
        if child is None:
            return ModuleTarget(file, ".".join(parts[number:]))
        folder, file = below(folder, part), child
    return ModuleTarget(file)


def _child(folder: str, name: str, files: Files) -> str | None:
    """Return the file of a child module; None if there is none. `lib.rs` and `main.rs` are never child modules."""
    inside = below(folder, name)
    own = () if f"{name}.rs" in _ROOT_NAMES else (f"{inside}.rs",)
    return next(iter(existing((*own, f"{inside}/mod.rs"), files)), None)


def _own(origin: str, files: Files) -> _Module:
    folder, name = folder_of(origin), origin.rpartition("/")[2]
    is_first = name == "mod.rs" or any(file == origin for _, file in _crate(origin, files))
    return folder if is_first else below(folder, name.removesuffix(".rs")), origin


def _above(origin: str, count: int, files: Files) -> list[_Module]:
    """Return the modules that may be `count` levels above the module of the file `origin`."""
    folder, file = _own(origin, files)
    found: list[_Module] = [(folder, file)]
    roots = _crate(origin, files)
    for _ in range(count):
        if not folder or any(root == folder for root, _ in roots):
            return []
        name, folder = folder.rpartition("/")[2], folder_of(folder)
        above = [root for root in roots if root[0] == folder]
        parent = _child(folder_of(folder), folder.rpartition("/")[2], files) if name and not above else None
        found = above or ([(folder, parent)] if parent else [])
    return found


def _crate(origin: str, files: Files) -> tuple[_Module, ...]:
    """Return the root modules of the crates that a file may belong to, the library crate first."""
    package = project_above(origin, "Cargo.toml", files)
    if isinstance(package, CargoPackage):
        roots = _roots_in(package, origin, files)
    else:
        customary = (below(folder, name) for folder in folders_above(origin) for name in _ROOT_NAMES)
        roots = existing(customary, files)
    innermost = max((len(folder_of(root)) for root in roots), default=0)
    return tuple((folder_of(root), root) for root in roots if len(folder_of(root)) == innermost)


def _roots_in(package: CargoPackage, origin: str, files: Files) -> tuple[str, ...]:
    for folder in _TARGET_FOLDERS:
        crates = below(package.folder, folder)
        if is_below(origin, crates):
            name = origin[len(crates) + 1 :].split("/", maxsplit=1)[0].removesuffix(".rs")
            return existing((below(crates, f"{name}.rs"), below(crates, f"{name}/main.rs")), files)
    named = dict.fromkeys((*package.roots, *(below(package.folder, f"src/{name}") for name in _ROOT_NAMES)))
    build = below(package.folder, "build.rs")
    if origin in named or origin == build:
        return (origin, *(root for root in existing(named, files) if folder_of(root) == folder_of(origin)))
    return tuple(root for root in existing(named, files) if is_below(origin, folder_of(root)))


def _named_crate(origin: str, name: str, files: Files) -> Iterator[_Module]:
    package = project_above(origin, "Cargo.toml", files)
    crate = dict(package.renamed).get(name, name) if isinstance(package, CargoPackage) else name
    for found in projects_near(origin, "cargo", crate, files):
        if isinstance(found, CargoPackage) and files.exists(found.crate_root):
            yield folder_of(found.crate_root), found.crate_root
            return
