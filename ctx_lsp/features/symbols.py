"""Resolves names that a user has typed or selected to symbols, and lists symbols by name. Uses no semantic ranking.

`navigation` finds the definitions that a name in a file refers to.
"""

from collections.abc import Iterator
from heapq import merge
from itertools import groupby, islice
from operator import itemgetter

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.model import BadRequest
from ctx_lsp.features.symbol_names import definitions_named, likeliest_first, preferred
from ctx_lsp.graph.entry import Definition
from ctx_lsp.retrieval.channels.fuzzy import nearest_to
from ctx_lsp.retrieval.model import Item
from ctx_lsp.retrieval.name_index import name_index
from ctx_lsp.retrieval.question.analyse import name_parts
from ctx_lsp.retrieval.search import make_item
from ctx_lsp.retrieval.units import Unit
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_LISTED = 10  # candidates named in an error message
MAX_CANDIDATES = 30  # candidates sent with the message, for the user to choose from
MAX_NEAREST = 3
MAX_ALIKE = 30  # names like an unknown one, among which its container may have one


def resolve_symbol(snapshot: Snapshot, written: str) -> Definition:
    """Return the definition named by `written`, in one of the forms that `symbol_names` knows.

    Raises `BadRequest` if no definition has the name, or if several can be meant, which it lists likeliest first.
    """
    found = definitions_named(snapshot, written)
    if len(found) > 1:
        found = preferred(snapshot, found)
    if len(found) == 1:
        return found[0]
    if not found:
        raise unknown_symbol(snapshot, f"no symbol named {written!r}", written)
    found = likeliest_first(snapshot, found)
    listed = ", ".join(d.id for d in found[:MAX_LISTED]) + (", …" if len(found) > MAX_LISTED else "")
    candidates = [d.id for d in found[:MAX_CANDIDATES]]
    raise BadRequest(f"{written!r} is ambiguous: {listed}", "ambiguousSymbol", candidates)


def unknown_symbol(snapshot: Snapshot, problem: str, written: str) -> BadRequest:
    """Build the error for the unknown name `written`.

    The message is `problem`, followed by the closest symbols, if there are any; or it says that files have the name.
    """
    files = _files_named(snapshot, written)
    if files:
        places = "" if files[0] in written else f": {', '.join(files)}"
        return BadRequest(f"{written} is a file, not a symbol{places}", "unknownSymbol", files)
    parts = name_parts(written.rpartition("::")[2])
    alike = nearest_to(snapshot, parts[-1], MAX_ALIKE) if parts else []
    nearest = (_members_among(snapshot, alike, parts[:-1]) or alike)[:MAX_NEAREST]
    return BadRequest(problem + (f"; nearest: {', '.join(nearest)}" if nearest else ""), "unknownSymbol", nearest)


def _files_named(snapshot: Snapshot, written: str) -> list[str]:
    """Return the file at the path `written`, or else the files whose paths end with it, those near the root first."""
    path = written.strip("` ").removeprefix("./")
    if path in snapshot.files:
        return [path]
    ending = f"/{path}"
    found = [path for path in snapshot.files if f"/{path}".endswith(ending)]
    return sorted(found, key=lambda path: (path.count("/"), path))[:MAX_NEAREST]


def _members_among(snapshot: Snapshot, names: list[str], holder: list[str]) -> list[str]:
    """Return the qualified names of the symbols with one of `names` in a container whose name ends with `holder`.

    `holder` holds the parts of a qualified name.
    """
    if not holder:
        return []
    definitions = (definition for name in names for definition in snapshot.named(name))
    found = (definition.qualname for definition in definitions)
    return list(dict.fromkeys(name for name in found if name.split(".")[-len(holder) - 1 : -1] == holder))


def enclosing(snapshot: Snapshot, path: str, offset: int) -> Definition | None:
    """Return the innermost definition at a byte offset of a file; None if there is none."""
    entry = snapshot.files.get(path)
    if entry is None:
        return None
    around = [n for n, span in enumerate(entry.facts.spans) if span.start <= offset <= span.end]
    if not around:
        return None
    spans = entry.facts.spans
    return entry.definitions[min(around, key=lambda n: (spans[n].end - spans[n].start, -n))]


def selected(snapshot: Snapshot, path: str, start: int, end: int) -> list[Definition]:
    """Return the outermost definitions inside a selection, in order.

    If there are none, returns the innermost definition around the start of the selection.
    """
    entry = snapshot.files.get(path)
    if entry is None:
        return []
    spans, symbols = entry.facts.spans, entry.facts.outline.symbols
    inside = {n for n, span in enumerate(spans) if start <= span.declaration and span.end <= end}
    outermost = [entry.definitions[n] for n in sorted(inside) if symbols[n].parent not in inside]
    around = enclosing(snapshot, path, start)
    return outermost or ([around] if around else [])


def workspace_symbols(snapshot: Snapshot, query: str, limit: int, token: CancelToken) -> tuple[Item, ...]:
    """Find symbols whose name contains the letters of `query` in order, and items whose identifier is `query`.

    Names equal to `query` come first, then names that begin with `query`, then names that contain it. Shorter names
    come before longer ones. The part of `query` before a dot or similar separator must occur in the path or the names
    of enclosing symbols. Titles and sentences must contain the rest of `query` unbroken, from the start of a word.
    """
    *around, wanted = name_parts(query.lower()) or [query.lower()]
    items = snapshot.items(query.upper())
    most = limit + len(items)  # an item may be found by its name, too
    found = [(0, item.path, item.index) for item in items]
    matching = name_index(snapshot.initials).matching(wanted, token)
    for (quality, _), names in groupby(matching, key=itemgetter(0, 1)):
        token.check()
        in_order = merge(*(_places(snapshot, name, around) for _, _, name in names))
        found += [(quality, path, index) for path, index in islice(in_order, most)]
        if len(found) >= limit:
            break
    best = list(dict.fromkeys(found))[:limit]
    return tuple(make_item(snapshot, Unit(path, index, -1), {"name": 1.0 / (1 + q)}) for q, path, index in best)


def _places(snapshot: Snapshot, name: str, around: list[str]) -> Iterator[tuple[str, int]]:
    """Yield the path and the index of each definition called `name` for which `_is_inside` is true, sorted by path."""
    for path in sorted(snapshot.names.get(name, ())):
        for definition in snapshot.files[path].by_name[name]:
            if _is_inside(definition, around):
                yield path, definition.index


def _is_inside(definition: Definition, around: list[str]) -> bool:
    """Return whether a definition's path and enclosing symbols contain all strings in `around`, in this order."""
    holder, start = definition.container.lower(), 0
    for part in around:
        start = holder.find(part, start) + len(part)
        if start < len(part):
            return False
    return True
