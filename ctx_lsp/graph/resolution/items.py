"""Edges between items and what mentions them, and the items that an identifier means.

`syntax.items` finds the items of a file and the identifiers that it mentions.
"""

from collections.abc import Iterator

from ctx_lsp.graph.edges import Edge, EdgeKind
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.graph.file_roles import FileRole, file_role
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.modules.files import folder_of
from ctx_lsp.graph.resolution.bindings import RatedDefinitions
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.items.identifiers import identifier_of
from ctx_lsp.syntax.model import ROW, Reference

MAX_DEFINITIONS = 50  # of one identifier; with more, it is a number that every document counts from the beginning
MENTIONED = 1.0  # an identifier is written out, and means a single item
_ITEM_REFERENCES = frozenset({"mentions", "satisfies", "supersedes", "superseded-by"})
_DEMANDS = frozenset({"Requirement", "Story", "Criterion"})  # kinds of items that tests check
_APART: frozenset[FileRole] = frozenset({"test", "example"})


def is_item_reference(reference: Reference) -> bool:
    """Return whether a reference names an item by its identifier."""
    return reference.kind in _ITEM_REFERENCES


def items_named(lookups: Lookups, reference: Reference) -> RatedDefinitions:
    """Return the item that an identifier in a file means; empty unless it certainly means a single one.

    Rows of tables, which often only list items, count if there is nothing else. An item in the file itself comes first,
    then those with the most folders in common with the file. It is not meant if another item has a stronger shape.
    """
    own = lookups.own
    found = lookups.items(identifier_of(reference.name))
    if not found or len(found) > MAX_DEFINITIONS:
        return ()
    found = tuple(one for one in found if one.path == own.path or _may_mean(own, one.path))
    found = tuple(one for one in found if one.item and one.item.shape < ROW) or found
    ranked = sorted((_distance(own.path, one.path), one.item.shape if one.item else ROW, one.id) for one in found)
    if not ranked or (len(ranked) > 1 and ranked[0][:2] == ranked[1][:2]):
        return ()
    is_strongest = all(shape >= ranked[0][1] for _, shape, _ in ranked)
    return tuple((one, MENTIONED) for one in found if is_strongest and one.id == ranked[0][2])


def _may_mean(own: FileEntry, path: str) -> bool:
    """Return whether identifiers in a file may mean items in the file at `path`.

    Templates define nothing, and what tests and examples define is for tests and examples. Documents in hidden folders,
    such as prompts, speak of items in the same folder.
    """
    if "template" in path.lower() or (file_role(path) in _APART and own.role not in _APART):
        return False
    return language(own.language).category == "code" or _hidden_folder(own.path) == _hidden_folder(path)


def _hidden_folder(path: str) -> str:
    """Return the outermost folder around a path whose name begins with a dot; empty if there is none."""
    folders = path.split("/")[:-1]
    first = next((number for number, name in enumerate(folders) if name.startswith(".")), -1)
    return "/".join(folders[: first + 1])


def _distance(own: str, path: str) -> int:
    """Return how many folders of `own` do not hold `path`; below 0 for the file itself."""
    if own == path:
        return -1
    folder, steps = folder_of(own), 0
    while folder and not path.startswith(f"{folder}/"):
        folder, steps = folder_of(folder), steps + 1
    return steps


def mention_kind(entry: FileEntry, reference: Reference, target: Definition) -> EdgeKind:
    """Return the kind of the edge to an item from the text that mentions it.

    A test satisfies what it mentions. A document satisfies nothing, but the items in it may.
    """
    if reference.kind == "supersedes":
        return "supersedes"
    is_document = language(entry.language).category == "prose"
    if is_document and entry.role != "test" and not _is_item(entry, reference.symbol):
        return "mentions"
    is_check = entry.role == "test" and not is_document and target.kind in _DEMANDS
    return "satisfies" if reference.kind == "satisfies" or is_check else "mentions"


def _is_item(entry: FileEntry, index: int) -> bool:
    return index >= 0 and entry.definitions[index].item is not None


def superseding_edges(lookups: Lookups) -> Iterator[Edge]:
    """Yield edges from the items of a file to the items that say that they are superseded by them."""
    for one in lookups.own.definitions:
        if one.item is not None and one.item.identifier:
            for older in lookups.superseded(one.item.identifier):
                if older.id != one.id and folder_of(older.path) == folder_of(one.path):
                    yield Edge(one.id, older.id, "supersedes", MENTIONED)
