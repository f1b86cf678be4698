"""Receivers that are modules, types or objects from outside the workspace, such as `json` in `json.dumps()`.

Their members cannot be those of the workspace, even if they have the same names.
"""

import re

from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.graph.resolution.bindings import Bindings
from ctx_lsp.graph.tables import head_of
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_ANCESTORS = 100
_NAMED = re.compile(r"\{?([\w$]+)(?:\.[\w$.]*)?\}?")  # `json`, or `{Builder}` for an object of this type
_INHERITING = frozenset({"inherits", "implements"})


def outside_names(snapshot: Snapshot, entry: FileEntry) -> frozenset[str]:
    """Return the names that the imports of a file bind to something outside the workspace."""
    imports = [one for one in entry.facts.outline.imports if one.alias]
    if not imports:
        return frozenset()
    bindings = Bindings(entry.path, head_of(entry), snapshot.tables.lookups(entry))
    outside = (one.alias for one in imports if not bindings.module_paths(one) and not bindings.imported(one))
    return frozenset(outside)


def base_names(snapshot: Snapshot, member: Definition) -> frozenset[str]:
    """Return the names of all bases of the type that contains `member`, in the workspace and outside of it.

    An object with the type of a base may be one of the type.
    """
    found: set[str] = set()
    waiting = [member.container]
    seen = set(waiting)
    while waiting and len(seen) < MAX_ANCESTORS:
        node = waiting.pop()
        if (holder := snapshot.definition(node)) is not None:
            symbol = snapshot.files[holder.path].facts.outline.symbols[holder.index]
            found |= {base.name.rpartition(".")[2] for base in symbol.bases}
        above = {edge.target for edge in snapshot.graph.outgoing(node) if edge.kind in _INHERITING} - seen
        seen |= above
        waiting += above
    return frozenset(found)


def is_from(names: frozenset[str], receiver: str) -> bool:
    """Return whether a receiver is one of `names`, a member of one, or an object whose type is one."""
    match = _NAMED.fullmatch(receiver)
    return match is not None and match[1] in names
