"""The definitions of a commit, whose files are parsed when they are asked for: much cheaper than an index."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from ctx_lsp.features.changes import entry_of
from ctx_lsp.features.definition_diff import is_source
from ctx_lsp.graph.entry import Definition, FileEntry, make_entry, path_of, qualname_of
from ctx_lsp.text.git import GitError, read_texts, run_git, tree_below
from ctx_lsp.text.source import SourceText


class CodeAtCommit:
    """The files and definitions of a commit, in the form of a snapshot."""

    def __init__(self, folder: Path, commit: str) -> None:
        """Prepare for a commit of the repository `folder`."""
        self.files: Mapping[str, FileEntry] = _Files(folder, tree_below(folder, commit).texts)
        self._folder, self._commit = folder, commit
        self._named: dict[str, tuple[Definition, ...]] = {}

    def definition(self, node: str) -> Definition | None:
        """Return the definition with an id."""
        entry = self.files.get(path_of(node))
        return entry.by_qualname.get(qualname_of(node)) if entry else None

    def named(self, name: str) -> tuple[Definition, ...]:
        """Return the definitions of a name in source files. Only files that contain the name are parsed."""
        if name not in self._named:
            paths = (path for path in self._containing(name) if path in self.files and is_source(path))
            found = (one for path in paths for one in self.files[path].by_name.get(name, ()))
            self._named[name] = tuple(found)
        return self._named[name]

    def _containing(self, name: str) -> list[str]:
        """Return the paths of the files that contain a name."""
        try:
            output = run_git(self._folder, "grep", "-lzIF", "-e", name, self._commit)
        except GitError:  # no file contains it
            return []
        commit = f"{self._commit}:".encode()
        return sorted(one.removeprefix(commit).decode("utf-8", "replace") for one in output.split(b"\0") if one)


class _Files(Mapping[str, FileEntry]):
    def __init__(self, folder: Path, names: Mapping[str, str]) -> None:
        self._folder, self._names = folder, names
        self._read: dict[str, FileEntry] = {}

    def __getitem__(self, path: str) -> FileEntry:
        if path not in self._read:
            name = self._names[path]
            text = dict(read_texts(self._folder, [name])).get(name, b"")
            self._read[path] = entry_of(path, text) or make_entry(path, SourceText(b""))
        return self._read[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
