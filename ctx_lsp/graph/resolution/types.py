"""Evaluates types as written in code, and the declared types of symbols.

Chains of members and calls are followed in `inference`; the data types are in `meanings`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.resolution.meanings import Meaning, Meanings, external, identity, limited
from ctx_lsp.graph.resolution.module_names import split_module
from ctx_lsp.graph.resolution.nested_types import declaring
from ctx_lsp.graph.resolution.nesting import NestedEvaluations
from ctx_lsp.graph.resolution.scope import Scope
from ctx_lsp.graph.resolution.visibility import visibility_of
from ctx_lsp.graph.tables import Typing
from ctx_lsp.syntax.references.access_paths import OWN_TYPE, SELF, SUPER
from ctx_lsp.syntax.references.type_text import ARRAY, CALLABLE, MEMBER, SHAPE, TUPLE, TYPE_OF, alternatives, step_to
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, MEMBER_KINDS

INFERRED = 0.9  # upper limit of confidence in a member of an object that is known only by its type
MAX_ALTERNATIVES = 12  # meanings of one expression
MAX_ANCESTORS = 64  # ancestors of one type that are searched for type arguments
MAX_DEPTH = 16  # nesting depth of values that depend on others

FUNCTIONS = frozenset({"Function", "Method", "Constructor", "Operator"})
VALUES = frozenset({"Variable", "Constant", "Field", "Property", "Object"})
_BUILT_IN = frozenset({ARRAY, TUPLE, CALLABLE})  # usually from syntax such as `T[]`; a program may use the names


def owner_of(one: Meaning, definition: Definition) -> Meaning | None:
    """Return the meaning whose type arguments apply in `definition`: `one` for a generic function, else `one.owner`."""
    return one if one.inner and definition.kind in FUNCTIONS else one.owner


@dataclass
class Types(ABC):
    """An evaluator for the types and values of symbols, as seen from the file of `scope`."""

    scope: Scope
    _known: dict[tuple[str, str], Meanings] = field(default_factory=dict)  # values keyed by symbol and owner
    nesting: NestedEvaluations[tuple[str, str]] = field(default_factory=lambda: NestedEvaluations(MAX_DEPTH))
    _cut_short: set[tuple[str, str]] = field(default_factory=set)  # keys of known values that involve a cycle

    @abstractmethod
    def evaluate(self, scope: Scope, expression: str, around: Definition | None, owner: Meaning | None) -> Meanings:
        """Return the meanings of `expression` inside `around` in the file of `scope`.

        `owner` is the value through which the enclosing symbol was accessed, if any; `self` refers to this value.
        """

    # The enclosing object

    def _self(self, scope: Scope, head: str, around: Definition | None, owner: Meaning | None) -> Meanings:
        holder = scope.enclosing_type(around)
        if holder is None and scope.visibility.rooted_paths:
            return tuple(Meaning(module=module, home=scope.path) for module in scope.modules("self"))
        if holder is None:
            return self._object_around(scope, around) if head == SELF else ()
        if head == SUPER:
            return (Meaning(holder, is_value=True, name=head),)
        is_type = head == OWN_TYPE
        while owner is not None and owner.definition is not None and owner.definition.kind in FUNCTIONS:
            owner = owner.owner
        if owner is not None and owner.definition is not None and owner.definition.kind in CONTAINER_KINDS:
            return (owner._replace(is_value=not is_type, owner=None),)
        return (Meaning(holder, is_value=not is_type),)

    def _object_around(self, scope: Scope, around: Definition | None) -> Meanings:
        """Return the object that has the enclosing method as a member: a variable, a prototype or the module itself."""
        found = scope.outwards(around) if scope.visibility.exports_values else ()
        member = next((one for one in found if one.kind in MEMBER_KINDS), None)
        if member is None:
            return ()
        holder = scope.holder(member)
        return (Meaning(holder, is_value=True) if holder else self._own_module(scope),)

    @staticmethod
    def _own_module(scope: Scope) -> Meaning:
        """Return the file itself as a module, named as other files in its folder import it."""
        return Meaning(module=f"./{scope.path.rpartition('/')[2]}", home=scope.path)

    # Values of symbols

    def _values(self, one: Meaning) -> Meanings:
        """Return the value of the symbol `one`, or its result if it is a function."""
        definition = one.definition
        if definition is None:
            return ()
        owner = owner_of(one, definition)
        if definition.kind == "EnumMember":
            scope = self.scope.of(definition.path)
            holder = scope.holder(definition) if scope else None
            return (Meaning(holder, is_value=True),) if holder else ()
        key = (definition.id, identity(owner))
        return self._once(key, lambda: self._find_values(definition, owner))

    def _once(self, key: tuple[str, str], find: Callable[[], Iterable[Meaning]]) -> Meanings:
        """Return the value of `key`, computing it with `find` if it is not known yet.

        The result is empty if the value depends on itself, or if evaluations are nested too deeply.
        """
        cuts = self.scope.cuts
        if key in self._known:
            cuts.limits += self.nesting.reuse(key)
            cuts.values += key in self._cut_short
        else:
            if self._is_cut(key):
                return ()
            self.nesting.enter(key)
            before = cuts.values
            self._known[key] = tuple(dict.fromkeys(find()))[:MAX_ALTERNATIVES]
            self.nesting.leave(key)
            if cuts.values > before:
                self._cut_short.add(key)
        return self._known[key]

    def _is_cut(self, key: tuple[str, str]) -> bool:
        """Return whether `key` is already being evaluated or nested too deeply; if so, count it in `scope.cuts`."""
        if key in self.nesting.pending:
            self.scope.cuts.values += 1
            return True
        if self.nesting.is_full:
            self.scope.cuts.limits += 1
            return True
        return False

    def _find_values(self, definition: Definition, owner: Meaning | None) -> Iterator[Meaning]:
        scope = self.scope.of(definition.path)
        if scope is None:
            return
        names = FUNCTIONS | VALUES if visibility_of(definition.language).calls_without_parentheses else VALUES
        for expression in scope.value_types(definition):
            for meaning in self.evaluate(scope, expression, definition, owner):
                is_name = meaning.definition is not None and meaning.definition.kind in names
                for value in self._values(meaning) if is_name else (meaning,):  # a name is replaced with its values
                    yield value._replace(sure=min(value.sure, INFERRED))

    def _values_of(self, found: Meanings) -> Meanings:
        """Return `found` with variables replaced by their values and functions by their results."""
        named = FUNCTIONS | VALUES
        made = (
            value
            for one in found
            for value in (self._values(one) if one.definition and one.definition.kind in named else (one,))
        )
        return tuple(dict.fromkeys(made))[:MAX_ALTERNATIVES]

    # Types

    def _of_type(self, scope: Scope, written: str, around: Definition | None, owner: Meaning | None) -> Meanings:
        """Return the values whose type is `written`, a type in the normal form that `type_text` defines."""
        made = (
            limited(meaning)
            for name, arguments in alternatives(written)
            for meaning in self._of_name(scope, name, arguments, around, owner)
        )
        return tuple(dict.fromkeys(made))[:MAX_ALTERNATIVES]

    def _of_name(
        self, scope: Scope, name: str, arguments: tuple[str, ...], around: Definition | None, owner: Meaning | None
    ) -> Meanings:
        special = self._of_mark(scope, name, arguments, around, owner)
        if special is not None:
            return special
        parameter = self._of_parameter(scope, name, around, owner)
        if parameter is not None:
            return parameter
        inner = tuple(self._of_type(scope, argument, around, owner) for argument in arguments)
        found = scope.dotted(name, declaring(name, around, scope.lookups))
        if found and not (arguments and name in _BUILT_IN and self._is_plain(found[0][0])):
            named = ((scope.namesake(one, CONTAINER_KINDS), sure) for one, sure in found[:MAX_ALTERNATIVES])
            return tuple(made for one, sure in named for made in self._of_named(one, sure, inner))
        return external(name.rpartition(".")[2], inner, scope.head.language)

    def _of_mark(
        self, scope: Scope, name: str, arguments: tuple[str, ...], around: Definition | None, owner: Meaning | None
    ) -> Meanings | None:
        """Evaluate a type operator (`typeof`, member access, shape …); return None if `name` is not a type operator."""
        module, rest = split_module(name)
        last = rest.rpartition(".")[2]
        found: Meanings | None = None
        if module and not rest:
            found = (Meaning(module=module, home=scope.path),)
        elif last in scope.type_names.own_type:
            found = self._self(scope, SELF, around, owner)
        elif last == TYPE_OF and arguments:
            found = self.evaluate(scope, arguments[0], around, owner)
        elif name == MEMBER and len(arguments) > 1:
            step = step_to(arguments[1])
            found = self._values_of(self.evaluate(scope, f"{{{arguments[0]}}}{step}", around, owner))
        elif last in scope.type_names.results and arguments:
            found = self._values_of(self.evaluate(scope, f"{{{arguments[0]}}}()", around, owner))
        elif name == SHAPE:
            given = tuple(self._of_type(scope, one, around, owner) for one in arguments[1::2])
            found = (Meaning(name=SHAPE, home=",".join(arguments[::2]), is_value=True, inner=given),)
        return found

    def _is_plain(self, one: Definition) -> bool:
        """Return whether a type has no type parameters."""
        return not self.scope.lookups.typing(one.path, one.qualname).type_parameters

    def _of_named(self, one: Definition, sure: float, inner: tuple[Meanings, ...]) -> Meanings:
        """Return the values whose type is `one`, which may be an alias."""
        if one.kind in CONTAINER_KINDS:
            itself = Meaning(one, is_value=True, inner=inner, sure=sure)
            if one.kind != "Interface" or one.bases:
                return (itself,)
            aliased = self._values(Meaning(one, owner=itself if inner else None))
            return (*aliased, itself)
        if one.kind in VALUES or one.kind == "EnumMember":
            return tuple(value._replace(is_value=True) for value in self._values(Meaning(one)))
        return ()

    def _bases(self, one: Meaning) -> Meanings:
        """Return `one` as a value of each base of its type, with type arguments derived from those of `one`."""
        definition = one.definition
        scope = self.scope.of(definition.path) if definition is not None and definition.bases else None
        if definition is None or scope is None:
            return ()
        key = (definition.id, f"{identity(one)}:")
        return self._once(key, lambda: self._find_bases(scope, definition, one))

    def _find_bases(self, scope: Scope, definition: Definition, one: Meaning) -> Iterator[Meaning]:
        for base in definition.bases:
            text = f"{base.name}<{','.join(base.arguments)}>" if base.arguments else base.name
            for meaning in self._of_type(scope, text, definition, one):
                if meaning.inner or (meaning.definition is not None and meaning.definition.id != definition.id):
                    yield meaning

    def _unnamed_bases(self, one: Meaning) -> Meanings:
        """Return the direct and indirect bases of a type that are reached only through aliases or type arguments."""
        found: dict[str, Meaning] = {}
        seen: set[str] = set()
        waiting = [(one, True)]
        while waiting and len(seen) < MAX_ANCESTORS:
            holder, is_named = waiting.pop()
            if holder.definition is None or holder.definition.id in seen:
                continue
            seen.add(holder.definition.id)
            named = {base.id for base in self.scope.bases(holder.definition)}
            for base in self._bases(holder):
                is_plain = is_named and base.definition is not None and base.definition.id in named
                if not is_plain:
                    found.setdefault(identity(base), base)
                waiting.append((base, is_plain))
        return tuple(found.values())[:MAX_ALTERNATIVES]

    def _seen_as(self, one: Meaning, ancestor: Definition) -> Meaning | None:
        """Return `one` as a value of `ancestor`; None if `ancestor` is neither its type nor a base of its type."""
        seen: set[str] = set()
        waiting = [one]
        while waiting and len(seen) < MAX_ANCESTORS:
            found = waiting.pop()
            if found.definition is None or found.definition.id in seen:
                continue
            if found.definition.id == ancestor.id:
                return found
            seen.add(found.definition.id)
            waiting += reversed(self._bases(found))
        return None

    def _by_default(
        self, scope: Scope, typing: Typing, number: int, around: Definition, owner: Meaning | None
    ) -> Meanings:
        """Return the meanings of a type parameter for which no type argument is known.

        These are the values of its bound, as in `T extends Bound`; empty if it has no bound or evaluation is cut short.
        """
        bound = typing.bounds[number] if number < len(typing.bounds) else ""
        key = (around.id, f"{number}={identity(owner)}")
        if not bound or self._is_cut(key):
            return ()
        self.nesting.enter(key)
        found = self._of_type(scope, bound, around, owner)
        self.nesting.leave(key)
        return found

    def _of_parameter(
        self, scope: Scope, name: str, around: Definition | None, owner: Meaning | None
    ) -> Meanings | None:
        """Return the meanings of a type parameter; None if `name` is not a type parameter."""
        for one in scope.outwards(around):
            typing = scope.lookups.typing(one.path, one.qualname)
            if name in typing.type_parameters:
                if visibility_of(one.language).methods_name_parameters and (holder := scope.holder(one)):
                    return self._of_parameter_of(holder, typing.type_parameters.index(name), owner)
                as_around = self._seen_as(owner, one) if owner else None
                if as_around is None and owner and owner.owner:  # a type's parameter, used inside a method
                    as_around = self._seen_as(owner.owner, one)
                number = typing.type_parameters.index(name)
                given = as_around.inner[number] if as_around and number < len(as_around.inner) else ()
                return given or self._by_default(scope, typing, number, one, owner)
        return None

    def _of_parameter_of(self, holder: Definition, number: int, owner: Meaning | None) -> Meanings:
        """Return the meanings of type parameter `number` of the type `holder`."""
        scope = self.scope.of(holder.path)
        names = scope.lookups.typing(holder.path, holder.qualname).type_parameters if scope else ()
        found = self._of_parameter(scope, names[number], holder, owner) if scope and number < len(names) else ()
        return found or ()
