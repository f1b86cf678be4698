"""Incremental symbols: builds again only the symbols of an edited text that may differ from those before.

If the definitions of both texts correspond, a symbol is built again if its code contains a changed place (see
`references.changed_places`), or if a value is assigned to it there. Only the query rows that these symbols need are
read; `details` says which rows others need.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ctx_lsp.base import profiling
from ctx_lsp.syntax.definitions import Definitions, DefinitionSpan
from ctx_lsp.syntax.incremental.details import Details, RowUnit, RowUnits
from ctx_lsp.syntax.incremental.edits import Edit
from ctx_lsp.syntax.incremental.matches import RowRevision
from ctx_lsp.syntax.incremental.references import ChangedPlaces, PreviousFacts, changed_places, revised_references
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.syntax.outlines.outline import KnownSymbol
from ctx_lsp.syntax.parsed_facts import ParsedFacts, ReadDefinitions, read_definitions, read_symbols, read_values
from ctx_lsp.syntax.references.access_paths import WINDOW
from ctx_lsp.syntax.references.values import Values
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch
from ctx_lsp.syntax.rules import LanguageRules
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS

MAX_PASSES = 3  # over the rows; each pass may find that the rows of further definitions are needed
LINE = 120  # bytes of a usual line
MANY_CHANGES = 50  # symbols; if more have changed, all references are looked at


class RevisedText(NamedTuple):
    """A text after an edit, with `facts` about the text before; `known` holds parts of these facts."""

    data: bytes
    revision: RowRevision
    rules: LanguageRules
    facts: FileFacts
    known: PreviousFacts


class RevisedFacts(NamedTuple):
    """The facts about an edited text, and the details among its rows."""

    parsed: ParsedFacts
    details: Details


class _Needed(NamedTuple):
    """The indices of symbols to build again, and of the units whose rows this needs."""

    symbols: set[int]
    units: set[int]


def revised_facts(edited: RevisedText, details: Details) -> RevisedFacts | None:
    """Return the facts about a text that `read_rows` would find; None if the imports or too many definitions changed.

    `details` are the details among the rows of the text before.
    """
    data, revision, rules, _, known = edited
    current = details.after(revision)
    units = _units_around(revision.different, known.definitions, details.units)
    inside = [_moved(one, revision.different) for one in details.units if one.definition in units]
    places = None
    for _ in range(MAX_PASSES):
        read = read_definitions(data, current.needed(revision.rows.outline, inside), rules)
        definitions = read.definitions
        new_units = RowUnits.of(definitions)
        if places is None:
            places = changed_places(known, revision, data, definitions, read.imports)
            if places is None:
                return None
            alike = places.definitions
            units = {index for one in units if (index := alike.new_index(one)) is not None}
            units |= {*range(alike.first, alike.new_last)}  # rows that were added are no details yet
        values = read_values(data, read, revision.rows.references, rules)
        needed = _needed(edited, places, definitions, new_units.units, values)
        if needed.units <= units:
            parsed = _parsed(edited, places, read, values, needed.symbols)
            return RevisedFacts(parsed, current.renew(revision, definitions, new_units))
        units |= needed.units
        inside = [(definitions.items[index].name_end, definitions.items[index].end) for index in units]
    return None


def _units_around(different: Edit, definitions: Definitions, units: Sequence[RowUnit]) -> set[int]:
    """Return the indices of the units of the old text that are likely to be needed after the edit `different`.

    These are the units that contain the edit, those so close to them that `changed_places` includes them, and the
    constructors of types around the edit.
    """
    start, end = different.start, different.old_end
    for one in units:
        if one.lead <= different.old_end and one.end >= different.start:
            start, end = min(start, one.lead), max(end, one.end)
    start, end = start - WINDOW - LINE, end + WINDOW + LINE
    items = definitions.items
    around = [one for one in items if one.lead <= different.old_end and one.end >= different.start]
    types = [(one.lead, one.end) for one in around if one.kind in CONTAINER_KINDS]
    return {
        one.definition
        for one in units
        if (one.lead <= end and one.end >= start)
        or (items[one.definition].kind == "Constructor" and any(lead <= one.start <= last for lead, last in types))
    }


def _moved(unit: RowUnit, different: Edit) -> ByteSpan:
    """Return the range in the new text that contains a unit of the old text."""
    end = unit.end + different.growth if unit.end > different.old_end else different.new_end
    if unit.start >= different.old_end:
        return unit.start + different.growth, end
    return min(unit.start, different.start), end


def _needed(
    edited: RevisedText, places: ChangedPlaces, definitions: Definitions, units: Sequence[RowUnit], values: Values
) -> _Needed:
    """Return the symbols to build again after changes in `places`; `units` are all units of the new text."""
    known, revision = edited.known, edited.revision
    items, alike = definitions.items, places.definitions
    touched = _Touched(places.joined)
    symbols = {index for index, one in enumerate(items) if touched.has(one.lead, one.end)}
    symbols |= {one.owner for one in definitions.scopes if one.owner >= 0 and touched.has(one.lead, one.end)}
    sources = list(values.sources())
    symbols |= {index for index, offset in sources if touched.has(offset, offset)}
    assigned = {*_assigned(revision.removed.outline, known.data), *_assigned(revision.added.outline, edited.data)}
    assigned |= places.names
    if assigned:
        symbols |= {index for index, one in enumerate(items) if one.name in assigned}
    olds = known.definitions.items[alike.first : alike.old_last]
    parents = [alike.new_index(one.parent) for one in olds]
    parents += [one.parent for one in items[alike.first : alike.new_last]]
    symbols |= {parent for parent in parents if parent is not None and parent >= 0}
    starts = [one.lead for one in units]
    valued = {index for index, _ in sources}
    needed: set[int] = set()
    for index in symbols:
        one = items[index]
        if one.kind == "Interface" or index in valued:
            inside = units[bisect_left(starts, one.lead) : bisect_left(starts, one.end)]
            needed.update(unit.definition for unit in inside)
    places_in_units = [items[index].name_start for index in symbols]
    places_in_units += [offset for index, offset in sources if index in symbols]
    for offset in places_in_units:
        number = bisect_right(starts, offset) - 1
        if number >= 0 and offset < units[number].end:
            needed.add(units[number].definition)
    return _Needed(symbols, needed)


class _Touched:
    """A lookup of the places that a range overlaps or touches. The places are sorted and apart."""

    def __init__(self, places: Sequence[ByteSpan]) -> None:
        self._places = places
        self._ends = [end for _, end in places]

    def has(self, start: int, end: int) -> bool:
        """Return whether the range `start`–`end` overlaps or touches a place."""
        number = bisect_left(self._ends, start)
        return number < len(self._places) and self._places[number][0] <= end


def _assigned(rows: Iterable[QueryMatch], data: bytes) -> Iterable[str]:
    """Yield the names of members to which these rows assign a value, as in `self.name = …`."""
    for row in rows:
        if "typed.owner" in row.names and "typed.name" in row.names:
            start, end, _ = row.first("typed.name")
            yield data[start:end].decode("utf-8", "replace")


def _parsed(
    edited: RevisedText, places: ChangedPlaces, read: ReadDefinitions, values: Values, changed: AbstractSet[int]
) -> ParsedFacts:
    """Build the facts, with the symbols in `changed` built again and all others taken from the facts before."""
    data, revision, rules, facts, known = edited
    items = read.definitions.items
    with profiling.stage("references"):
        references = revised_references(known, revision, places, data, rules, read.definitions, values)
        if len(changed) > MANY_CHANGES:
            nearby = tuple(references)
        else:
            nearby = references.near(changed, [_header(items[index]) for index in changed])
    symbols, spans = facts.outline.symbols, facts.spans
    moved = revision.different.moved
    same = {
        new: KnownSymbol(symbols[index], moved(spans[index].declaration), spans[index].doc)
        for index in range(len(symbols))
        if (new := places.definitions.new_index(index)) is not None and new not in changed
    }
    return read_symbols(data, read, references, nearby, rules, values, same)


def _header(one: DefinitionSpan) -> ByteSpan:
    return one.lead, one.body if one.body < one.end else one.end
