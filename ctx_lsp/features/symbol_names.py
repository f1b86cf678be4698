"""Definitions that a name written by a user or an agent can mean, and which of them it most likely means.

Names come in the spelling of many languages: `Cart.total`, `Cart#total`, `Cart::total()`, `shop.cart.Cart`,
`shop/cart.py::Cart`, `(*Cart).Total`, `Cart.total/1`.
"""

import re
from collections.abc import Iterable, Sequence

from ctx_lsp.graph.entry import Definition, without_numbers
from ctx_lsp.graph.modules.module_parts import is_named
from ctx_lsp.retrieval.question.analyse import name_parts
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CALLABLE_KINDS, CONTENT_KINDS, MEMBER_KINDS

_CALL = re.compile(r"(?<=[\w?!])\(")
_BRACKET = re.compile(r"[()]")
_NEW = "new "  # in front of the call of a constructor
_ARITY = re.compile(r"(?<=[\w?!])/\d+$")
_RECEIVER = re.compile(r"\(\*?(\w+)\)(?=\.)")
_SINGLE_COLON = re.compile(r"(?<=\w):(?=\w)")
_OWN_PACKAGE = "crate::"
MANY_USERS = 1_000  # of a definition; more are not counted


def definitions_named(snapshot: Snapshot, written: str) -> list[Definition]:
    """Return all definitions that `written` can mean: an id, `path::Qualified.name`, or the end of a full name.

    A full name begins with the name of its module. If no definition has the name, the items with this identifier are
    returned.
    """
    spellings = dict.fromkeys((written, _plain(written)))
    return next((found for one in spellings if (found := _definitions(snapshot, one))), [])


def preferred(snapshot: Snapshot, found: Sequence[Definition]) -> list[Definition]:
    """Return the definitions in `found` that somebody who writes only their name most likely means.

    Those in source code come before their namesakes in functions, then in tests and examples, then in documents and
    data. Definitions with the same name and container, such as overloads, are represented by the main one, and the
    constructors of a type by the type.
    """
    main = dict.fromkeys(_main(snapshot, one) for one in found)
    ranks = {one: _rank(snapshot, one) for one in main}
    best = min(ranks.values(), default=0)
    nearest = {one.id: one for one, rank in ranks.items() if rank == best}
    return [one for one in nearest.values() if one.kind != "Constructor" or one.container not in nearest]


def likeliest_first(snapshot: Snapshot, found: Iterable[Definition]) -> list[Definition]:
    """Return the definitions of an ambiguous name, sorted by how likely each is meant.

    Definitions at the top level of a file come before members, exported ones before others, and then those that more
    code uses.
    """

    def key(one: Definition) -> tuple[int, int, bool, int, int, str]:
        is_exported = snapshot.files[one.path].facts.outline.symbols[one.index].exported
        uses = snapshot.graph.users(one.id, MANY_USERS)
        return (_rank(snapshot, one), one.qualname.count("."), not is_exported, -uses, one.path.count("/"), one.id)

    return sorted(found, key=key)


def _plain(written: str) -> str:
    """Return a name without what some languages add to it: a call, an arity, a pointer receiver, Rust's `crate`."""
    name = _without_call(_RECEIVER.sub(r"\1", written.strip().strip("`")))
    return _SINGLE_COLON.sub("::", _ARITY.sub("", name).removeprefix(_OWN_PACKAGE))


def _without_call(written: str) -> str:
    """Return what a call at the end of `written` calls: `get(x).total` for `get(x).total((a, b))`."""
    opening: int | None = None
    depth = 0
    for bracket in _BRACKET.finditer(written) if written.endswith(")") else ():
        if not depth and _CALL.match(written, bracket.start()):
            opening = bracket.start()
        # Brackets in text arguments need not be balanced.
        depth = max(0, depth + (1 if bracket[0] == "(" else -1))
    return written if opening is None else written[:opening].removeprefix(_NEW)


def _definitions(snapshot: Snapshot, written: str) -> list[Definition]:
    exact = snapshot.definition(written)
    if exact is not None:
        return [exact]
    path, separator, qualname = written.rpartition("::")
    if separator:
        path = path.removeprefix("./")
        inside = [one for one in _by_name(snapshot, qualname) if _is_same_path(path, one.path)]
        if inside:
            return inside
    return _by_name(snapshot, written) or list(snapshot.items(written))


def _is_same_path(written: str, path: str) -> bool:
    """Return whether a path is written in full, or from one of its folders on."""
    return f"/{path}".endswith(f"/{written}")


def _by_name(snapshot: Snapshot, written: str) -> list[Definition]:
    """Return the definitions whose full name ends with `written`; a full name with a number means only this one."""
    parts = tuple(name_parts(without_numbers(written)))
    if not parts:
        return []
    named = snapshot.named(parts[-1])
    if without_numbers(written) != written:
        return [one for one in named if f".{one.qualname}".endswith(f".{written}")]
    short = [one for one in named if one.name == written or tuple(one.qualname.split(".")[-len(parts) :]) == parts]
    return short or [one for one in named if is_named(snapshot.files[one.path], one, parts)]


def _main(snapshot: Snapshot, one: Definition) -> Definition:
    entry = snapshot.files[one.path]
    return entry.definitions[entry.main_indices[one.index]]


def _rank(snapshot: Snapshot, one: Definition) -> int:
    """Return how far from source code that others can use a definition is; 0 is such code."""
    entry = snapshot.files[one.path]
    if one.kind in CONTENT_KINDS:
        return 3
    if entry.role != "source" or one.index in entry.tests:
        return 2
    return 1 if _is_local(snapshot, one) else 0


def _is_local(snapshot: Snapshot, one: Definition) -> bool:
    """Return whether a definition can only be used in the function around it."""
    holder = snapshot.definition(one.container)
    while holder is not None and one.kind not in MEMBER_KINDS:
        if holder.kind in CALLABLE_KINDS:
            return True
        holder = snapshot.definition(holder.container)
    return False


def are_of_code(found: Iterable[Definition]) -> bool:
    """Return whether any of the definitions is not a key, a heading or an item."""
    return any(one.kind not in CONTENT_KINDS for one in found)
