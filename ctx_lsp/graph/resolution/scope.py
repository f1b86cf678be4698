"""Name lookup inside one file: the file's own definitions, imported names and members of types.

Each lookup resolves one name and rates the confidence of the results. `bindings` follows imports; `inference` follows
chains of members and calls.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property

from ctx_lsp.graph.entry import Definition, container_name, qualname_of, unnumbered_name
from ctx_lsp.graph.lookups import Lookups, LookupUser
from ctx_lsp.graph.modules.packages import constant, visible_packages
from ctx_lsp.graph.modules.swift import in_modules
from ctx_lsp.graph.resolution.bindings import CERTAIN, IMPORTED, Bindings, RatedDefinitions, Space
from ctx_lsp.graph.resolution.enumerators import enumerator_in, only_enumerator
from ctx_lsp.graph.resolution.guesses import rated_by_nearness
from ctx_lsp.graph.resolution.headers import with_definitions
from ctx_lsp.graph.resolution.module_names import RELATIVE_HEADS, relative_path, split_module
from ctx_lsp.graph.resolution.nesting import Cuts, NestedEvaluations
from ctx_lsp.graph.resolution.type_names import TypeNames, type_names_of
from ctx_lsp.graph.resolution.visibility import Visibility, visibility_of
from ctx_lsp.graph.tables import MAX_PIECES, FileHead, main_piece, piece_name
from ctx_lsp.syntax.references.type_text import alternatives
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS, CONTAINER_KINDS, MEMBER_KINDS, SPACE_KINDS, VARIABLE_KINDS

INHERITED = 0.9
SAME_PACKAGE = 0.85  # visible without an import, by a language rule
MAX_SEARCHED_ANCESTORS = 8  # ancestors that are searched for a member one by one
MAX_PENDING = 8  # nesting depth of types whose bases depend on other types' bases (`class A(B.Inner)`)


@dataclass(frozen=True)
class Scope:
    """Name lookup for one file. In its methods, `around` is the definition that encloses a use (None at top level)."""

    path: str
    head: FileHead
    lookups: Lookups
    known_bases: dict[str, tuple[Definition, ...]] = field(default_factory=dict)  # keyed by type; shared by all scopes
    nesting: NestedEvaluations[str] = field(  # evaluations of `bases`, by type; shared by all scopes
        default_factory=lambda: NestedEvaluations(MAX_PENDING)
    )
    scopes: "dict[str, Scope]" = field(default_factory=dict)  # of other files, by path; shared by all scopes
    known_ancestors: dict[str, tuple[Definition, ...]] = field(default_factory=dict)  # by type; shared by all scopes
    cuts: Cuts = field(default_factory=Cuts)  # shared by all scopes
    _known_members: dict[tuple[str, str, LookupUser], Definition | None] = field(default_factory=dict)  # inherited

    @cached_property
    def visibility(self) -> Visibility:
        """The visibility rules of the file's language."""
        return visibility_of(self.head.language)

    @cached_property
    def type_names(self) -> TypeNames:
        """The names with a special meaning in the file's language."""
        return type_names_of(self.head.language)

    @cached_property
    def bindings(self) -> Bindings:
        """The file's imports and the definitions that they bind."""
        return Bindings(self.path, self.head, self.lookups)

    def bare(self, name: str, around: Definition | None) -> RatedDefinitions:
        """Return the definitions that the bare name `name` can refer to inside `around` (None for the top level)."""
        found = self._bare(name, around)
        return with_definitions(found, self.visibility.headers, self.lookups)

    def _bare(self, name: str, around: Definition | None) -> RatedDefinitions:
        inside = around.qualname if around else ""
        scope = self.bindings.scope_of(name, inside)
        found = self._enclosing(name, around)
        if found and (not scope or found[0][0].qualname.startswith(f"{scope}.")):
            return found
        imported = self.bindings.named(name, inside)
        if imported is None:
            return found or self._visible(name, around)
        return imported

    def in_type(self, holder: Definition, name: str, *, own: bool = True) -> RatedDefinitions:
        """Return member `name` of the type `holder`: its own (unless `own` is false), else an inherited one, if any."""
        member = self.own_member(holder, name) if own else None
        sure = CERTAIN if holder.path == self.path else IMPORTED
        if member is None:
            member, sure = self._inherited(holder, name), INHERITED
        if member is None and visibility_of(holder.language).flattened_fields:
            member = enumerator_in((holder, *self.ancestors(holder)), name, self.lookups)
        if member is None and holder.kind in SPACE_KINDS and self.visibility.rooted_paths:
            return self.bindings.in_module_inside(holder, name)
        found = ((member, sure),) if member else ()
        return with_definitions(found, self.visibility.headers, self.lookups)

    def _inherited(self, holder: Definition, name: str) -> Definition | None:
        """Return the member `name` of the nearest ancestor that has one; None if no ancestor has one."""
        key = (holder.id, name, self.lookups.recorded_user)
        is_nested = bool(self.nesting.pending)  # then the limit must be checked for every ancestor
        if key in self._known_members and not is_nested:
            return self._known_members[key]
        found = next((member for one in self._may_have(holder, name) if (member := self.own_member(one, name))), None)
        if not is_nested:
            self._known_members[key] = found
        return found

    def _may_have(self, holder: Definition, name: str) -> Iterable[Definition]:
        """Return those ancestors of a type that may have a member called `name`.

        A type in a language with reopened types may have hundreds of ancestors. Searching each of them for each name
        takes too much time and records too many lookups; a single lookup finds all types with such a member.
        """
        ancestors = self.ancestors(holder)
        is_many = visibility_of(holder.language).reopened_types and len(ancestors) > MAX_SEARCHED_ANCESTORS
        named = self.lookups.holders(holder.language, name) if is_many else None
        return (one for one in ancestors if named is None or piece_name(one.language, one.qualname) in named)

    def own_member(self, holder: Definition, name: str) -> Definition | None:
        """Return the own (not inherited) member `name` of `holder`, whichever file defines it; None if it has none."""
        own = self.lookups.symbol(holder.path, f"{holder.qualname}.{name}")
        if own is None and holder.kind in SPACE_KINDS and visibility_of(holder.language).exports_values:
            own = self.lookups.symbol(holder.path, f"{unnumbered_name(holder)}.{name}")  # a type may have that name
        if own is not None and own.kind == "Constructor" and name == holder.name:
            return None  # the constructor's name means the type
        if own is not None or holder.kind not in CONTAINER_KINDS:
            return own
        if self.visibility.out_of_line_members:
            own = next(iter(self.lookups.out_of_line_members(holder, name)), None)
        if own is None and visibility_of(holder.language).partial_types:
            parts = (self.lookups.symbol(part.path, f"{part.qualname}.{name}") for part in self._parts(holder))
            own = next((member for member in parts if member), None)
        return own

    def _parts(self, holder: Definition) -> Iterator[Definition]:
        """Yield the other definitions of a type: parts of a partial class, or the companion object of a class."""
        is_second = holder.qualname.endswith("#2")
        other = holder.qualname.removesuffix("#2") if is_second else f"{holder.qualname}#2"
        namesake = self.lookups.symbol(holder.path, other)
        if namesake and namesake.kind in CONTAINER_KINDS:
            yield namesake
        if holder.container == holder.path and visibility_of(holder.language).partial_types == "anywhere":
            by_folder = self.lookups.by_folder(holder.language, holder.path, holder.name)
            yield from (part for part in by_folder if part.id != holder.id and part.kind == holder.kind)

    def added(self, holder: str, name: str) -> RatedDefinitions:
        """Return the member `name` that the workspace adds to an external type called `holder`."""
        if not self.visibility.out_of_line_members or self.visibility.extensions:
            return ()
        found = self.lookups.added(self.head.language, holder, name)
        return tuple((one, INHERITED) for one in found[:1])

    def ancestors(self, holder: Definition) -> tuple[Definition, ...]:
        """Return the direct and indirect bases of a type, depth first, without duplicates."""
        is_nested = bool(self.nesting.pending)  # then the limit must be checked for every ancestor
        if holder.id in self.known_ancestors and not is_nested:
            return self.known_ancestors[holder.id]
        found = {holder.id: holder}
        waiting = [*reversed(self.bases(holder))]
        while waiting:
            ancestor = waiting.pop()
            if ancestor.id not in found:
                found[ancestor.id] = ancestor
                waiting += reversed(self.bases(ancestor))
        ancestors = tuple(found.values())[1:]
        if not is_nested:  # otherwise, the bases of a type in progress may be missing
            self.known_ancestors[holder.id] = ancestors
        return ancestors

    def bases(self, holder: Definition) -> tuple[Definition, ...]:
        """Return the workspace types that are bases of `holder`, in order.

        The result is empty if finding these bases leads back to `holder`, or if the nesting limit is reached.
        """
        if holder.id in self.known_bases:
            self.cuts.limits += self.nesting.reuse(holder.id)
        else:
            if holder.id in self.nesting.pending or self.nesting.is_full:
                self.cuts.limits += 1
                return ()
            self.nesting.enter(holder.id)
            self.known_bases[holder.id] = tuple(self._find_bases(holder))
            self.nesting.leave(holder.id)
        return self.known_bases[holder.id]

    def _find_bases(self, holder: Definition) -> Iterable[Definition]:
        parts = tuple(self._parts(holder)) if visibility_of(holder.language).partial_types == "anywhere" else ()
        if visibility_of(holder.language).reopened_types and holder.kind != "Namespace":
            parts = self.lookups.qualified(holder.language, holder.qualname)[:MAX_PIECES]
        for part in dict.fromkeys((holder, *parts)):
            yield from self._written_bases(part)

    def _written_bases(self, holder: Definition) -> Iterable[Definition]:
        scope = self.of(holder.path) if holder.bases else None
        if scope is None:
            return
        outside = scope.holder(holder)  # base names are resolved outside the type
        for base in holder.bases:
            for definition, _ in scope.dotted(base.name, outside)[:1]:
                if definition.id != holder.id:
                    yield definition

    def of(self, path: str) -> "Scope | None":
        """Return the scope of the file at `path`; None if there is no such file."""
        if path == self.path:
            return self
        if path not in self.scopes:
            head = self.lookups.kept(lambda: self.lookups.head(path))
            if head is None:
                return None
            self.scopes[path] = Scope(
                path, head, self.lookups, self.known_bases, self.nesting, self.scopes, self.known_ancestors, self.cuts
            )
        return self.scopes[path]

    def holder(self, one: Definition) -> Definition | None:
        """Return the definition around `one`, or None. For a member defined outside its type, that is the type."""
        container = qualname_of(one.container)
        outer = container_name(one)
        if container and (container == outer or not visibility_of(one.language).out_of_line_members):
            return self.lookups.symbol(one.path, container)
        scope = self.of(one.path) if outer and visibility_of(one.language).out_of_line_members else None
        types = (
            (found for found, _ in scope.dotted(outer, None) if found.kind in CONTAINER_KINDS) if scope else iter(())
        )
        return next(types, None)

    def outwards(self, one: Definition | None) -> Iterator[Definition]:
        """Yield a definition and those around it, innermost first, until one is its own holder, as in `class A::A`."""
        seen: set[str] = set()
        while one is not None and one.id not in seen:
            seen.add(one.id)
            yield one
            one = self.holder(one)

    def value_types(self, one: Definition) -> tuple[str, ...]:
        """Return the types of a definition's value or result, as expressions in the definition's file.

        A field without a declared type has the type of the variable that stores its value. That variable has the
        field's name with the prefix `field_mark`.
        """
        value_types = self.lookups.typing(one.path, one.qualname).value_types
        mark = visibility_of(one.language).field_mark if one.kind == "Field" and not value_types else ""
        stored = f"{one.qualname.removesuffix(one.name)}{mark}{one.name}"
        return self.lookups.typing(one.path, stored).value_types if mark else value_types

    def namesake(self, one: Definition, kinds: AbstractSet[str]) -> Definition:
        """Return a definition that has the name of `one` and a kind in `kinds`, preferably `one` itself.

        If there is no such definition, or if the language does not set `exports_values`, return `one`.
        """
        if one.kind in kinds or not self.visibility.exports_values:
            return one
        is_second = one.qualname.endswith("#2")
        other = one.qualname.removesuffix("#2") if is_second else f"{one.qualname}#2"
        found = self.lookups.symbol(one.path, other)
        return found if found and found.kind in kinds else one

    def modules(self, head: str, around: Definition | None = None) -> tuple[str, ...]:
        """Return the modules that the name `head` can refer to if it has no other meaning.

        In languages with packages, these need not be imported.
        """
        if self.visibility.rooted_paths and head in RELATIVE_HEADS:
            inner = self.enclosing_module(around)
            return (relative_path(head, inner.qualname if inner else ""),)
        found = self.bindings.modules(head, around.qualname if around else "")
        if not found and self.visibility.nested_packages and self.head.package:
            return (f"{self.head.package}.{head}", head)
        return found or ((head,) if self.visibility.packages or self.visibility.rooted_paths else ())

    def dotted(self, name: str, around: Definition | None) -> RatedDefinitions:
        """Return the definitions that the type name `name`, which may contain dots, can refer to inside `around`."""
        module, name = split_module(name)
        inside = around.qualname if around else ""
        head, *rest = name.replace("::", ".").split(".")
        found = () if module else self.bare(head, around)
        if not rest and not module:
            return found
        if module:
            spaces, rest = [(self.bindings, module)], [head, *rest]
        else:
            spaces = [] if found else [(self.bindings, module) for module in self.modules(head, around)]
            spaces = spaces or ([] if found else self._bound(self.bindings.spaces(head, inside)))
        for part in rest:
            types = [(d, sure) for d, sure in found if d.kind in CONTAINER_KINDS]
            if types:
                found = tuple((d, min(sure, s)) for holder, sure in types for d, s in self.in_type(holder, part))
            else:
                found = tuple(hit for bindings, module in spaces for hit in bindings.in_module(module, part))
                spaces = [] if found else [inner for one, module in spaces for inner in self._inside(one, module, part)]
        return found

    def _inside(self, bindings: Bindings, module: str, name: str) -> list[tuple[Bindings, str]]:
        """Return the modules called `name` inside `module`."""
        inner = bindings.submodule(module, name)
        return [(bindings, inner)] if inner else self._bound(bindings.spaces_in(module, name))

    def _bound(self, spaces: Iterable[Space]) -> list[tuple[Bindings, str]]:
        return [(scope.bindings, module) for path, module in spaces if (scope := self.of(path))]

    def _enclosing(self, name: str, around: Definition | None) -> RatedDefinitions:
        """Return the definition of `name` in the enclosing scopes, or an inherited member that needs no receiver."""
        in_code, sees_extended = False, self.visibility.extensions_see_members
        sees_inherited = self.visibility.bare_members == "inherited"
        for one in self.outwards(around):
            found = self.own_member(one, name)
            if found and not self._hides(one.kind, found.kind, in_code):
                return ((found, CERTAIN),)
            inherited = self.in_type(one, name, own=False) if sees_inherited and one.kind in CONTAINER_KINDS else ()
            extended = self._extended(one, name) if sees_extended else ()
            if inherited or extended:
                return inherited or extended
            in_code = in_code or one.kind in CODE_KINDS
        top = self.lookups.symbol(self.path, name)
        if top is None or self._is_export_alone(top):
            return ()
        return self.bindings.or_fallback(top) if top.fallback else ((top, CERTAIN),)

    def _is_export_alone(self, top: Definition) -> bool:
        """Return whether a top-level definition is visible only to importers, as in `exports.name = …`.

        This is so if the outline lists it as a member (a key of an exported object), or if an import binds its name.
        """
        if not self.visibility.exports_values:
            return False
        return top.kind in MEMBER_KINDS or self.bindings.binds(top.name)

    def _extended(self, around: Definition, name: str) -> RatedDefinitions:
        """Return the member `name` of the type that the function `around` extends; empty if it extends none."""
        extension_receiver = self.lookups.typing(around.path, around.qualname).extension_receiver
        holders = self.dotted(alternatives(extension_receiver)[0][0], self.holder(around)) if extension_receiver else ()
        return self.in_type(holders[0][0], name) if holders and holders[0][0].kind in CONTAINER_KINDS else ()

    def extensions(self, name: str) -> RatedDefinitions:
        """Return the extension functions and properties called `name`; empty in languages without extensions."""
        language = self.head.language
        if not self.visibility.extensions:
            return ()
        if not self.visibility.bare_extensions:
            return tuple((definition, SAME_PACKAGE) for definition in self.lookups.extensions(language, name))
        return tuple(
            (definition, min(sure, INHERITED))
            for definition, sure in self.bare(name, None)
            if self.lookups.typing(definition.path, definition.qualname).extension_receiver
        )

    def _hides(self, holder: str, kind: str, in_code: bool) -> bool:
        """Return whether code in a symbol needs a receiver to access a member of that symbol.

        `holder` is the kind of the symbol, and `kind` that of the member. `in_code` is true if the code is in a
        function inside the symbol, rather than directly in the symbol.
        """
        if self.visibility.bare_members not in ("body", "none"):
            return False
        if kind in MEMBER_KINDS and (holder in VARIABLE_KINDS or self.visibility.bare_members != "body"):
            return True
        return in_code and holder in CONTAINER_KINDS - SPACE_KINDS and kind != "TypeParameter"

    def enclosing_type(self, around: Definition | None) -> Definition | None:
        """Return `around` if it is a type, else the innermost type around it; None if there is none."""
        return next((one for one in self.outwards(around) if one.kind in CONTAINER_KINDS), None)

    def enclosing_module(self, around: Definition | None) -> Definition | None:
        """Return the innermost module that encloses a definition within its file, or None."""
        return next((one for one in self.outwards(around) if one.kind in SPACE_KINDS), None)

    def rooted(self, name: str) -> RatedDefinitions:
        """Return the definitions that a name in the global scope can refer to, as in `::name`."""
        return self.bindings.in_module("", name) if self.visibility.packages else self.bare(name, None)

    def rooted_modules(self, name: str) -> tuple[str, ...]:
        """Return the modules that a name in the global scope can refer to if it has no other meaning."""
        return (name,) if self.visibility.packages else self.bindings.modules(name)

    def _visible(self, name: str, around: Definition | None) -> RatedDefinitions:
        """Return definitions called `name` that are visible without an import."""
        language = self.head.language
        found: Iterable[Definition] = ()
        if self.visibility.folder_visible:
            found = self.lookups.by_folder(language, self.path, name)
        if not found and self.visibility.packages:
            packages = visible_packages(language, self.head.package)
            members = (self.bindings.packages.named("", package, name) for package in packages)
            found = next((one for one in members if one), ())
        if not found and self.visibility.qualified_names:
            found = constant(language, around.qualname if around else "", name, self.lookups)
            found = (main_piece(found),) if len(found) > 1 and self.visibility.reopened_types else found
        if not found and self.visibility.module_visible:
            found = in_modules(self.path, self.head.imports, self.lookups.by_module(language, name), self.lookups)
        if found:
            return tuple((definition, SAME_PACKAGE) for definition in found)
        return self.guessed(name, members=False) if self.visibility.global_names else ()

    def guessed(self, name: str, *, members: bool) -> RatedDefinitions:
        """Return all members (or non-members) called `name`; empty if the name is built in or there are too many."""
        if members and (name[0] == "@" or name in self.type_names.built_in_members):
            return ()
        if not members and name in self.type_names.built_in_names:
            return ()
        candidates = self.lookups.by_name_fallback(self.head.language, name, members=members)
        enumerator = only_enumerator(candidates) if self.visibility.flattened_fields else None
        return ((enumerator, SAME_PACKAGE),) if enumerator else rated_by_nearness(candidates, self.bindings)
