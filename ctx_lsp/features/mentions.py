"""What the names in a file's text mean, each at its place. Found when somebody asks, because edges have no places.

Here: references, names in imports and names of definitions of one file. What is asked about them is in `navigation` and
`hierarchy`; what a name can mean is decided in the index.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.entry import FileEntry, path_of, qualname_of
from ctx_lsp.graph.resolution.bindings import CERTAIN, Bindings
from ctx_lsp.graph.resolution.resolve import EDGE_KIND, occurrences
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.model import Reference, ReferenceKind
from ctx_lsp.syntax.outlines.import_names import ImportName, import_names

CACHED_IMPORTS = 2_000  # files; each has been parsed for it

_WORD = re.compile(rb"(?:\w|[^\x00-\x7f])+")
_SPOT = re.compile(rb"[^\s(){}\[\],;=]+")  # a name or a path, with what stands around it
_IMPORTING = frozenset({"imports", "re-exports"})

_REFERENCE_KIND = {edge: reference for reference, edge in EDGE_KIND.items()}

_import_names: Lru[tuple[str, bytes], tuple[ImportName, ...]] = Lru(CACHED_IMPORTS)

MentionKind = ReferenceKind | Literal["import"]
RatedMeanings = tuple[tuple[str, float], ...]


class Mention(NamedTuple):
    """A name in a text that means something in the workspace (byte offsets).

    `symbol` is the index of the innermost symbol around it (-1: none). `meanings` are graph nodes (symbol ids, or paths
    of files) with how sure each is, surest first.
    """

    start: int
    end: int
    kind: MentionKind
    symbol: int
    meanings: RatedMeanings

    @property
    def surest(self) -> frozenset[str]:
        """The nodes that no other meaning is surer than."""
        return surest(self.meanings)


def surest(meanings: RatedMeanings) -> frozenset[str]:
    """The nodes of `meanings` that no other is surer than."""
    best = max((sure for _, sure in meanings), default=0.0)
    return frozenset(node for node, sure in meanings if sure == best)


def mentions(snapshot: Snapshot, path: str, wanted: Callable[[Reference], bool]) -> tuple[Mention, ...]:
    """Those of the `wanted` references in a file that mean something in the workspace, in the order of the text."""
    entry = snapshot.files[path]
    chosen = tuple(filter(wanted, entry.facts.references))
    if not chosen:
        return ()
    # A reference's meaning does not depend on the others, and in a large file the others would take most of the time.
    part = replace(entry, facts=replace(entry.facts, references=chosen))
    found = occurrences(snapshot.tables.lookups(part))
    return tuple(
        Mention(one.start, one.end, one.kind, one.symbol, _ranked((definition.id, sure) for definition, sure in meant))
        for one, meant in found
        if meant
    )


def imported_at(snapshot: Snapshot, path: str, offset: int) -> tuple[Mention, ...]:
    """The names in imports that a position is on."""
    entry = snapshot.files[path]
    start, end = entry.source.line_range(entry.source.line_at(offset))
    line = entry.source.data[start:end]
    spots = [spot[0] for spot in _SPOT.finditer(line) if start + spot.start() <= offset <= start + spot.end()]
    here = set(_WORD.findall(b" ".join(spots)))
    if spots and not here:  # on a path of dots alone
        here = set(_WORD.findall(line))
    # Most positions are on words that no import has, and need no reading.
    if not any(here & set(_WORD.findall(part.encode())) for one in entry.facts.outline.imports for part in one[:3]):
        return ()
    return tuple(one for one in imported_names(snapshot, path) if one.start <= offset <= one.end)


def imported_names(snapshot: Snapshot, path: str) -> tuple[Mention, ...]:
    """The names in the imports of a file that mean something in the workspace, in the order of the text."""
    entry = snapshot.files[path]
    lookups = snapshot.tables.lookups(entry)
    head = lookups.head(path)
    if head is None:
        return ()
    bindings = Bindings(path, head, lookups)
    key = (path, entry.source.digest)
    names = _import_names.get(key)
    if names is None:
        names = _import_names.put(key, import_names(path, entry.source))
    found = ((name, _imported(bindings, name)) for name in names)
    return tuple(Mention(name.start, name.end, "import", -1, meanings) for name, meanings in found if meanings)


def naming(snapshot: Snapshot, path: str, nodes: frozenset[str], *, imports: bool) -> Iterator[Mention]:
    """The references in a file, with `imports` names in its imports too, that mean one of `nodes` and nothing surer."""
    entry = snapshot.files[path]
    edges = snapshot.graph.by_file.get(path)
    leading = [edge for node in nodes for edge in edges.by_target.get(node, ())] if edges else []
    used = {(_index(entry, edge.source), _REFERENCE_KIND.get(edge.kind)) for edge in leading}
    whole = {_index(entry, node) for node in nodes if path_of(node) == path}  # recursion leaves no edge
    whole |= {_index(entry, edge.source) for edge in leading if edge.kind == "documents"}

    def can_mean(reference: Reference) -> bool:
        return reference.symbol in whole or (reference.symbol, reference.kind) in used

    found = mentions(snapshot, path, can_mean)
    if imports and any(edge.kind in _IMPORTING for edge in leading):
        found += imported_names(snapshot, path)
    yield from (one for one in found if not nodes.isdisjoint(one.surest))


def _index(entry: FileEntry, node: str) -> int:
    """The index of a symbol in its file; of the file itself -1."""
    definition = entry.by_qualname.get(qualname_of(node))
    return definition.index if definition else -1


def _imported(bindings: Bindings, name: ImportName) -> RatedMeanings:
    one = name.imported
    if not name.is_module:
        found = _ranked((definition.id, sure) for definition, sure in bindings.imported(one))
        if found:
            return found
        one = one._replace(module=_submodule(one.module, one.name), name="")
    return _ranked((path, CERTAIN) for path in bindings.module_paths(one))


def _submodule(module: str, name: str) -> str:
    """The module `name` in `module`, as `from package import module` means it."""
    separator = "::" if "::" in module else "/" if "/" in module else "."
    return f"{module}{'' if module.endswith(separator) else separator}{name}"


def _ranked(found: Iterator[tuple[str, float]]) -> RatedMeanings:
    """Each node once with the most that is said for it, surest first."""
    best: dict[str, float] = {}
    for node, sure in found:
        best[node] = max(sure, best.get(node, 0.0))
    return tuple(sorted(best.items(), key=lambda item: (-item[1], item[0])))
