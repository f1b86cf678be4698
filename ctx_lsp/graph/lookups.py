"""Lookups in the workspace tables, made while the names in one file are resolved.

The tables, and what each file contributes to them, are defined in `tables`.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any, TypeVar

from ctx_lsp.engine.sources import A, Cell, K, Read, Source, Table, V
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
    piece_name,
    typing_of,
)
from ctx_lsp.syntax.items.identifiers import prefix_of

T = TypeVar("T")

LookupUser = int | str
"""The user of a lookup: the index of a symbol in the file (-1 for the file itself), or the id of a definition."""

Pending = dict[str, int] | dict[tuple[str, str], int]
"""Evaluations in progress, innermost last. Each key is, or begins with, the id of the evaluated definition."""

Key = str | int
"""The key of a lookup: the qualified name of a symbol in the file itself, or the `cell_key` of a table cell."""

NO_USER = -2  # the user of lookups that belong to no symbol


class FrozenTables:
    """A frozen view of all tables. Reads from it are not recorded as dependencies."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        named: Iterable[Table[Any, Any, Any]] = (getattr(tables, one.name) for one in fields(Tables))
        self._values = {table.number: table.values for table in named}

    def lookups(self, own: FileEntry, make: "Callable[[Tables, Read, FileEntry], Lookups] | None" = None) -> "Lookups":
        """Return lookups for the file whose entry is `own`; `make` constructs them, if they are of another class."""
        return (make or Lookups)(self._tables, self._read, own)

    def items(self, identifier: str) -> Candidates:
        """Return the items, in all files, whose identifier is `identifier`, which must be in normal form."""
        return self._read(self._tables.items, identifier)

    def _read(self, source: Source[K, V, A], key: K, /) -> V | A:
        return self._values[source.number].get(key, source.absent)


class Lookups:
    """The lookups made for one file. The engine's `read` function records each access to data from other files."""

    __slots__ = ("_read", "_tables", "own", "user")

    def __init__(self, tables: Tables, read: Read, own: FileEntry) -> None:
        self._tables = tables
        self._read = read
        self.own = own
        self.user = NO_USER  # the symbol whose references are being resolved

    def recorded(self) -> "RecordedLookups":
        """Return an object for the same file and tables that records its lookups."""
        return RecordedLookups(self._tables, self._read, self.own)

    @property
    def recorded_user(self) -> LookupUser:
        """The user under which lookups are recorded (see `RecordedLookups`). Unused here: this class records none."""
        return NO_USER

    def attribute_inside(self, pending: Pending) -> None:
        """Do nothing; `RecordedLookups` attributes lookups to the innermost evaluation in `pending`."""

    def kept(self, find: Callable[[], T]) -> T:
        """Return the result of `find`. The caller caches the result for other references in the file."""
        return find()

    def _look_up(self, source: Source[K, V, A], key: K) -> V | A:
        """Return the value of the cell `key` in the table `source`."""
        return self._read(source, key)

    def exists(self, path: str) -> bool:
        """Return whether there is a file at `path`."""
        return self._look_up(self._tables.paths, path)

    def head(self, path: str) -> FileHead | None:
        """Return the language, imports and package of the file at `path`; None if there is no such file."""
        return head_of(self.own) if path == self.own.path else self._look_up(self._tables.heads, path)

    def exported(self, path: str, alias: str) -> Names:
        """Return the original names of the definitions that the file at `path` exports under the new name `alias`."""
        if path == self.own.path:
            return tuple(one.name for one in self.own.facts.outline.exports if one.alias == alias)
        return self._look_up(self._tables.exports, (path, alias))

    def symbol(self, path: str, qualname: str) -> Definition | None:
        """Return the definition of `qualname` in the file at `path`; None if there is none."""
        if path == self.own.path:
            return self.own.by_qualname.get(qualname)
        return self._look_up(self._tables.symbols, symbol_id(path, qualname))

    def typing(self, path: str, qualname: str) -> Typing:
        """Return the type information in the declaration of a symbol; `UNTYPED` if there is no such symbol."""
        if path == self.own.path:
            own = self.own.by_qualname.get(qualname)
            return typing_of(self.own.facts.outline.symbols[own.index]) if own else UNTYPED
        return self._look_up(self._tables.typings, symbol_id(path, qualname))

    def modules(self, stem: str) -> tuple[str, ...]:
        """Return the paths of the files that a module name ending in `stem` can refer to."""
        return self._look_up(self._tables.stems, stem)

    def folder(self, folder: str) -> tuple[str, ...]:
        """Return the paths of the files directly in `folder`."""
        return self._look_up(self._tables.folders, folder)

    def qualified(self, language: str, name: str) -> Candidates:
        """Return the types and modules whose fully qualified name is `name`; empty in languages without such names."""
        return self._look_up(self._tables.qualified, (family(language), piece_name(language, name)))

    def project(self, path: str) -> Project | None:
        """Return the parsed configuration file at `path`; None if there is none."""
        return self._look_up(self._tables.configurations, path)

    def projects(self, kind: str, name: str) -> tuple[str, ...]:
        """Return the paths of the configuration files that define a project of `kind` (such as `npm`) called `name`."""
        return self._look_up(self._tables.projects, (kind, name))

    def is_source_root(self, folder: str) -> bool:
        """Return whether `folder` is a source root: a folder from which a project's full module names start."""
        return self._look_up(self._tables.source_roots, folder)

    def defining(self, name: str) -> Iterable[str]:
        """Return the paths of the files that define a symbol called `name`, in no particular order."""
        return self._look_up(self._tables.names, name)

    def by_folder(self, language: str, path: str, name: str) -> Candidates:
        """Return the top-level definitions called `name` in the folder of `path`.

        The result is empty in languages in which the files of a folder do not share a scope.
        """
        return self._look_up(self._tables.by_folder, (family(language), folder_of(path), name))

    def packaged(self, package: str, name: str) -> Candidates:
        """Return the top-level definitions called `name` in the files of `package`."""
        return self._look_up(self._tables.packaged, (package_key(package), name))

    def out_of_line_members(self, holder: Definition, name: str) -> Candidates:
        """Return the members called `name` of the type `holder` that are defined outside the type's definition.

        They are found by the name of the type, so they may belong to another type with the same name. In a language
        with reopened types, members in `holder` are returned, too. Members in the folder of `holder` take precedence.
        If there are none, up to `MAX_GUESSES` members from other folders are returned, except in languages in which a
        type's members must be in its folder.
        """
        member = f"{piece_name(holder.language, holder.qualname)}.{name}"
        found = self._look_up(self._tables.out_of_line_members, (family(holder.language), member))
        beside = tuple(one for one in found if folder_of(one.path) == folder_of(holder.path))
        return beside or (() if visibility_of(holder.language).out_of_line_members == "folder" else found[:MAX_GUESSES])

    def holders(self, language: str, name: str) -> Names | None:
        """Return the sorted qualified names of the types with a member called `name`; None if there are too many."""
        found = self._look_up(self._tables.holders, (family(language), name))
        return None if found == EVERYWHERE else found

    def by_module(self, language: str, name: str) -> Candidates:
        """Return the top-level definitions called `name` in any file.

        The result is empty in languages in which the files of a module do not share a scope.
        """
        return self._look_up(self._tables.by_module, (family(language), name))

    def methods(self, holder: Definition) -> Methods:
        """Return the methods of the type `holder` that the files in its folder define.

        The result is empty in languages without structural interfaces.
        """
        return self._look_up(self._tables.methods, (family(holder.language), folder_of(holder.path), holder.qualname))

    def interfaces_by_method(self, language: str, method: str) -> Candidates:
        """Return the interfaces whose longest method name is `method`."""
        return self._look_up(self._tables.interfaces_by_method, (family(language), method))

    def added(self, language: str, holder: str, name: str) -> Candidates:
        """Return the members called `name` that the workspace adds to the type called `holder`, outside its definition.

        The type itself may be defined outside the workspace.
        """
        return self._look_up(self._tables.out_of_line_members, (family(language), f"{holder}.{name}"))

    def extensions(self, language: str, name: str) -> Candidates:
        """Return the extension functions and properties called `name`; empty if there are too many."""
        return self._look_up(self._tables.extensions, (family(language), name))

    def items(self, identifier: str) -> Candidates:
        """Return the items, in all files, whose identifier is `identifier`, which must be in normal form.

        The prefix of the identifier is looked up first. Most prefixes belong to no item, and all identifiers with the
        same prefix share this lookup.
        """
        is_known = self._look_up(self._tables.item_prefixes, prefix_of(identifier))
        return self._look_up(self._tables.items, identifier) if is_known else ()

    def superseded(self, identifier: str) -> Candidates:
        """Return the items that declare that they are superseded by the item with `identifier`."""
        return self._look_up(self._tables.superseded, identifier)

    def by_name_fallback(self, language: str, name: str, *, members: bool) -> Candidates:
        """Return all definitions called `name`, either members or non-members; empty if there are too many."""
        return self._look_up(self._tables.by_name_fallback, (family(language), members, name))


