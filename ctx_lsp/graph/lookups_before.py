"""Lookups in the workspace tables as they were before some files were moved, to find code that uses the old paths."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ctx_lsp.engine.sources import Read
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.modules.files import folder_of, module_stem
from ctx_lsp.graph.resolution.visibility import family, visibility_of
from ctx_lsp.graph.tables import (
    UNTYPED,
    Candidates,
    FileHead,
    Names,
    Tables,
    Typing,
    head_of,
    package_key,
    piece_name,
    typing_of,
)
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS


@dataclass(frozen=True)
class MovedFiles:
    """Files that were moved: the entries `before`, keyed by their old paths, and the paths `now`."""

    before: Mapping[str, FileEntry]
    now: frozenset[str]

    def named(self, name: str) -> Iterator[tuple[FileEntry, Candidates]]:
        """Yield each file before the move that has top-level definitions called `name`, with these definitions."""
        for entry in self.before.values():
            if name in entry.top_level:
                yield entry, entry.top_level[name]


class LookupsBefore(Lookups):
    """Lookups as if some files were still at the paths from which they have been moved.

    This covers the lookups with which imports are resolved, and those of scopes that files share. The remaining ones
    still find the files at their new paths.
    """

    __slots__ = ("_moved",)

    def __init__(self, tables: Tables, read: Read, own: FileEntry, moved: MovedFiles) -> None:
        super().__init__(tables, read, own)
        self._moved = moved

    def exists(self, path: str) -> bool:
        """Return whether there was a file at `path`."""
        return path in self._moved.before or (path not in self._moved.now and super().exists(path))

    def head(self, path: str) -> FileHead | None:
        """Return the language, imports and package of the file that was at `path`; None if there was no such file."""
        before = self._moved.before.get(path)
        return head_of(before) if before else super().head(path) if self.exists(path) else None

    def exported(self, path: str, alias: str) -> Names:
        """Return the original names of the definitions that the file at `path` exported under the new name `alias`."""
        before = self._moved.before.get(path)
        if before is None:
            return super().exported(path, alias) if self.exists(path) else ()
        return tuple(one.name for one in before.facts.outline.exports if one.alias == alias)

    def symbol(self, path: str, qualname: str) -> Definition | None:
        """Return the definition of `qualname` in the file that was at `path`; None if there was none."""
        before = self._moved.before.get(path)
        if before is None:
            return super().symbol(path, qualname) if self.exists(path) else None
        return before.by_qualname.get(qualname)

    def typing(self, path: str, qualname: str) -> Typing:
        """Return the type information in the declaration of a symbol; `UNTYPED` if there was no such symbol."""
        before = self._moved.before.get(path)
        if before is None:
            return super().typing(path, qualname)
        own = before.by_qualname.get(qualname)
        return typing_of(before.facts.outline.symbols[own.index]) if own else UNTYPED

    def modules(self, stem: str) -> tuple[str, ...]:
        """Return the paths of the files that a module name ending in `stem` could refer to."""
        return self._paths(super().modules(stem), (path for path in self._moved.before if module_stem(path) == stem))

    def folder(self, folder: str) -> tuple[str, ...]:
        """Return the paths of the files that were directly in `folder`."""
        return self._paths(super().folder(folder), (path for path in self._moved.before if folder_of(path) == folder))

    def by_folder(self, language: str, path: str, name: str) -> Candidates:
        """Return the top-level definitions called `name` that were in the folder of `path`."""
        found = super().by_folder(language, path, name)
        if not visibility_of(language).folder_visible:
            return found
        beside = (tops for one, tops in self._moved.named(name) if folder_of(one.path) == folder_of(path))
        return self._candidates(found, (tops for tops in beside if family(tops[0].language) == family(language)))

    def packaged(self, package: str, name: str) -> Candidates:
        """Return the top-level definitions called `name` that were in the files of `package`."""
        key = package_key(package)
        named = self._moved.named(name)
        before = (tops for one, tops in named if package_key(one.facts.outline.package) == key)
        own = (tops for tops in before if visibility_of(tops[0].language).packages)
        return self._candidates(super().packaged(package, name), own)

    def qualified(self, language: str, name: str) -> Candidates:
        """Return the types and modules whose fully qualified name was `name`."""
        found = super().qualified(language, name)
        if not visibility_of(language).qualified_names:
            return found
        own = (one.by_qualname.get(piece_name(language, name)) for one in self._moved.before.values())
        return self._candidates(found, ((one,) for one in own if one and one.kind in CONTAINER_KINDS))

    def _paths(self, now: Iterable[str], before: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted({*(path for path in now if path not in self._moved.now), *before}))

    def _candidates(self, now: Candidates, before: Iterable[Candidates]) -> Candidates:
        stayed = (one for one in now if one.path not in self._moved.now)
        return tuple(dict.fromkeys((*stayed, *(one for tops in before for one in tops))))
