"""What a name can mean inside one file: its own definitions, its imports and the members of types.

Looks one name up at a time and says how sure it is; `resolve` turns the answers into edges. There is no type
inference here beyond `self`, `super` and names of types.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ctx_lsp.index.definitions import Lookups
from ctx_lsp.index.entry import Definition, FileEntry
from ctx_lsp.index.modules import is_package_language, module_files
from ctx_lsp.syntax.model import Import

# How sure a resolution is, by the evidence for it. Ordinal; the graph's consumers only compare and multiply them.
CERTAIN = 1.0  # the same file, by scope
IMPORTED = 0.95
INHERITED = 0.9
SAME_PACKAGE = 0.85  # visible without an import by a rule of the language
STAR = 0.8
GUESSED = 0.5  # by name alone; divided by the number of candidates
MAX_GUESSES = 3  # more candidates than this say nothing
MAX_HOPS = 4  # re-exports and base classes followed

_FAMILIES = (
    ("javascript", "typescript", "tsx", "vue", "svelte"),
    ("java", "kotlin", "scala"),
    ("c", "cpp", "objc"),
)
_FAMILY = {language: family for family in _FAMILIES for language in family}
# Files of one folder see each other's top level.
_FOLDER_VISIBLE = frozenset({"go", "java", "kotlin", "scala", "csharp", "swift"})
# Names are global to the program.
_GLOBAL = frozenset({"c", "cpp", "objc", "ruby", "php", "swift", "csharp", "lua", "bash", "elixir", "haskell", "zig"})
_SELF = frozenset({"self", "this", "cls", "Self", "@", "$this", "static"})
_SUPER = frozenset({"super", "super()", "base", "parent"})
_TYPE_KINDS = frozenset({"Class", "Interface", "Struct", "Enum", "Namespace", "Module", "Object"})
_MEMBER_KINDS = frozenset({"Method", "Property", "Field", "Constructor", "EnumMember"})

Found = tuple[tuple[Definition, float], ...]


@dataclass(frozen=True)
class Scope:
    """Name look-up for one file."""

    entry: FileEntry
    lookups: Lookups

    @cached_property
    def _imports(self) -> dict[str, list[Import]]:
        found: dict[str, list[Import]] = {}
        for imported in self.entry.facts.outline.imports:
            found.setdefault(imported.alias, []).append(imported)
        return found

    def bare(self, name: str, symbol: int) -> Found:
        """Meanings of a bare `name` used inside the symbol at index `symbol` (-1: top level)."""
        own = self._enclosing(name, symbol)
        if own:
            return ((own, CERTAIN),)
        imported = self._through_imports(name)
        if imported:
            return imported
        if name in self._imports:
            return ()  # bound by an import that leads out of the workspace
        return self._visible(name)

    def member(self, receiver: str, name: str, symbol: int) -> Found:
        """Meanings of `receiver.name` used inside the symbol at index `symbol`."""
        if receiver in _SELF or receiver in _SUPER:
            holder = self._enclosing_type(symbol)
            return self.in_type(holder, name, own=receiver in _SELF) if holder else ()
        head, _, tail = receiver.rpartition(".")
        holders = self.member(head, tail, symbol) if head else self.bare(receiver, symbol)
        types = [(d, sure) for d, sure in holders if d.kind in _TYPE_KINDS]
        found = [(d, min(sure, s)) for holder, sure in types for d, s in self.in_type(holder, name)]
        if found:
            return tuple(found)
        in_modules = self._in_modules(receiver, name)
        if in_modules is not None:
            return in_modules
        return () if types else self._guessed(name, members=True)

    def in_type(self, holder: Definition, name: str, *, own: bool = True, hops: int = MAX_HOPS) -> Found:
        """Member `name` of the type `holder`, its own or inherited from bases in the workspace."""
        entry = self._entry(holder.path)
        if entry is None:
            return ()
        if own:
            member = entry.by_qualname.get(f"{holder.qualname}.{name}")
            if member:
                return ((member, CERTAIN if entry is self.entry else IMPORTED),)
        if hops == 0:
            return ()
        for base in self.bases(holder):
            found = self.in_type(base, name, hops=hops - 1)
            if found:
                return tuple((d, min(sure, INHERITED)) for d, sure in found)
        return ()

    def bases(self, holder: Definition) -> Iterable[Definition]:
        """The workspace types that `holder` names as its bases, in order."""
        entry = self._entry(holder.path)
        if entry is None:
            return
        scope = self if entry is self.entry else Scope(entry, self.lookups)
        for base in entry.facts.outline.symbols[holder.index].bases:
            for definition, _ in scope.dotted(base.name, holder.index)[:1]:
                if definition.id != holder.id:
                    yield definition

    def dotted(self, name: str, symbol: int) -> Found:
        """Meanings of a name as written, with or without dots."""
        receiver, _, last = name.replace("::", ".").rpartition(".")
        return self.member(receiver, last, symbol) if receiver else self.bare(last, symbol)

    def imported(self, imported: Import) -> Found:
        """What one import binds."""
        return self._import_targets(self.entry, imported, imported.name, MAX_HOPS)

    def module_paths(self, imported: Import) -> tuple[str, ...]:
        """The files that an import of a whole module names."""
        return module_files(self.entry, imported.module, self.lookups)

    def _entry(self, path: str) -> FileEntry | None:
        return self.entry if path == self.entry.path else self.lookups.file(path)

    def _enclosing(self, name: str, symbol: int) -> Definition | None:
        """A definition in the scopes around `symbol`; a type's members are not in scope by bare name in every language,
        yet where they are not, the name would not stand there."""
        symbols = self.entry.facts.outline.symbols
        while symbol >= 0:
            found = self.entry.by_qualname.get(f"{symbols[symbol].qualname}.{name}")
            if found:
                return found
            symbol = symbols[symbol].parent
        return self.entry.by_qualname.get(name)

    def _enclosing_type(self, symbol: int) -> Definition | None:
        symbols = self.entry.facts.outline.symbols
        while symbol >= 0:
            if symbols[symbol].kind in _TYPE_KINDS:
                return self.entry.definitions[symbol]
            symbol = symbols[symbol].parent
        return None

    def _through_imports(self, name: str) -> Found:
        found = [hit for imported in self._imports.get(name, ()) for hit in self.imported(imported)]
        if found:
            return tuple(found)
        stars = (i for i in self.entry.facts.outline.imports if i.name == "*")
        hits = (hit for star in stars for hit in self._import_targets(self.entry, star, name, MAX_HOPS))
        return tuple((definition, min(sure, STAR)) for definition, sure in hits)

    def _import_targets(self, entry: FileEntry, imported: Import, name: str, hops: int) -> Found:
        if not name or hops == 0:
            return ()
        if is_package_language(entry.language):
            return self._in_package(imported.module, name)
        for path in module_files(entry, imported.module, self.lookups):
            found = self._exported(path, name, hops)
            if found:
                return found
        return ()

    def _exported(self, path: str, name: str, hops: int) -> Found:
        entry = self._entry(path)
        if entry is None:
            return ()
        own = entry.by_qualname.get(name)
        if own:
            return ((own, IMPORTED),)
        for imported in entry.facts.outline.imports:
            if imported.alias == name or imported.name == "*":
                wanted = name if imported.name == "*" else imported.name
                found = self._import_targets(entry, imported, wanted, hops - 1)
                if found:
                    return found
        return ()

    def _in_package(self, package: str, name: str) -> Found:
        wanted = package.replace("\\", ".")
        named = [d for d in self.lookups.named(name) if d.container == d.path]
        return tuple((d, IMPORTED) for d in named if self._package_of(d.path) == wanted)

    def _package_of(self, path: str) -> str:
        entry = self._entry(path)
        return entry.facts.outline.package.replace("\\", ".") if entry else ""

    def _in_modules(self, receiver: str, name: str) -> Found | None:
        """Member `name` of the module bound to `receiver`; None where `receiver` is not bound by an import."""
        bound = self._imports.get(receiver)
        if bound is None:
            return None
        for imported in bound:
            module = self._submodule(imported) if imported.name else imported.module
            for path in module_files(self.entry, module, self.lookups):
                found = self._exported(path, name, MAX_HOPS)
                if found:
                    return found
        return ()

    def _submodule(self, imported: Import) -> str:
        separator = "::" if "::" in imported.module else "/" if "/" in imported.module else "."
        return imported.module + ("" if imported.module.endswith(separator) else separator) + imported.name

    def _visible(self, name: str) -> Found:
        """Definitions that the language lets this file see without an import."""
        language = self.entry.language
        if language in _FOLDER_VISIBLE:
            folder = self.entry.path.rpartition("/")[0]
            near = [d for d in self._candidates(name) if d.path.rpartition("/")[0] == folder and d.container == d.path]
            if near:
                return tuple((d, SAME_PACKAGE) for d in near)
        return self._guessed(name, members=False) if language in _GLOBAL else ()

    def _guessed(self, name: str, *, members: bool) -> Found:
        candidates = [d for d in self._candidates(name) if (d.kind in _MEMBER_KINDS) == members]
        if not candidates or len(candidates) > MAX_GUESSES:
            return ()
        return tuple((d, GUESSED / len(candidates)) for d in candidates)

    def _candidates(self, name: str) -> list[Definition]:
        language = self.entry.language
        family = _FAMILY.get(language, (language,))
        return [d for d in self.lookups.named(name) if d.language in family]
