"""Interns the strings of decoded records, so that a record needs no more memory when it is read back.

The analysis of a file shares its names and ids with the tables over all files, while a decoder makes a new string for
each occurrence. Without interning, each file that is read again would leave a second copy of its names behind, one in
the tables and one in the facts.
"""

from dataclasses import replace

from ctx_lsp.base.interning import intern
from ctx_lsp.graph.edges import FileEdges
from ctx_lsp.graph.evidence import LookupKeys
from ctx_lsp.syntax.model import FileFacts, Import


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
        references=replace(facts.references, texts=tuple(map(intern, facts.references.texts))),
    )


def interned_edges(edges: FileEdges) -> FileEdges:
    """Return a copy of `edges` in which the ids of the nodes are interned."""
    return replace(edges, nodes=tuple(map(intern, edges.nodes)))


def interned_lookups(lookups: LookupKeys) -> LookupKeys:
    """Return a copy of `lookups` in which the keys that are strings, such as ids, are interned."""
    return {table: [intern(key) if type(key) is str else key for key in keys] for table, keys in lookups.items()}


def _interned_import(one: Import) -> Import:
    module, name, alias, reexport, scope = one
    return Import(intern(module), intern(name), intern(alias), reexport, intern(scope))