class RecordedLookups(Lookups):
    """Lookups that also record which keys each user has looked up, including keys without a value.

    `looked_up` maps each user to its keys. The user is normally the symbol whose references are being resolved. While a
    result that will be cached is evaluated, the user is the definition that the result belongs to, or "" if there is
    none. When a cached result is used again, only a lookup of this definition is recorded, not the lookups that the
    result depends on.
    """

    __slots__ = ("_evaluations", "_is_kept", "looked_up")

    def __init__(self, tables: Tables, read: Read, own: FileEntry) -> None:
        super().__init__(tables, read, own)
        self.looked_up: dict[LookupUser, set[Key]] = {}
        self._evaluations: list[Pending] = []
        self._is_kept = False

    @property
    def recorded_user(self) -> LookupUser:
        """The user under which the next lookup is recorded."""
        if self._is_kept:
            return ""
        for pending in self._evaluations:
            if pending:
                key = next(reversed(pending))
                return key if isinstance(key, str) else key[0]
        return self.user

    def attribute_inside(self, pending: Pending) -> None:
        """Attribute lookups to the innermost evaluation in `pending`, as long as `pending` is not empty.

        If several mappings have been passed to this method, the first one that is not empty counts.
        """
        self._evaluations.append(pending)

    def kept(self, find: Callable[[], T]) -> T:
        """Return the result of `find`, and record its lookups under the user ""."""
        was_kept, self._is_kept = self._is_kept, True
        try:
            return find()
        finally:
            self._is_kept = was_kept

    def symbol(self, path: str, qualname: str) -> Definition | None:
        """Return the definition of `qualname` in the file at `path`; None if there is none."""
        if path == self.own.path:
            self._record(qualname)
        return super().symbol(path, qualname)

    def typing(self, path: str, qualname: str) -> Typing:
        """Return the type information in the declaration of a symbol; `UNTYPED` if there is no such symbol."""
        if path == self.own.path:
            self._record(qualname)
        return super().typing(path, qualname)

    def _look_up(self, source: Source[K, V, A], key: K) -> V | A:
        self._record(cell_key((source.number, key)))
        return self._read(source, key)

    def _record(self, key: Key) -> None:
        self.looked_up.setdefault(self.recorded_user, set()).add(key)


def cell_key(cell: Cell) -> int:
    """Return a hash that identifies a table cell and takes less memory than the cell; collisions are very rare."""
    return hash(cell)
