"""What a name can mean inside one file: its own definitions, what it imports and the members of types.

Looks one name up at a time and says how sure it is. `bindings` follows imports; what a chain of members and calls leads
to is in `inference`.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property

from ctx_lsp.graph.entry import Definition, outer_name, plain_name, qualname_of
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.modules.packages import constant, imported_members, visible_packages
from ctx_lsp.graph.modules.swift import in_modules
from ctx_lsp.graph.resolution.bindings import CERTAIN, IMPORTED, Bindings, RatedDefinitions, Space
from ctx_lsp.graph.resolution.type_names import TypeNames, type_names_of
from ctx_lsp.graph.resolution.visibility import Visibility, visibility_of
from ctx_lsp.graph.tables import MAX_PIECES, FileHead, main_piece
from ctx_lsp.syntax.references.type_text import alternatives
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS, CONTAINER_KINDS, MEMBER_KINDS, SPACE_KINDS, VARIABLE_KINDS

INHERITED = 0.9
SAME_PACKAGE = 0.85  # visible without an import by a rule of the language
GUESSED = 0.5  # by name alone; divided by the number of candidates
MAX_ASKED = 8  # ancestors that are asked for a member one by one
MAX_PENDING = 8  # types whose bases are named by way of another's (`class A(B.Inner)`), one inside the other

_DEFINED_APART = frozenset({"Function", "Method", "Constructor", "Operator", "Variable"})


@dataclass(frozen=True)
class Scope:
    """Name look-up for one file. Where in the file a name is used is told by the definition around it, if any."""

    path: str
    head: FileHead
    lookups: Lookups
    known_bases: dict[str, tuple[Definition, ...]] = field(default_factory=dict)  # by type; all scopes share them
    pending: set[str] = field(default_factory=set)  # types whose bases are being looked for
    scopes: "dict[str, Scope]" = field(default_factory=dict)  # of other files, by path; all scopes share them
    known_ancestors: dict[str, tuple[Definition, ...]] = field(default_factory=dict)  # by type; all scopes share them
    _known_members: dict[tuple[str, str], Definition | None] = field(default_factory=dict)  # inherited ones

    @cached_property
    def visibility(self) -> Visibility:
        """What the files of this one's language see."""
        return visibility_of(self.head.language)

    @cached_property
    def type_names(self) -> TypeNames:
        """The names that mean something to the language of the file."""
        return type_names_of(self.head.language)

    @cached_property
    def bindings(self) -> Bindings:
        """What the file's imports bind."""
        return Bindings(self.path, self.head, self.lookups)

    def bare(self, name: str, around: Definition | None) -> RatedDefinitions:
        """Meanings of a bare `name` used inside `around` (None: top level)."""
        found = self._bare(name, around)
        return tuple(self._with_definitions(found)) if self.visibility.headers else found

    def _with_definitions(self, found: RatedDefinitions) -> Iterator[tuple[Definition, float]]:
        """What was found; in front of what a header may only declare, where it is defined."""
        for one, sure in found:
            if one.kind in _DEFINED_APART and one.path.endswith(self.visibility.headers):
                holder, _, name = one.qualname.rpartition(".")
                others = self.lookups.added(one.language, holder, name) if holder else self.guessed_places(name)
                for other in others:
                    if other.qualname == one.qualname and not other.path.endswith(self.visibility.headers):
                        yield other, sure
            yield one, sure

    def guessed_places(self, name: str) -> tuple[Definition, ...]:
        """Definitions of that name that are no members, anywhere, where there are few."""
        return self.lookups.by_name_fallback(self.head.language, name, members=False)

    def _bare(self, name: str, around: Definition | None) -> RatedDefinitions:
        found = self._enclosing(name, around)
        if found:
            return found
        imported = self.bindings.named(name)
        return imported if imported is not None else self._visible(name, around)

    def in_type(self, holder: Definition, name: str, *, own: bool = True) -> RatedDefinitions:
        """Member `name` of the type `holder`, its own or inherited from bases in the workspace."""
        member = self.own_member(holder, name) if own else None
        sure = CERTAIN if holder.path == self.path else IMPORTED
        if member is None:
            member, sure = self._inherited(holder, name), INHERITED
        found = ((member, sure),) if member else ()
        return tuple(self._with_definitions(found)) if self.visibility.headers else found

    def _inherited(self, holder: Definition, name: str) -> Definition | None:
        """Member `name` of the nearest ancestor that has one."""
        key = (holder.id, name)
        if key in self._known_members:
            return self._known_members[key]
        found = next((member for one in self._may_have(holder, name) if (member := self.own_member(one, name))), None)
        if not self.pending:
            self._known_members[key] = found
        return found

    def _may_have(self, holder: Definition, name: str) -> Iterable[Definition]:
        """The ancestors of a type that can have a member of that name.

        Where types are reopened, one may have hundreds of ancestors. To ask each of them for each name costs the
        product, in time and in evidence; so it is asked once who has a member of that name.
        """
        ancestors = self.ancestors(holder)
        is_many = visibility_of(holder.language).reopened_types and len(ancestors) > MAX_ASKED
        named = self.lookups.holders(holder.language, name) if is_many else None
        return ancestors if named is None else (one for one in ancestors if one.qualname in named)

    def own_member(self, holder: Definition, name: str) -> Definition | None:
        """Member `name` of a definition itself, also where another file defines it."""
        own = self.lookups.symbol(holder.path, f"{holder.qualname}.{name}")
        if own is None and holder.kind in SPACE_KINDS and visibility_of(holder.language).exports_values:
            own = self.lookups.symbol(holder.path, f"{plain_name(holder)}.{name}")  # a type may have the same name
        if own is not None and own.kind == "Constructor" and name == holder.name:
            return None  # which bears the name of its type, and is meant by that
        if own is not None or holder.kind not in CONTAINER_KINDS:
            return own
        if self.visibility.members_apart:
            own = next(iter(self.lookups.out_of_line_members(holder, name)), None)
        if own is None and visibility_of(holder.language).partial_types:
            parts = (self.lookups.symbol(part.path, f"{part.qualname}.{name}") for part in self._parts(holder))
            own = next((member for member in parts if member), None)
        return own

    def _parts(self, holder: Definition) -> Iterator[Definition]:
        """Other definitions of the same type: of a partial class, of the object beside a class."""
        is_second = holder.qualname.endswith("#2")
        other = holder.qualname.removesuffix("#2") if is_second else f"{holder.qualname}#2"
        namesake = self.lookups.symbol(holder.path, other)
        if namesake and namesake.kind in CONTAINER_KINDS:
            yield namesake
        if holder.container == holder.path and visibility_of(holder.language).partial_types == "anywhere":
            by_folder = self.lookups.by_folder(holder.language, holder.path, holder.name)
            yield from (part for part in by_folder if part.id != holder.id and part.kind == holder.kind)

    def added(self, holder: str, name: str) -> RatedDefinitions:
        """Member `name` that the workspace adds to a type from outside it."""
        if not self.visibility.members_apart or self.visibility.extensions:
            return ()
        found = self.lookups.added(self.head.language, holder, name)
        return tuple((one, INHERITED) for one in found[:1])

    def ancestors(self, holder: Definition) -> tuple[Definition, ...]:
        """The bases of a type and theirs, depth first, each once."""
        if holder.id in self.known_ancestors:
            return self.known_ancestors[holder.id]
        found = {holder.id: holder}
        waiting = [*reversed(self.bases(holder))]
        while waiting:
            ancestor = waiting.pop()
            if ancestor.id not in found:
                found[ancestor.id] = ancestor
                waiting += reversed(self.bases(ancestor))
        ancestors = tuple(found.values())[1:]
        if not self.pending:  # or the bases of some type are still being looked for
            self.known_ancestors[holder.id] = ancestors
        return ancestors

    def bases(self, holder: Definition) -> tuple[Definition, ...]:
        """The workspace types that `holder` names as its bases, in order; none while they are being looked for."""
        if holder.id not in self.known_bases:
            if holder.id in self.pending or len(self.pending) == MAX_PENDING:
                return ()
            self.pending.add(holder.id)
            self.known_bases[holder.id] = tuple(self._find_bases(holder))
            self.pending.discard(holder.id)
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
        outside = scope.holder(holder)  # a base is named outside the type
        for base in holder.bases:
            for definition, _ in scope.dotted(base.name, outside)[:1]:
                if definition.id != holder.id:
                    yield definition

    def of(self, path: str) -> "Scope | None":
        """The scope of another file, or this one."""
        if path == self.path:
            return self
        if path not in self.scopes:
            head = self.lookups.head(path)
            if head is None:
                return None
            self.scopes[path] = Scope(
                path, head, self.lookups, self.known_bases, self.pending, self.scopes, self.known_ancestors
            )
        return self.scopes[path]

    def holder(self, one: Definition) -> Definition | None:
        """The definition around another one."""
        container = qualname_of(one.container)
        outer = outer_name(one)
        if container and (container == outer or not visibility_of(one.language).members_apart):
            return self.lookups.symbol(one.path, container)
        scope = self.of(one.path) if outer and visibility_of(one.language).members_apart else None
        types = (
            (found for found, _ in scope.dotted(outer, None) if found.kind in CONTAINER_KINDS) if scope else iter(())
        )
        return next(types, None)

    def value_types(self, one: Definition) -> tuple[str, ...]:
        """What a definition is or gives when it is called, as expressions in its file; a field by where it is kept."""
        value_types = self.lookups.typing(one.path, one.qualname).value_types
        mark = visibility_of(one.language).field_mark if one.kind == "Field" and not value_types else ""
        stored = f"{one.qualname.removesuffix(one.name)}{mark}{one.name}"
        return self.lookups.typing(one.path, stored).value_types if mark else value_types

    def namesake(self, one: Definition, kinds: AbstractSet[str]) -> Definition:
        """That of `kinds` where a type and a value have one name, of which code can only mean one; else `one`."""
        if one.kind in kinds or not self.visibility.exports_values:
            return one
        is_second = one.qualname.endswith("#2")
        other = one.qualname.removesuffix("#2") if is_second else f"{one.qualname}#2"
        found = self.lookups.symbol(one.path, other)
        return found if found and found.kind in kinds else one

    def modules(self, head: str) -> tuple[str, ...]:
        """The names of the modules that a name which is nothing else stands for; packages need no import."""
        found = self.bindings.modules(head)
        if not found and self.visibility.nested_packages and self.head.package:
            return (f"{self.head.package}.{head}", head)
        return found or ((head,) if self.visibility.packages or self.visibility.rooted_paths else ())

    def dotted(self, name: str, around: Definition | None) -> RatedDefinitions:
        """Meanings of the name of a type as written, with or without dots."""
        module, name = parted_module(name)
        head, *rest = name.replace("::", ".").split(".")
        if not rest and not module:
            return self.bare(head, around)
        found = () if module else self.bare(head, around)
        if module:
            spaces, rest = [(self.bindings, module)], [head, *rest]
        else:
            spaces = [] if found else [(self.bindings, module) for module in self.modules(head)]
            spaces = spaces or ([] if found else self._bound(self.bindings.spaces(head)))
        for part in rest:
            types = [(d, sure) for d, sure in found if d.kind in CONTAINER_KINDS]
            if types:
                found = tuple((d, min(sure, s)) for holder, sure in types for d, s in self.in_type(holder, part))
            else:
                found = tuple(hit for bindings, module in spaces for hit in bindings.in_module(module, part))
                spaces = [] if found else [inner for one, module in spaces for inner in self._inside(one, module, part)]
        return found

    def _inside(self, bindings: Bindings, module: str, name: str) -> list[tuple[Bindings, str]]:
        """The modules that go by `name` in another one."""
        inner = bindings.submodule(module, name)
        return [(bindings, inner)] if inner else self._bound(bindings.spaces_in(module, name))

    def _bound(self, spaces: Iterable[Space]) -> list[tuple[Bindings, str]]:
        scopes = ((self.of(path), module) for path, module in spaces)
        return [(scope.bindings, module) for scope, module in scopes if scope]

    def _enclosing(self, name: str, around: Definition | None) -> RatedDefinitions:
        """A definition in the scopes around; where code sees its types' members, also those that they inherit."""
        in_code = False
        sees_inherited = self.visibility.bare_members == "inherited"
        sees_extended = self.visibility.extensions_see_members
        while around is not None:
            found = self.own_member(around, name)
            if found and not self._hides(around.kind, found.kind, in_code):
                return ((found, CERTAIN),)
            inherited = (
                self.in_type(around, name, own=False) if sees_inherited and around.kind in CONTAINER_KINDS else ()
            )
            extended = self._extended(around, name) if sees_extended else ()
            if inherited or extended:
                return inherited or extended
            in_code = in_code or around.kind in CODE_KINDS
            around = self.holder(around)
        top = self.lookups.symbol(self.path, name)
        return ((top, CERTAIN),) if top and not self._is_export_alone(top) else ()

    def _is_export_alone(self, top: Definition) -> bool:
        """Whether only importers know a definition of the top level by its name: `exports.name = …`.

        The keys of an exported object are methods there, and a name that an import binds means what it imports.
        """
        if not self.visibility.exports_values:
            return False
        return top.kind in MEMBER_KINDS or self.bindings.binds(top.name)

    def _extended(self, around: Definition, name: str) -> RatedDefinitions:
        """Member `name` of the type that a function outside of it is declared for."""
        extension_receiver = self.lookups.typing(around.path, around.qualname).extension_receiver
        holders = self.dotted(alternatives(extension_receiver)[0][0], self.holder(around)) if extension_receiver else ()
        return self.in_type(holders[0][0], name) if holders and holders[0][0].kind in CONTAINER_KINDS else ()

    def extensions(self, name: str) -> RatedDefinitions:
        """Functions and properties of that name which are declared for types outside of these."""
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
        """Whether a `kind` of what is around, a symbol of kind `holder`, cannot be named without a receiver.

        `in_code`: by the code of its members, rather than right inside it.
        """
        if self.visibility.bare_members not in ("body", "none"):
            return False
        if kind in MEMBER_KINDS and (holder in VARIABLE_KINDS or self.visibility.bare_members != "body"):
            return True
        return in_code and holder in CONTAINER_KINDS - SPACE_KINDS and kind != "TypeParameter"

    def enclosing_type(self, around: Definition | None) -> Definition | None:
        """The innermost type around a definition, which may be one itself."""
        while around is not None and around.kind not in CONTAINER_KINDS:
            around = self.holder(around)
        return around

    def rooted(self, name: str) -> RatedDefinitions:
        """Meanings of a name that begins at the outermost: `::name`."""
        return self.bindings.in_module("", name) if self.visibility.packages else self.bare(name, None)

    def rooted_modules(self, name: str) -> tuple[str, ...]:
        """The names of the modules that such a name stands for where it is nothing else."""
        return (name,) if self.visibility.packages else self.bindings.modules(name)

    def _visible(self, name: str, around: Definition | None) -> RatedDefinitions:
        """Definitions that the language lets this file see without an import."""
        language = self.head.language
        found: Iterable[Definition] = ()
        if self.visibility.folder_visible:
            found = self.lookups.by_folder(language, self.path, name)
        if not found and self.visibility.packages:
            packages = visible_packages(language, self.head.package)
            members = (imported_members(language, "", package, name, self.lookups) for package in packages)
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
        """Definitions of that name anywhere, where there are few: members of types, or others."""
        if members and (name[0] == "@" or name in self.type_names.built_in_members):
            return ()
        if not members and name in self.type_names.built_in_names:
            return ()
        candidates = self.lookups.by_name_fallback(self.head.language, name, members=members)
        if len(candidates) == 1 and candidates[0].kind == "EnumMember" and self.visibility.flattened_fields:
            return ((candidates[0], SAME_PACKAGE),)  # the names of enumerators are those of what is around
        return tuple((d, GUESSED / len(candidates)) for d in candidates)


def parted_module(name: str) -> tuple[str, str]:
    """The module that a type is written to come from, and the rest of its name: `"./module".Name`."""
    if not name.startswith('"'):
        return "", name
    module, _, rest = name[1:].partition('"')
    return module, rest.removeprefix(".")
