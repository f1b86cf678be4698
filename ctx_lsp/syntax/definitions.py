"""Definitions of a file and how they nest, from the matches of `outline.scm`. Documentation and imports are not here.

Everything is decided by byte ranges: tree-sitter's own way up (`Node.parent`) starts at the root each time, which
makes a walk over a large flat file quadratic.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Literal, cast, get_args

from ctx_lsp.syntax.model import SymbolKind
from ctx_lsp.syntax.parser import Captures, Node
from ctx_lsp.syntax.rules import Rules

TYPE_KINDS: frozenset[str] = frozenset({"Class", "Interface", "Struct", "Enum", "Object"})
CONTAINER_KINDS = TYPE_KINDS | {"Namespace", "Module"}
VALUE_KINDS: frozenset[str] = frozenset({"Variable", "Constant", "Field", "EnumMember"})  # no body of their own
CALLABLE_KINDS: frozenset[str] = frozenset({"Function", "Method", "Constructor", "Property", "Operator", "Event"})

_KIND_OF_CAPTURE = {f"definition.{kind.lower()}": kind for kind in get_args(SymbolKind)} | {
    "definition.enum_member": "EnumMember"
}


@dataclass(frozen=True, slots=True)
class Range:
    """A piece of the text: half-open, in bytes."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition and its place among the others.

    `start`–`end` is the definition with everything that wraps it; `body` is where its body begins (`end` where it has
    none); `lead` is where the comments and decorators directly above it begin (`start` where there are none). `parent`
    indexes the list of definitions (-1: none). `through_receiver` marks a field that is set inside a constructor.
    """

    kind: SymbolKind
    name: str
    qualname: str
    name_start: int
    name_end: int
    start: int
    end: int
    body: int
    lead: int
    parent: int
    through_receiver: bool


@dataclass(frozen=True, slots=True)
class Scope:
    """A block whose definitions belong to a type that is named by it: `impl Type { … }`. `owner` as in `parent`."""

    start: int
    end: int
    body: int
    owner: int


@dataclass(frozen=True, slots=True)
class Definitions:
    """The definitions in order of their start, the scopes, and the ranges that other modules ask for, all sorted.

    `docstrings` holds the documentation string at the head of a body, by index of the definition.
    """

    items: tuple[Definition, ...]
    scopes: tuple[Scope, ...]
    comments: tuple[Range, ...]
    decorators: tuple[Range, ...]
    locals: tuple[Range, ...]
    docstrings: Mapping[int, Range]


@dataclass(frozen=True, slots=True)
class _Found:
    """A match before nesting: a definition, a scope (`kind` "scope") or a block of locals (`kind` "local")."""

    kind: str
    node_id: int
    start: int
    end: int
    body: int
    name: str = ""
    name_start: int = 0
    name_end: int = 0
    owner: str = ""
    through_receiver: bool = False


@dataclass(frozen=True, slots=True)
class _Frame:
    """An open range during the sweep; `index` is the definition it belongs to, `prefix` its qualified name."""

    found: _Found
    kind: str
    index: int
    prefix: str


def find_definitions(found: Iterable[tuple[int, Captures]], data: bytes, rules: Rules) -> Definitions:
    """Sort the matches of `outline.scm` into definitions, scopes and trivia, and nest the definitions."""
    best: dict[tuple[int, int], tuple[int, int, Captures]] = {}
    wrappers: dict[int, Node] = {}
    blocks: list[_Found] = []
    comments: list[Range] = []
    decorators: list[Range] = []
    local_ranges: list[Range] = []
    docstrings: list[Range] = []
    for pattern, nodes in found:
        if "name" in nodes:
            key = (_definition_node(nodes).id, nodes["name"][0].start_byte)
            rank = (pattern, len(nodes), nodes)  # the later pattern is the more specific one
            if key not in best or best[key][:2] < rank[:2]:
                best[key] = rank
        elif "comment" in nodes:
            comments.extend(_trimmed(node, data) for node in nodes["comment"])
        elif "decorator" in nodes:
            decorators.extend(_trimmed(node, data) for node in nodes["decorator"])
        elif "doc" in nodes:
            docstrings.append(Range(*nodes["doc"][0].byte_range))
        elif "wrapper" in nodes:
            wrappers[nodes["wrapped"][0].id] = nodes["wrapper"][0]
        elif "local" in nodes:
            blocks.extend(_block("local", node, node, "") for node in nodes["local"])
            local_ranges.extend(Range(*node.byte_range) for node in nodes["local"])
        elif "scope" in nodes:
            blocks.append(_block("scope", nodes["scope"][0], nodes["body"][0], _text(nodes["owner"][0], data)))
    candidates = [_candidate(nodes, wrappers, data) for _, _, nodes in best.values()]
    nesting = _Nesting(data, rules, _sorted((*comments, *decorators)), {one.name for one in candidates})
    for one in sorted((*blocks, *candidates), key=lambda one: (one.start, -one.end, one.name_start)):
        nesting.add(one)
    items, scopes = nesting.result()
    definitions = Definitions(items, scopes, _sorted(comments), _sorted(decorators), _sorted(local_ranges), {})
    return replace(definitions, docstrings=_docstrings_by_definition(definitions, docstrings, data))


def _docstrings_by_definition(definitions: Definitions, docstrings: list[Range], data: bytes) -> dict[int, Range]:
    enclosing = Enclosing(definitions)
    owners = ((enclosing.at(one.start), one) for one in docstrings)
    return {
        owner: one
        for owner, one in owners
        if owner >= 0 and not data[definitions.items[owner].body : one.start].strip()
    }


class Enclosing:
    """Finds the innermost definition around an offset. Fields set inside a constructor do not count as around."""

    def __init__(self, definitions: Definitions) -> None:
        ranges = [(one.lead, one.end, index) for index, one in enumerate(definitions.items) if not one.through_receiver]
        ranges += [(scope.start, scope.end, scope.owner) for scope in definitions.scopes]
        self._starts = [0]
        self._owners = [-1]
        open_ranges: list[tuple[int, int]] = []  # (end, the owner to return to)
        owner = -1
        for start, end, index in sorted(ranges, key=lambda one: (one[0], -one[1], one[2])):
            while open_ranges and open_ranges[-1][0] <= start:
                owner = self._close(open_ranges)
            open_ranges.append((end, owner))
            owner = index if index >= 0 else owner
            self._mark(start, owner)
        while open_ranges:
            self._close(open_ranges)

    def at(self, offset: int) -> int:
        """The index of the innermost definition around `offset`; -1 where there is none."""
        return self._owners[bisect_right(self._starts, offset) - 1]

    def _close(self, open_ranges: list[tuple[int, int]]) -> int:
        end, owner = open_ranges.pop()
        self._mark(end, owner)
        return owner

    def _mark(self, offset: int, owner: int) -> None:
        self._starts.append(offset)
        self._owners.append(owner)


class _Nesting:
    """A sweep over definitions, scopes and blocks of locals in the order of their starts."""

    def __init__(self, data: bytes, rules: Rules, trivia: tuple[Range, ...], names: set[str]) -> None:
        self._data = data
        self._rules = rules
        self._trivia = trivia
        self._trivia_ends = [one.end for one in trivia]
        self._names = names
        self._stack: list[_Frame] = []
        self._floor = 0  # comments above a definition begin after this: the last header or definition before it
        self._seen: dict[str, int] = {}  # qualified name -> times
        self._first: dict[str, int] = {}  # qualified name -> index of its first definition
        self._definitions: list[Definition] = []
        self._owners: list[str] = []  # parallel: the qualified name of the type that it says it belongs to
        self._scopes: list[tuple[_Found, str]] = []

    def add(self, found: _Found) -> None:
        """Take the next range of the sweep."""
        self._leave(found)
        outer = self._stack[-1] if self._stack else _Frame(found, "", -1, "")
        if found.kind == "local":
            self._stack.append(_Frame(found, "local", outer.index, outer.prefix))
        elif found.kind == "scope":
            prefix = _join(outer.prefix, found.owner)
            self._scopes.append((found, prefix))
            self._stack.append(_Frame(found, "scope", -1, prefix))
            self._floor = max(self._floor, found.body)
        else:
            self._define(found, outer)

    def result(self) -> tuple[tuple[Definition, ...], tuple[Scope, ...]]:
        """The nested definitions and scopes, each definition's named owner looked up."""
        definitions = [
            replace(one, parent=self._first.get(owner, -1)) if owner else one
            for one, owner in zip(self._definitions, self._owners, strict=True)
        ]
        scopes = [Scope(one.start, one.end, one.body, self._first.get(owner, -1)) for one, owner in self._scopes]
        return tuple(definitions), tuple(scopes)

    def _leave(self, found: _Found) -> None:
        while self._stack:
            top = self._stack[-1].found
            if top.end > found.start and top.node_id != found.node_id:  # the same node: `a, b = 1, 2`
                return
            self._floor = max(self._floor, min(top.end, found.start))
            self._stack.pop()

    def _define(self, found: _Found, outer: _Frame) -> None:
        owner_name = ""
        if found.through_receiver:
            holder = self._constructed_type()
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
        if kind in VALUE_KINDS:
            if not found.through_receiver and self._is_local(outer):
                return
            if outer.kind in VALUE_KINDS and not found.owner:
                outer = self._around(outer)
        base = _join(owner_name or outer.prefix, found.name)
        if kind in VALUE_KINDS and base in self._seen:
            return  # assigned again
        self._place(found, kind, base, -1 if owner_name else outer.index, owner_name)

    def _place(self, found: _Found, kind: SymbolKind, base: str, parent: int, owner_name: str) -> None:
        times = self._seen[base] = self._seen.get(base, 0) + 1
        qualname = base if times == 1 else f"{base}#{times}"
        index = len(self._definitions)
        self._first.setdefault(base, index)
        self._owners.append(owner_name)
        self._definitions.append(
            Definition(
                kind=kind,
                name=found.name,
                qualname=qualname,
                name_start=found.name_start,
                name_end=found.name_end,
                start=found.start,
                end=found.end,
                body=found.body,
                lead=found.start if found.through_receiver else self._lead(found.start),
                parent=parent,
                through_receiver=found.through_receiver,
            )
        )
        if not found.through_receiver:
            self._stack.append(_Frame(found, kind, index, qualname))
            self._floor = max(self._floor, found.name_end)

    def _kind(self, found: _Found, outer: _Frame) -> SymbolKind:
        kind = found.kind
        if kind == "Function" and (outer.kind in TYPE_KINDS | VALUE_KINDS or outer.kind == "scope"):
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
        return frame.kind == "local" or frame.kind in CALLABLE_KINDS

    def _around(self, frame: _Frame) -> _Frame:
        """The frame around a value: values do not own values."""
        position = self._stack.index(frame)
        return self._stack[position - 1] if position else _Frame(frame.found, "", -1, "")

    def _constructed_type(self) -> _Frame | None:
        """The type whose constructor is being read; None inside anything else."""
        inside_constructor = False
        for frame in reversed(self._stack):
            if frame.kind in TYPE_KINDS:
                return frame if inside_constructor else None
            inside_constructor = inside_constructor or frame.kind == "Constructor"
            if frame.kind in ("Function", "Method", "Property"):
                return None
        return None

    def _lead(self, start: int) -> int:
        """Where the run of comments and decorators that ends directly above `start` begins."""
        index = bisect_right(self._trivia_ends, start) - 1
        while index >= 0:
            one = self._trivia[index]
            between = self._data[one.end : start]
            if one.start < self._floor or between.strip() or between.count(b"\n") > 1:
                break
            if not self._begins_line(one.start):
                break
            start = one.start
            index -= 1
        return start

    def _begins_line(self, offset: int) -> bool:
        line_start = max(self._data.rfind(b"\n", 0, offset), self._data.rfind(b"\r", 0, offset)) + 1
        return not self._data[line_start:offset].strip()


