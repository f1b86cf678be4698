"""Finds the item, such as a requirement, that an identifier refers to, and determines the edges that lead to items.

`syntax.items` finds the items of a file and the identifiers that it mentions.
"""

import re
from collections.abc import Iterator

from ctx_lsp.graph.edges import Edge, EdgeKind
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.graph.file_roles import FileRole, file_role
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.modules.files import folder_of
from ctx_lsp.graph.resolution.bindings import RatedDefinitions
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.items.identifiers import identifier_of
from ctx_lsp.syntax.items.shapes import context_of
from ctx_lsp.syntax.model import ROW
from ctx_lsp.syntax.reference import Reference

MAX_DEFINITIONS = 50  # of one identifier; with more, it is a number that every document counts from the beginning
MENTIONED = 1.0  # an identifier is written out, and means a single item
_ITEM_REFERENCES = frozenset({"mentions", "satisfies", "supersedes", "superseded-by"})
_DEMANDS = frozenset({"Requirement", "Story", "Criterion"})  # kinds of items that tests check
_SEPARATORS = re.compile(r"[-_.]")
_APART: frozenset[FileRole] = frozenset({"test", "example"})


def is_item_reference(reference: Reference) -> bool:
    """Return whether a reference names an item by its identifier."""
    return reference.kind in _ITEM_REFERENCES


def items_named(lookups: Lookups, reference: Reference) -> RatedDefinitions:
    """Return the item that an identifier in a file refers to; empty if the identifier is ambiguous or unknown.

    The item with the most folders in common with the file is chosen. Of several such items, the one in a file named
    after the item's kind, such as `requirements.md`, is chosen. Table rows, which often only list items, count only if
    nothing else matches. The result is also empty if an item elsewhere has a stronger shape, because the nearest item
    may only be a copy of it.
    """
    own = lookups.own
    found = lookups.items(identifier_of(reference.name))
    if not found or len(found) > MAX_DEFINITIONS:
        return ()
    found = tuple(one for one in found if _is_definition(own, one.path))
    near = tuple(one for one in found if _may_mean(own, one.path))
    near = tuple(one for one in near if _shape(one) < ROW) or near
    nearest = min((_distance(own.path, one.path) for one in near), default=0)
    near = tuple(one for one in near if _distance(own.path, one.path) == nearest)
    announced = near if len(near) == 1 else tuple(one for one in near if _is_announced(one))
    if len(announced) != 1:
        return ()
    is_strongest = len(near) > 1 or all(_shape(one) >= _shape(near[0]) for one in found)
    return ((announced[0], MENTIONED),) if is_strongest else ()


def _shape(one: Definition) -> int:
    return one.item.shape if one.item else ROW


def _is_announced(one: Definition) -> bool:
    """Return whether the file that contains an item is named after the item's kind."""
    stem = one.path.rpartition("/")[2].partition(".")[0]
    return context_of(_SEPARATORS.sub(" ", stem)) == one.kind


def _is_definition(own: FileEntry, path: str) -> bool:
    """Return whether items defined in the file at `path` count in the file `own`.

    Items in templates never count. Items in tests and examples count only in tests and examples.
    """
    return "template" not in path.lower() and (file_role(path) not in _APART or own.role in _APART)


def _may_mean(own: FileEntry, path: str) -> bool:
    """Return whether an identifier in `own` may refer to an item in the file at `path`.

    Unless `own` is code, both files must be in the same hidden folder, or both outside hidden folders.
    """
    return language(own.language).category == "code" or _hidden_folder(own.path) == _hidden_folder(path)


def _hidden_folder(path: str) -> str:
    """Return the outermost hidden folder (named with a leading dot) that contains a file; empty if there is none."""
    folders = path.split("/")[:-1]
    first = next((number for number, name in enumerate(folders) if name.startswith(".")), -1)
    return "/".join(folders[: first + 1])


def _distance(own: str, path: str) -> int:
    """Return how many of the folders around `own` do not contain `path`."""
    folder, steps = folder_of(own), 0
    while folder and not path.startswith(f"{folder}/"):
        folder, steps = folder_of(folder), steps + 1
    return steps


def mention_kind(entry: FileEntry, reference: Reference, target: Definition) -> EdgeKind:
    """Return the kind of the edge to an item from the text that mentions it.

    A test satisfies the requirements that it mentions. A document itself satisfies nothing, but the items in it may.
    """
    if reference.kind == "supersedes":
        return "supersedes"
    is_document = language(entry.language).category == "prose"
    if is_document and entry.role != "test" and not _is_item(entry, reference.symbol):
        return "mentions"
    is_check = entry.role == "test" and not is_document and target.kind in _DEMANDS
    return "satisfies" if reference.kind == "satisfies" or is_check else "mentions"


def _is_item(entry: FileEntry, index: int) -> bool:
    """Return whether a symbol is an item, or is in one."""
    symbols = entry.facts.outline.symbols
    while index >= 0 and symbols[index].item is None:
        index = symbols[index].parent
    return index >= 0


def superseding_edges(lookups: Lookups) -> Iterator[Edge]:
    """Yield edges from each item of a file to the items in the same folder that name it as their replacement."""
    for one in lookups.own.definitions:
        if one.item is not None and one.item.identifier:
            for older in lookups.superseded(one.item.identifier):
                if older.id != one.id and folder_of(older.path) == folder_of(one.path):
                    yield Edge(one.id, older.id, "supersedes", MENTIONED)
