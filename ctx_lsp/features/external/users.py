"""Finds the uses of an external module or package: the files that import it and the symbols that use its names.

The index has no definitions of external modules, so their uses are found on request, from imports and references.
`reach` finds the dependants of the symbols that use them.
"""

import re
from collections.abc import Iterator

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.reach import ReachStep
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.graph.resolution.bindings import IMPORTED, Bindings
from ctx_lsp.graph.resolution.resolve import EDGE_KIND
from ctx_lsp.graph.tables import head_of
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.model import Import

_SEPARATORS = (".", "/", "::", "\\")
_HEAD_END = re.compile(r"[.(\[{]")  # the character after the first name of an expression


def external_users(snapshot: Snapshot, name: str, token: CancelToken) -> tuple[ReachStep, ...]:
    """Find the files and symbols that use the external module `name` or part of it; empty if nothing imports it.

    `name` is written as in imports, without quotes: `requests`, `react`, `java.util`. All steps have distance 1. Raises
    `Cancelled`.
    """
    if not name:
        return ()
    found: dict[str, ReachStep] = {}
    inside = tuple(name + one for one in _SEPARATORS)
    for path, entry in sorted(snapshot.files.items()):
        token.check()
        imports = [one for one in entry.facts.outline.imports if _is_of(one, name, inside)]
        if not imports:
            continue
        bindings = Bindings(path, head_of(entry), snapshot.tables.lookups(entry))
        outside = [one for one in imports if not bindings.module_paths(one) and not bindings.imported(one)]
        if outside:
            found[path] = ReachStep(path, 1, "imports", name, IMPORTED)
            for node, kind in _users(entry, outside):
                if node not in found or kind == "calls":
                    found[node] = ReachStep(node, 1, kind, name, IMPORTED)
    return tuple(found.values())


def _is_of(imported: Import, name: str, inside: tuple[str, ...]) -> bool:
    """Return whether an import refers to `name` (a module or a member of a module) or to anything inside it.

    `inside` contains the prefixes of the names of things inside it: `name` followed by each possible separator.
    """
    module = imported.module
    if module == name or module.startswith(inside):
        return True
    return name.startswith(module) and any(f"{module}{one}{imported.name}" == name for one in _SEPARATORS)


def _users(entry: FileEntry, imports: list[Import]) -> Iterator[tuple[str, EdgeKind]]:
    """Yield the symbols whose code uses a name that the imports bind, with the edge kind of each use."""
    bound = {_HEAD_END.split(one.alias)[0] for one in imports} - {""}
    for reference in entry.facts.references:
        first = _HEAD_END.split(reference.receiver)[0] if reference.receiver else reference.name
        if first in bound and reference.symbol >= 0:
            yield entry.definitions[reference.symbol].id, EDGE_KIND[reference.kind]
