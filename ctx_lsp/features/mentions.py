"""Finds mentions: names in a file's text, with their positions and what they refer to.

A mention is a reference or a name in an import. Mentions are computed on request, because edges have no positions.
`navigation` and `hierarchy` use mentions to answer requests; `graph.resolution` decides what a name can refer to.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.entry import FileEntry, path_of, qualname_of
from ctx_lsp.graph.resolution.bindings import CERTAIN, Bindings
from ctx_lsp.graph.resolution.resolve import EDGE_KIND, occurrences
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.model import Import
from ctx_lsp.syntax.outlines.import_names import ImportName, import_names
from ctx_lsp.syntax.reference import Reference, ReferenceKind, References
from ctx_lsp.text.source import SourceText

CACHED_IMPORTS = 2_000  # files whose parsed imports are cached

_WORD = re.compile(rb"(?:\w|[^\x00-\x7f])+")
_SPOT = re.compile(rb"[^\s(){}\[\],;=]+")  # a name or a path, with adjacent characters
_IMPORTING = frozenset({"imports", "re-exports"})

_IN_TEXT = frozenset({"documents", "specifies", "mentions", "satisfies", "supersedes"})  # of references of any kind

_REFERENCE_KIND = {edge: reference for reference, edge in EDGE_KIND.items()}

_import_names: Lru[tuple[str, bytes], tuple[ImportName, ...]] = Lru(CACHED_IMPORTS)

MentionKind = ReferenceKind | Literal["import"]
RatedMeanings = tuple[tuple[str, float], ...]


class Mention(NamedTuple):
    """A name in a text that refers to something in the workspace; positions are byte offsets.

    `symbol` is the index of the innermost enclosing symbol, or -1. `meanings` contains graph nodes (symbol ids or file
    paths) with their confidence, highest first.
    """

    start: int
    end: int
    kind: MentionKind
    symbol: int
    meanings: RatedMeanings

    @property
    def surest(self) -> frozenset[str]:
        """The nodes with the highest confidence, including ties."""
        return surest(self.meanings)


def surest(meanings: RatedMeanings) -> frozenset[str]:
    """Return the nodes in `meanings` with the highest confidence, including ties."""
    best = max((sure for _, sure in meanings), default=0.0)
    return frozenset(node for node, sure in meanings if sure == best)


def mentions(snapshot: Snapshot, path: str, chosen: Iterable[Reference]) -> tuple[Mention, ...]:
    """Return those of the `chosen` references of a file that the workspace can resolve, in text order."""
    entry = snapshot.files[path]
    references = References.of(chosen)
    if not references:
        return ()
    # References are resolved independently; in a large file, resolving the unwanted ones would take most of the time.
    part = replace(entry, facts=replace(entry.facts, references=references))
    found = occurrences(snapshot.tables.lookups(part))
    return tuple(
        Mention(one.start, one.end, one.kind, one.symbol, _ranked((definition.id, sure) for definition, sure in meant))
        for one, meant in found
        if meant
    )


def module_mentions(snapshot: Snapshot, path: str, chosen: Iterable[Reference]) -> tuple[Mention, ...]:
    """Return those of the `chosen` references of a file that mean a whole module, in text order.

    An import binds the names of these references to a file, as it does for components in Svelte, Vue and Astro.
    References that `mentions` resolves are left out.
    """
    entry = snapshot.files[path]
    bindings = _bindings_of(snapshot, entry)
    if bindings is None:
        return ()
    found: dict[Reference, Mention] = {}
    for one in chosen:
        if not one.receiver:
            inside = entry.definitions[one.symbol].qualname if one.symbol >= 0 else ""
            imports = (Import(module, "", one.name) for module in bindings.modules(one.name, inside))
            paths = [(file, CERTAIN) for imported in imports for file in bindings.module_paths(imported)]
            if paths and not bindings.named(one.name, inside):
                found[one] = Mention(one.start, one.end, one.kind, one.symbol, _ranked(iter(paths)))
    # A definition in an enclosing scope can hide the import.
    others = {(one.start, one.end) for one in mentions(snapshot, path, found)}
    return tuple(one for one in found.values() if (one.start, one.end) not in others)


def _bindings_of(snapshot: Snapshot, entry: FileEntry) -> Bindings | None:
    lookups = snapshot.tables.lookups(entry)
    head = lookups.head(entry.path)
    return Bindings(entry.path, head, lookups) if head is not None else None


def imported_at(snapshot: Snapshot, path: str, offset: int) -> tuple[Mention, ...]:
    """Return the mentions at a position in an import statement; empty if the position is not in an import."""
    entry = snapshot.files[path]
    start, end = entry.source.line_range(entry.source.line_at(offset))
    line = entry.source.data[start:end]
    spots = [spot[0] for spot in _SPOT.finditer(line) if start + spot.start() <= offset <= start + spot.end()]
    here = set(_WORD.findall(b" ".join(spots)))
    if spots and not here:  # the position is on a path that consists of dots
        here = set(_WORD.findall(line))
    # Most positions are on words that no import contains; they need no parsing.
    if not any(here & set(_WORD.findall(part.encode())) for one in entry.facts.outline.imports for part in one[:3]):
        return ()
    return tuple(one for one in imported_names(snapshot, path) if one.start <= offset <= one.end)


def imported_names(snapshot: Snapshot, path: str) -> tuple[Mention, ...]:
    """Return the names in a file's imports that refer to something in the workspace, in text order."""
    entry = snapshot.files[path]
    bindings = _bindings_of(snapshot, entry)
    if bindings is None:
        return ()
    found = ((name, _imported(bindings, name)) for name in names_in_imports(path, entry.source))
    return tuple(Mention(name.start, name.end, "import", -1, meanings) for name, meanings in found if meanings)


