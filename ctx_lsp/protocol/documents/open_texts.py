"""The registry of open documents and notebooks: the one place that holds their texts, and tells the workspace of them.

Editors can have one file open twice, by two names or as a notebook and as its JSON. The text that was touched last
counts; when it is closed, another one that is still open counts again, and only then the file on disk. How a text is
edited is in `documents` and `notebooks`.
"""

from abc import ABC, abstractmethod
from typing import TypeVar

from ctx_lsp.protocol.documents.document_names import DocumentPlace, Name, Names
from ctx_lsp.protocol.documents.roots import ClientRoots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace


class OpenText(ABC):
    """An open document or notebook. `path` is its workspace path (None: not of the workspace)."""

    uri: str
    path: str | None

    @abstractmethod
    def content(self) -> tuple[Name, SourceText]:
        """What it is called, and the text that the index gets."""


T = TypeVar("T", bound=OpenText)


class OpenTexts:
    """The open texts by key. Only the loop thread uses it."""

    def __init__(self, workspace: Workspace, roots: ClientRoots) -> None:
        self._workspace = workspace
        self._roots = roots
        self._open: dict[str, OpenText] = {}  # the one that was touched last at the end
        self._named: dict[str, Name] = {}
        self._counting: dict[str, str] = {}  # workspace path -> key
        self._names: Names | None = None

    def find(self, key: str | None, kind: type[T]) -> T | None:
        """The open text of a key, if it is of that kind."""
        text = self._open.get(key) if key else None
        return text if isinstance(text, kind) else None

    def put(self, key: str, text: OpenText) -> None:
        """A text was opened, has changed, or has another path."""
        name, source = text.content()
        self._open.pop(key, None)
        self._open[key] = text
        before = self._named.get(key)
        if before != name or (name.path and self._counting.get(name.path) != key):
            self._names = None
        self._named[key] = name
        if name.path is not None:
            self._counting[name.path] = key
            self._workspace.set_document(name.path, source)
        if before is not None and before.path != name.path:
            self._uncover(before.path, key)

    def drop(self, key: str | None) -> None:
        """A text was closed; one that is not open is ignored."""
        if key in self._open:
            del self._open[key]
            self._names = None
            self._uncover(self._named.pop(key).path, key)

    def use_roots(self, roots: ClientRoots) -> None:
        """The client has other folders: open texts may lie in other ones."""
        self._roots = roots
        self._names = None
        names = self.names()
        for key, text in list(self._open.items()):
            text.path = names.path_of(text.uri)
            self.put(key, text)

    def path_of(self, uri: str) -> str | None:
        """The workspace path of a document; None where it is not of the workspace."""
        return self.names().path_of(uri)

    def names(self) -> Names:
        """The names of this moment."""
        if self._names is None:
            counting = {path: self._named[key] for path, key in self._counting.items()}
            cells = {
                uri: DocumentPlace(path, lines)
                for path, name in counting.items()
                if name.notebook is not None
                for uri, lines in zip(name.cells, name.notebook.lines, strict=True)
            }
            self._names = Names(self._workspace, self._roots, dict(self._named), counting, cells)
        return self._names

    def _uncover(self, path: str | None, key: str) -> None:
        """The text `key` counts no more for `path`: another open one does, or else what is on disk."""
        if path is None or self._counting.get(path) != key:
            return
        del self._counting[path]
        for other, text in reversed(self._open.items()):
            if self._named[other].path == path:
                self._counting[path] = other
                self._workspace.set_document(path, text.content()[1])
                return
        self._workspace.close_document(path)
