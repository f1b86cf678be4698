"""Uses of names from the captures of `references.scm`. Which definition a name means is decided in the index.

A file has more names than anything else, so the loops here are the ones that its reading time hangs on.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping

from ctx_lsp.syntax.definitions import CALLABLE_KINDS, CONTAINER_KINDS, VALUE_KINDS, Definitions
from ctx_lsp.syntax.model import Import, Reference, ReferenceKind
from ctx_lsp.syntax.receivers import Receivers
from ctx_lsp.syntax.rows import Place
from ctx_lsp.syntax.rules import Rules

_REPLACING_KINDS: tuple[ReferenceKind, ...] = ("type", "call", "inherits", "implements", "decorates")
"""In rising precedence: where several captures stand at one place, the last of these holds."""

_IDENTIFIER = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*[!?]?")
_LOWER_CASE_START = re.compile(rb"_*[a-z$]")
_LOWER_CASE = frozenset(b"abcdefghijklmnopqrstuvwxyz$")
_HOLDS_LOCALS = CALLABLE_KINDS | VALUE_KINDS
_HOLDS_TYPE_PARAMETERS = _HOLDS_LOCALS | CONTAINER_KINDS

_Captured = Mapping[str, list[Place]]  # by capture
_Found = dict[int, tuple[int, ReferenceKind]]  # start -> end, kind


def find_references(
    captured: _Captured,
    data: bytes,
    definitions: Definitions,
    imports: Iterable[Import],
    rules: Rules,
    following: int = -1,
) -> tuple[Reference, ...]:
    """Return the references in the order of the text.

    A read is kept where its name is a definition or an import of this file or begins with a capital. Parameters and
    local variables of the functions around are no references, nor is a receiver whose member is one. `captured` may be
    of a part of the text, but for local names; then `following` is where the next reference after that part starts.
    """
    known = {one.name.encode() for one in definitions.items}
    known.update(one.alias.split(".")[0].encode() for one in imports)
    found = _used_names(captured, data, known)
    _leave_out_bindings(found, captured, definitions)
    _part_quoted_types(found, data)
    local_names = _LocalNames(captured, data, definitions)
    receivers = Receivers(data, rules.separators, rules.spaced_separators)
    return tuple(_references(found, data, definitions, local_names, receivers, following))


def _used_names(captured: _Captured, data: bytes, known: set[bytes]) -> _Found:
    """The captured names, each with the strongest kind that it was captured as."""
    found = _reads(captured, data, known)
    for start, end in captured.get("reference.component", ()):
        if not _LOWER_CASE_START.match(data, start):
            found[start] = (end, "call")
    for kind in _REPLACING_KINDS:
        for start, end in captured.get(f"reference.{kind}", ()):
            found[start] = (end, kind)
    return found


def _leave_out_bindings(found: _Found, captured: _Captured, definitions: Definitions) -> None:
    """Take out what is skipped, and names where they are bound: of definitions, their owners, local variables."""
    bound = {one.name_start for one in definitions.items}
    bound.update(start for capture in ("local", "local.type") for start, _ in captured.get(capture, ()))
    bound.update(_inside(found, captured.get("skip", ())))
    bound.update(start for start in definitions.owner_starts & found.keys() if found[start][1] in ("read", "type"))
    for start in bound & found.keys():
        del found[start]


def _reads(captured: _Captured, data: bytes, known: set[bytes]) -> _Found:
    """The plain reads worth keeping; inside a type annotation every name is a use of a type."""
    reads = captured.get("reference.read", ())
    found: _Found = {
        start: (end, "read")
        for start, end in reads
        if data[start:end] in known or not (data[start] in _LOWER_CASE or _LOWER_CASE_START.match(data, start))
    }
    types = captured.get("types", ())
    if types:
        in_types = _inside((start for start, _ in reads), types)
        found |= {start: (end, "type") for start, end in reads if start in in_types}
    return found


def _inside(offsets: Iterable[int], ranges: Iterable[tuple[int, int]]) -> set[int]:
    """Those of `offsets` that lie in one of `ranges`, which may nest."""
    starts: list[int] = [-1]
    ends: list[int] = [-1]
    for start, end in sorted(ranges):
        if start < ends[-1]:
            ends[-1] = max(end, ends[-1])
        else:
            starts.append(start)
            ends.append(end)
    return {offset for offset in offsets if offset < ends[bisect_right(starts, offset) - 1]}


def _part_quoted_types(found: _Found, data: bytes) -> None:
    """Put the identifiers of a type that is written as a string in its place."""
    quoted = [(start, end) for start, (end, kind) in found.items() if kind == "type" and not _is_name(data[start:end])]
    for start, end in quoted:
        del found[start]
        for match in _IDENTIFIER.finditer(data, start, end):
            if match[0] != b"None":
                found[match.start()] = (match.end(), "type")


def _is_name(text: bytes) -> bool:
    return text.isalpha() or _IDENTIFIER.fullmatch(text.rstrip(b"'")) is not None  # a prime may end a name


def _references(
    found: _Found,
    data: bytes,
    definitions: Definitions,
    local_names: "_LocalNames",
    receivers: Receivers,
    following: int,
) -> list[Reference]:
    starts, owners = definitions.enclosing.starts, definitions.enclosing.owners
    result: list[Reference] = []
    member_start = following  # of the reference that follows in the text
    for start in sorted(found, reverse=True):
        end, kind = found[start]
        if kind != "call" and receivers.joins(end, member_start):
            continue
        name = data[start:end]
        symbol = owners[bisect_right(starts, start) - 1]
        receiver = receivers.before(start)
        if not receiver and local_names.hide(name, kind, symbol):
            continue
        result.append(Reference(name.decode("utf-8", "replace"), receiver, kind, symbol, start, end))
        member_start = start
    result.reverse()
    return result


class _LocalNames:
    """Parameters and variables of functions, type parameters of definitions: they hide what other files define."""

    def __init__(self, captured: _Captured, data: bytes, definitions: Definitions) -> None:
        values = _Locals(captured.get("local", ()), data, definitions, _HOLDS_LOCALS)
        types = _Locals(captured.get("local.type", ()), data, definitions, _HOLDS_TYPE_PARAMETERS)
        self._by_kind = {"read": values, "call": values, "type": types}

    def hide(self, name: bytes, kind: ReferenceKind, symbol: int) -> bool:
        """Whether `name`, used bare inside definition `symbol`, is local to it or to one around it."""
        local = self._by_kind.get(kind)
        return local is not None and name in local.names and local.are_visible(name, symbol)


class _Locals:
    """Names by the innermost definition around the place where they are bound; only `holders` have any."""

    def __init__(
        self, ranges: Iterable[tuple[int, int]], data: bytes, definitions: Definitions, holders: frozenset[str]
    ) -> None:
        self._items = definitions.items
        self._holders = holders
        self._by_definition: dict[int, set[bytes]] = {}
        for start, end in ranges:
            self._by_definition.setdefault(definitions.enclosing.at(start), set()).add(data[start:end])
        self.names = frozenset().union(*self._by_definition.values())

    def are_visible(self, name: bytes, symbol: int) -> bool:
        """Whether `name` is bound in definition `symbol` or, through holders alone, around it."""
        while symbol >= 0 and self._items[symbol].kind in self._holders:
            if name in self._by_definition.get(symbol, ()):
                return True
            symbol = self._items[symbol].parent
        return False
