"""Graph nodes as an editor shows them: symbols, and files for code outside any symbol."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ctx_lsp.graph.entry import Definition, FileEntry, path_of, symbol_id
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.model import Symbol, SymbolSpan

# Deprecation markers in various languages: the name of an annotation, or a line of documentation.
_DEPRECATING = re.compile(r"(?:^|\.)(?:deprecated|obsolete)$", re.IGNORECASE)
_DEPRECATED_DOC = re.compile(r"^[ \t]*(?:@deprecated\b|\.\. deprecated::|deprecated:)", re.IGNORECASE | re.M)


@dataclass(frozen=True, slots=True)
class Node:
    """A symbol with its positions in bytes, or a file, for which `symbol` is the path and `kind` is `File`.

    `container` is the qualified name of the enclosing symbol, else the path of the file; for a file, it is empty.
    """

    symbol: str
    path: str
    start: int
    end: int
    name_start: int
    name_end: int
    name: str
    kind: str
    container: str
    signature: str
    deprecated: bool


def node_of(snapshot: Snapshot, node: str) -> Node | None:
    """Return the node with the symbol id or path `node`; None if the snapshot has no such symbol or file."""
    entry = snapshot.files.get(path_of(node))
    if entry is None:
        return None
    if node == entry.path:
        return Node(node, node, 0, len(entry.source.data), 0, 0, node.rpartition("/")[2], "File", "", "", False)
    definition = snapshot.definition(node)
    return symbol_node(entry, definition.index) if definition else None


def nodes_in_order(entry: FileEntry) -> Iterator[tuple[Node, int]]:
    """Yield the nodes of a file's symbols in text order, each with the index of its parent, or -1."""
    for index, symbol in enumerate(entry.facts.outline.symbols):
        yield symbol_node(entry, index), symbol.parent


def symbol_node(entry: FileEntry, index: int) -> Node:
    """Return the node of the symbol at `index` in a file."""
    symbol, span = entry.symbol(index)
    return Node(
        symbol=symbol_id(entry.path, symbol.qualname),
        path=entry.path,
        start=span.start,
        end=span.end,
        name_start=span.name_start,
        name_end=span.name_end,
        name=symbol.name,
        kind=symbol.kind,
        container=entry.facts.outline.symbols[symbol.parent].qualname if symbol.parent >= 0 else entry.path,
        signature=symbol.signature,
        deprecated=_is_deprecated(symbol, span),
    )


def same_entity(snapshot: Snapshot, node: str) -> tuple[Definition, ...]:
    """Return all definitions of the entity that `node` defines: its overloads, or a getter and its setter."""
    one = snapshot.definition(node)
    if one is None:
        return ()
    entry = snapshot.files[one.path]
    return tuple(d for d in entry.by_name[one.name] if entry.main_indices[d.index] == entry.main_indices[one.index])


def with_same_entities(snapshot: Snapshot, nodes: frozenset[str]) -> frozenset[str]:
    """Return `nodes` and all other definitions of the same entities."""
    return nodes | {definition.id for node in nodes for definition in same_entity(snapshot, node)}


def _is_deprecated(symbol: Symbol, span: SymbolSpan) -> bool:
    return any(map(_DEPRECATING.search, symbol.decorators)) or bool(_DEPRECATED_DOC.search(span.doc))
