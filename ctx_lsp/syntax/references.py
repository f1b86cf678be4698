"""Uses of names from the captures of `references.scm`. Which definition a name means is decided in the index."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from ctx_lsp.syntax.definitions import CALLABLE_KINDS, CONTAINER_KINDS, VALUE_KINDS, Definitions, Enclosing
from ctx_lsp.syntax.model import Import, Reference, ReferenceKind
from ctx_lsp.syntax.parser import Captures, Node
from ctx_lsp.syntax.receivers import Receivers
from ctx_lsp.syntax.rules import Rules

_REPLACING_KINDS: tuple[ReferenceKind, ...] = ("type", "call", "inherits", "implements", "decorates")
"""In rising precedence: where several captures stand at one place, the last of these holds."""

_IDENTIFIER = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*[!?]?")
_LOWER_CASE_START = re.compile(rb"_*[a-z$]")
_HOLDS_LOCALS = CALLABLE_KINDS | VALUE_KINDS
_HOLDS_TYPE_PARAMETERS = _HOLDS_LOCALS | CONTAINER_KINDS

_Found = dict[int, tuple[int, ReferenceKind]]  # start -> end, kind


def find_references(
    captured: Captures, data: bytes, definitions: Definitions, imports: Iterable[Import], rules: Rules
) -> tuple[Reference, ...]:
    """Return the references in the order of the text.

    A read is kept where its name is a definition or an import of this file or begins with a capital. Parameters and
    local variables of the functions around are no references, nor is a receiver whose member is one.
    """
    known = {one.name.encode() for one in definitions.items}
    known.update(one.alias.split(".")[0].encode() for one in imports)
    found = _used_names(captured, data, known)
    _leave_out_bindings(found, captured, definitions)
    enclosing = Enclosing(definitions)
    local_names = _LocalNames(captured, data, definitions, enclosing)
    receivers = Receivers(data, rules.separators, rules.spaced_separators)
    return tuple(_references(found, data, enclosing, local_names, receivers))


def _used_names(captured: Captures, data: bytes, known: set[bytes]) -> _Found:
    """The captured names, each with the strongest kind that it was captured as."""
    found = _reads(captured, data, known)
    for node in captured.get("reference.component", ()):
        start, end = node.byte_range
        if not _LOWER_CASE_START.match(data, start):
            found[start] = (end, "call")
    for kind in _REPLACING_KINDS:
        for node in captured.get(f"reference.{kind}", ()):
            start, end = node.byte_range
            found[start] = (end, kind)
    return found


def _leave_out_bindings(found: _Found, captured: Captures, definitions: Definitions) -> None:
    """Take out what is skipped, and names where they are bound: of definitions, their owners, local variables."""
    skipped = _Ranges(captured.get("skip", ()))
    bound = {one.name_start for one in definitions.items}
    bound |= {node.start_byte for capture in ("local", "local.type") for node in captured.get(capture, ())}
    for start in list(found):
        is_owner = start in definitions.owner_starts and found[start][1] in ("read", "type")
        if is_owner or start in bound or skipped.hold(start):
            del found[start]


def _reads(captured: Captures, data: bytes, known: set[bytes]) -> _Found:
    """The plain reads worth keeping; inside a type annotation every name is a use of a type."""
    types = _Ranges(captured.get("types", ()))
    found: _Found = {}
    for node in captured.get("reference.read", ()):
        start, end = node.byte_range
        if types.hold(start):
            found[start] = (end, "type")
        elif data[start:end] in known or not _LOWER_CASE_START.match(data, start):
            found[start] = (end, "read")
    return found


def _references(
    found: _Found, data: bytes, enclosing: Enclosing, local_names: "_LocalNames", receivers: Receivers
) -> list[Reference]:
    result: list[Reference] = []
    member_start = -1  # of the reference that follows in the text
    for start in sorted(found, reverse=True):
        end, kind = found[start]
        for name, at in _names(data, start, end, kind):
            if kind != "call" and receivers.joins(at + len(name), member_start):
                continue
            symbol = enclosing.at(at)
            receiver = receivers.before(at)
            if not receiver and local_names.hide(name, kind, symbol):
                continue
            result.append(Reference(name.decode("utf-8", "replace"), receiver, kind, symbol, at, at + len(name)))
            member_start = at
    result.reverse()
    return result


def _names(data: bytes, start: int, end: int, kind: ReferenceKind) -> Iterator[tuple[bytes, int]]:
    """The names in a captured range, last first: itself, or the identifiers of a type that is written as a string."""
    text = data[start:end]
    if kind != "type" or _IDENTIFIER.fullmatch(text.rstrip(b"'")):  # a prime may end a name
        yield text, start
        return
    for match in reversed(list(_IDENTIFIER.finditer(text))):
        if match[0] != b"None":
            yield match[0], start + match.start()


class _Ranges:
    """A set of offsets given by nodes that may nest."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(node.byte_range for node in nodes):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(end, self._ends[-1])
            else:
                self._starts.append(start)
                self._ends.append(end)

    def hold(self, offset: int) -> bool:
        """Whether `offset` lies in one of the nodes."""
        index = bisect_right(self._starts, offset) - 1
        return index >= 0 and offset < self._ends[index]


class _LocalNames:
    """Parameters and variables of functions, type parameters of definitions: they hide what other files define."""

    def __init__(self, captured: Captures, data: bytes, definitions: Definitions, enclosing: Enclosing) -> None:
        self._definitions = definitions.items
        self._values = self._by_definition(captured.get("local", ()), data, enclosing, _HOLDS_LOCALS)
        self._types = self._by_definition(captured.get("local.type", ()), data, enclosing, _HOLDS_TYPE_PARAMETERS)

    def hide(self, name: bytes, kind: ReferenceKind, symbol: int) -> bool:
        """Whether `name`, used bare inside definition `symbol`, is local to it or to one around it."""
        if kind in ("read", "call"):
            names, holders = self._values, _HOLDS_LOCALS
        elif kind == "type":
            names, holders = self._types, _HOLDS_TYPE_PARAMETERS
        else:
            return False
        while symbol >= 0 and self._definitions[symbol].kind in holders:
            if name in names.get(symbol, ()):
                return True
            symbol = self._definitions[symbol].parent
        return False

    def _by_definition(
        self, nodes: Iterable[Node], data: bytes, enclosing: Enclosing, holders: frozenset[str]
    ) -> dict[int, set[bytes]]:
        names: dict[int, set[bytes]] = {}
        for node in nodes:
            start, end = node.byte_range
            owner = enclosing.at(start)
            if owner >= 0 and self._definitions[owner].kind in holders:
                names.setdefault(owner, set()).add(data[start:end])
        return names
