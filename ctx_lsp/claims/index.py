"""The index that verdicts use: a snapshot, the words and dotted keys in its code, its paths, the disk and the history.

Lookups are recorded.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

from ctx_lsp.claims.former import FormerLookup, FormerPlace
from ctx_lsp.claims.occurrences import Occurrences
from ctx_lsp.claims.reads import Cell, ReadLog
from ctx_lsp.graph.edges import Graph
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.snapshot.recording import RecordingMapping, Value
from ctx_lsp.snapshot.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class DiskPaths:
    """Lookups of workspace paths outside of the index.

    `exists` returns whether a path exists on disk as a file or folder, indexed or not. `is_ignored` returns whether an
    ignore file lists a path, which a build may then make.
    """

    exists: Callable[[str], bool] = lambda _: False
    is_ignored: Callable[[str], bool] = lambda _: False


@dataclass(frozen=True, eq=False)
class PathListing:
    """The paths of all files in a snapshot. Snapshots with the same paths share one listing."""

    files: Mapping[str, None]  # without the entries, which would keep old texts alive

    def of(self, files: Mapping[str, FileEntry]) -> "PathListing":
        """Return the listing of `files`: this one if the paths are the same, otherwise a new one."""
        is_same = len(files) == len(self.files) and all(path in self.files for path in files)
        return self if is_same else PathListing(dict.fromkeys(files))

    @cached_property
    def by_name(self) -> Mapping[str, tuple[str, ...]]:
        """The paths of all files, grouped by file name."""
        found: dict[str, list[str]] = {}
        for path in self.files:
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return {name: tuple(paths) for name, paths in found.items()}

    @cached_property
    def by_stem(self) -> Mapping[str, tuple[str, ...]]:
        """The paths of all files, grouped by the names of their modules."""
        found: dict[str, list[str]] = {}
        for path in self.files:
            folder, _, name = path.rpartition("/")
            stem = name.partition(".")[0]
            for one in (stem, folder.rpartition("/")[2]) if stem in ("__init__", "index", "mod") else (stem,):
                found.setdefault(one, []).append(path)
        return {stem: tuple(paths) for stem, paths in found.items()}

    @cached_property
    def folders(self) -> frozenset[str]:
        """The paths of all folders with files, and all ends of these paths, such as "/src/shop/" and "/shop/"."""
        found: set[str] = set()
        for path in self.files:
            folder = path.rpartition("/")[0]
            while folder and f"/{folder}/" not in found:
                parts = folder.split("/")
                found.update("/" + "/".join(parts[start:]) + "/" for start in range(len(parts)))
                folder = folder.rpartition("/")[0]
        return frozenset(found)


class ClaimIndex:
    """The lookups that verdicts make in one snapshot.

    `snapshot` behaves like the original one, but records each lookup in `log`.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        words: Occurrences,
        keys: Occurrences,
        given: Occurrences,
        paths: PathListing,
        disk: DiskPaths,
        former: FormerLookup,
        log: ReadLog,
    ) -> None:
        self.log = log
        self._original = snapshot
        self._words = words
        self._keys = keys
        self._given = given
        self._paths = paths
        self.disk = disk
        self._former = former
        # The mappings refer to the log, not to this object: a reference cycle would keep the snapshot alive.
        list_paths, list_texts = (partial(log.note, "paths", "", paths), partial(log.note, "texts", "", words.version))
        recorded = self._recorded
        graph = Graph(
            recorded("edges", snapshot.graph.by_file),
            recorded("dependants", snapshot.graph.dependants),
            recorded("users", snapshot.graph.users_by_node),
        )
        self.snapshot = replace(
            snapshot,
            files=RecordingMapping(snapshot.files, partial(log.note, "files"), list_paths, list_texts),
            names=recorded("names", snapshot.names),
            initials=recorded("initials", snapshot.initials),
            graph=graph,
        )

    def _recorded(self, sort: str, values: Mapping[str, Value]) -> RecordingMapping[Value]:
        listed = partial(self.log.note, f"all {sort}", "", values)
        return RecordingMapping(values, partial(self.log.note, sort), listed, listed)

    @property
    def paths(self) -> PathListing:
        """The paths of all files in the snapshot."""
        self.log.note("paths", "", self._paths)
        return self._paths

    @property
    def lookups(self) -> Lookups | None:
        """The table lookups that find files by module name and by folder; None if there are no files."""
        self.log.note("paths", "", self._paths)
        any_file = next(iter(self._original.files.values()), None)
        return self._original.tables.lookups(any_file) if any_file is not None else None

    def names_with(self, part: str) -> Iterator[str]:
        """Yield the symbol names that contain `part`, ignoring case."""
        self.log.note("all names", "", self._original.names)
        wanted = part.lower()
        return (name for lowered, name in self._lowered_names if wanted in lowered)

    @cached_property
    def _lowered_names(self) -> list[tuple[str, str]]:
        return [(name.lower(), name) for name in self._original.names]

    def holder(self, word: str) -> str:
        """Return the path of a code or data file that contains a word; "" if there is none."""
        found = self._words.holder(word)
        self.log.note("word", word, found)
        return found

    def key_holder(self, key: str) -> str:
        """Return the path of a file that contains a dotted name as a key or at the beginning of a string.

        Return "" if there is no such file.
        """
        found = self._keys.holder(key)
        self.log.note("key", key, found)
        return found

    def giver(self, name: str) -> str:
        """Return the path of a file that gives an object a member with this name at run time; "" if there is none."""
        found = self._given.holder(name)
        self.log.note("given", name, found)
        return found

    def exists(self, path: str) -> bool:
        """Return whether a workspace path exists on disk, as a file or folder."""
        found = self.disk.exists(path)
        self.log.note("disk", path, found)
        return found

    def is_ignored(self, path: str) -> bool:
        """Return whether an ignore file, such as `.gitignore`, lists a workspace path."""
        found = self.disk.is_ignored(path)
        self.log.note("ignored", path, found)
        return found

    def former_name(self, name: str) -> FormerPlace | None:
        """Return the last file that defined a name before the name was removed, or None."""
        found = self._former.name(name)
        self.log.note("former name", name, found)
        return found

    def former_path(self, path: str) -> FormerPlace | None:
        """Return the last removed file at or below a workspace path, or None."""
        found = self._former.path(path)
        self.log.note("former path", path, found)
        return found

    def former_path_ending(self, path: str) -> FormerPlace | None:
        """Return the last removed file whose path ended with all parts of `path`, or None."""
        found = self._former.path_ending(path)
        self.log.note("former path ending", path, found)
        return found

    def is_committed(self, path: str, text: str) -> bool | None:
        """Return whether the file at a workspace path contains `text` in the newest commit; None if git fails."""
        found = self._former.is_committed(path, text)
        self.log.note("committed", f"{path}\0{text}", found)
        return found

    def former_definition(self, path: str, name: str, word: str) -> FormerPlace | None:
        """Return where a file's definition of `name` last contained `word`, or None; "" stands for the whole file."""
        found = self._former.definition_with(path, name, word)
        self.log.note("former definition", f"{path}\0{name}\0{word}", found)
        return found

    def value(self, cell: Cell) -> object:
        """Repeat a lookup without recording it, and return its value."""
        sort, key = cell
        mapping = self._mappings.get(sort)
        if mapping is not None:
            return mapping.get(key)
        searches: Mapping[str, Callable[[str], object]] = {
            "word": self._words.holder,
            "key": self._keys.holder,
            "given": self._given.holder,
            "disk": self.disk.exists,
            "ignored": self.disk.is_ignored,
            "former name": self._former.name,
            "former path": self._former.path,
            "former path ending": self._former.path_ending,
            "committed": lambda one: self._former.is_committed(*one.split("\0", 1)),
            "former definition": lambda one: self._former.definition_with(*one.split("\0", 2)),
        }
        if sort in searches:
            return searches[sort](key)
        if sort in ("paths", "texts"):
            return self._paths if sort == "paths" else self._words.version
        return self._mappings[sort.removeprefix("all ")]

    @cached_property
    def _mappings(self) -> Mapping[str, Mapping[str, object]]:
        original = self._original
        return {
            "files": original.files,
            "names": original.names,
            "initials": original.initials,
            "edges": original.graph.by_file,
            "dependants": original.graph.dependants,
            "users": original.graph.users_by_node,
        }
