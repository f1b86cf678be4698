"""Which definitions of an older text a later one changed. Both texts are given; no index and no git are here.

A definition counts by its own text: what lies in a definition inside it counts for that one.
"""

import re
from functools import lru_cache

from ctx_lsp.features.changes import changed_symbols, entry_of
from ctx_lsp.features.nodes import Node, symbol_node
from ctx_lsp.graph.entry import FileEntry, qualname_of
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, SPACE_KINDS

KINDS = CONTAINER_KINDS - SPACE_KINDS | {"Function", "Method", "Constructor", "Operator"}

RECENT = 32  # texts that were read last: from one commit to the one before, one of a file's two stays the same

_TESTS = re.compile(r"(?:^|\.)(?:tests?|specs?)\.")  # inside a module in a source file, as some languages have them


def is_source(path: str) -> bool:
    """Whether a file holds code of the project itself: no tests, examples, documents or data."""
    return file_role(path) == "source"


def edited_definitions(path: str, before: bytes, after: bytes) -> tuple[Node, ...]:
    """The functions, methods and types in the text `before` of a file that differ in the text `after`, in order.

    A change of something else counts for the definition around it, where there is one. Tests are left out.
    """
    old, new = _entry(path, before), _entry(path, after)
    if old is None or new is None:
        return ()
    changed = {change.symbol for change in changed_symbols(old, new)}  # what was added has no definition in `old`
    found = {_around(old, one.index) for one in old.definitions if one.id in changed}
    nodes = (symbol_node(old, index) for index in sorted(found) if index >= 0)
    return tuple(node for node in nodes if not _TESTS.search(qualname_of(node.symbol)))


@lru_cache(maxsize=RECENT)
def _entry(path: str, content: bytes) -> FileEntry | None:
    return entry_of(path, content)


def _around(entry: FileEntry, index: int) -> int:
    """The innermost definition of one of the `KINDS` that is or holds a symbol; -1 where there is none."""
    symbols = entry.facts.outline.symbols
    while index >= 0 and symbols[index].kind not in KINDS:
        index = symbols[index].parent
    return index
