"""Edges between items and what mentions them, and the items that an identifier means.

`syntax.items` finds the items of a file and the identifiers that it mentions.
"""

from collections.abc import Iterator

from ctx_lsp.graph.edges import Edge, EdgeKind
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.modules.files import folder_of
from ctx_lsp.graph.resolution.bindings import RatedDefinitions
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.items.identifiers import identifier_of
from ctx_lsp.syntax.items.model import ROW
from ctx_lsp.syntax.model import Reference

MENTIONED = 1.0  # an identifier is written out, and means a single item
_ITEM_REFERENCES = frozenset({"mentions", "satisfies", "supersedes", "superseded-by"})
_DEMANDS = frozenset({"Requirement", "Story", "Criterion"})  # kinds of items that tests check


def is_item_reference(reference: Reference) -> bool:
    """Return whether a reference names an item by its identifier."""
    return reference.kind in _ITEM_REFERENCES


def items_named(lookups: Lookups, reference: Reference) -> RatedDefinitions:
    """Return the item that an identifier in a file means; empty if there is none, or if several are as likely.

    Rows of tables, which often only list items, count if there is nothing else. An item in the file itself comes first,
    then those with the most folders in common with the file, then those with the strongest shape.
    """
    own = lookups.own.path
    found = lookups.items(identifier_of(reference.name))
    if not found:
        return ()
    found = tuple(one for one in found if one.item and one.item.shape < ROW) or found
    ranked = sorted((_distance(own, one.path), one.item.shape if one.item else 0) for one in found)
    best = [one for one in found if (_distance(own, one.path), one.item.shape if one.item else 0) == ranked[0]]
    return ((best[0], MENTIONED),) if len(best) == 1 else ()


def _distance(own: str, path: str) -> int:
    """Return how many folders of `own` do not hold `path`; below 0 for the file itself."""
    if own == path:
        return -1
    folder, steps = folder_of(own), 0
    while folder and not path.startswith(f"{folder}/"):
        folder, steps = folder_of(folder), steps + 1
    return steps


def mention_kind(entry: FileEntry, reference: Reference, target: Definition) -> EdgeKind:
    """Return the kind of the edge to an item from the text that mentions it: a test satisfies what it mentions."""
    if reference.kind == "supersedes":
        return "supersedes"
    is_test = entry.role == "test" and language(entry.language).category == "code"
    is_check = is_test and target.kind in _DEMANDS
    return "satisfies" if reference.kind == "satisfies" or is_check else "mentions"


def superseding_edges(lookups: Lookups) -> Iterator[Edge]:
    """Yield edges from the items of a file to the items that say that they are superseded by them."""
    for one in lookups.own.definitions:
        if one.item is not None and one.item.identifier:
            for older in lookups.superseded(one.item.identifier):
                if older.id != one.id and folder_of(older.path) == folder_of(one.path):
                    yield Edge(one.id, older.id, "supersedes", MENTIONED)
