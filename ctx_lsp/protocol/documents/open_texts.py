"""The open texts of documents and notebooks, and telling the workspace about them. How they are edited is not known.

Editors can have one file open twice, by two names or as a notebook and as its JSON. The text that was touched last
counts; when it is closed, another one that is still open counts again, and only then the file on disk.
"""

from dataclasses import dataclass

from ctx_lsp.protocol.documents.document_names import DocumentPlace, Name, Names
from ctx_lsp.protocol.documents.roots import ClientRoots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace


@dataclass(frozen=True, slots=True)
class _OpenText:
    name: Name
    source: SourceText


class OpenTexts:
    """The texts that are open, by key. Only the loop thread uses it."""

    def __init__(self, workspace: Workspace, roots: ClientRoots) -> None:
        self._workspace = workspace
        self._roots = roots
        self._texts: dict[str, _OpenText] = {}  # the one that was touched last at the end
        self._counting: dict[str, str] = {}  # workspace path -> key
        self._names: Names | None = None

    def put(self, key: str, name: Name, source: SourceText) -> None:
        """A text was opened or has changed; `source` is what the index shall have of it."""
        before = self._texts.pop(key, None)
        self._texts[key] = _OpenText(name, source)
        if before is None or before.name != name or (name.path and self._counting.get(name.path) != key):
            self._names = None
        if name.path is not None:
            self._counting[name.path] = key
            self._workspace.set_document(name.path, source)
        if before is not None and before.name.path != name.path:
            self._uncover(before.name.path, key)

    def drop(self, key: str) -> None:
        """A text was closed."""
        closed = self._texts.pop(key)
        self._names = None
        self._uncover(closed.name.path, key)

    def use_roots(self, roots: ClientRoots) -> list[str]:
        """The workspace has other folders; whoever put texts here puts them again, in the order of these keys."""
        self._roots = roots
        self._names = None
        return list(self._texts)

    def names(self) -> Names:
        """The names of this moment."""
        if self._names is None:
            names = {key: text.name for key, text in self._texts.items()}
            counting = {path: names[key] for path, key in self._counting.items()}
            cells = {
                uri: DocumentPlace(path, lines)
                for path, name in counting.items()
                if name.notebook is not None
                for uri, lines in zip(name.cells, name.notebook.lines, strict=True)
            }
            self._names = Names(self._workspace, self._roots, names, counting, cells)
        return self._names

    def _uncover(self, path: str | None, key: str) -> None:
        """The text `key` counts no more for `path`: another open one does, or else what is on disk."""
        if path is None or self._counting.get(path) != key:
            return
        del self._counting[path]
        for other, text in reversed(self._texts.items()):
            if text.name.path == path:
                self._counting[path] = other
                self._workspace.set_document(path, text.source)
                return
        self._workspace.close_document(path)
