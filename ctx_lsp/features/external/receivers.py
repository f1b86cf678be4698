"""Receivers that are modules, types or objects from outside the workspace, such as `json` in `json.dumps()`.

Their members cannot be those of the workspace, even if they have the same names. What an object from outside holds can
be: in `g.cart.total()`, the cart is one of the workspace although `g` comes from a framework.
"""

import re
from typing import NamedTuple

from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.graph.resolution.bindings import Bindings
from ctx_lsp.graph.tables import head_of
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_ANCESTORS = 100
_NAMED = re.compile(r"(\{?)([\w$]+)(\.[\w$.]*)?\}?")  # `json`, `g.cart`, or `{Builder}` for an object of this type
_INHERITING = frozenset({"inherits", "implements"})


class OutsideNames(NamedTuple):
    """The names in a file that stand for modules from outside the workspace, and for their members."""

    modules: frozenset[str]
    members: frozenset[str]

    def include(self, receiver: str) -> bool:
        """Return whether a receiver is one of these names, part of such a module, or an object with such a type."""
        match = _NAMED.fullmatch(receiver)
        if match is None:
            return False
        is_held = match[3] and not match[1]  # by an object that may hold anything
        return match[2] in self.modules or (match[2] in self.members and not is_held)

    def without(self, names: frozenset[str]) -> "OutsideNames":
        """Return the names that are not in `names`."""
        return OutsideNames(self.modules - names, self.members - names)


def outside_names(snapshot: Snapshot, entry: FileEntry) -> OutsideNames:
    """Return the names that the imports of a file bind to something outside the workspace."""
    imports = [one for one in entry.facts.outline.imports if one.alias]
    bindings = Bindings(entry.path, head_of(entry), snapshot.tables.lookups(entry))
    outside = [one for one in imports if not bindings.module_paths(one) and not bindings.imported(one)]
    modules = frozenset(one.alias for one in outside if not one.name)
    return OutsideNames(modules, frozenset(one.alias for one in outside if one.name))


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
