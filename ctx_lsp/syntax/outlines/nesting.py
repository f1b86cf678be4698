"""Nests definitions in one pass over their byte ranges. `matching` supplies the definitions.

Byte ranges are used instead of tree-sitter's `Node.parent`, which starts at the root on each call and would make a walk
over a large flat file quadratic.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple, cast

from ctx_lsp.syntax.definitions import DefinitionSpan, MemberBlock, Range
from ctx_lsp.syntax.model import SymbolKind
from ctx_lsp.syntax.outlines.overloads import name_implementations
from ctx_lsp.syntax.outlines.sorting import MEMBER
from ctx_lsp.syntax.rows import NodeSpan
from ctx_lsp.syntax.rules import LanguageRules
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS, CONTAINER_KINDS, DATA_KINDS, TYPE_KINDS

_LINE_ENDS_AFTER_DOC = 2  # many authors leave a line blank below a `/** … */`
_TYPES_AND_VALUES = TYPE_KINDS | DATA_KINDS


class DefinitionMatch(NamedTuple):
    """A definition, a scope (`kind` "scope") or a block of local variables (`kind` "local"), before nesting."""

    kind: str
    node: NodeSpan
    start: int
    end: int
    body: int
    name: str = ""
    name_start: int = 0
    name_end: int = 0
    owner: str = ""
    through_receiver: bool = False
    is_forward: bool = False


class _Frame(NamedTuple):
    """A definition, scope or block around the current position.

    `definition` is the index of the innermost definition, or -1. `prefix` is the qualified name to which members append
    their names. If the frame is a definition, `around` is the frame that encloses it.
    """

    found: DefinitionMatch
    kind: str
    definition: int
    prefix: str
    around: "_Frame | None" = None

    @property
    def is_value(self) -> bool:
        """Whether the frame is that of a value, which cannot own other values."""
        return self.kind in DATA_KINDS and self.found.body == self.found.end


class Nesting:
    """A pass over definitions, scopes and blocks of local variables, in the order of their starts."""

    def __init__(self, data: bytes, rules: LanguageRules, trivia: Sequence[Range], names: set[str]) -> None:
        self._data = data
        self._rules = rules
        self._trivia = trivia
        self._trivia_ends = [one.end for one in trivia]
        self._names = names
        self._stack: list[_Frame] = []
        self._floor = 0  # end of the last header or definition, to which all comments before this offset belong
        self._seen: dict[str, int] = {}  # qualified name -> number of definitions
        self._first: dict[str, int] = {}  # qualified name -> index of its first definition
        self._definitions: list[DefinitionSpan] = []
        self._owners: list[str] = []  # parallel: qualified name of the definition's owner type, or ""
        self._scopes: list[tuple[MemberBlock, str]] = []
        self._forward: dict[str, int] = {}  # qualified name -> index of a forward declaration not yet defined
        self._replaced: set[int] = set()  # indices of forward declarations whose definition followed

    def add(self, found: DefinitionMatch) -> None:
        """Add the next definition, scope or block of the pass."""
        self._leave(found)
        outer = self._stack[-1] if self._stack else _Frame(found, "", -1, "")
        if found.kind == "local":
            self._stack.append(_Frame(found, "local", outer.definition, outer.prefix))
        elif found.kind == "scope":
            prefix = _join(outer.prefix, found.owner)
            self._scopes.append((MemberBlock(self._lead(found.start), found.end, found.body, -1), prefix))
            self._stack.append(_Frame(found, "scope", outer.definition, prefix))
            self._floor = max(self._floor, found.body)
        else:
            self._define(found, outer)

    def result(self) -> tuple[tuple[DefinitionSpan, ...], tuple[MemberBlock, ...]]:
        """Return the nested definitions and scopes.

        If a definition names its owner and the owner is in the text, the owner becomes its parent.
        """
        kept = [index for index in range(len(self._definitions)) if index not in self._replaced]
        positions = {index: position for position, index in enumerate(kept)}
        definitions = []
        for index in kept:
            one, owner = self._definitions[index], self._owners[index]
            parent = self._first.get(owner, one.parent) if owner else one.parent
            position = positions.get(parent, -1)
            definitions.append(one if position == one.parent else one._replace(parent=position))
        scopes = (scope._replace(owner=positions.get(self._first.get(owner, -1), -1)) for scope, owner in self._scopes)
        return name_implementations(definitions), tuple(scopes)

    def _leave(self, found: DefinitionMatch) -> None:
        while self._stack:
            top = self._stack[-1].found
            if top.end > found.start and top.node != found.node:  # the same node: `a, b = 1, 2`
                return
            self._floor = max(self._floor, min(top.end, found.start))
            self._stack.pop()

    def _define(self, found: DefinitionMatch, outer: _Frame) -> None:
        owner_name = ""
        if found.through_receiver:
            holder = self._received_type()
            if holder is None:
                return
            outer = holder
        elif found.owner:
            if self._is_local(outer) and found.owner.split(".")[-1] not in self._names:
                return
            owner_name = _join(outer.prefix, found.owner)
        elif outer.kind == "scope":
            owner_name = outer.prefix
        kind = self._kind(found, outer)
        if (kind in DATA_KINDS or found.kind == MEMBER) and self._is_local(outer) and not found.through_receiver:
            return
        while kind in DATA_KINDS and outer.is_value and not found.owner:
            outer = outer.around or _Frame(found, "", -1, "")
            kind = self._kind(found, outer)
        base = _join(owner_name or outer.prefix, found.name)
        if kind in DATA_KINDS and base in self._seen and not self._has_two_meanings(kind, base):  # assigned again
            if kind == "Key":  # its members belong to the first definition
                self._stack.append(_Frame(found, kind, self._first[base], base, outer))
            return
        if found.is_forward and base in self._seen:
            return
        self._place(found, kind, base, outer, owner_name)

    def _place(self, found: DefinitionMatch, kind: SymbolKind, base: str, outer: _Frame, owner_name: str) -> None:
        index = len(self._definitions)
        if base in self._forward:
            self._replaced.add(self._forward.pop(base))
            self._seen[base] -= 1
            self._first[base] = index
        if found.is_forward:
            self._forward[base] = index
        times = self._seen[base] = self._seen.get(base, 0) + 1
        qualname = base if times == 1 else f"{base}#{times}"
        self._first.setdefault(base, index)
        self._owners.append(owner_name)
        self._definitions.append(
            DefinitionSpan(
                kind,
                found.name,
                qualname,
                found.name_start,
                found.name_end,
                found.start,
                found.end,
                found.body,
                found.start if found.through_receiver else self._lead(found.start),
                outer.definition,
                found.through_receiver,
            )
        )
        if not found.through_receiver:
            prefix = base if self._shares_members(kind, base) else qualname
            self._stack.append(_Frame(found, kind, index, prefix, outer))
            self._floor = max(self._floor, found.name_end)

    def _shares_members(self, kind: SymbolKind, base: str) -> bool:
        """Return whether the members of definitions with the same name have the same prefix in their qualified names.

        `base` is the qualified name that the definitions have in common, and `kind` is the kind of a later definition.
        The prefix is `base` for all of them if a namespace is reopened, or if a type and an object have the same name.
        Otherwise each later definition has a prefix of its own, such as `base#2`.
        """
        if kind in TYPE_KINDS:
            return "Object" in (kind, self._definitions[self._first[base]].kind)
        return kind in CONTAINER_KINDS

    def _has_two_meanings(self, kind: SymbolKind, base: str) -> bool:
        """Return whether a definition of `kind` gives `base` a second meaning: a value beside an interface or alias."""
        only_type = self._seen[base] == 1 and self._definitions[self._first[base]].kind == "Interface"
        return only_type and kind in ("Variable", "Constant")

    def _kind(self, found: DefinitionMatch, outer: _Frame) -> SymbolKind:
        kind = "Method" if found.kind == MEMBER else found.kind
        if kind == "Function" and (found.owner or outer.kind in _TYPES_AND_VALUES or outer.kind == "scope"):
            kind = "Method"
        if kind == "Method" and found.name in self._rules.constructors:
            return "Constructor"
        if kind == "Variable" and outer.kind == "Enum":
            return "EnumMember"
        if kind in ("Variable", "Field") and self._rules.constant_names.search(found.name):
            return "Constant"
        if kind == "Variable" and outer.kind in TYPE_KINDS:
            return "Field"
        return cast(SymbolKind, kind)

    def _is_local(self, frame: _Frame) -> bool:
        return frame.kind == "local" or frame.kind in CODE_KINDS

    def _received_type(self) -> _Frame | None:
        """Return the frame of the type whose member contains the current position.

        A module with methods, as in Ruby, counts as a type. Returns None outside members, and in functions that are not
        members.
        """
        inside_member = False
        for frame in reversed(self._stack):
            if frame.kind in CONTAINER_KINDS:
                return frame if inside_member else None
            if frame.kind == "Function":
                return None
            inside_member = inside_member or frame.kind in CODE_KINDS
        return None

    def _lead(self, start: int) -> int:
        """Return the start of the comments and decorators directly above `start`; `start` itself if there are none."""
        index = bisect_right(self._trivia_ends, start) - 1
        while index >= 0:
            one = self._trivia[index]
            between = self._data[one.end : start]
            allowed = _LINE_ENDS_AFTER_DOC if self._data.startswith(b"/**", one.start) else 1
            if one.start < self._floor or between.strip() or between.count(b"\n") > allowed:
                break
            if not self._begins_line(one.start):
                break
            start = one.start
            index -= 1
        return start

    def _begins_line(self, offset: int) -> bool:
        line_start = self._data.rfind(b"\n", 0, offset) + 1
        line_start = max(line_start, self._data.rfind(b"\r", line_start, offset) + 1)
        return not self._data[line_start:offset].strip()


def _join(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name
