"""Finds the definitions that differ between two texts of a file, without using an index or Git.

A change inside a nested definition is attributed only to the nested definition.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from ctx_lsp.features.changes import changed_symbols, entry_of, own_texts
from ctx_lsp.features.nodes import Node, symbol_node
from ctx_lsp.graph.entry import FileEntry, qualname_of
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, SPACE_KINDS

KINDS = CONTAINER_KINDS - SPACE_KINDS | {"Function", "Method", "Constructor", "Operator"}

RECENT = 32  # cached texts; consecutive commits share one text of a file

_TESTS = re.compile(r"(?:^|[._])(?:tests?|specs?)\.")  # test modules inside a source file, which some languages allow


def is_source(path: str) -> bool:
    """Return whether a file contains source code of the project, as opposed to tests, examples, documents or data."""
    return file_role(path) == "source"


def edited_definitions(path: str, before: bytes, after: bytes) -> tuple[Node, ...]:
    """Return the functions, methods and types of the text `before` that differ in the text `after`, in text order.

    A change to any other code is attributed to the enclosing definition, if there is one. Definitions in test modules
    inside the file are omitted.
    """
    old, new = _entry(path, before), _entry(path, after)
    if old is None or new is None:
        return ()
    changed = {change.symbol for change in changed_symbols(old, new)}  # an added symbol has no definition in `old`
    found = {_around(old, one.index) for one in old.definitions if one.id in changed}
    nodes = (symbol_node(old, index) for index in sorted(found) if index >= 0)
    return tuple(node for node in nodes if not _TESTS.search(qualname_of(node.symbol)))


class DefinitionChange(NamedTuple):
    """A definition that was changed or added, with the lines of its changed parts `before` and `after` the change.

    Lines of nested functions, methods and types are not included. `before` is empty if the definition is new. `after`
    is empty if parts of the definition were only removed.
    """

    symbol: str
    before: tuple[bytes, ...]
    after: tuple[bytes, ...]


def definition_changes(path: str, before: bytes, after: bytes) -> tuple[DefinitionChange, ...]:
    """Return the functions, methods and types in the text `after` that are new or differ from the text `before`.

    A change to any other code is attributed to the enclosing definition, if there is one. Tests are omitted.
    """
    old, new = _entry(path, before), _entry(path, after)
    if old is None or new is None:
        return ()
    lines_before, lines_after = own_texts(old), own_texts(new)
    found: dict[str, tuple[list[bytes], list[bytes]]] = {}
    for one in changed_symbols(old, new):
        entry = new if one.symbol in lines_after else old
        definition = entry.by_qualname.get(qualname_of(one.symbol))
        index = _around(entry, definition.index) if definition else -1
        symbol = entry.definitions[index].id if index >= 0 else ""
        if symbol in lines_after and not _TESTS.search(qualname_of(symbol)):
            was, now = found.setdefault(symbol, ([], []))
            was += lines_before.get(one.symbol, ())
            now += lines_after.get(one.symbol, ())
    return tuple(DefinitionChange(symbol, tuple(was), tuple(now)) for symbol, (was, now) in found.items())


@lru_cache(maxsize=RECENT)
def _entry(path: str, content: bytes) -> FileEntry | None:
    return entry_of(path, content)


def _around(entry: FileEntry, index: int) -> int:
    """Return the index of the innermost symbol, at or around `index`, whose kind is in `KINDS`; -1 if there is none."""
    symbols = entry.facts.outline.symbols
    while index >= 0 and symbols[index].kind not in KINDS:
        index = symbols[index].parent
    return index
