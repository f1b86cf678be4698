"""Decides which results of resolving a file still hold after an edit.

The meaning of a reference (the definitions that it may refer to) depends only on the outline of its file and on lookups
in the tables. It still holds if the lookups made for it give the same results as before. `RecordedLookups` records the
lookups, `resolve` computes the results, and `incremental` keeps them.
"""

from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ctx_lsp.engine.sources import Cell
from ctx_lsp.graph.edges import Edge, FileEdges
from ctx_lsp.graph.entry import Definition, FileEntry, symbol_id
from ctx_lsp.graph.lookups import Key, LookupUser, cell_key
from ctx_lsp.graph.resolution.bindings import RatedDefinitions
from ctx_lsp.graph.tables import Typing, typing_of
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.syntax.reference import Reference, different_rows

MAX_CHANGED = 300  # references; if more differ, resolving the whole file takes hardly longer

Use = tuple[str, str, int, bool, bool]
"""The key of a meaning: receiver, name, index of the enclosing symbol, and two flags.

The flags tell whether the reference is to a type, and whether such a reference is in the symbol's declaration.
"""


class Known(NamedTuple):
    """Meanings of references; `looked_up` contains the keys looked up to find them, by user (see `RecordedLookups`)."""

    meanings: Mapping[Use, RatedDefinitions]
    looked_up: Mapping[LookupUser, AbstractSet[Key]]


class ChangedReferences(NamedTuple):
    """The references that an edit removed and added. All others mean the same if the outline is the same."""

    removed: tuple[Reference, ...]
    added: tuple[Reference, ...]


NOTHING_KNOWN = Known({}, {})


class Reusable(NamedTuple):
    """Results of earlier resolutions that still hold for the current text.

    `fixed` holds the edges derived from the outline, or None if they may have changed. `reuses` is the
    number of consecutive resolutions that reused results, including the next one. `last` is the last resolution if only
    references may have changed since.
    """

    known: Known
    fixed: tuple[Edge, ...] | None
    reuses: int
    last: "ResolvedFile | None" = None


class ResolvedFile(NamedTuple):
    """The edges of a file, and the data from which `reuse` selects results that hold for the file's next text.

    `known` holds the meanings that do not depend on the order of evaluation. `fixed` holds the edges derived from
    the outline, `registered` those of registrations, and `counts` how many references lead to each other edge. If
    `met_limit` is true, an evaluation reached a limit, so all results may depend on the order and cannot be reused.
    `reuses` counts the consecutive resolutions, up to this one, that reused results.
    """

    edges: FileEdges
    entry: FileEntry
    known: Known
    fixed: tuple[Edge, ...]
    registered: tuple[Edge, ...]
    counts: Counter[Edge]
    met_limit: bool
    reuses: int


def reuse(before: ResolvedFile, entry: FileEntry, cells: AbstractSet[Cell]) -> Reusable | None:
    """Return the results of `before` that still hold for `entry`, the file's next entry; None if none can be reused.

    `cells` holds the table cells that were looked up and have changed since. References are resolved again inside
    symbols that have changed, and inside symbols for which one of these cells was looked up.
    """
    old, new = before.entry.facts.outline, entry.facts.outline
    known, reuses = before.known, before.reuses + 1
    if old == new and not cells:
        return Reusable(known, before.fixed, reuses, before)
    if (old.language, old.package, old.imports, old.exports) != (new.language, new.package, new.imports, new.exports):
        return None
    names = _changed_names(before.entry, entry)
    was, now = before.entry.by_qualname, entry.by_qualname
    users = _affected_users(known, {*names, *map(cell_key, cells)}, entry.path)
    if users is None:
        return None
    same = (name for name in now if name not in names)
    indices = {-1: -1} | {was[name].index: now[name].index for name in same}
    kept = {index: number for index, number in indices.items() if index not in users}
    meanings = {
        (receiver, name, kept[symbol], is_type, is_declared): found
        for (receiver, name, symbol, is_type, is_declared), found in known.meanings.items()
        if symbol in kept
    }
    looked_up = {
        kept[user] if isinstance(user, int) else user: keys
        for user, keys in known.looked_up.items()
        if (user in kept if isinstance(user, int) else user not in users)
    }
    return Reusable(Known(meanings, looked_up), None, reuses)


def _affected_users(known: Known, changed: set[Key], path: str) -> set[LookupUser] | None:
    """Return the users whose lookups may have other results; None if nearly everything may be affected.

    `changed` holds the changed keys. A result that belongs to a definition of the file at `path` affects only users
    that have looked up this definition, so an affected definition counts as changed.
    """
    affected: set[LookupUser] = set()
    prefix = symbol_id(path, "")
    while True:
        users = {user for user, keys in known.looked_up.items() if not changed.isdisjoint(keys)} - affected
        definitions = [user for user in users if isinstance(user, str)]
        if not all(user.startswith(prefix) for user in definitions):
            return None
        affected |= users
        added = {user.removeprefix(prefix) for user in definitions} - changed
        if not added:
            return affected
        changed |= added


def _changed_names(old: FileEntry, new: FileEntry) -> set[str]:
    """Return the qualified names of symbols for which `_seen` differs between the two entries."""
    then, now = _seen(old), _seen(new)
    return {name for name in then.keys() | now.keys() if then.get(name) != now.get(name)}


def _seen(entry: FileEntry) -> dict[str, tuple[Definition, Typing]]:
    """Return the definition and the type information of each symbol in a file, keyed by qualified name.

    The meaning of a reference depends on no other data of symbols.
    """
    symbols = entry.facts.outline.symbols
    return {name: (one, typing_of(symbols[one.index])) for name, one in entry.by_qualname.items()}


def changed_references(old: FileFacts, new: FileFacts) -> ChangedReferences | None:
    """Return the references between the first and the last difference; None if there are too many."""
    bodies, new_bodies = [one.body for one in old.spans], [one.body for one in new.spans]
    first, old_stop, new_stop = different_rows(old.references, new.references, bodies, new_bodies)
    if max(old_stop, new_stop) - first > MAX_CHANGED:
        return None
    return ChangedReferences(old.references[first:old_stop], new.references[first:new_stop])
