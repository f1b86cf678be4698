"""What the names in a file's text mean, each at its place. Found when somebody asks, because edges have no places.

Here: references, names in imports and names of definitions of one file. What is asked about them is in `navigation` and
`hierarchy`; what a name can mean is decided in the index.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal, NamedTuple

from ctx_lsp.index.bindings import CERTAIN, Bindings
from ctx_lsp.index.entry import Definition, FileEntry
from ctx_lsp.index.resolve import occurrences
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.syntax.import_names import ImportName, import_names
from ctx_lsp.syntax.model import ReferenceKind

KEPT_FILES = 256  # of one revision, as many as a hub's dependants; a file takes a millisecond to read again

MentionKind = ReferenceKind | Literal["import"]
Meanings = tuple[tuple[str, float], ...]


class Mention(NamedTuple):
    """A name in a text that means something elsewhere (byte offsets).

    `symbol` is the index of the innermost symbol around it (-1: none). `meanings` are graph nodes (symbol ids, or paths
    of files) with how sure each is, surest first; empty: outside the workspace, or unknown.
    """

    start: int
    end: int
    kind: MentionKind
    symbol: int
    meanings: Meanings

    @property
    def surest(self) -> frozenset[str]:
        """The nodes that no other meaning is surer than."""
        return surest(self.meanings)


def surest(meanings: Meanings) -> frozenset[str]:
    """The nodes of `meanings` that no other is surer than."""
    best = max((sure for _, sure in meanings), default=0.0)
    return frozenset(node for node, sure in meanings if sure == best)


@dataclass
class MentionsMemo:
    """The mentions of the files asked about last, of one state of the workspace. Thread-safe; speed alone."""

    _lock: Lock = field(default_factory=Lock)
    _files: Mapping[str, FileEntry] | None = None  # equal entries mean equal mentions, and one map is one state
    _known: dict[tuple[str, bool], tuple[Mention, ...]] = field(default_factory=dict)

    def get(
        self, snapshot: Snapshot, path: str, imports: bool, find: Callable[[], Iterator[Mention]]
    ) -> tuple[Mention, ...]:
        """The mentions of a file, or the names in its imports, by `find` where they are not known."""
        key = (path, imports)
        with self._lock:
            if self._files is not snapshot.files:
                self._files, self._known = snapshot.files, {}
            known = self._known
        found = known.get(key)
        if found is None:
            found = tuple(find())
            with self._lock:
                known[key] = found
                if len(known) > KEPT_FILES:
                    del known[next(iter(known))]
        return found


@dataclass(frozen=True, slots=True)
class View:
    """One snapshot and the mentions in its files."""

    snapshot: Snapshot
    memo: MentionsMemo

    def references(self, path: str) -> tuple[Mention, ...]:
        """The references in a file, in the order of the text."""
        entry = self.snapshot.files[path]
        return self.memo.get(self.snapshot, path, False, lambda: _references(self.snapshot, entry))

    def imports(self, path: str) -> tuple[Mention, ...]:
        """The names in the imports of a file, in the order of the text."""
        entry = self.snapshot.files[path]
        return self.memo.get(self.snapshot, path, True, lambda: _imports(self.snapshot, entry))

    def same(self, node: str) -> tuple[Definition, ...]:
        """The definitions that stand for the same as the symbol `node`: its overloads, a getter and its setter."""
        one = self.snapshot.definition(node)
        if one is None:
            return ()
        entry = self.snapshot.files[one.path]
        return tuple(d for d in entry.by_name[one.name] if entry.meant[d.index] == entry.meant[one.index])

    def family(self, nodes: frozenset[str]) -> frozenset[str]:
        """`nodes` with all that stand for the same as one of them."""
        return nodes | {definition.id for node in nodes for definition in self.same(node)}


def _references(snapshot: Snapshot, entry: FileEntry) -> Iterator[Mention]:
    for reference, found in occurrences(snapshot.tables.lookups(entry)):
        meanings = _ranked((definition.id, sure) for definition, sure in found)
        yield Mention(reference.start, reference.end, reference.kind, reference.symbol, meanings)


def _imports(snapshot: Snapshot, entry: FileEntry) -> Iterator[Mention]:
    lookups = snapshot.tables.lookups(entry)
    head = lookups.head(entry.path)
    if head is None:
        return
    bindings = Bindings(entry.path, head, lookups)
    for name in import_names(entry.path, entry.source):
        yield Mention(name.start, name.end, "import", -1, _imported(bindings, name))


def _imported(bindings: Bindings, name: ImportName) -> Meanings:
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


def _ranked(found: Iterator[tuple[str, float]]) -> Meanings:
    """Each node once with the most that is said for it, surest first."""
    best: dict[str, float] = {}
    for node, sure in found:
        best[node] = max(sure, best.get(node, 0.0))
    return tuple(sorted(best.items(), key=lambda item: (-item[1], item[0])))