def names_in_imports(path: str, source: SourceText) -> tuple[ImportName, ...]:
    """Return the names in a file's imports, whatever they refer to, in text order."""
    key = (path, source.digest)
    names = _import_names.get(key)
    return _import_names.put(key, import_names(path, source)) if names is None else names


def mentions_of(snapshot: Snapshot, path: str, nodes: frozenset[str], *, imports: bool) -> Iterator[Mention]:
    """Yield the mentions in a file whose most confident meanings include one of `nodes`.

    Names in imports count only if `imports` is set.
    """
    entry = snapshot.files[path]
    edges = snapshot.graph.by_file.get(path)
    leading = [edge for node in nodes for edge in edges.by_target.get(node, ())] if edges else []
    used = {(_index(entry, edge.source), _REFERENCE_KIND.get(edge.kind)) for edge in leading}
    whole = {_index(entry, node) for node in nodes if path_of(node) == path}  # a recursive call leaves no edge
    whole |= {_index(entry, edge.source) for edge in leading if edge.kind in _IN_TEXT}
    around = entry.facts.references.in_symbols(whole | {symbol for symbol, _ in used})
    found = mentions(snapshot, path, (one for one in around if one.symbol in whole or (one.symbol, one.kind) in used))
    if any(path_of(node) == node for node in nodes):
        found += module_mentions(snapshot, path, entry.facts.references)
    if imports and any(edge.kind in _IMPORTING for edge in leading):
        found += imported_names(snapshot, path)
    yield from (one for one in found if not nodes.isdisjoint(one.surest))


def _index(entry: FileEntry, node: str) -> int:
    """Return the index of a symbol in its file, or -1 for the file itself."""
    definition = entry.by_qualname.get(qualname_of(node))
    return definition.index if definition else -1


def _imported(bindings: Bindings, name: ImportName) -> RatedMeanings:
    if name.is_module:
        return _ranked((path, CERTAIN) for path in bindings.module_paths(name.imported))
    found = _ranked((definition.id, sure) for definition, sure in bindings.imported(name.imported))
    return found or _ranked((path, CERTAIN) for path in bindings.member_paths(name.imported))


def _ranked(found: Iterator[tuple[str, float]]) -> RatedMeanings:
    """Return each node once with its highest confidence, most certain first."""
    best: dict[str, float] = {}
    for node, sure in found:
        best[node] = max(sure, best.get(node, 0.0))
    return tuple(sorted(best.items(), key=lambda item: (-item[1], item[0])))
