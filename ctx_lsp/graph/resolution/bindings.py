"""Resolves the imported names of a file to definitions, across modules, packages and re-exports.

`graph.modules` resolves module names to files; `scope` looks up names by scope.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ctx_lsp.graph.entry import Definition, symbol_id
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.modules import module_targets
from ctx_lsp.graph.modules.packages import PackageMembers
from ctx_lsp.graph.modules.targets import ModuleTarget
from ctx_lsp.graph.resolution.visibility import Visibility, visibility_of
from ctx_lsp.graph.tables import FileHead
from ctx_lsp.syntax.model import STAR_LIST, STARRED, WHOLE, Import
from ctx_lsp.syntax.symbol_kinds import VARIABLE_KINDS

# Confidence by kind of evidence. Consumers of the graph only compare and multiply these values.
CERTAIN = 1.0  # found in the same file, by scope
IMPORTED = 0.95
STAR = 0.8
SUBSTITUTE = 0.5  # defined in case that an external module is missing

DEFAULT = "default"  # the name of a module's unnamed export

MAX_HOPS = 50  # files through which a name is followed; hand-written re-exports pass through a handful

_MACRO_KINDS = frozenset({"Function", "Variable", "Constant"})  # kinds of macros, and of what they can stand for

RatedDefinitions = tuple[tuple[Definition, float], ...]


Space = tuple[str, str]
"""A reference to a module: the path of a file, and the module name as written in that file."""


@dataclass(frozen=True, eq=False)
class Bindings:
    """The imports of one file, resolved on demand."""

    path: str
    head: FileHead
    lookups: Lookups
    # Definitions of imported names, keyed by name and by the innermost scope with an import of the name.
    _named: dict[tuple[str, str], RatedDefinitions | None] = field(default_factory=dict, init=False, repr=False)
    _places: dict[tuple[str, str], tuple[ModuleTarget, ...]] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def visibility(self) -> Visibility:
        """The visibility rules of the file's language."""
        return visibility_of(self.head.language)

    @cached_property
    def packages(self) -> PackageMembers:
        """The members of packages, in a language whose imports refer to packages."""
        return PackageMembers(self.head.language, self.lookups)

    def named(self, name: str, around: str = "") -> RatedDefinitions | None:
        """Return the definitions of an imported `name`, as seen in the definition `around` ("" for the top level).

        The result is empty if the name comes from an external module, and None if no import binds `name`.
        """
        key = (name, self.scope_of(name, around))
        if key not in self._named:
            self._named[key] = self.lookups.kept(lambda: self._find(name, around))
        return self._named[key]

    def scope_of(self, name: str, around: str) -> str:
        """Return the scope of the innermost import that may bind `name` in `around`; "" for the top level."""
        return _innermost((*self._by_alias.get(name, ()), *self._scoped_stars), around)

    def binds(self, name: str) -> bool:
        """Return whether an import at the top level binds `name` explicitly, not by a star import."""
        return any(not one.scope for one in self._by_alias.get(name, ()))

    def or_fallback(self, own: Definition) -> RatedDefinitions:
        """Return what the name of the fallback definition `own` refers to: imported definitions if any, else `own`.

        The result is empty if `own` is a variable that replaces an external import, as in `except ImportError:
        library = None`. Such a variable only marks the library as missing.
        """
        if self.visibility.headers:  # the macro is included above; fallbacks as well
            included = self.named(own.name) or ()
            return tuple(hit for hit in included if self._is_alike(hit[0], own)) or ((own, CERTAIN),)
        if not self.binds(own.name):
            return ((own, CERTAIN),)
        imported = self.named(own.name) or ()
        return imported if imported or own.kind in VARIABLE_KINDS else ((own, SUBSTITUTE),)

    def imported(self, imported: Import) -> RatedDefinitions:
        """Return the definitions that `imported`, one of the file's imports, refers to; empty for a star import."""
        if imported.name == "*":
            return ()
        return self._import_targets(self.path, self.head, imported, imported.name, set())

    def modules(self, alias: str, around: str = "") -> tuple[str, ...]:
        """Return the names, as written in imports, of the workspace modules that imports bind to `alias`."""
        bound = self._bound(alias, around) or ()
        names = dict.fromkeys(self._module_of(one) if one.name else one.module for one in bound)
        if self.visibility.nested_packages:
            return tuple(names)
        if self.visibility.headers:
            return tuple(name for name in names if _is_namespace(name))
        return tuple(name for name in names if self._module_targets(self.path, self.head, name))

    def exported(self, alias: str) -> RatedDefinitions:
        """Return the definitions that the file exports as `alias`, which is not their own name."""
        others = self.lookups.exported(self.path, alias) if self.visibility.exports_values else ()
        return next((found for other in others if (found := self._at_top(self.path, other, set()))), ())

    def _module_of(self, imported: Import) -> str:
        """Return the module that an import refers to, assuming that the imported member is itself a module.

        A default import whose target is unknown refers to the module itself, as in CommonJS.
        """
        if imported.name == DEFAULT and self.visibility.exports_values:
            is_known = self.imported(imported) or self.spaces(imported.alias)
            return self._submodule(imported) if is_known else imported.module
        return self._submodule(imported)

    def in_module(self, module: str, name: str) -> RatedDefinitions:
        """Return the definitions of `name` in the module that this file calls `module`."""
        return self._import_targets(self.path, self.head, Import(module, name, name), name, set())

    def exported_from(self, path: str, name: str) -> RatedDefinitions:
        """Return the definitions that importers of the file at `path` see as `name`."""
        return self._exported(path, name, set())

    def in_module_inside(self, module: Definition, name: str) -> RatedDefinitions:
        """Return the definitions of `name` that are imported inside `module`, a Rust module within a file."""
        return self._imported_at_top(module.path, name, set(), module.qualname)

    def submodule(self, module: str, name: str) -> str:
        """Return the full name of the module `name` inside `module`; "" if it is not in the workspace.

        In languages with packages, the name is returned without this check.
        """
        inner = self._submodule(Import(module, name, name))
        is_known = self.visibility.packages or self._module_targets(self.path, self.head, inner)
        return inner if is_known else ""

    def _submodule(self, imported: Import) -> str:
        is_path = self.visibility.rooted_paths and bool(imported.module)
        return f"{imported.module}::{imported.name}" if is_path else _submodule(imported)

    def spaces(self, alias: str, around: str = "") -> tuple[Space, ...]:
        """Return the modules that other files re-export and that `alias` refers to in the definition `around`."""
        bound = [one for one in self._bound(alias, around) or () if one.name not in ("", "*")]
        found = (space for one in bound for space in self._spaces(self.path, self.head, one.module, one.name, set()))
        return tuple(dict.fromkeys(found))

    def spaces_in(self, module: str, name: str) -> tuple[Space, ...]:
        """Return the modules that the files of `module` export as `name`, as in `export * as name from …`."""
        return tuple(dict.fromkeys(self._spaces(self.path, self.head, module, name, set())))

    def _spaces(self, path: str, head: FileHead, module: str, name: str, seen: set[str]) -> Iterator[Space]:
        for place in self._module_targets(path, head, module):
            if place.path in seen or len(seen) == MAX_HOPS:
                continue
            seen.add(place.path)
            other = self.lookups.head(place.path)
            names = (
                name,
                *(self.lookups.exported(place.path, name) if visibility_of(head.language).exports_values else ()),
            )
            for one in other.imports if other else ():
                if one.scope != place.within:
                    continue
                if one.alias in names and not one.name:
                    yield place.path, one.module
                elif other and (one.alias in names or one.name == "*"):
                    wanted = name if one.name == "*" else one.name
                    found = tuple(self._spaces(place.path, other, one.module, wanted, seen))
                    inner = "" if found or one.name == "*" else self._submodule(one)
                    yield from found
                    if inner and self._module_targets(place.path, other, inner):
                        yield place.path, inner

    def module_paths(self, imported: Import) -> tuple[str, ...]:
        """Return the files that an import of a whole module refers to."""
        return tuple(dict.fromkeys(one.path for one in self._module_targets(self.path, self.head, imported.module)))

    def member_paths(self, imported: Import) -> tuple[str, ...]:
        """Return the files that an imported member refers to, assuming that the member is itself a module."""
        own = self.module_paths(imported._replace(module=self._module_of(imported)))
        spaces = ((path, self.lookups.head(path), module) for path, module in self.spaces(imported.alias))
        places = (place for path, head, module in spaces if head for place in self._module_targets(path, head, module))
        return own or tuple(dict.fromkeys(place.path for place in places))

    @cached_property
    def imported_paths(self) -> frozenset[str]:
        """The workspace files that the imports lead to, directly or by re-exports."""
        return self.lookups.kept(lambda: frozenset(self._imported_paths()))

    def _imported_paths(self) -> Iterator[str]:
        for imported in self.head.imports:
            is_whole = imported.name in ("", "*")
            named = () if is_whole else self.imported(imported)
            yield from (definition.path for definition, _ in named)
            for module in (imported.module,) if is_whole else (imported.module, self._submodule(imported)):
                yield from (place.path for place in self._module_targets(self.path, self.head, module))

    def _bound(self, alias: str, around: str) -> list[Import] | None:
        """Return the innermost imports that bind `alias` in the definition `around`; None if there are none."""
        every = self._by_alias.get(alias, ())
        scope = _innermost(every, around)
        bound = [one for one in every if one.scope == scope] or None
        return self._by_clause.get(alias) if bound is None and self.visibility.package_clauses else bound

    @cached_property
    def _by_clause(self) -> dict[str, list[Import]]:
        """The imports of whole workspace packages, keyed by the name in each package's `package` clause."""
        return self.lookups.kept(self._find_by_clause)

    def _find_by_clause(self) -> dict[str, list[Import]]:
        found: dict[str, list[Import]] = {}
        for imported in self.head.imports:
            paths = () if imported.name else self.module_paths(imported)
            other = self.lookups.head(paths[0]) if paths else None
            if other and other.package:
                found.setdefault(other.package, []).append(imported)
        return found

    @cached_property
    def _by_alias(self) -> dict[str, list[Import]]:
        found: dict[str, list[Import]] = {}
        for imported in self.head.imports:
            found.setdefault(imported.alias, []).append(imported)
            parts = imported.alias.split(".")
            for end in range(1, len(parts)):  # `import a.b` binds `a` as well
                package = ".".join(parts[:end])
                found.setdefault(package, []).append(Import(package, "", package, scope=imported.scope))
        return found

    @cached_property
    def _stars(self) -> tuple[Import, ...]:
        return tuple(sorted((one for one in self.head.imports if one.name == "*"), key=lambda one: -len(one.scope)))

    @cached_property
    def _scoped_stars(self) -> tuple[Import, ...]:
        return tuple(one for one in self._stars if one.scope)

    def _find(self, name: str, around: str) -> RatedDefinitions | None:
        bound = self._bound(name, around)
        explicit = tuple(hit for imported in bound or () for hit in self.imported(imported))
        if explicit:
            return explicit
        seen: set[str] = set()
        stars = (one for one in self._stars if _is_in(around, one.scope))
        found = [hit for star in stars for hit in self._import_targets(self.path, self.head, star, name, seen)]
        found.sort(key=lambda hit: hit[0].fallback)
        starred = tuple((definition, min(sure, STAR)) for definition, sure in found)
        return starred if starred or bound is not None else None

    def _import_targets(
        self, path: str, head: FileHead, imported: Import, name: str, seen: set[str]
    ) -> RatedDefinitions:
        """Return the definitions of `name` that `imported`, an import in the file at `path`, provides.

        Symbols in `seen` are skipped.
        """
        if not name and visibility_of(head.language).exports_values:
            name = WHOLE
        if not name:
            return ()
        if visibility_of(head.language).headers and _is_namespace(imported.module):
            members = self.lookups.added(head.language, imported.module.replace("::", "."), name)
            return tuple((definition, IMPORTED) for definition in members)
        if visibility_of(head.language).packages:
            members = self.packages.named(head.package, imported.module, name)
            return tuple((definition, IMPORTED) for definition in members)
        if len(seen) == MAX_HOPS:
            return ()
        places = self._module_targets(path, head, imported.module)
        if imported.name == "*" and visibility_of(head.language).listed_stars:
            places = tuple(place for place in places if self._is_starred(place.path, name))
        return self._in_places(places, name, seen)

    def _is_starred(self, path: str, name: str) -> bool:
        """Return whether star imports of the module at `path` include `name`; True if the module lists no names."""
        listed = self.lookups.exported(path, STARRED)
        return not listed or name in listed or STAR_LIST in listed

    def _in_places(self, places: tuple[ModuleTarget, ...], name: str, seen: set[str]) -> RatedDefinitions:
        """Return the definitions of `name` in the first of `places` that has any."""
        for path, within in places:
            found = self._within(path, within, name, seen) if within else self._exported(path, name, seen)
            if found:
                return found
        return ()

    def _within(self, path: str, within: str, name: str, seen: set[str]) -> RatedDefinitions:
        """Return the definitions of `name` in the module or type `within` of a file: its own, else imported ones.

        Imported ones are returned only in languages with `rooted_paths`.
        """
        place = symbol_id(path, f"{within}.{name}")
        if place in seen or len(seen) == MAX_HOPS:
            return ()
        seen.add(place)
        member = self.lookups.symbol(path, f"{within}.{name}")
        if member or not self.visibility.rooted_paths:
            return ((member, IMPORTED),) if member else ()
        return self._imported_at_top(path, name, seen, within)

    def _module_targets(self, path: str, head: FileHead, module: str) -> tuple[ModuleTarget, ...]:
        key = (path, module)
        if key not in self._places:
            self._places[key] = self.lookups.kept(lambda: module_targets(path, head.language, module, self.lookups))
        return self._places[key]

    def _exported(self, path: str, name: str, seen: set[str]) -> RatedDefinitions:
        place = symbol_id(path, name)
        if place in seen or len(seen) == MAX_HOPS:
            return ()
        seen.add(place)
        exports_values = self.visibility.exports_values
        for other in self.lookups.exported(path, name) if exports_values else ():
            if found := self._at_top(path, other, seen):
                return found
        found = self._at_top(path, name, seen)
        return self._of_whole(path, name, seen) if exports_values and not found else found

    def _at_top(self, path: str, name: str, seen: set[str]) -> RatedDefinitions:
        """Return the definitions of `name` at the top level of a file: its own definition, else imported ones.

        If its own definition is a fallback, imported ones that are alike (`_is_alike`) take precedence.
        """
        own = self.lookups.symbol(path, name)
        if own and not own.fallback:
            return ((own, IMPORTED),)
        imported = self._imported_at_top(path, name, seen)
        if own is None:
            return imported
        return tuple(hit for hit in imported if self._is_alike(hit[0], own)) or ((own, IMPORTED),)

    def _is_alike(self, one: Definition, fallback: Definition) -> bool:
        """Return whether `one` can take precedence over `fallback`.

        This is always so in languages without headers. In C, both must have the same kind, or each must be of a kind
        that a macro can replace.
        """
        return not self.visibility.headers or one.kind == fallback.kind or {one.kind, fallback.kind} <= _MACRO_KINDS

    def _imported_at_top(self, path: str, name: str, seen: set[str], within: str = "") -> RatedDefinitions:
        """Return the definitions of `name` imported at the top level of a file, or of the module `within` in it."""
        head = self.lookups.head(path)
        if head is None:
            return ()
        imports = [one for one in head.imports if one.scope == within]
        named = [one for one in imports if one.alias == name]
        stars = [one for one in imports if one.name == "*"] if name not in (DEFAULT, WHOLE) else []
        if visibility_of(head.language).listed_stars:
            stars.reverse()
        for imported in (*named, *stars):
            wanted = name if imported.name == "*" else imported.name
            if found := self._import_targets(path, head, imported, wanted, seen):
                return found
        return ()

    def _of_whole(self, path: str, name: str, seen: set[str]) -> RatedDefinitions:
        """Return the export `name` of a file that exports a single value, as in CommonJS; empty for any other file.

        For the name `default`, this is the value itself; for any other name, it is the value's member with that name.
        """
        for other in self.lookups.exported(path, WHOLE) if name != WHOLE else ():
            found = self._at_top(path, other, seen)
            if name != DEFAULT:
                members = (self.lookups.symbol(one.path, f"{one.qualname}.{name}") for one, _ in found)
                found = tuple((member, IMPORTED) for member in members if member)
            if found:
                return found
        return ()


def _is_in(around: str, scope: str) -> bool:
    """Return whether the definition `around` is `scope` or inside it; `scope` is "" for the top level."""
    return not scope or f"{around}.".startswith(f"{scope}.")


def _innermost(imports: Iterable[Import], around: str) -> str:
    """Return the innermost scope of the `imports` that are visible in the definition `around`; "" if none are."""
    return max((one.scope for one in imports if _is_in(around, one.scope)), key=len, default="")


def _is_namespace(module: str) -> bool:
    """Return whether an import names a namespace instead of a file, as in C++ `using namespace`."""
    return "." not in module and "/" not in module


def _submodule(imported: Import) -> str:
    if not imported.module:
        return imported.name
    separator = "::" if "::" in imported.module else "/" if "/" in imported.module else "."
    return imported.module + ("" if imported.module.endswith(separator) else separator) + imported.name
