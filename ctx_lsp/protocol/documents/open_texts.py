"""Registry of open documents and notebooks. It holds their texts and passes them to the workspace.

An editor can have a file open twice: under two names, or as a notebook and as its JSON. The index then uses the text
that changed last. When that text is closed, the index uses another open text of the file, or the file on disk if no
text is open. `documents` and `notebooks` apply edits.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from ctx_lsp.protocol.documents.document_names import DocumentName, DocumentNames, DocumentTarget
from ctx_lsp.protocol.documents.roots import ClientRoots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace


class OpenText(ABC):
    """An open document or notebook. `path` is its path in the workspace, if it has one."""

    uri: str
    path: str | None

    @abstractmethod
    def content(self) -> tuple[DocumentName, SourceText]:
        """Return the document's name and the text to index."""


T = TypeVar("T", bound=OpenText)


class OpenTexts:
    """Registry of open texts, by key. Use it on the loop thread only."""

    def __init__(self, workspace: Workspace, roots: ClientRoots, changed: Callable[[], None] = lambda: None) -> None:
        """Create an empty registry. `changed` is called after any text is opened, changed or closed."""
        self._changed = changed
        self._workspace = workspace
        self._roots = roots
        self._open: dict[str, OpenText] = {}  # in order of the last change
        self._named: dict[str, DocumentName] = {}
        self._counting: dict[str, str] = {}  # workspace path -> key of the text that the index uses
        self._names: DocumentNames | None = None

    def find(self, key: str | None, kind: type[T]) -> T | None:
        """Return the open text under `key` if it is of type `kind`, otherwise None."""
        text = self._open.get(key) if key else None
        return text if isinstance(text, kind) else None

    def open_texts(self) -> list[OpenText]:
        """Return all open texts, in the order of their latest changes."""
        return list(self._open.values())

    def put(self, key: str, text: OpenText) -> None:
        """Store a text under `key` after it was opened, was changed or got a new path."""
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
        self._changed()

    def drop(self, key: str | None) -> None:
        """Remove the text under `key`, after it was closed or became unknown. Do nothing if there is none."""
        if key in self._open:
            del self._open[key]
            self._names = None
            self._uncover(self._named.pop(key).path, key)
            self._changed()

    def use_roots(self, roots: ClientRoots) -> None:
        """Assign the open texts to new workspace folders."""
        self._roots = roots
        self._names = None
        names = self.names()
        for key, text in list(self._open.items()):
            text.path = names.path_of(text.uri)
            self.put(key, text)

    def uris_of(self, path: str) -> list[str]:
        """Return the URIs under which the file at a workspace path is open."""
        return [text.uri for text in self._open.values() if text.path == path]

    def path_of(self, uri: str) -> str | None:
        """Return the workspace path of a document, or None for a document outside the workspace."""
        return self.names().path_of(uri)

    def names(self) -> DocumentNames:
        """Return the current names of all documents."""
        if self._names is None:
            counting = {path: self._named[key] for path, key in self._counting.items()}
            cells = {
                uri: DocumentTarget(path, lines)
                for path, name in counting.items()
                if name.notebook is not None
                for uri, lines in zip(name.cells, name.notebook.lines, strict=True)
            }
            self._names = DocumentNames(self._workspace, self._roots, dict(self._named), counting, cells)
        return self._names

    def _uncover(self, path: str | None, key: str) -> None:
        """Stop using the text under `key` for `path`. Use another open text of the file, or else the file on disk."""
        if path is None or self._counting.get(path) != key:
            return
        del self._counting[path]
        for other, text in reversed(self._open.items()):
            if self._named[other].path == path:
                self._counting[path] = other
                self._workspace.set_document(path, text.content()[1])
                return
        self._workspace.close_document(path)
