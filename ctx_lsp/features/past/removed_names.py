"""Finds code that still uses the names of removed symbols. The graph has no edges to them, so names are compared.

`changes` finds the removed symbols, `users` compares the names.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.model import Change
from ctx_lsp.features.users import users_by_name
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import path_of, qualname_of, without_numbers
from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.languages.table import language
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTENT_KINDS

MAX_NAMES = 20  # removed symbols whose names are looked for; of a larger change, the graph says enough
MAX_USERS = 50  # of one name; a name with more is a common word
MAX_NAMED = 5  # users named in a warning


class NameUser(NamedTuple):
    """Code that uses the name of a removed symbol: the `node` of a symbol or file, and the id of the removed symbol."""

    node: str
    kind: EdgeKind
    removed: str


def users_of_removed(snapshot: Snapshot, changes: Iterable[Change], token: CancelToken) -> tuple[NameUser, ...]:
    """Return the code that still uses the name of a removed symbol, each once. Raises `Cancelled`.

    A name that another definition has is left out, and so is one that too much code uses.
    """
    found: dict[str, NameUser] = {}
    for removed in islice(_removed_names(snapshot, changes), MAX_NAMES):
        users = list(islice(_users(snapshot, removed, token), MAX_USERS + 1))
        if len(users) <= MAX_USERS:
            found = {user.node: user for user in users} | found
    return tuple(found.values())


def said(users: Sequence[NameUser]) -> str:
    """Return the end of a sentence about removed symbols that names their users."""
    if not users:
        return "users of removed symbols are unknown"
    more = f" and {len(users) - MAX_NAMED:,} more" if len(users) > MAX_NAMED else ""
    return f"still used, as far as names tell, in {', '.join(one.node for one in users[:MAX_NAMED])}{more}"


def _removed_names(snapshot: Snapshot, changes: Iterable[Change]) -> Iterator[str]:
    """Yield the removed symbols of code whose names no definition in code has any more."""
    for one in changes:
        entry = snapshot.files.get(path_of(one.symbol))
        if one.change != "removed" or entry is None or language(entry.language).category != "code":
            continue
        name = _name(one.symbol)
        is_dunder = name.startswith("__")  # the language itself uses such names
        if name and not is_dunder and all(other.kind in CONTENT_KINDS for other in snapshot.named(name)):
            yield one.symbol


def _name(symbol: str) -> str:
    return without_numbers(qualname_of(symbol)).rpartition(".")[2]


def _users(snapshot: Snapshot, removed: str, token: CancelToken) -> Iterator[NameUser]:
    name, own = _name(removed), family(snapshot.files[path_of(removed)].language)
    for user in users_by_name(snapshot, name, token):
        if family(snapshot.files[user.path].language) == own:
            yield NameUser(user.node, user.kind, removed)
    for path, entry in sorted(snapshot.files.items()):
        is_importing = any(one.name == name for one in entry.facts.outline.imports)
        if is_importing and entry.role != "docs" and family(entry.language) == own:
            yield NameUser(path, "imports", removed)