def _candidate(nodes: Captures, wrappers: dict[int, Node], data: bytes) -> _Found:
    kind = next(_KIND_OF_CAPTURE[capture] for capture in nodes if capture in _KIND_OF_CAPTURE)
    node = _definition_node(nodes)
    name = nodes["name"][0]
    outer = node
    while outer.id in wrappers:
        outer = wrappers[outer.id]
    return _Found(
        kind=kind,
        node_id=node.id,
        start=outer.start_byte,
        end=outer.end_byte,
        body=nodes["body"][0].start_byte if "body" in nodes else outer.end_byte,
        name=_text(name, data).strip("'\"`"),
        name_start=name.start_byte,
        name_end=name.end_byte,
        owner=_text(nodes["owner"][0], data) if "owner" in nodes else "",
        through_receiver="receiver" in nodes,
    )


def _block(kind: Literal["scope", "local"], node: Node, body: Node, owner: str) -> _Found:
    return _Found(kind, node.id, node.start_byte, node.end_byte, body.start_byte, owner=owner)


def _definition_node(nodes: Captures) -> Node:
    return next(nodes[capture][0] for capture in nodes if capture in _KIND_OF_CAPTURE)


def _sorted(ranges: Iterable[Range]) -> tuple[Range, ...]:
    return tuple(sorted(set(ranges), key=attrgetter("start", "end")))


def _trimmed(node: Node, data: bytes) -> Range:
    """The range of `node` without the line end that some grammars count in with a comment."""
    start, end = node.byte_range
    while end > start and data[end - 1] in b"\r\n":
        end -= 1
    return Range(start, end)


def _text(node: Node, data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _join(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name
