"""Values of the local names and symbols in one file, as expressions (see `access_paths`).

A local name in an expression is replaced with the value last assigned to it before that point. The names that remain
are also known in other parts of the file and in other files. `graph.resolution` resolves them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from ctx_lsp.base.late_expressions import compile_late
from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.references.access_paths import LITERAL, UNKNOWN, ExpressionReader, member_step
from ctx_lsp.syntax.references.blocks import Blocks
from ctx_lsp.syntax.references.contextual_types import ContextualTypes
from ctx_lsp.syntax.references.lists import Lists
from ctx_lsp.syntax.references.local_bindings import Binding, NameBindings
from ctx_lsp.syntax.references.local_names import LocalNames
from ctx_lsp.syntax.references.narrowing import Narrowings
from ctx_lsp.syntax.references.shapes import Shapes
from ctx_lsp.syntax.references.type_text import tuple_of, without_shapes
from ctx_lsp.syntax.references.typed_captures import (
    RESULTS,
    SUFFIXES,
    implicit_capture,
    implicit_name,
    may_name,
    name_start,
    statement_places,
)
from ctx_lsp.syntax.rows import ByteSpan, NodeSpan, QueryMatch
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS, CONTAINER_KINDS, TYPE_KINDS

MAX_VALUES = 4  # maximum values of a symbol; with more, it has a declared type or no useful type
MAX_HOPS = 5  # maximum number of local names replaced in succession
MAX_EXPRESSION = 240  # characters

_TYPE_COMMENT = compile_late(
    rb"#\s*+type:(?!\s*+ignore\b)\s*+(\([^#\n]*\)\s*+->)?\s*+([\w.,|*\"'()\[\]-][\w\s.,|*\"'()\[\]-]*+)(?:#|\Z)"
)
_TWO_WORDS = compile_late(rb"[\w\])]\s+\w")  # matches prose, which is not a type
_CONSTRUCTED = compile_late(r"\{.*\}|(?:[\w$]+\.)*[A-Z][\w$]*\(\)")  # a value that tells more than a declared type
_HEAD = compile_late(r"@?[\w$\x80-\U0010ffff]+")
_TAKING = CODE_KINDS | {"Interface"}  # named function types, such as C#'s `delegate`, are interfaces
_ANYTHING = frozenset({"unknown", "never", "object", "Object"})
"""Types that give no information about their values."""


class Values:
    """The values of the names in one text, computed on demand and cached."""

    def __init__(
        self,
        data: bytes,
        typed: Sequence[QueryMatch],
        closures: Iterable[NodeSpan],
        definitions: Definitions,
        local_names: LocalNames,
        receivers: ExpressionReader,
    ) -> None:
        self.local_names = local_names
        self.receivers = receivers
        self._data = data
        self._items = definitions.items
        self._enclosing = definitions.enclosing
        self._closures = [(start, end) for start, end, _ in closures]
        self._blocks = Blocks(definitions, self._closures)
        self._bindings: defaultdict[str, NameBindings] = defaultdict(NameBindings)  # keyed by local name
        self._of_symbols: dict[int, list[QueryMatch]] = {}
        self._parameter_types: dict[int, dict[int, str]] = {}  # types of parameters, keyed by symbol and position
        self._single_members = _single_members(definitions)
        self._holders = {one.parent for one in definitions.items}
        self._lists = Lists(data)
        expected = (match for match in typed if "expected" in match.names)
        self._expectations = ContextualTypes(data, expected, receivers, self._lists)
        self._narrowings = Narrowings(data, (match for match in typed if "narrowed" in match.names))
        self._shapes = Shapes(data, (match for match in typed if "typed.shape" in match.names))
        self._bounds: dict[str, dict[int, str]] = {}  # type parameter -> definition -> its upper bound
        self._otherwise: dict[tuple[int, str], str] = {}  # defaults of type parameters, keyed by definition and name
        self._extends: dict[int, str] = {}  # receiver types of extension functions
        self._closed_values: dict[tuple[str, int, ByteSpan, int], str] = {}
        for match in typed:
            if "bound.otherwise" in match.names:
                self._add_default(match)
            elif "bound.name" in match.names:
                self._add_bound(match)
        self._sort(typed)

    def closed(self, expression: str, offset: int) -> str:
        """Return `expression`, which begins at `offset`, with local names replaced with their values."""
        return self._closed(expression, offset, MAX_HOPS)

    def sources(self) -> Iterator[tuple[int, int]]:
        """Yield the index of each symbol with a type or value in the text, with the offset of this type or value."""
        for index, matches in self._of_symbols.items():
            yield from ((index, match.spots[0][0]) for match in matches)

    def of_symbol(self, index: int) -> tuple[str, ...]:
        """Return the types of the symbol's value or result, as expressions.

        They are the declared type if there is one, otherwise up to `MAX_VALUES` assigned or returned values.
        """
        matches = self._of_symbols.get(index, ())
        has_members = self._items[index].kind in TYPE_KINDS and index in self._holders
        if has_members:
            matches = [one for one in matches if not self._type(one) or without_shapes(self._type(one))]
        declared = (
            f"{{{named}}}()"
            if "typed.called" in match.names
            else f"{{{without_shapes(named) if has_members else named}}}"
            for match in sorted(matches, key=lambda match: "typed.called" not in match.names)
            if (named := self._type(match))
        )
        found = next(declared, None) or self._of_parts(matches, self._items[index].kind not in CODE_KINDS)
        if found is not None:
            return (found,)
        closed = (self._closed(raw, at, MAX_HOPS) for match in matches for raw, at in self._raw(match, MAX_HOPS))
        known = dict.fromkeys(one for one in closed if not one.startswith(UNKNOWN) and len(one) <= MAX_EXPRESSION)
        if len(known) > 1:
            known.pop(LITERAL, None)
        return tuple(known)[:MAX_VALUES]

    def _of_parts(self, matches: Iterable[QueryMatch], is_type: bool) -> str | None:
        """Combine the types of a function's results, or of a type's unnamed fields; return None if none is known."""
        spots = sorted(match.first("typed.part") for match in matches if "typed.part" in match.names)
        parts = [self._type_at(spot) for spot in spots]
        named = parts[0] if len(parts) == 1 and not is_type else tuple_of(parts)
        return f"{{{named}}}" if named else None

    def parameter_types(self, index: int) -> tuple[str, ...]:
        """Return the types of a symbol's parameters in normal form, with "" for an unknown type."""
        taken = self._parameter_types.get(index) or self._parameter_types.get(self._single_members.get(index, -1))
        return tuple(taken.get(number, "") for number in range(max(taken) + 1)) if taken else ()

    def bounds(self, index: int) -> tuple[str, ...]:
        """Return, for each type parameter of a symbol, the type that it has if no type argument is given.

        This is the default or constraint of the parameter, or "" if neither is known. Returns an empty tuple if none is
        known for any parameter.
        """
        parameters = self.local_names.type_parameters(index)
        found = tuple(self._otherwise.get((index, name), "") for name in parameters)
        return found if any(found) else ()

    def extension_receiver(self, index: int) -> str:
        """Return the type that an extension function or property extends, in normal form; "" for other symbols."""
        return self._extends.get(index, "")

    def expected(self, place: ByteSpan) -> str:
        """Return the type that the surrounding code expects of the expression or pattern at `place`, as text."""
        return self._expectations.of(place, self._closed, self._returned, MAX_HOPS)

    def _sort(self, typed: Iterable[QueryMatch]) -> None:
        """Assign each match to the symbol or local name whose type or value it contains."""
        by_place = {one.name_start: index for index, one in enumerate(self._items)}
        members = {(one.parent, one.name): index for index, one in reversed([*enumerate(self._items)])}
        named = [one for match in typed if may_name(match.names) for one in self._named(match)]
        for match in sorted(named, key=name_start):
            if implicit := implicit_capture(match.names):
                self._add_binding(implicit_name(implicit), name_start(match), match)
                continue
            start, end, _ = match.first("typed.name")
            if "typed.self" in match.names:
                self._extends[by_place.get(start, -1)] = self._type_at(match.first("typed.self"))
                continue
            if "typed.owner" in match.names:  # `self.name = …`
                index = members.get((self._type_around(start), self._data[start:end].decode("utf-8", "replace")), -1)
            else:
                index = by_place.get(start, -1)
            if index >= 0:
                self._of_symbols.setdefault(index, []).append(match)
            elif "typed.owner" not in match.names:
                name = self._data[start:end].decode("utf-8", "replace")
                if "typed.type" in match.names:  # `this: Type`
                    name = self.receivers.word(name)
                self._add_binding(name, start, match)

    def _named(self, match: QueryMatch) -> Iterator[QueryMatch]:
        """Yield the match if it contains the type or value of a name; record results and parameters of functions."""
        if "typed.comment" in match.names:
            yield from self._in_comment(match)
        elif match.names[0] in RESULTS:
            self._add_result(match)
        elif "typed.name" in match.names or implicit_capture(match.names):
            yield match
        elif "taken" in match.names:
            self._add_parameter_type(match)

    def _in_comment(self, match: QueryMatch) -> Iterator[QueryMatch]:
        """Yield the match with the type from its comment, if the comment contains one.

        The comment must begin on the line of the match, or contain the type of a function: `# type: (int) -> str`.
        """
        start, end, kind = match.first("typed.comment")
        written = _TYPE_COMMENT.match(self._data, start, end)
        is_near = written is not None and (written[1] is not None or b"\n" not in self._data[match.spots[0][0] : start])
        if written is not None and is_near and not _TWO_WORDS.search(written[2]):
            spots = [spot if spot[:2] != (start, end) else (*written.span(2), kind) for spot in match.spots]
            names = ["typed.type" if name == "typed.comment" else name for name in match.names]
            yield QueryMatch(tuple(spots), match.pattern, tuple(names))

    def _add_binding(self, name: str, start: int, match: QueryMatch) -> None:
        """Record a binding of a local name."""
        holding = "typed.block" if "typed.block" in match.names else implicit_capture(match.names)
        block = match.first(holding)[:2] if holding else self._blocks.around(start)
        end = max([match.spots[index][1] for index in statement_places(match.names)], default=start)
        self._bindings[name].add(start, end, block, match)

    def _add_result(self, match: QueryMatch) -> None:
        """Record what a function returns; returns from anonymous functions inside it are ignored."""
        start = match.spots[0][0]
        index = self._enclosing.at(start)
        if index >= 0 and self._items[index].kind in CODE_KINDS:
            closure = self._blocks.closure_around(start)
            if closure is None or closure[0] < self._items[index].body:
                self._of_symbols.setdefault(index, []).append(match)

    def _add_parameter_type(self, match: QueryMatch) -> None:
        """Record the type of a parameter of a named function."""
        start = match.first("taken")[0]
        opening = match.first("taken.parameters")[0]
        index = self._enclosing.at(opening)
        if index < 0 or self._items[index].kind not in _TAKING or self._items[index].body <= opening:
            return
        number = self._lists.position(opening, start, is_typed=True)
        if number >= 0 and (named := self._type_at(match.first("taken.type"))):
            self._parameter_types.setdefault(index, {}).setdefault(number, named)

    def _add_bound(self, match: QueryMatch) -> None:
        start, end, _ = match.first("bound.name")
        first, last, _ = match.first("bound.type")
        bound = self.receivers.type_at(first, last)
        name = self._data[start:end].decode("utf-8", "replace")
        self._bounds.setdefault(name, {}).setdefault(self._enclosing.at(start), bound)

    def _add_default(self, match: QueryMatch) -> None:
        start, end, _ = match.first("bound.name")
        first, last, _ = match.first("bound.otherwise")
        named = self.receivers.type_at(first, last)
        if named and named not in _ANYTHING:
            name = self._data[start:end].decode("utf-8", "replace")
            self._otherwise[self._enclosing.at(start), name] = named

    def _returned(self, offset: int, hops: int) -> str:
        """Return the declared return type of the function around `offset`; `UNKNOWN` if it declares none.

        For an anonymous function, it is the result of the function type that the surrounding code expects.
        """
        index = self._enclosing.at(offset)
        closure = self._blocks.closure_around(offset - 1)  # an anonymous function may begin at `offset` itself
        if index >= 0 and (closure is None or closure[0] < self._items[index].body):
            declared = [match for match in self._of_symbols.get(index, ()) if "typed.type" in match.names]
            if declared or closure is None:
                return next(iter(self.of_symbol(index)), UNKNOWN) if declared else UNKNOWN
        if closure is None:
            return UNKNOWN
        return self._expectations.of(closure, self._closed, self._returned, hops) + "()"

    def _type_around(self, offset: int) -> int:
        index = self._enclosing.at(offset)
        while index >= 0 and self._items[index].kind not in CONTAINER_KINDS:
            index = self._items[index].parent
        return index

    def _type(self, match: QueryMatch) -> str:
        return self._type_at(match.first("typed.type")) if "typed.type" in match.names else ""

    def _type_at(self, spot: NodeSpan) -> str:
        named = self.receivers.type_at(spot[0], spot[1])
        bound = self._bound(named, spot[0]) if named in self._bounds else ""
        return f"{named}|{bound}" if bound else named

    def _bound(self, parameter: str, offset: int) -> str:
        """Return the upper bound of a type parameter declared by a definition around `offset`; "" if there is none."""
        index = self._enclosing.at(offset)
        while index >= 0 and index not in self._bounds[parameter]:
            index = self._items[index].parent
        return self._bounds[parameter].get(index, "")

    def _destructured(self, match: QueryMatch, hops: int) -> str:
        """Return the value of a name in a pattern, or of a parameter of an anonymous function."""
        pattern, name = match.first("typed.pattern"), match.first("typed.name")
        expected = self._expectations.of(pattern[:2], self._closed, self._returned, hops)
        if pattern[:2] == name[:2]:
            return expected
        if "typed.member" not in match.names:
            return expected + self._lists.element_step(pattern[0], name[0])
        start, end, _ = match.first("typed.member")
        return expected + member_step(self._data[start:end].decode("utf-8", "replace"))

    def _raw(self, match: QueryMatch, hops: int) -> Iterator[tuple[str, int]]:
        """Yield the expressions in a match before local names are replaced, each with its offset."""
        named = self._type(match)
        if named:
            yield f"{{{named}}}", match.spots[0][0]
        for start, end, _ in match.all("typed.signature") if "typed.signature" in match.names else ():
            yield f"{{{self._type_at((start, end, 0))}}}", start
        if "typed.pattern" in match.names:
            yield self._destructured(match, hops), match.first("typed.name")[0]
        elif implicit := implicit_capture(match.names):
            start, end, _ = match.first(implicit)
            yield self._expectations.of((start, end), self._closed, self._returned, hops) + "(0)", start
        for capture, (start, end, _) in zip(match.names, match.spots, strict=True):
            if capture in SUFFIXES:
                expression = self._value_at((start, end), hops) + SUFFIXES[capture]
                if "typed.member" in match.names:  # `const { member } = value`
                    first, last, _ = match.first("typed.member")
                    expression += member_step(self._data[first:last].decode("utf-8", "replace"))
                yield expression, start

    def _value_at(self, place: ByteSpan, hops: int) -> str:
        """Return the expression at `place`; for an object literal, return a shape with the types of its members.

        Literals inside it are read in the same way, down to `hops` levels.
        """
        if place not in self._shapes or not hops:
            return self.receivers.value(*place)
        return self._shapes.type_of(place, lambda part: self._closed(self._value_at(part, hops - 1), part[0], hops - 1))

    def _closed(self, expression: str, offset: int, hops: int) -> str:
        head = _HEAD.match(expression)
        if head is None:
            return expression
        name, rest = head[0], expression[head.end() :]
        if rest.startswith("(") and not self.local_names.are_called:
            return expression
        name_bindings = self._bindings.get(name)
        binding = name_bindings.at(offset) if name_bindings else None
        value = name
        if name_bindings and binding:
            value = self._value_of(name, binding, hops)
            declared = name_bindings.declared(offset)
            if declared and (value in (UNKNOWN, LITERAL) or _holds_over(declared, binding, value)):
                value = self._value_of(name, declared, hops)
        elif self.local_names.hide(name.encode(), "read", self._enclosing.at(offset)):
            value = UNKNOWN
        value = self._narrowed(value, name, offset, binding.end if binding else 0)
        return (value if len(value) + len(rest) <= MAX_EXPRESSION else UNKNOWN) + rest

    def _narrowed(self, value: str, name: str, offset: int, bound_until: int) -> str:
        """Return `value`, the value of `name`, narrowed by the conditions around `offset`.

        Conditions before `bound_until`, the end of the last binding of `name`, do not count.
        """
        steps: list[str] = []
        for one in self._narrowings.at(name, offset):
            if one.since < bound_until <= offset:
                break
            if one.meaning.startswith("{"):
                return one.meaning + "".join(reversed(steps))
            steps.append(one.meaning)
        return value if value in (UNKNOWN, LITERAL) else value + "".join(reversed(steps))

    def _value_of(self, name: str, binding: Binding, hops: int) -> str:
        """Return the first known value of a binding, preferably one other than `LITERAL`.

        Returns `UNKNOWN` if no value is known.
        """
        key = (name, binding.start, binding.block, hops)
        if key not in self._closed_values:
            pairs = (pair for match in binding.matches for pair in self._raw(match, hops) if hops)
            every = [self._closed(raw, at, hops - 1) for raw, at in pairs]
            known = [one for one in every if not one.startswith(UNKNOWN)]
            telling = (one for one in known if one != LITERAL)
            self._closed_values[key] = next(telling, LITERAL if known else UNKNOWN)
        return self._closed_values[key]


def _holds_over(declared: Binding, binding: Binding, value: str) -> bool:
    """Return whether a type declared without a value still applies after `value` is assigned in the same block."""
    is_bare = any("typed.declared" in match.names for match in declared.matches)
    is_assigned = declared.block == binding.block and "typed.value" in binding.matches[0].names
    return is_bare and is_assigned and not _CONSTRUCTED.fullmatch(value)


def _single_members(definitions: Definitions) -> dict[int, int]:
    """Map each interface that an anonymous function can implement to its single abstract method."""
    asked: dict[int, list[int]] = {}
    for index, one in enumerate(definitions.items):
        is_asked = one.kind in CODE_KINDS and one.body == one.end and one.parent >= 0
        if is_asked and definitions.items[one.parent].kind == "Interface":
            asked.setdefault(one.parent, []).append(index)
    return {holder: members[0] for holder, members in asked.items() if len(members) == 1}
