"""Type inference: evaluates chains of members and calls, which lead to definitions, values of known types, or modules.

Declared types and obvious assignments are followed across files; no code is executed. Expressions have the form that
`syntax.references.access_paths` defines. `scope` looks up bare names, `types` evaluates the types and values of
symbols, `calls` evaluates calls and elements, and `type_names` lists the names with a special meaning.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.resolution.bindings import DEFAULT, RatedDefinitions
from ctx_lsp.graph.resolution.calls import CallInference
from ctx_lsp.graph.resolution.meanings import (
    EXTERNAL,
    Chains,
    Meaning,
    Meanings,
    callable_of,
    element_of,
    of_language,
    of_tuple,
    unwrapped,
)
from ctx_lsp.graph.resolution.scope import Scope
from ctx_lsp.graph.resolution.type_names import type_names_of
from ctx_lsp.graph.resolution.types import FUNCTIONS, INFERRED, MAX_ALTERNATIVES, VALUES
from ctx_lsp.graph.resolution.unions import left_by
from ctx_lsp.graph.resolution.visibility import visibility_of
from ctx_lsp.syntax.references.access_paths import OWN_TYPE, ROOT, SUPER, SURE, UNKNOWN
from ctx_lsp.syntax.references.type_text import SHAPE, TUPLE, alternatives
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, SPACE_KINDS

NAMED_VALUES = FUNCTIONS | VALUES | {"Class", "Enum", "Namespace", "Module"}  # kinds that code can refer to as a value


def _last_word(name: str) -> str:
    """Return the last capitalised word of a type's name, such as `Connection` in `IDbConnection`.

    Related types often share this word.
    """
    return name[max((at for at, letter in enumerate(name) if letter.isupper()), default=0) :]


@dataclass
class Inference(CallInference):
    """An evaluator for the expressions of one file."""

    _chains: dict[str, Chains] = field(default_factory=dict)  # chains in the file itself, by id of the enclosing symbol
    _cut_chains: set[str] = field(default_factory=set)  # keys of `_chains` in which an evaluation was cut short

    def member(self, receiver: str, name: str, around: Definition | None) -> RatedDefinitions:
        """Return the definitions that `receiver.name` can refer to inside `around`; guess for an unknown receiver."""
        place = around.id if around else ""
        cuts = self.scope.cuts
        cuts.values += place in self._cut_chains
        before = cuts.values
        holders = self._followed(self._chains.setdefault(place, Chains()), self.scope, receiver, around, None)
        if cuts.values > before:
            self._cut_chains.add(place)
        if not holders:
            return self.scope.extensions(name) or self.scope.guessed(name, members=True)
        found: dict[str, tuple[Definition, float]] = {}
        for holder in holders:
            for meaning in self._member(holder, name):
                if meaning.definition is not None and not meaning.is_value:
                    found.setdefault(meaning.definition.id, (meaning.definition, meaning.sure))
        return tuple(found.values())

    def evaluate(self, scope: Scope, expression: str, around: Definition | None, owner: Meaning | None) -> Meanings:
        """Return the meanings of `expression`; see `Types.evaluate`."""
        return self._followed(Chains(), scope, expression, around, owner)

    def _followed(
        self, chains: Chains, scope: Scope, expression: str, around: Definition | None, owner: Meaning | None
    ) -> Meanings:
        def begin(head: str) -> Meanings:
            return self._head(scope, head, around, owner)

        def step(found: Meanings, step: str) -> Meanings:
            if step[0] != "{" or len(step) == 1:
                return self._steps(found, step)
            return tuple(self._with_arguments(one, scope, step[1:-1], around, owner) for one in found)

        return chains.follow(expression, begin, step)

    def _head(self, scope: Scope, head: str, around: Definition | None, owner: Meaning | None) -> Meanings:
        if head in ("", UNKNOWN):
            return ()
        if head[0] == "{":
            return self._of_type(scope, head[1:-1], around, owner) or EXTERNAL
        if head[0] == "@":
            is_root = head == ROOT
            return (Meaning(name=ROOT, home=scope.path),) if is_root else self._self(scope, head, around, owner)
        named = ((scope.namesake(one, NAMED_VALUES), sure) for one, sure in scope.bare(head, around))
        found = tuple(Meaning(definition, sure=sure) for definition, sure in named)
        if found:
            return (*found[:MAX_ALTERNATIVES], *self._around_whole(scope, head, around, found))
        if head in scope.type_names.makers:
            return self._steps(self._self(scope, OWN_TYPE, around, owner), f".{head}")
        if head == "exports" and scope.visibility.exports_values:
            found = (self._own_module(scope),)
        else:
            inside = around.qualname if around else ""
            modules = scope.modules(head, around)
            spaces = tuple((scope.path, module) for module in modules) or scope.bindings.spaces(head, inside)
            found = tuple(Meaning(module=module, home=home) for home, module in spaces)
        return found or EXTERNAL

    def _around_whole(self, scope: Scope, head: str, around: Definition | None, found: Meanings) -> Iterator[Meaning]:
        """Yield the module whose default export `head` is bound to, if any.

        The other exports of this module can then be accessed as members of `head`, too.
        """
        is_imported = any(one.definition and one.definition.path != scope.path for one in found)
        if is_imported and scope.visibility.exports_values:
            yield from (Meaning(module=module, home=scope.path) for module in scope.modules(head, around))

    def _steps(self, found: Meanings, step: str) -> Meanings:
        """Apply one step of an expression, such as `.name` or `()`, to each of `found`; return the new meanings."""
        take = {"()": self._called, "[]": self._element, "^": self._context_value, "%": self._iterated}.get(step)
        if step == SURE:
            return found
        if step in ("(", "["):  # an unclosed bracket is not a step
            return ()
        if step[0] == ";":
            return left_by(step[1:], found, self.scope, self._values)
        if step[0] in "([" and take is None:
            numbered = self._argument if step[0] == "(" else self._numbered_element
            made = (after for one in found for after in numbered(one, int(step[1:-1])))
        else:
            made = (after for one in found for after in (take(one) if take else self._member(one, step[1:])))
        return tuple(dict.fromkeys(made))[:MAX_ALTERNATIVES]

    # Members

    def _member(self, one: Meaning, name: str) -> Meanings:
        """Return the member `name` of `one`: its own member, else an extension."""
        found = self._own_member(one, name)
        if any(hit.definition or hit.inner for hit in found) or one.module:
            return found
        declared = (hit for hit in self.scope.extensions(name) if self._may_extend(hit[0], one))
        return tuple(Meaning(extension, owner=one, sure=sure) for extension, sure in declared) or found

    def _may_extend(self, extension: Definition, one: Meaning) -> bool:
        """Return whether an extension may apply to `one`, given what is known about the type of `one`."""
        scope = self.scope.of(extension.path)
        typing = scope.lookups.typing(extension.path, extension.qualname) if scope else None
        if scope is None or typing is None:
            return False
        name = alternatives(typing.extension_receiver)[0][0]
        if name in typing.type_parameters or name in scope.type_names.anything:
            return True
        holders = [holder for holder, _ in scope.dotted(name, None) if holder.kind in CONTAINER_KINDS]
        if one.definition is None or one.definition.kind not in CONTAINER_KINDS:
            return not holders and (not one.name or _last_word(one.name) == _last_word(name))
        above = {one.definition.id, *(ancestor.id for ancestor in self.scope.ancestors(one.definition))}
        return not holders or any(holder.id in above for holder in holders)

    def _own_member(self, one: Meaning, name: str) -> Meanings:
        if one.module:
            return self._of_module(one, name)
        if one.definition is None:
            return self._of_root(one, name) if one.name == ROOT else self._of_external(one, name)
        if one.definition.kind in CONTAINER_KINDS:
            return self._of_holder(one, one.definition, name)
        return self._of_symbol(one, one.definition, name)

    def _of_symbol(self, one: Meaning, definition: Definition, name: str) -> Meanings:
        """Return the member `name` of a symbol that is neither a type nor a module: usually a member of its value."""
        nested = self.scope.own_member(definition, name)
        if nested is not None:
            return (Meaning(nested, owner=one, sure=one.sure),)
        if definition.name == DEFAULT and (scope := self.scope.of(definition.path)):
            keys = scope.bindings.exported(f"{definition.qualname}.{name}")
            if keys:
                return tuple(Meaning(key, sure=min(sure, one.sure)) for key, sure in keys)
        if definition.kind == "EnumMember" and name.isdecimal():
            return self._steps(tuple(self._find_values(definition, one.owner)), f".{name}")
        if definition.kind in FUNCTIONS and not visibility_of(definition.language).calls_without_parentheses:
            return self._steps(self._field_value(one, definition), f".{name}")
        found = self._steps(self._values(one), f".{name}")
        return found or self._of_sibling(definition, name)

    def _of_sibling(self, one: Definition, name: str) -> Meanings:
        """Return member `name` of a field with an anonymous type. The outline lists such members beside the field."""
        scope = (
            self.scope.of(one.path) if one.kind == "Field" and visibility_of(one.language).flattened_fields else None
        )
        holder = scope.holder(one) if scope else None
        found = self.scope.in_type(holder, name) if holder else ()
        return tuple(Meaning(member, sure=min(sure, INFERRED)) for member, sure in found)

    def _of_holder(self, one: Meaning, holder: Definition, name: str) -> Meanings:
        if name in type_names_of(holder.language).values_of_types and not one.is_value:
            return (one._replace(is_value=True, name=SUPER if name == "super" else ""),)
        is_super = one.name == SUPER
        found = self.scope.in_type(holder, name, own=not is_super)
        if found:
            owner = one._replace(name="", owner=None)
            return tuple(Meaning(member, owner=owner, sure=min(sure, one.sure)) for member, sure in found)
        own = of_language(one, holder, name)
        if own or holder.kind in SPACE_KINDS:
            return own
        if visibility_of(holder.language).named_bases and any(
            base.name.rpartition(".")[2] == name for base in holder.bases
        ):
            return tuple(base for base in self._bases(one) if base.definition and base.definition.name == name)
        known = type_names_of(holder.language)
        if one.is_value and name in known.unwrapping:
            return unwrapped(one, name, known)
        others = self._unnamed_bases(one) if holder.bases else self._values(Meaning(holder))
        members = (member for other in others for member in self._of_other(other, name))
        return tuple(dict.fromkeys(members))[:MAX_ALTERNATIVES] or EXTERNAL

    def _of_other(self, other: Meaning, name: str) -> Meanings:
        """Return the member `name` of `other`, which is an unnamed base (see `_unnamed_bases`) or an aliased type."""
        if other.definition is None:
            found = self._of_container(other, name)
            return () if found == EXTERNAL else found
        members = self.scope.in_type(other.definition, name) if other.definition.kind in CONTAINER_KINDS else ()
        return tuple(Meaning(member, owner=other, sure=min(sure, other.sure)) for member, sure in members)

    def _of_root(self, one: Meaning, name: str) -> Meanings:
        """Return the meanings of a fully qualified name."""
        scope = self.scope.of(one.home)
        found = scope.rooted(name) if scope else ()
        modules = scope.rooted_modules(name) if scope and not found else ()
        made = tuple(Meaning(definition, sure=sure) for definition, sure in found)
        return made or tuple(Meaning(module=module, home=one.home) for module in modules) or EXTERNAL

    def _of_module(self, one: Meaning, name: str) -> Meanings:
        scope = self.scope.of(one.home)
        if scope is None:
            return ()
        found = scope.bindings.in_module(one.module, name)
        if found:
            named = ((scope.namesake(definition, NAMED_VALUES), sure) for definition, sure in found)
            return tuple(Meaning(definition, sure=min(sure, one.sure)) for definition, sure in named)
        inner = scope.bindings.submodule(one.module, name)
        spaces = ((one.home, inner),) if inner else scope.bindings.spaces_in(one.module, name)
        return tuple(Meaning(module=module, home=home) for home, module in spaces) or EXTERNAL

    def _of_external(self, one: Meaning, name: str) -> Meanings:
        """Return member `name` of an external value; the workspace may have added that member to the value's type."""
        if one.name == SHAPE:
            return dict(zip(one.home.split(","), one.inner, strict=False)).get(name) or EXTERNAL
        added = self.scope.added(one.name, name) if one.name else ()
        return tuple(Meaning(member, owner=one, sure=sure) for member, sure in added) or self._of_container(one, name)

    def _of_container(self, one: Meaning, name: str) -> Meanings:
        """Return the member `name` of the external value `one`, as far as its language's `types.toml` describes it.

        For example, a member of a container may be a function that returns an element. The result is `EXTERNAL` if
        nothing is known about the member.
        """
        if not one.inner or (one.name == TUPLE and name.isdecimal()):
            return of_tuple(one.inner, name)
        element = element_of(one)
        known = self.scope.type_names
        if name in known.key_members | known.value_members:
            return (callable_of(self._steps(one.inner[0] if name in known.key_members else element, "%")),)
        if name in known.element_fields:
            return element
        taken: tuple[Meanings, ...] = ()
        if name in known.callback_members:
            taken = ((callable_of(element, element, ()),),)
        elif name in known.folding_members:
            taken = ((callable_of((), element, ()),),)
        elif name in known.taking_members:
            taken = (element,)
        elif name in known.setting_members:
            taken = (one.inner[0], element)
        if name in known.element_members:
            return (callable_of(*taken, element),)
        if name in known.same_members:
            return (callable_of(*taken, (one,)),)
        return (callable_of(*taken, ()),) if taken else EXTERNAL
