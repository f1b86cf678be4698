"""Look-ups in the tables of the workspace: what one file asks while its names are resolved.

Which tables there are, and what each file adds to them, is in `tables`.
"""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from ctx_lsp.engine.sources import A, K, Read, Source, Table, V
from ctx_lsp.graph.entry import Definition, FileEntry, symbol_id
from ctx_lsp.graph.modules.files import folder_of
from ctx_lsp.graph.projects.model import Project
from ctx_lsp.graph.resolution.visibility import family, visibility_of
from ctx_lsp.graph.tables import (
    EVERYWHERE,
    MAX_GUESSES,
    UNTYPED,
    Candidates,
    FileHead,
    Methods,
    Names,
    Tables,
    Typing,
    head_of,
    package_key,
    typing_of,
)


class FrozenTables:
    """All tables as they are at one moment. Reads through them are recorded nowhere."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        named: Iterable[Table[Any, Any, Any]] = (getattr(tables, one.name) for one in fields(Tables))
        self._values = {table.number: table.values for table in named}

    def lookups(self, own: FileEntry) -> "Lookups":
        """Look-ups for the file of `own`."""
        return Lookups(self._tables, self._read, own)

    def _read(self, source: Source[K, V, A], key: K, /) -> V | A:
        return self._values[source.number].get(key, source.absent)


class Lookups:
    """What one file looks up while it is resolved; all that is not its own is recorded by `read`."""

    __slots__ = ("_read", "_tables", "own")

    def __init__(self, tables: Tables, read: Read, own: FileEntry) -> None:
        self._tables = tables
        self._read = read
        self.own = own

    def exists(self, path: str) -> bool:
        """Whether there is a file at `path`."""
        return self._read(self._tables.paths, path)

    def head(self, path: str) -> FileHead | None:
        """Language and imports of the file at `path`."""
        return head_of(self.own) if path == self.own.path else self._read(self._tables.heads, path)

    def exported(self, path: str, alias: str) -> Names:
        """The names of the file at `path` that it exports as `alias`, where that is another one."""
        if path == self.own.path:
            return tuple(one.name for one in self.own.facts.outline.exports if one.alias == alias)
        return self._read(self._tables.exports, (path, alias))

    def symbol(self, path: str, qualname: str) -> Definition | None:
        """The definition of that qualified name in the file at `path`."""
        if path == self.own.path:
            return self.own.by_qualname.get(qualname)
        return self._read(self._tables.symbols, symbol_id(path, qualname))

    def typing(self, path: str, qualname: str) -> Typing:
        """The types that the declaration of a symbol states."""
        if path == self.own.path:
            own = self.own.by_qualname.get(qualname)
            return typing_of(self.own.facts.outline.symbols[own.index]) if own else UNTYPED
        return self._read(self._tables.typings, symbol_id(path, qualname))

    def modules(self, stem: str) -> tuple[str, ...]:
        """Paths of the files that answer to a module name ending in `stem`."""
        return self._read(self._tables.stems, stem)

    def folder(self, folder: str) -> tuple[str, ...]:
        """Paths of the files directly in `folder`."""
        return self._read(self._tables.folders, folder)

    def qualified(self, language: str, name: str) -> Candidates:
        """Types and modules of that dotted name, in languages where such a name is known in the whole program."""
        return self._read(self._tables.qualified, (family(language), name))

    def project(self, path: str) -> Project | None:
        """What the configuration file at `path` says."""
        return self._read(self._tables.configurations, path)

    def projects(self, kind: str, name: str) -> tuple[str, ...]:
        """Paths of the configuration files of the projects of a kind (`npm`, `go`, `cargo` …) that go by a name."""
        return self._read(self._tables.projects, (kind, name))

    def is_source_root(self, folder: str) -> bool:
        """Whether a project has modules in `folder` that are imported by their full names."""
        return self._read(self._tables.source_roots, folder)

    def defining(self, name: str) -> Iterable[str]:
        """Paths of the files that define a symbol of that name, in no order."""
        return self._read(self._tables.names, name)

    def by_folder(self, language: str, path: str, name: str) -> Candidates:
        """Top-level definitions of that name in the folder of `path`, in languages where its files can see them."""
        return self._read(self._tables.by_folder, (family(language), folder_of(path), name))

    def packaged(self, package: str, name: str) -> Candidates:
        """Top-level definitions of that name in files of a package."""
        return self._read(self._tables.packaged, (package_key(package), name))

    def out_of_line_members(self, holder: Definition, name: str) -> Candidates:
        """Members `name` of the type `holder`, or of others of its name, that other files define; the nearest ones."""
        found = self._read(self._tables.out_of_line_members, (family(holder.language), f"{holder.qualname}.{name}"))
        beside = tuple(one for one in found if folder_of(one.path) == folder_of(holder.path))
        return beside or (() if visibility_of(holder.language).members_apart == "folder" else found[:MAX_GUESSES])

    def holders(self, language: str, name: str) -> Names | None:
        """The qualified names of everything that has a member of that name, sorted; None if there are too many."""
        found = self._read(self._tables.holders, (family(language), name))
        return None if found == EVERYWHERE else found

    def by_module(self, language: str, name: str) -> Candidates:
        """Top-level definitions of that name, in languages whose modules are many files that see each other."""
        return self._read(self._tables.by_module, (family(language), name))

    def methods(self, holder: Definition) -> Methods:
        """The methods that a type has in its folder, in languages where it implements interfaces by having them."""
        return self._read(self._tables.methods, (family(holder.language), folder_of(holder.path), holder.qualname))

    def interfaces_by_method(self, language: str, method: str) -> Candidates:
        """Interfaces that ask for that method and are looked for under its name."""
        return self._read(self._tables.interfaces_by_method, (family(language), method))

    def added(self, language: str, holder: str, name: str) -> Candidates:
        """Members `name` that files define for a type named `holder` which none of them need define."""
        return self._read(self._tables.out_of_line_members, (family(language), f"{holder}.{name}"))

    def extensions(self, language: str, name: str) -> Candidates:
        """Definitions of that name which are declared for types outside of these; empty if there are too many."""
        return self._read(self._tables.extensions, (family(language), name))

    def by_name_fallback(self, language: str, name: str, *, members: bool) -> Candidates:
        """All definitions of that name in the workspace, members of types or others; empty if more than a few."""
        return self._read(self._tables.by_name_fallback, (family(language), members, name))
