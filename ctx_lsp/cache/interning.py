"""Interns the strings of decoded records, so that a record needs no more memory when it is read back.

The analysis of a file shares its names and ids with the tables over all files, while a decoder makes a new string for
each occurrence. Without interning, each file that is read again would leave a second copy of its names behind, one in
the tables and one in the facts.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from ctx_lsp.base.interning import intern
from ctx_lsp.graph.edges import Edge
from ctx_lsp.graph.evidence import LookupKeys
from ctx_lsp.syntax.model import FileFacts, Import, Reference


def interned_facts(facts: FileFacts) -> FileFacts:
    """Return a copy of `facts` in which names, receivers and modules are interned.

    Other texts, such as signatures, are not interned, because they seldom repeat.
    """
    outline = facts.outline
    symbols = tuple(
        symbol._replace(name=intern(symbol.name), qualname=intern(symbol.qualname)) for symbol in outline.symbols
    )
    imports = tuple(map(_interned_import, outline.imports))
    return replace(
        facts,
        outline=replace(outline, symbols=symbols, imports=imports),
        references=_interned_references(facts.references),
    )


def interned_edges(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Return copies of `edges` in which the ids of the nodes are interned."""
    return tuple([Edge(intern(source), intern(target), kind, sure) for source, target, kind, sure in edges])


def interned_lookups(lookups: LookupKeys) -> LookupKeys:
    """Return a copy of `lookups` in which the keys that are strings, such as ids, are interned."""
    return {table: [intern(key) if type(key) is str else key for key in keys] for table, keys in lookups.items()}


def _interned_import(one: Import) -> Import:
    module, name, alias, reexport, scope = one
    return Import(intern(module), intern(name), intern(alias), reexport, intern(scope))


def _interned_references(references: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """Return copies of `references` in which names and receivers are interned.

    Whole columns are interned at once. This is faster, and a file has thousands of references.
    """
    if not references:
        return references
    names, receivers, *others = zip(*references, strict=True)
    rows: Iterable[Any] = zip(map(intern, names), map(intern, receivers), *others, strict=True)
    return tuple(map(partial(tuple.__new__, Reference), rows))  # `Reference._make` would take 40 % longer
