"""Evaluates calls, element accesses and type arguments in expressions. `inference` evaluates whole chains."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.resolution.field_names import called
from ctx_lsp.graph.resolution.meanings import (
    CALL_RESULT,
    EXTERNAL,
    Meaning,
    Meanings,
    called_outside,
    element_of,
    of_tuple,
)
from ctx_lsp.graph.resolution.scope import Scope
from ctx_lsp.graph.resolution.type_names import type_names_of
from ctx_lsp.graph.resolution.types import FUNCTIONS, Types, owner_of
from ctx_lsp.graph.resolution.visibility import visibility_of
from ctx_lsp.syntax.references.type_text import ARRAY, CALLABLE, TUPLE, alternatives, arguments_of
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, VARIABLE_KINDS

MAX_OVERLOADS = 8  # overloads of one function that are considered


@dataclass
class CallInference(Types):
    """An evaluator for calls, element accesses and type arguments, as seen from one file."""

    @abstractmethod
    def _steps(self, found: Meanings, step: str) -> Meanings:
        """Apply one step of an expression, such as `.name` or `()`, to each of `found`; return the new meanings."""

    def _called(self, one: Meaning) -> Meanings:
        definition = one.definition
        if definition is None or one.name == CALL_RESULT:
            return self._steps(self._module_value(one), "()") or EXTERNAL if one.module else called_outside(one)
        if definition.kind in FUNCTIONS or definition.kind == "EnumMember":
            return (*self._values(one), *self._constructed(one, definition))
        function = called(self.scope, definition)
        if function is not definition:
            return self._values(one._replace(definition=function))
        if definition.kind not in CONTAINER_KINDS:
            is_accessor = definition.kind == "Field" and visibility_of(definition.language).accessors  # in a record
            return self._values(one) if is_accessor else self._steps(self._values(one), "()")
        is_called = one.is_value or definition.kind == "Object"
        given = self._result_of_first(one, type_names_of(definition.language).call_methods) if is_called else ()
        if not given and one.is_value:
            return self._through(definition, "()")  # the type may be an alias of a function type
        return given or (one._replace(is_value=True, owner=None),)

    def _module_value(self, module: Meaning) -> Meanings:
        """Return the value that a module exports as a whole, as in `module.exports = function () {}`."""
        scope = self.scope.of(module.home)
        if scope is None or not scope.visibility.exports_values:
            return ()
        found = scope.bindings.in_module(module.module, "")
        return tuple(Meaning(definition, sure=min(sure, module.sure)) for definition, sure in found)

    def _constructed(self, one: Meaning, function: Definition) -> Meanings:
        """Return the object that `new` constructs from a function, in languages where functions can be constructors.

        The result is empty for functions whose name does not begin with a capital letter.
        """
        is_maker = (
            function.kind == "Function"
            and visibility_of(function.language).exports_values
            and function.name[:1].isupper()
        )
        return (one._replace(is_value=True, owner=None),) if is_maker else ()

    def _argument(self, one: Meaning, number: int) -> Meanings:
        """Return the values accepted by parameter `number` of the callable `one`."""
        definition = one.definition
        if definition is None:
            is_known = one.name.endswith(CALLABLE) and number < len(one.inner) - 1
            return one.inner[number] if is_known else EXTERNAL
        if definition.kind in FUNCTIONS:
            number += self._is_extended(one)
            return tuple(
                meaning for each in self._overloads(definition) for meaning in self._parameter_values(one, each, number)
            )
        if definition.kind not in CONTAINER_KINDS:
            return self._steps(self._values(one), f"({number})")
        if one.is_value:
            scope = self.scope.of(definition.path) if definition.kind == "Interface" else None
            if scope is None:
                return ()
            written = scope.lookups.typing(definition.path, definition.qualname).parameter_types
            return self._of_type(scope, written[number], definition, one) if number < len(written) else ()
        names = type_names_of(definition.language).constructors
        makers = (hit for name in names for hit, _ in self.scope.in_type(definition, name))
        return next((self._argument(Meaning(maker, owner=one), number) for maker in makers), ())

    def _overloads(self, definition: Definition) -> Iterator[Definition]:
        """Yield a function and its overloads."""
        yield definition
        for number in range(2, MAX_OVERLOADS + 1):
            other = self.scope.lookups.symbol(definition.path, f"{definition.qualname}#{number}")
            if other is None:
                break
            yield other

    def _parameter_values(self, one: Meaning, definition: Definition, number: int) -> Meanings:
        """Return the values accepted by parameter `number` of `definition`, which is `one` or an overload of it."""
        scope = self.scope.of(definition.path)
        parameter_types = scope.lookups.typing(definition.path, definition.qualname).parameter_types if scope else ()
        if scope is None or number >= len(parameter_types) or not parameter_types[number]:
            return ()
        return self._of_type(scope, parameter_types[number], definition, owner_of(one, definition))

    def _is_extended(self, one: Meaning) -> bool:
        """Return whether `one` is an extension whose first declared parameter is the receiver of the call."""
        definition, owner = one.definition, one.owner
        if (
            definition is None
            or owner is None
            or not owner.is_value
            or not visibility_of(definition.language).extended_first
        ):
            return False
        return bool(self.scope.lookups.typing(definition.path, definition.qualname).extension_receiver)

    def _numbered_element(self, one: Meaning, number: int) -> Meanings:
        """Return the element of `one` at the index `number`.

        In a tuple, the index decides which element this is. In other containers, all elements have the same meanings.
        """
        if one.definition is None and one.name == TUPLE:
            return of_tuple(one.inner, str(number))
        definition, step = one.definition, f"[{number}]"
        if definition is not None and definition.kind not in CONTAINER_KINDS:
            return self._steps(self._indexed(one, definition), step)
        of_alias = self._through(definition, step) if definition and one.is_value else ()
        return of_alias or self._element(one)

    def _element(self, one: Meaning) -> Meanings:
        definition = one.definition
        if definition is None:
            return element_of(one)
        if definition.kind in CONTAINER_KINDS:
            if not one.is_value:  # `List[int]`, `Colour["RED"]`
                return (one._replace(is_value=definition.kind == "Enum"),)
            known = type_names_of(definition.language)
            given = self._result_of_first(one, known.element_methods)
            given = given or self._through(definition, "[]", self._result_of_first(one, known.iteration_methods))
            return given or ((one,) if visibility_of(definition.language).flattened_fields else EXTERNAL)
        return self._steps(self._indexed(one, definition), "[]")

    def _indexed(self, one: Meaning, definition: Definition) -> Meanings:
        """Return the values that an index in brackets after the symbol `one` applies to.

        For a function, these are the values of the field with the same name, if any (see `_field_value`).
        """
        return self._field_value(one, definition) if definition.kind in FUNCTIONS else self._values(one)

    def _field_value(self, one: Meaning, function: Definition) -> Meanings:
        """Return the value of the field with the same name as `function`, in languages where both may exist."""
        if not visibility_of(function.language).separate_field_names:
            return ()
        fields = (other for other in self._overloads(function) if other.kind in VARIABLE_KINDS)
        return tuple(value for field in fields for value in self._values(one._replace(definition=field)))

    def _through(self, definition: Definition, step: str, given: Meanings = ()) -> Meanings:
        """Apply one step to `given`. If that finds nothing, apply it to the type that `definition` is an alias of.

        The result is empty if the same step is already being applied to `definition`.
        """
        key = (definition.id, step)
        if key in self.nesting.pending:
            self.scope.cuts.values += 1
            return ()
        self.nesting.enter(key)
        found = self._steps(given, step) or self._steps(self._values(Meaning(definition)), step)
        self.nesting.leave(key)
        return found

    def _context_value(self, one: Meaning) -> Meanings:
        """Return the value that `with one as …` binds."""
        definition = one.definition
        if definition is None:
            return one.inner[0] if one.inner else EXTERNAL
        if definition.kind in CONTAINER_KINDS:
            return self._result_of_first(one, type_names_of(definition.language).enter_methods) or (one,)
        return self._steps(self._values(one), "^")

    def _iterated(self, one: Meaning) -> Meanings:
        return (Meaning(name=ARRAY, inner=((one,),)),)

    def _result_of_first(self, one: Meaning, methods: Iterable[str]) -> Meanings:
        """Return the result of calling the first of `methods` that `one` has."""
        if one.definition is None:
            return ()
        for method in methods:
            found = self.scope.in_type(one.definition, method)
            if found:
                return self._steps(tuple(Meaning(member, owner=one) for member, _ in found[:1]), "()")
        return ()

    def _with_arguments(
        self, one: Meaning, scope: Scope, written: str, around: Definition | None, owner: Meaning | None
    ) -> Meaning:
        """Return a function or type with its type arguments.

        `written` contains the arguments, or `=` and the expected result type, from which they are inferred.
        """
        definition = one.definition
        if definition is None:
            return one
        if not written.startswith("="):
            inner = tuple(self._of_type(scope, argument, around, owner) for argument in arguments_of(written))
            return one._replace(inner=inner)
        if definition.kind not in FUNCTIONS or one.inner:
            return one
        parameters = self.scope.lookups.typing(definition.path, definition.qualname).type_parameters
        type_arguments = (
            dict(self._bound_by_result(definition, written[1:], scope, around, owner)) if parameters else {}
        )
        return one._replace(inner=tuple(type_arguments.get(name, ()) for name in parameters)) if type_arguments else one

    def _bound_by_result(
        self, function: Definition, expected: str, scope: Scope, around: Definition | None, owner: Meaning | None
    ) -> Iterator[tuple[str, Meanings]]:
        """Yield a function's type parameters with the meanings derived from an `expected` result type."""
        for given in self.scope.lookups.typing(function.path, function.qualname).value_types:
            for name, arguments in alternatives(given[1:-1]) if given[0] == "{" and given[-1] == "}" else ():
                if not arguments:
                    yield name, self._of_type(scope, expected, around, owner)
                for other, others in alternatives(expected):
                    if other.rpartition(".")[2] == name.rpartition(".")[2]:
                        for argument, stands_for in zip(arguments, others, strict=False):
                            yield argument, self._of_type(scope, stands_for, around, owner)
