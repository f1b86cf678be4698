"""Builds symbols (with signatures, bases and visibility) and spans (with documentation) from definitions."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from ctx_lsp.base.interning import intern
from ctx_lsp.syntax.definitions import Definitions, DefinitionSpan, Enclosing, Range
from ctx_lsp.syntax.model import Base, Symbol, SymbolSpan
from ctx_lsp.syntax.outlines import documentation
from ctx_lsp.syntax.preprocessing.fallbacks import fallback_names
from ctx_lsp.syntax.reference import Reference
from ctx_lsp.syntax.references.access_paths import ROOT, ExpressionReader, is_plain
from ctx_lsp.syntax.references.type_text import alternatives
from ctx_lsp.syntax.references.values import Values
from ctx_lsp.syntax.rules import LanguageRules
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS, CONTAINER_KINDS, DATA_KINDS

MAX_SIGNATURE = 300  # characters; longer signatures are values or generated declarations, and end with an ellipsis
MAX_PATH = 4  # names up to the constructor in `a.b.Name()`

_BEFORE_CLOSING = re.compile(r",? ([)\]])")
_BEFORE_CONSTRUCTION = re.compile(rb"\s*:?=\s*(?:(new|await)\s+|&)?(?:\w+(?:\.|::))*")


@dataclass(frozen=True, slots=True)
class Marks:
    """The offsets of marks that export or hide the definition around them, and names exported elsewhere in the file.

    `fallbacks` contains the offsets of names whose definition may be replaced. Either the definition is in a branch
    that defines the name only if another branch does not, or a later import binds the name again.
    """

    exported: Sequence[int]
    hidden: Sequence[int]
    exported_names: frozenset[str]
    fallbacks: frozenset[int]


class KnownSymbol(NamedTuple):
    """A symbol that is known from an earlier text, and parts of its span: the declaration's start, and documentation.

    The code of the definition is the same in both texts. Its name, place and visibility may differ.
    """

    symbol: Symbol
    declaration: int
    doc: str


NO_KNOWN_SYMBOLS: Mapping[int, KnownSymbol] = MappingProxyType({})


def build_outline(
    data: bytes,
    definitions: Definitions,
    references: Sequence[Reference],
    marks: Marks,
    rules: LanguageRules,
    values: Values,
    known: Mapping[int, KnownSymbol] = NO_KNOWN_SYMBOLS,
) -> tuple[tuple[Symbol, ...], tuple[SymbolSpan, ...]]:
    """Return the symbols of a text, and their spans in the same order.

    The symbols in `known`, keyed by the index of the definition, are not built again. `references` may lack the
    references in these definitions.
    """
    headers = _Headers(data, definitions)
    exported = _Exports(definitions, marks, rules)
    relations = _Relations(data, definitions, references, rules.capitals_construct, values.receivers)
    docs = _Docs(data, definitions)
    fallbacks = fallback_names(data) if rules.blanks_macros else frozenset()
    symbols: list[Symbol] = []
    spans: list[SymbolSpan] = []
    for index, one in enumerate(definitions.items):
        is_exported = exported.hold(index)
        is_fallback = one.name_start in marks.fallbacks or (one.name in fallbacks and data.startswith(b"#", one.start))
        before = known.get(index)
        if before is not None:
            symbols.append(_renewed(before.symbol, one, is_exported, is_fallback))
            start, doc = before.declaration, before.doc
        else:
            start, end = headers.start(one), headers.end(one)
            doc = docs.of(index)
            symbols.append(
                Symbol(
                    intern(one.name),
                    intern(one.qualname),
                    one.kind,
                    headers.signature(one, start, end),
                    one.parent,
                    relations.bases(index),
                    relations.decorators(index),
                    relations.type_names(one, start, end),
                    is_exported,
                    values.of_symbol(index),
                    values.local_names.type_parameters(index),
                    values.parameter_types(index),
                    values.extension_receiver(index),
                    values.bounds(index),
                    is_fallback,
                )
            )
        spans.append(SymbolSpan(one.lead, one.end, start, one.name_start, one.name_end, one.body, doc))
    return tuple(symbols), tuple(spans)


def _renewed(symbol: Symbol, one: DefinitionSpan, is_exported: bool, is_fallback: bool) -> Symbol:
    """Return a known symbol with the parts that do not depend on the code of its definition."""
    parts = (one.qualname, one.parent, is_exported, is_fallback)
    if (symbol.qualname, symbol.parent, symbol.exported, symbol.fallback) == parts:
        return symbol
    return symbol._replace(qualname=intern(one.qualname), parent=one.parent, exported=is_exported, fallback=is_fallback)


class _Headers:
    """The headers of definitions, with their starts, ends and signatures."""

    def __init__(self, data: bytes, definitions: Definitions) -> None:
        self._data = data
        self._trivia = sorted((*definitions.comments, *definitions.decorators), key=itemgetter(0))
        self._trivia_starts = [one.start for one in self._trivia]
        with_bodies = (one.lead for one in definitions.items if one.kind not in DATA_KINDS)
        self._inner_starts = sorted((*with_bodies, *(one.start for one in definitions.locals)))

    def start(self, one: DefinitionSpan) -> int:
        """Return the start of the declaration itself, after leading decorators and comments."""
        at = one.start
        for trivia in self._trivia_between(at, one.name_start):
            if self._data[at : trivia.start].strip():
                break
            at = max(at, trivia.end)
        while at < one.name_start and self._data[at] in b" \t\r\n\f":
            at += 1
        return at

    def end(self, one: DefinitionSpan) -> int:
        """Return the offset where the header of a definition ends.

        It ends where the body starts; the header of a value ends where a function or object inside the value starts.
        """
        if one.kind not in DATA_KINDS or one.body < one.end:
            return one.body
        next_inner = bisect_left(self._inner_starts, one.name_end)
        return min([one.end, *self._inner_starts[next_inner : next_inner + 1]])

    def signature(self, one: DefinitionSpan, start: int, header_end: int) -> str:
        """Return the declaration `start`–`header_end` on one line, shortened if it is too long.

        Decorators and comments are left out.
        """
        end = min(header_end, start + 8 * MAX_SIGNATURE)  # enough text after comments and spaces are removed
        pieces: list[bytes] = []
        for trivia in self._trivia_between(start, end):
            if trivia.start >= start:
                pieces.append(self._data[start : trivia.start])
                start = trivia.end
        pieces.append(self._data[start:end])
        if one.name_start >= header_end:  # `typedef struct { … } name`
            pieces.append(b" " + one.name.encode())
        text = " ".join(b"".join(pieces).decode("utf-8", "replace").split()).rstrip(" {:=;,\\")
        text = text.replace("( ", "(").replace("[ ", "[")
        if " )" in text or " ]" in text:
            text = _BEFORE_CLOSING.sub(r"\1", text)
        return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1] + "…"

    def _trivia_between(self, start: int, end: int) -> list[Range]:
        """Return the comments and decorators that begin at `start` or later, but before `end`."""
        first = bisect_left(self._trivia_starts, start)
        return self._trivia[first : bisect_left(self._trivia_starts, end, first)]


class _Exports:
    """The visibility of definitions in other files, according to the rules of the language."""

    def __init__(self, definitions: Definitions, marks: Marks, rules: LanguageRules) -> None:
        self._items = definitions.items
        self._rules = rules
        self._names = marks.exported_names
        self._exported = self._around(definitions.enclosing, marks.exported)
        self._hidden = self._around(definitions.enclosing, marks.hidden)
        self._is_marked_file = bool(marks.exported or marks.exported_names)
        self._is_visible = [self._is_shown(one) for one in self._items]

    def hold(self, index: int) -> bool:
        """Return whether the definition and all its parents are visible, and no function encloses it."""
        while index >= 0:
            if not self._is_visible[index]:
                return False
            index = self._items[index].parent
            if index >= 0 and self._items[index].kind in CODE_KINDS:
                return False
        return True

    def _is_shown(self, one: DefinitionSpan) -> bool:
        """Return whether the definition itself is visible, regardless of its parents."""
        place = (one.start, one.end)
        if place in self._hidden or not self._rules.exported_names.search(one.name):
            return False
        needs_mark = self._rules.export_marks == "all" or (
            self._rules.export_marks == "top" and one.parent < 0 and self._is_marked_file
        )
        return not needs_mark or place in self._exported or one.name in self._names

    def _around(self, enclosing: Enclosing, offsets: Iterable[int]) -> set[tuple[int, int]]:
        """Return the ranges of the definitions that contain one of `offsets` before their name.

        Names in one declaration share a range, so a mark applies to all of them.
        """
        owners = ((enclosing.at(offset), offset) for offset in offsets)
        ones = ((self._items[owner], offset) for owner, offset in owners if owner >= 0)
        return {(one.start, one.end) for one, offset in ones if offset <= one.name_start}


class _Relations:
    """The bases, decorators and type names of definitions, from the references inside them."""

    def __init__(
        self,
        data: bytes,
        definitions: Definitions,
        references: Sequence[Reference],
        capitals_construct: bool,
        receivers: ExpressionReader,
    ) -> None:
        self._data = data
        self._receivers = receivers
        self._capitals_construct = capitals_construct
        self._items = definitions.items
        self._references = references
        self._starts = [one.start for one in references]
        self._special: dict[int, list[Reference]] = {}
        for one in references:
            if one.kind in ("inherits", "implements", "decorates"):
                self._special.setdefault(one.symbol, []).append(one)

    def bases(self, index: int) -> tuple[Base, ...]:
        """Return the bases of a type, or the modules that a module mixes in."""
        if self._items[index].kind not in CONTAINER_KINDS:
            return ()
        bases = []
        for one in self._special.get(index, ()):
            if one.kind in ("inherits", "implements") and is_plain(one.receiver):
                bases.append(Base(_dotted(one), one.kind, self._arguments(one)))
        return tuple(dict.fromkeys(bases))

    def _arguments(self, base: Reference) -> tuple[str, ...]:
        """Return the type arguments that follow the name of a base."""
        end = self._receivers.end_of_arguments(base.end)
        written = alternatives(self._receivers.type_at(base.start, end))
        return written[0][1] if end > base.end and written else ()

    def decorators(self, index: int) -> tuple[str, ...]:
        """Return the decorators of a definition, without their arguments."""
        name_start = self._items[index].name_start
        found = self._special.get(index, ())
        return tuple(_dotted(one) for one in found if one.kind == "decorates" and one.start < name_start)

    def type_names(self, one: DefinitionSpan, start: int, end: int) -> tuple[str, ...]:
        """Return the type names in a header.

        For a value without type names, return the name of the type whose constructor it calls.
        """
        first = bisect_left(self._starts, start)
        header = self._references[first : bisect_left(self._starts, end, first)]
        names = dict.fromkeys(_dotted(reference) for reference in header if reference.kind == "type")
        if not names and one.kind in DATA_KINDS:
            next_one = bisect_left(self._starts, one.name_end)
            after_name = self._references[next_one : next_one + MAX_PATH]
            calls = [other for other in after_name if other.kind == "call"][:1]
            names = dict.fromkeys(_dotted(call) for call in calls if self._constructs(call, one.name_end, end))
        return tuple(names)

    def _constructs(self, call: Reference, name_end: int, end: int) -> bool:
        if call.kind != "call" or call.start >= end or not call.name[:1].isupper():
            return False
        before = _BEFORE_CONSTRUCTION.fullmatch(self._data, name_end, call.start)
        if before is None:
            return False
        return self._capitals_construct or before[1] == b"new" or self._data[call.end : call.end + 1] == b"{"


class _Docs:
    """The documentation of definitions: the docstring, otherwise the comments above."""

    def __init__(self, data: bytes, definitions: Definitions) -> None:
        self._data = data
        self._items = definitions.items
        self._docstrings = definitions.docstrings
        self._comments = definitions.comments
        self._comment_starts = [one.start for one in definitions.comments]

    def of(self, index: int) -> str:
        """Return the documentation of a definition; "" if it has none."""
        one = self._items[index]
        if index in self._docstrings:
            return documentation.docstring(_slice(self._data, self._docstrings[index]))
        if one.lead >= one.start:
            return ""
        first, last = bisect_left(self._comment_starts, one.lead), bisect_left(self._comment_starts, one.start)
        return documentation.comment(_slice(self._data, part) for part in self._comments[first:last])


def _slice(data: bytes, part: Range) -> str:
    return data[part.start : part.end].decode("utf-8", "replace")


def _dotted(reference: Reference) -> str:
    before = reference.receiver.removeprefix(ROOT).removeprefix(".")
    return f"{before}.{reference.name}" if before else reference.name
