"""Lookup of the workspace paths of files and folders that the client reports as changed.

One message can report thousands of files, for example after a branch switch. Parsing a URI takes 0.1 ms, so each folder
is looked up only once to avoid blocking the loop. `document_names` handles the names of open documents.
"""

import re
from pathlib import Path

from ctx_lsp.protocol.documents.roots import ClientRoots
from ctx_lsp.protocol.documents.uris import uri_to_path
from ctx_lsp.workspace import Workspace

_PLAIN = re.compile(r"\.?[\w-][\w.-]*", re.ASCII)  # names that are the same in a URI and in a path
_EACH = "//"  # marks a folder whose entries must be looked up one by one; not the path of any folder


class EntryLookup:
    """Lookup of files and folders ("entries") that may have been deleted and whose URIs may have any scheme."""

    def __init__(self, roots: ClientRoots, workspace: Workspace) -> None:
        self._roots = roots
        self._workspace = workspace
        self._folders: dict[str, str | None] = {}  # URI of a folder -> prefix of its entries' workspace paths
        self._links: dict[Path, Path] = {}
        self._above = {name.parent for folder in roots.all for name in (folder.named, folder.real)}

    def path_of(self, uri: str) -> str | None:
        """Return the workspace path of an entry, or None for an entry outside every root or without a `file:` URI."""
        folder, _, name = uri.rpartition("/")
        if not _PLAIN.fullmatch(name):
            return self._path_of_one(uri)
        if folder not in self._folders:
            self._folders[folder] = self._beginning(folder)
        beginning = self._folders[folder]
        if beginning == _EACH:
            return self._path_of_one(uri)
        return None if beginning is None else beginning + name

    def file_of(self, uri: str) -> Path | None:
        """Return the real path of an entry, or None for an entry without a `file:` URI."""
        file = uri_to_path(uri)
        return None if file is None else self._roots.real_entry(file, self._links)

    def _path_of_one(self, uri: str) -> str | None:
        file = self.file_of(uri)
        return None if file is None else self._workspace.workspace_path(file)

    def _beginning(self, folder: str) -> str | None:
        named, file = uri_to_path(folder), self.file_of(f"{folder}/x")
        if file is None:
            return None
        if named is None or named in self._above or file.parent in self._above:
            return _EACH  # the top of the file system, or the parent of a root
        path = self._workspace.workspace_path(file)
        return None if path is None else path.removesuffix("x")
