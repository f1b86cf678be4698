"""Mapping between the client's URIs and workspace paths: an immutable snapshot that any thread may use.

Positions are converted in `convert`; open documents are kept in `open_texts`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ctx_lsp.protocol.documents.roots import ClientRoots
from ctx_lsp.protocol.documents.uris import loose_path, path_to_uri, unsaved_path, uri_to_path
from ctx_lsp.text.notebook import NOTEBOOK_SUFFIX, CellLines, Notebook
from ctx_lsp.text.overlay import has_file
from ctx_lsp.workspace import Workspace


@dataclass(frozen=True, slots=True)
class DocumentName:
    """The names of an open text: its URI in the client's spelling, and its workspace path.

    `path` is None if the text is outside the workspace. For an open notebook, `notebook` and `cells` hold its cells and
    their URIs. `has_positions` is true if positions in the document are positions in the indexed text.
    """

    uri: str
    path: str | None
    notebook: Notebook | None = None
    cells: tuple[str, ...] = ()
    has_positions: bool = True


@dataclass(frozen=True, slots=True)
class DocumentTarget:
    """The text that a URI refers to: a whole document, or one cell of a notebook.

    `has_positions` is false for a whole notebook, in which positions have no meaning.
    """

    path: str
    cell: CellLines | None = None
    has_positions: bool = True


@dataclass(frozen=True, slots=True)
class DocumentNames:
    """The names of all documents.

    `texts` holds the open documents, keyed by `text_key`. `indexed` holds the open documents whose text the index uses,
    keyed by workspace path. `cells` holds the cells of the documents in `indexed`, keyed by URI.
    """

    workspace: Workspace
    roots: ClientRoots
    texts: Mapping[str, DocumentName] = field(default_factory=dict)
    indexed: Mapping[str, DocumentName] = field(default_factory=dict)
    cells: Mapping[str, DocumentTarget] = field(default_factory=dict)

    def find(self, uri: str) -> DocumentTarget | None:
        """Return the text that the URI of a document or cell refers to, or None for a URI outside the workspace."""
        cell = self.cells.get(uri)
        if cell is not None:
            return cell
        key = text_key(uri)
        name = self.texts.get(key) if key else None
        if name is not None:
            return DocumentTarget(name.path, has_positions=name.has_positions) if name.path is not None else None
        path = self.path_of(uri)
        return None if path is None else DocumentTarget(path, has_positions=not path.endswith(NOTEBOOK_SUFFIX))

    def path_of(self, uri: str) -> str | None:
        """Return the workspace path of an open or closed document, or None for a document outside the workspace.

        Without workspace folders, the open documents are the workspace. With folders, a document outside them is
        excluded, because an opened library file must not displace the project's own code in results.
        """
        file = uri_to_path(uri)
        if file is None:
            return unsaved_path(uri)
        if not self.roots.all:
            return loose_path(file)
        return self.workspace.workspace_path(self.roots.real_document(file))

    def uri_of(self, path: str) -> str:
        """Return the URI of a workspace path, in the client's own spelling."""
        name = self.indexed.get(path)
        if name is not None:
            return name.uri
        return self.roots.uri_of(self.workspace.absolute_path(path)) if has_file(path) else path_to_uri(Path(path))


def text_key(uri: str) -> str | None:
    """Return the key of a document, or None if the scheme of its URI is ignored.

    All spellings of a document's URI have the same key. Symbolic links are not followed, because an editor keeps a
    separate text for each name of a file.
    """
    file = uri_to_path(uri)
    return str(file) if file is not None else unsaved_path(uri)
