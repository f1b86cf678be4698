"""The workspace's definitions: the tables by which a name or a module is looked up across files.

Each look-up is recorded as a key, so that a change of the tables tells exactly which files to resolve again. Which
candidate a reference means is decided in `resolve`; nothing is ranked here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ctx_lsp.index.entry import Definition, FileEntry

LookupKey = tuple[str, str]

# Files that stand for the folder they are in.
_FOLDER_MODULES = frozenset({"__init__", "index", "mod", "lib", "main", "init"})


def module_stem(path: str) -> str:
    """The last part of the module name that a path answers to: the file's stem, or its folder's for `__init__` etc."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    return folders[-1] if stem in _FOLDER_MODULES and folders else stem


@dataclass(frozen=True, slots=True)
class Definitions:
    """Immutable look-up tables over all files of a revision."""

    files: Mapping[str, FileEntry]
    by_name: Mapping[str, tuple[Definition, ...]]
    by_stem: Mapping[str, tuple[str, ...]]
    by_folder: Mapping[str, tuple[str, ...]]

    @staticmethod
    def empty() -> "Definitions":
        """No files at all."""
        return Definitions({}, {}, {}, {})

    def replaced(self, changes: Mapping[str, FileEntry | None]) -> "tuple[Definitions, set[LookupKey]]":
        """The tables after files were set (or removed: None), and the look-up keys whose answers may have changed."""
        files, by_name = dict(self.files), dict(self.by_name)
        by_stem, by_folder = dict(self.by_stem), dict(self.by_folder)
        changed: set[LookupKey] = set()
        for path, entry in changes.items():
            old = files.pop(path, None)
            if entry is not None:
                files[path] = entry
            if old is None or entry is None:
                changed |= _file_keys(path)
                _set_member(by_stem, module_stem(path), path, present=entry is not None)
                _set_member(by_folder, path.rpartition("/")[0], path, present=entry is not None)
            elif old.facts.outline == entry.facts.outline:
                continue
            changed |= _outline_changes(path, old, entry)
            _replace_definitions(by_name, path, old, entry)
        return Definitions(files, by_name, by_stem, by_folder), changed


class Lookups:
    """A view of the tables that records what was asked."""

    __slots__ = ("definitions", "keys")

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.keys: set[LookupKey] = set()

    def named(self, name: str) -> tuple[Definition, ...]:
        """Every definition whose last name is `name`, by path and position."""
        self.keys.add(("name", name))
        return self.definitions.by_name.get(name, ())

    def file(self, path: str) -> FileEntry | None:
        """The file at `path`; only its outline may be used."""
        self.keys.add(("outline", path))
        return self.definitions.files.get(path)

    def modules(self, stem: str) -> tuple[str, ...]:
        """Paths of the files that answer to a module name ending in `stem`."""
        self.keys.add(("stem", stem))
        return self.definitions.by_stem.get(stem, ())

    def folder(self, folder: str) -> tuple[str, ...]:
        """Paths of the files directly in `folder`."""
        self.keys.add(("folder", folder))
        return self.definitions.by_folder.get(folder, ())


def _file_keys(path: str) -> set[LookupKey]:
    return {("stem", module_stem(path)), ("folder", path.rpartition("/")[0]), ("outline", path)}


def _outline_changes(path: str, old: FileEntry | None, new: FileEntry | None) -> set[LookupKey]:
    before, after = _visible_by_name(old), _visible_by_name(new)
    names = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    return {("name", name) for name in names} | {("outline", path)}


def _visible_by_name(entry: FileEntry | None) -> dict[str, list[object]]:
    """What others can see of each name; positions in the outline are left out, for a neighbour moves them."""
    found: dict[str, list[object]] = {}
    if entry is None:
        return found
    outline = entry.facts.outline
    for definition in entry.definitions:
        bases = outline.symbols[definition.index].bases
        found.setdefault(definition.name, []).append((replace(definition, index=0), bases, outline.package))
    return found


def _set_member(table: dict[str, tuple[str, ...]], key: str, path: str, *, present: bool) -> None:
    members = set(table.get(key, ())) - {path} | ({path} if present else set())
    if members:
        table[key] = tuple(sorted(members))
    else:
        table.pop(key, None)


def _replace_definitions(
    by_name: dict[str, tuple[Definition, ...]], path: str, old: FileEntry | None, new: FileEntry | None
) -> None:
    fresh: dict[str, list[Definition]] = {}
    for definition in new.definitions if new else ():
        fresh.setdefault(definition.name, []).append(definition)
    for name in _names(old) | fresh.keys():
        kept = [d for d in by_name.get(name, ()) if d.path != path]
        merged = sorted(kept + fresh.get(name, []), key=lambda d: (d.path, d.index))
        if merged:
            by_name[name] = tuple(merged)
        else:
            by_name.pop(name, None)


def _names(entry: FileEntry | None) -> set[str]:
    return {definition.name for definition in entry.definitions} if entry is not None else set()
