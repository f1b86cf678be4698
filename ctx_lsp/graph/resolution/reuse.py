"""Decides which results of resolving an edited file hold for its next text.

What the references of a file mean follows from its own outline and from lookups in other files. While the outline stays
the same, all meanings hold. Otherwise those hold that did not look up a symbol that has changed, by the names that
`RecordedLookups` has recorded. `resolve` makes these results, and `incremental` keeps them.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ctx_lsp.graph.edges import Edge, FileEdges
from ctx_lsp.graph.entry import Definition, FileEntry, symbol_id
from ctx_lsp.graph.lookups import LookupUser
from ctx_lsp.graph.resolution.bindings import RatedDefinitions
from ctx_lsp.graph.tables import Typing, typing_of

Use = tuple[str, str, int, bool]
"""What the meaning of a reference depends on: receiver, name, enclosing symbol, and whether it means a type."""


class Known(NamedTuple):
    """Meanings of references, and the `names` in the file's own outline that these were looked up by.

    `names` are keyed by their users; see `RecordedLookups`.
    """

    meanings: Mapping[Use, RatedDefinitions]
    names: Mapping[LookupUser, AbstractSet[str]]


NOTHING_KNOWN = Known({}, {})


class Reusable(NamedTuple):
    """Results of earlier resolutions that hold for the current text.

    `fixed` holds the edges that follow from the outline, or None if they may have changed.
    """

    known: Known
    fixed: tuple[Edge, ...] | None
    reuses: int


class ResolvedFile(NamedTuple):
    """The edges of a file, and what `reuse` needs to find the results that hold for the file's next text.

    `known` holds the meanings that do not depend on the order of evaluation. `fixed` holds the edges that follow from
    the outline. If an evaluation `met_limit`, all results may depend on the order, and none can be reused. `reuses`
    counts the resolutions in succession, up to this one, that reused results.
    """

    edges: FileEdges
    entry: FileEntry
    known: Known
    fixed: tuple[Edge, ...]
    met_limit: bool
    reuses: int


def reuse(before: ResolvedFile, entry: FileEntry) -> Reusable | None:
    """Return the results of `before` that hold for `entry`, the next text of the file; None if there may be none.

    The caller guarantees that the answers to all lookups in other files are the same now. References are resolved again
    in symbols that have changed, and in symbols that have looked up the name of one. Results about a changed definition
    need no check: all that may have used them has looked up that definition.
    """
    old, new = before.entry.facts.outline, entry.facts.outline
    known, reuses = before.known, before.reuses + 1
    if old == new:
        return Reusable(known, before.fixed, reuses)
    if (old.language, old.package, old.imports, old.exports) != (new.language, new.package, new.imports, new.exports):
        return None
    changed = _changed_names(before.entry, entry)
    was, now = before.entry.by_qualname, entry.by_qualname
    ids = {symbol_id(entry.path, name) for name in changed if was.get(name) != now.get(name)}
    users = {user for user, names in known.names.items() if not changed.isdisjoint(names)}
    if any(isinstance(user, str) and user not in ids for user in users):
        return None
    same = (name for name in now if name not in changed)
    indices = {-1: -1} | {was[name].index: now[name].index for name in same}
    kept = {index: new for index, new in indices.items() if index not in users}
    meanings = {
        (receiver, name, kept[symbol], is_type): found
        for (receiver, name, symbol, is_type), found in known.meanings.items()
        if symbol in kept
    }
    names: dict[LookupUser, AbstractSet[str]] = {
        kept[user] if isinstance(user, int) else user: names
        for user, names in known.names.items()
        if (user in kept if isinstance(user, int) else user not in ids)
    }
    return Reusable(Known(meanings, names), None, reuses)


def _changed_names(old: FileEntry, new: FileEntry) -> set[str]:
    """Return the qualified names of the symbols that other references may see differently in the two texts."""
    then, now = _seen(old), _seen(new)
    return {name for name in then.keys() | now.keys() if then.get(name) != now.get(name)}


def _seen(entry: FileEntry) -> dict[str, tuple[Definition, Typing]]:
    """Return all that references can depend on in the symbols of a file, by qualified name."""
    symbols = entry.facts.outline.symbols
    return {name: (one, typing_of(symbols[one.index])) for name, one in entry.by_qualname.items()}
