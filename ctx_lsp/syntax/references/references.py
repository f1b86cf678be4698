"""Finds references (uses of names) from the captures of `references.scm`. `graph.resolution` resolves them.

A file has more names than anything else, so the loops in this module dominate the time that reading a file takes.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping

from ctx_lsp.base.interning import intern
from ctx_lsp.syntax.definitions import Definitions, Enclosing
from ctx_lsp.syntax.model import Import
from ctx_lsp.syntax.reference import Reference, ReferenceKind
from ctx_lsp.syntax.references.access_paths import SURE, UNKNOWN
from ctx_lsp.syntax.references.values import Values
from ctx_lsp.syntax.rows import ByteSpan
from ctx_lsp.syntax.rules import LanguageRules

_REPLACING_KINDS: tuple[ReferenceKind, ...] = (
    "write", "type", "call", "inherits", "implements", "decorates", "raises", "catches",
)  # fmt: skip
"""Kinds in rising order of precedence: if several captures are at one place, the last kind is used."""

_IDENTIFIER = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*[!?]?")
_LOWER_CASE_START = re.compile(rb"_*[a-z$]")
_LOWER_CASE = frozenset(b"abcdefghijklmnopqrstuvwxyz$")

_Captured = Mapping[str, list[ByteSpan]]  # keyed by capture
_Found = dict[int, tuple[int, ReferenceKind]]  # start -> end, kind
_Keys = dict[int, tuple[int, ReferenceKind, ByteSpan]]  # start -> end, kind, range of the literal or pattern


def find_references(
    captured: _Captured,
    data: bytes,
    definitions: Definitions,
    imports: Iterable[Import],
    rules: LanguageRules,
    values: Values,
) -> tuple[Reference, ...]:
    """Return the references in source order.

    A bare read is kept if its name is defined or imported in this file, or begins with a capital. If names in other
    files are visible without an import, or through a star import, every bare read is kept. Parameters and local
    variables of the enclosing functions are not references. `captured` may cover only a part of the text.
    """
    known = {one.name.encode() for one in definitions.items}
    known.update(one.alias.split(".")[0].encode() for one in imports)
    keeps_all = rules.sees_others or (rules.sees_starred and any(one.name == "*" for one in imports))
    before_members = frozenset(separator[-1].encode()[0] for separator in rules.separators)
    found = _used_names(captured, data, None if keeps_all else known, before_members)
    _leave_out_bindings(found, captured, definitions)
    _part_quoted_types(found, data)
    return tuple(_references(found, _keys(captured, definitions), data, definitions, values))


def _used_names(captured: _Captured, data: bytes, known: set[bytes] | None, before_members: frozenset[int]) -> _Found:
    """Return the captured names, each with the kind that has the highest precedence among its captures."""
    found = _reads(captured, data, known, before_members)
    for start, end in captured.get("reference.component", ()):
        if not _LOWER_CASE_START.match(data, start):
            found[start] = (end, "call")
    for kind in _REPLACING_KINDS:
        for start, end in captured.get(f"reference.{kind}", ()):
            found[start] = (end, kind)
    for start, end in captured.get("reference.thrown", ()):
        if not _LOWER_CASE_START.match(data, start):
            found[start] = (end, "raises")
    for start, end in captured.get("reference.set", ()):
        found[start] = (end, "write")
    return found


def _leave_out_bindings(found: _Found, captured: _Captured, definitions: Definitions) -> None:
    """Remove the names that are not uses from `found`, unless they are captured as `kept`.

    These are names in skipped ranges, the names of definitions and local variables where they are bound, and the types
    that definitions name as their owners, such as `T` in `func (t T) run()`.
    """
    bound = {one.name_start for one in definitions.items}
    bound.update(start for capture in ("local", "local.type") for start, _ in captured.get(capture, ()))
    bound.update(_inside(found, captured.get("skip", ())))
    bound.update(start for start in definitions.owner_starts & found.keys() if found[start][1] in ("read", "type"))
    bound.difference_update(start for start, _ in captured.get("kept", ()))
    for start in bound & found.keys():
        del found[start]


def _reads(captured: _Captured, data: bytes, known: set[bytes] | None, before_members: frozenset[int]) -> _Found:
    """Return the plain reads to keep: reads of `known` names (all names if None), capitalised names and members.

    Inside a type annotation, every name is a reference to a type.
    """
    reads = captured.get("reference.read", ())
    found: _Found = {
        start: (end, "read")
        for start, end in reads
        if known is None
        or data[start - 1] in before_members
        or data[start:end] in known
        or not (data[start] in _LOWER_CASE or _LOWER_CASE_START.match(data, start))
    }
    types = captured.get("types", ())
    if types:
        in_types = _inside((start for start, _ in reads), types)
        found |= {start: (end, "type") for start, end in reads if start in in_types}
    return found


def _inside(offsets: Iterable[int], ranges: Iterable[tuple[int, int]]) -> set[int]:
    """Return the `offsets` that are inside at least one of `ranges`; ranges may be nested."""
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
    """Replace each type that is written as a string with the identifiers in the string."""
    quoted = [(start, end) for start, (end, kind) in found.items() if kind == "type" and not _is_name(data[start:end])]
    for start, end in quoted:
        del found[start]
        for match in _IDENTIFIER.finditer(data, start, end):
            if match[0] != b"None":
                found[match.start()] = (match.end(), "type")


def _is_name(text: bytes) -> bool:
    return text.isalpha() or _IDENTIFIER.fullmatch(text.rstrip(b"'")) is not None  # a prime may end a name


def _keys(captured: _Captured, definitions: Definitions) -> _Keys:
    """Return the keys in object literals and patterns, except those that define a symbol.

    Each of these keys is a use of a member of the type that the surrounding code expects of the whole literal or
    pattern.
    """
    keyed = captured.get("keyed", ())
    if not keyed:
        return {}
    around = Enclosing((start, -end, number) for number, (start, end) in enumerate(keyed))
    kinds: tuple[tuple[str, ReferenceKind], ...] = (("key.read", "read"), ("key.write", "write"))
    defined = {one.name_start for one in definitions.items}
    return {
        start: (end, kind, keyed[around.at(start)])
        for capture, kind in kinds
        for start, end in captured.get(capture, ())
        if start not in defined and around.at(start) >= 0
    }


def _references(found: _Found, keys: _Keys, data: bytes, definitions: Definitions, values: Values) -> list[Reference]:
    starts, owners = definitions.enclosing.starts, definitions.enclosing.owners
    hidden = values.local_names.hide
    receiver_before = values.receivers.before
    result: list[Reference] = []
    for start in sorted(found.keys() | keys.keys()):
        symbol = owners[bisect_right(starts, start) - 1]
        if start in found:
            end, kind = found[start]
            name = data[start:end]
            receiver = receiver_before(start)
            if receiver:
                receiver = values.closed(receiver, start)
            elif hidden(name, kind, symbol):
                if start not in keys:
                    continue
                receiver = UNKNOWN
        else:
            receiver = UNKNOWN
        if receiver == UNKNOWN and start in keys:
            end, kind, holder = keys[start]
            name = data[start:end]
            receiver = values.expected(holder)
            if receiver.startswith(UNKNOWN):
                continue
            receiver += SURE
        result.append(Reference(intern(name.decode("utf-8", "replace")), intern(receiver), kind, symbol, start, end))
    return result
