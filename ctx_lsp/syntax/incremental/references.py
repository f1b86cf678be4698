"""Incremental references: updates the references in the previous text as long as the definitions stay the same.

The search is repeated only near the edit, in definitions whose local names changed, and where code reads a name that a
definition has gained or lost. If definitions moved, or imports changed, `find_references` reads the whole text.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple, TypeVar

from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.incremental.correspondence import Correspondence, correspondence
from ctx_lsp.syntax.incremental.edits import Edit
from ctx_lsp.syntax.incremental.matches import RowRevision
from ctx_lsp.syntax.model import Import
from ctx_lsp.syntax.reference import References
from ctx_lsp.syntax.references.access_paths import WINDOW
from ctx_lsp.syntax.references.lists import Lists
from ctx_lsp.syntax.references.references import find_references
from ctx_lsp.syntax.references.values import Values
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch
from ctx_lsp.syntax.rules import LanguageRules

_Key = TypeVar("_Key", bound=Hashable)

_BLANKS = re.compile(rb"\s*")
_Captured = Mapping[str, list[ByteSpan]]
_LOCALS = ("local", "local.type")
_BLOCKS = ("local", "closure")  # captures of `outline.scm`
_NARROWED = ("narrowed", "narrowed.case")  # those of a condition; the others are the places where it holds
_AROUND = ("skip", "types", "keyed")  # ranges that affect the names within them
_LISTS = {"expected.arguments": False, "expected.parameters": True}  # capture -> whether the list holds types
_WORDS = frozenset({
    "typed.name", "typed.member", "expected.type", "expected.value", "expected.element",
    "expected.key", "expected.called", "expected.method",
})  # fmt: skip


class PreviousFacts(NamedTuple):
    """The previous text with its definitions, imports and references."""

    data: bytes
    definitions: Definitions
    imports: tuple[Import, ...]
    references: References


class ChangedPlaces(NamedTuple):
    """The parts of a text in which facts may differ from those of the previous text.

    `window` holds the edit and all that depends on it nearby; `joined` holds all parts, sorted and apart. `definitions`
    says which definitions of both texts correspond, and `names` are those that some of them have gained or lost.
    """

    window: Edit
    joined: list[ByteSpan]
    definitions: Correspondence
    names: frozenset[str]


def changed_places(
    before: PreviousFacts,
    revision: RowRevision,
    data: bytes,
    definitions: Definitions,
    imports: tuple[Import, ...],
) -> ChangedPlaces | None:
    """Return the parts of the text `data` in which references may differ from those in the previous text.

    `revision` holds the rows of both texts. None means that they may differ anywhere.
    """
    if imports != before.imports:
        return None
    alike = correspondence(before.definitions, definitions, revision.different)
    if alike is not None and revision.has_errors and not alike.is_complete:
        return None  # an error can turn a definition into a local name of the scope around it
    window = _window(before, revision, data, definitions, alike) if alike else None
    if alike is None or window is None:
        return None
    names = _changed_names(before.definitions, definitions, alike)
    renamed = _renamed(names, definitions, revision.rows.references, data)
    return ChangedPlaces(window, _joined([(window.start, window.new_end), *renamed]), alike, names)


def revised_references(
    before: PreviousFacts,
    revision: RowRevision,
    places: ChangedPlaces,
    data: bytes,
    rules: LanguageRules,
    definitions: Definitions,
    values: Values,
) -> References:
    """Return the references that `find_references` would find in `data`, of which only those in `places` differ."""
    found = find_references(
        _part(revision.rows.references, places.joined), data, definitions, before.imports, rules, values
    )
    window = places.window
    kept = before.references.moved(
        (window.start, window.old_end),
        revision.different.growth,
        (places.definitions.old_last, places.definitions.new_last),
    )
    return kept.with_replaced(places.joined, found)


def _changed_names(old: Definitions, new: Definitions, alike: Correspondence) -> frozenset[str]:
    """Return the names that definitions have gained or lost, including those that were added or removed."""
    olds, news = old.items, new.items
    if alike.is_complete:
        pairs = zip(olds, news, strict=True)
        return frozenset(one.name for left, right in pairs if left.name != right.name for one in (left, right))
    kept = zip(
        (*olds[: alike.first], *olds[alike.old_last :]), (*news[: alike.first], *news[alike.new_last :]), strict=True
    )
    changed = [one.name for left, right in kept if left.name != right.name for one in (left, right)]
    between = (*olds[alike.first : alike.old_last], *news[alike.first : alike.new_last])
    return frozenset([*changed, *(one.name for one in between)])


def _renamed(names: AbstractSet[str], new: Definitions, captured: _Captured, data: bytes) -> list[ByteSpan]:
    """Return the parts of the new text whose references may depend on `names`, which definitions have gained or lost.

    They are the definitions with such a name, and the places that read it.
    """
    if not names:
        return []
    written = {name.encode() for name in names}
    reads = [(start, end) for start, end in captured.get("reference.read", ()) if data[start:end] in written]
    return [*((one.lead, one.end) for one in new.items if one.name in names), *reads]


def _joined(places: Iterable[ByteSpan]) -> list[ByteSpan]:
    """Merge ranges that overlap or touch, and return the ranges sorted."""
    joined: list[ByteSpan] = []
    for start, end in sorted(places):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def _window(
    before: PreviousFacts, revision: RowRevision, data: bytes, definitions: Definitions, alike: Correspondence
) -> Edit | None:
    """Return the part of the text in which references must be searched for again; None for the whole text."""
    different, rows, gone, come, *_ = revision
    window = _grown(different, gone.references, come.references)
    bound = _renumbered(_bound(gone.references, before.data, before.definitions), alike)
    bound_now = Counter(_bound(come.references, data, definitions))
    keys_before = _renumbered(_binding_keys(gone.outline, before.data, before.definitions, different), alike)
    keys_now = Counter(_binding_keys(come.outline, data, definitions, None))
    for what, owner in (bound - bound_now) + (bound_now - bound) + (keys_before - keys_now) + (keys_now - keys_before):
        if owner < 0 and what[0] not in _LOCALS:
            return None
        if owner >= 0:
            window = window.around(definitions.items[owner].lead, definitions.items[owner].end)
            for scope in definitions.scopes:
                if scope.owner == owner:
                    window = window.around(scope.lead, scope.end)
    return _with_context(window, rows.references, data)


def _renumbered(keys: Iterable[tuple[_Key, int]], alike: Correspondence) -> Counter[tuple[_Key, int]]:
    """Count `keys` with the new indices of their definitions; those in definitions that are gone do not matter."""
    numbered = ((key, alike.new_index(owner)) for key, owner in keys)
    return Counter((key, owner) for key, owner in numbered if owner is not None)


def _grown(different: Edit, gone: _Captured, come: _Captured) -> Edit:
    """Return the difference, extended to include the captures that occur in only one of the two texts."""
    window = different
    for name in gone.keys() | come.keys():
        left = Counter(_mapped(place, different) for place in gone.get(name, ()))
        right = Counter(come.get(name, ()))
        for start, end in (left - right) + (right - left):
            window = window.around(start, end)
    return window


def _mapped(place: ByteSpan, different: Edit) -> ByteSpan:
    """Convert a range of the old text to a range of the new text.

    A start within the difference moves to the start of the difference; an end within it moves to the end of the
    difference.
    """
    start, end = place
    return (
        different.moved(start) if start >= different.old_end or start <= different.start else different.start,
        different.moved(end) if end >= different.old_end or end <= different.start else different.new_end,
    )


def _bound(captured: _Captured, data: bytes, definitions: Definitions) -> Iterator[tuple[tuple[str, bytes], int]]:
    """Yield each binding of a local name, as a capture and a name, with the index of the enclosing definition."""
    for name in _LOCALS:
        for start, end in captured.get(name, ()):
            yield (name, data[start:end]), definitions.enclosing.at(start)


def _binding_keys(
    found: list[QueryMatch], data: bytes, definitions: Definitions, different: Edit | None
) -> Iterator[tuple[tuple[str | bytes | ByteSpan, ...], int]]:
    """Yield keys for matches that affect local names (types, scopes), each with the index of the enclosing definition.

    If a key occurs in both texts, its matches have the same effect on references in both. `different` converts ranges
    of the old text to ranges of the new text; it is None for matches in the new text.
    """
    names = {one.name_start for one in definitions.items}
    lists = Lists(data)
    times: Counter[tuple[bytes, int]] = Counter()  # bindings of a name so far; their order matters
    for match in found:
        owner = definitions.enclosing.at(match.spots[0][0])
        if "import.alias" in match.names:  # not a local name
            yield ("import.alias", _text(match, "import.alias", data)), owner
        if "narrowed" in match.names:
            parts: list[str | bytes | ByteSpan] = []
            for capture, (start, end, _) in zip(match.names, match.spots, strict=True):
                place = _mapped((start, end), different) if different else (start, end)
                parts += [capture, data[start:end] if capture in _NARROWED else place]
            yield tuple(parts), owner
        if match.names[0] in _BLOCKS:
            start, end, _ = match.spots[0]
            yield (match.names[0], _mapped((start, end), different) if different else (start, end)), owner
        elif "expected" in match.names:
            yield _expectation(match, data, lists, different), owner
        elif not {"typed.type", "bound.type", "bound.otherwise"}.isdisjoint(match.names) or (
            "typed.name" in match.names and match.first("typed.name")[0] not in names
        ):
            name = _text(match, "typed.name", data)
            times[name, owner] += 1
            pairs = zip(match.names, match.spots, strict=True)
            parts = [part for capture, (start, end, _) in pairs for part in (capture, data[start:end])]
            yield (str(times[name, owner]), *parts), owner


def _text(match: QueryMatch, capture: str, data: bytes) -> bytes:
    """Return the text of a capture; empty if the match has no such capture."""
    if capture not in match.names:
        return b""
    start, end, _ = match.first(capture)
    return data[start:end]


def _expectation(
    match: QueryMatch, data: bytes, lists: Lists, different: Edit | None
) -> tuple[str | bytes | ByteSpan, ...]:
    """Return the key of a match that determines the type expected of a literal, a pattern or an anonymous function.

    `different` converts ranges of the old text to ranges of the new text; it is None for a match in the new text.
    """
    parts: list[str | bytes | ByteSpan] = []
    for name, (start, end, _) in zip(match.names, match.spots, strict=True):
        is_place = name not in _WORDS
        place = _mapped((start, end), different) if different else (start, end)
        parts += [name, place if is_place else data[start:end]]
        if name == "expected.method":  # its receiver is read from the text
            parts.append(data[max(0, start - WINDOW) : start])
        if name in _LISTS:
            members = match.all("expected")
            parts += [str(lists.position(start, member, _LISTS[name])) for member, _, _ in members]
        if name == "expected.literal" and "expected.key" not in match.names:
            parts += [lists.element_step(start, member) for member, _, _ in match.all("expected")]
    return tuple(parts)


def _with_context(window: Edit, captured: _Captured, data: bytes) -> Edit:
    """Return `window`, extended to whole lines and names, and to all names whose receivers may reach into it."""
    ahead = _BLANKS.match(data, min(len(data), window.new_end + WINDOW))
    assert ahead is not None
    line_end = data.find(b"\n", ahead.end())
    end = len(data) if line_end < 0 else line_end + 1
    start = data.rfind(b"\n", 0, max(0, window.start - WINDOW)) + 1
    names = [captured[name] for name in captured if name not in (*_LOCALS, *_AROUND)]
    while True:
        cut = [place for places in names for place in _around(places, start) + _around(places, end)]
        if not cut:
            return window.around(start, end)
        start, end = min(start, *(place[0] for place in cut)), max(end, *(place[1] for place in cut))


def _around(places: list[ByteSpan], offset: int) -> list[ByteSpan]:
    """Return a list with the place that begins before `offset` and ends after it; empty if there is none."""
    index = bisect_left(places, (offset,))
    return [place for place in places[max(0, index - 1) : index] if place[1] > offset]


def _part(captured: _Captured, ranges: list[ByteSpan]) -> dict[str, list[ByteSpan]]:
    """Return the part of `captured` that is needed to find the references in `ranges`."""
    part = {}
    first, last = ranges[0][0], ranges[-1][1]
    for name, places in captured.items():
        if name in _LOCALS:
            part[name] = places
        elif name in _AROUND:
            part[name] = [place for place in places if place[0] < last and place[1] > first]
        else:
            bounds = ((bisect_left(places, (start,)), bisect_left(places, (end,))) for start, end in ranges)
            part[name] = [place for low, high in bounds for place in places[low:high]]
    return part
