"""Finds the slot of each name in a declaration: decorator, annotation, parameter, injected parameter or result.

The slots are found by counting brackets in the text. This works for every language that writes parameters in
parentheses after the name.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ctx_lsp.graph.entry import Definition
from ctx_lsp.patterns.view import View
from ctx_lsp.syntax.reference import Reference

Slot = Literal["decorator", "annotation", "parameter", "injected", "result"]

_OPENING, _CLOSING = b"([{", b")]}"
_INJECTING = re.compile(rb"\b(?:Depends|Security|Inject|FromServices|Provide|injected)\b")
"""Names in a parameter that show that the framework, not the caller, provides its value."""


class HeaderReference(NamedTuple):
    """A reference in a declaration, with its slot."""

    slot: Slot
    reference: Reference


@dataclass(frozen=True, slots=True)
class Header:
    """The byte offsets of the parts of one declaration. `closed` is the offset of the bracket after the parameters.

    `injected` holds the ranges of the parameters that a framework injects.
    """

    declaration: int
    name_start: int
    opened: int  # offset of the bracket before the parameters; `end` if there is none
    closed: int
    end: int
    injected: tuple[tuple[int, int], ...]


def header(view: View, one: Definition) -> Header:
    """Find the parts of a definition's declaration."""
    span, data = view.span(one), view.entry(one).source.data
    opened = data.find(b"(", span.name_end, span.body)
    if opened < 0:
        return Header(span.declaration, span.name_start, span.body, span.body, span.body, ())
    commas = [opened]
    closed = _matching(data, opened, span.body, commas)
    parts = zip(commas, [*commas[1:], closed], strict=True)
    injected = tuple(part for part in parts if _INJECTING.search(data, *part))
    return Header(span.declaration, span.name_start, opened, closed, span.body, injected)


def header_references(view: View, one: Definition) -> Iterator[HeaderReference]:
    """Yield the references in a declaration and its decorators, each with the slot that contains it, in order.

    References of the kind `decorates`, which name the decorators themselves, are left out.
    """
    parts = header(view, one)
    for reference in view.references(one):
        if reference.start >= parts.end:
            return
        slot = _slot(parts, reference.start)
        if slot is not None and reference.kind != "decorates":
            yield HeaderReference(slot, reference)


def _slot(parts: Header, at: int) -> Slot | None:
    if at < parts.declaration:
        return "decorator"
    if at < parts.name_start:
        return "result"  # in languages that write types before names
    if at < parts.opened:
        return "annotation"
    if at > parts.closed:
        return "result"
    return "injected" if any(start <= at < end for start, end in parts.injected) else "parameter"


def _matching(data: bytes, opened: int, end: int, commas: list[int]) -> int:
    """Return the offset of the closing bracket for the bracket at `opened`, or `end` if it is missing.

    Also append the offsets of the commas directly inside the brackets to `commas`.
    """
    depth = 0
    for at in range(opened, end):
        byte = data[at]
        if byte in _OPENING:
            depth += 1
        elif byte in _CLOSING:
            depth -= 1
            if depth == 0:
                return at
        elif byte == ord(",") and depth == 1:
            commas.append(at)
    return end
