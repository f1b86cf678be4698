"""The definitions of a commit, whose files are parsed when they are asked for: much cheaper than an index."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from ctx_lsp.features.changes import entry_of
from ctx_lsp.features.definition_diff import is_source
from ctx_lsp.graph.entry import Definition, FileEntry, make_entry, path_of, qualname_of
from ctx_lsp.text.git import read_texts, tree_below
from ctx_lsp.text.source import SourceText


class CodeAtCommit:
    """The files and definitions of a commit, in the form of a snapshot."""

    def __init__(self, folder: Path, commit: str) -> None:
        """Prepare for a commit of the repository `folder`."""
        self.files: Mapping[str, FileEntry] = _Files(folder, tree_below(folder, commit).texts)

    def definition(self, node: str) -> Definition | None:
        """Return the definition with an id."""
        entry = self.files.get(path_of(node))
        return entry.by_qualname.get(qualname_of(node)) if entry else None

    def named(self, name: str) -> tuple[Definition, ...]:
        """Return the definitions of a name in source files."""
        return tuple(self._by_name.get(name, ()))

    @cached_property
    def _by_name(self) -> dict[str, list[Definition]]:
        found: dict[str, list[Definition]] = {}
        for path in sorted(filter(is_source, self.files)):
            for one in self.files[path].definitions:
                found.setdefault(one.name, []).append(one)
        return found


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
