"""Finds code that still uses the old paths of moved files. It is resolved again as if the files had not been moved.

`changes` and `diffs` find the moves; `affected_tests` and `pack_seeds` follow the users.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.changes import Changes, Move, entry_of
from ctx_lsp.graph.edges import Edge, EdgeKind
from ctx_lsp.graph.entry import FileEntry, path_of
from ctx_lsp.graph.lookups_before import LookupsBefore, MovedFiles
from ctx_lsp.graph.modules.files import folder_of, module_stem
from ctx_lsp.graph.resolution.resolve import resolve_file
from ctx_lsp.graph.resolution.visibility import visibility_of
from ctx_lsp.languages.table import language
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.detection import language_of

MAX_MOVES = 200  # moved files whose users are looked for
MAX_RESOLVED = 2_000  # files to resolve again, each in some milliseconds
_IMPORTS = frozenset({"imports", "re-exports"})


class FormerUser(NamedTuple):
    """Code that uses something that is gone: the `node` of a symbol or file, and the id of the `removed` symbol.

    If a file was moved, the ids of its symbols at the old path are removed. `is_sure` is false if only names tell.
    """

    node: str
    kind: EdgeKind
    removed: str
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class UsersOfMoved:
    """The moves of files with code, and the code that still uses their old paths, each once.

    `is_cut` is true if there was too much code to look at.
    """

    moves: tuple[Move, ...] = ()
    users: tuple[FormerUser, ...] = ()
    is_cut: bool = False


NONE_MOVED = UsersOfMoved()


def users_of_moved(snapshot: Snapshot, found: Changes, token: CancelToken) -> UsersOfMoved:
    """Return the code that still uses the old path of a moved file. Raises `Cancelled`."""
    moves = tuple(move for move in found.moves if language(language_of(move.new)).category == "code")
    done = [move for move in moves[:MAX_MOVES] if move.old not in snapshot.files]
    users, is_cut = _users_of_old_paths(snapshot, done, token)
    for move in moves[:MAX_MOVES]:
        if move.old in snapshot.files:
            for edge in _users_now(snapshot, move.old):
                if path_of(edge.source) not in found.hunks:
                    users.setdefault(edge.source, FormerUser(edge.source, edge.kind, edge.target, is_sure=True))
    return UsersOfMoved(moves, tuple(users.values()), is_cut or len(moves) > MAX_MOVES)


def _users_now(snapshot: Snapshot, path: str) -> Iterator[Edge]:
    """Yield the edges from other files to a file that a diff is going to move."""
    nodes = (path, *(one.id for one in snapshot.files[path].definitions))
    return (edge for edge in snapshot.graph.incoming_of(nodes) if path_of(edge.source) != path)


def _users_of_old_paths(
    snapshot: Snapshot, moves: Sequence[Move], token: CancelToken
) -> tuple[dict[str, FormerUser], bool]:
    """Return the users of the old paths, keyed by node, and whether there was too much code to look at."""
    entries = (entry_of(move.old, move.text) for move in moves)
    moved = MovedFiles({entry.path: entry for entry in entries if entry}, frozenset(move.new for move in moves))
    users: dict[str, FormerUser] = {}
    waiting = list(_candidates(snapshot, moved, token)) if moved.before else []
    seen = set(waiting)
    new_paths = {move.old: move.new for move in moves}
    resolved = 0
    while waiting and resolved < MAX_RESOLVED:
        token.check()
        path = waiting.pop(0)
        resolved += 1
        own = _broken(snapshot, snapshot.files[path], moved, new_paths)
        for edge in own:
            users.setdefault(edge.source, FormerUser(edge.source, edge.kind, edge.target, is_sure=True))
        if own:  # what it hands on is broken, too
            importers = {path_of(one.source) for one in snapshot.graph.incoming(path) if one.kind in _IMPORTS}
            waiting += sorted(importers - seen)
            seen |= importers
    return users, bool(waiting)


def _candidates(snapshot: Snapshot, moved: MovedFiles, token: CancelToken) -> Iterator[str]:
    """Yield the files that may use one of the old paths, judged by their imports, folders and packages."""
    stems = frozenset(map(module_stem, moved.before))
    names = frozenset(name for entry in moved.before.values() for name in entry.top_level)
    packages = {one.facts.outline.package for one in moved.before.values() if visibility_of(one.language).packages}
    shared = {folder_of(one.path) for one in moved.before.values() if visibility_of(one.language).folder_visible}
    for path, entry in sorted(snapshot.files.items()):
        token.check()
        if language(entry.language).category != "code":
            continue
        imports = entry.facts.outline.imports
        is_beside = folder_of(path) in shared or entry.facts.outline.package in packages
        if is_beside or any(_may_mean(one.module, one.name, stems, names) for one in imports):
            yield path


def _may_mean(module: str, name: str, stems: Iterable[str], names: frozenset[str]) -> bool:
    return name in names or any(stem in module or stem == name for stem in stems)


def _broken(snapshot: Snapshot, entry: FileEntry, moved: MovedFiles, new_paths: dict[str, str]) -> list[Edge]:
    """Return the edges to old paths from a file for which no equally sure edge leads to the new path.

    That a test has the name of a file is no use of its path, and neither is what a moved file does with its own
    definitions, unless it imports them.
    """
    lookups = snapshot.tables.lookups(entry, partial(LookupsBefore, moved=moved))
    now = {(one.source, one.target): one.confidence for one in snapshot.graph.by_file.get(entry.path, ())}
    found: list[Edge] = []
    for edge in resolve_file(lookups):
        path = path_of(edge.target)
        if path in moved.before and edge.kind != "tests":
            if new_paths[path] == entry.path and edge.kind not in _IMPORTS:
                continue  # such as recursion: a graph has no edge from a definition to itself to compare with
            new = new_paths[path] + edge.target.removeprefix(path)
            if now.get((edge.source, new), 0.0) < edge.confidence:
                found.append(edge)
    return found
