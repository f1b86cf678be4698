"""What documents are called: the client's URIs ↔ workspace paths, as of one moment. Immutable, so any thread may ask.

Columns are turned into offsets in `convert`; what is open is kept in `open_texts`.
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
class Name:
    """An open text: the client's URI, as it spells it, and the workspace path (None: not of the workspace).

    An open notebook has its cells and their URIs. `placed` says whether positions in the document are positions in the
    text that the index has.
    """

    uri: str
    path: str | None
    notebook: Notebook | None = None
    cells: tuple[str, ...] = ()
    placed: bool = True


@dataclass(frozen=True, slots=True)
class DocumentPlace:
    """What a URI names: the text of a workspace path, or one cell in it.

    Where `placed` is false the text is known and asking for places in it makes no sense: it is that of a notebook, seen
    as a whole.
    """

    path: str
    cell: CellLines | None = None
    placed: bool = True


@dataclass(frozen=True, slots=True)
class Names:
    """The names of all documents. `texts` has the open ones by `text_key`, `counting` those that count, by path."""

    workspace: Workspace
    roots: ClientRoots
    texts: Mapping[str, Name] = field(default_factory=dict)
    counting: Mapping[str, Name] = field(default_factory=dict)
    cells: Mapping[str, DocumentPlace] = field(default_factory=dict)

    def find(self, uri: str) -> DocumentPlace | None:
        """What a document's or cell's URI names; None where it is not of the workspace."""
        cell = self.cells.get(uri)
        if cell is not None:
            return cell
        key = text_key(uri)
        name = self.texts.get(key) if key else None
        if name is not None:
            return DocumentPlace(name.path, placed=name.placed) if name.path is not None else None
        path = self.path_of(uri)
        return None if path is None else DocumentPlace(path, placed=not path.endswith(NOTEBOOK_SUFFIX))

    def path_of(self, uri: str) -> str | None:
        """The workspace path of a document, open or not; None where it is not of the workspace.

        Without any folder, what is open is the workspace. Beside folders, a document outside them stays outside: a
        library's file, looked at on the way, must not crowd out the project's own code.
        """
        file = uri_to_path(uri)
        if file is None:
            return unsaved_path(uri)
        if not self.roots.all:
            return loose_path(file)
        return self.workspace.workspace_path(self.roots.real_document(file))

    def uri_of(self, path: str) -> str:
        """The URI of a workspace path: the client's own for an open document, else spelt as its folder's."""
        name = self.counting.get(path)
        if name is not None:
            return name.uri
        return self.roots.uri_of(self.workspace.absolute_path(path)) if has_file(path) else path_to_uri(Path(path))


def text_key(uri: str) -> str | None:
    """What an open document goes by, the same for all spellings of its URI; None where its scheme is of no interest.

    Links are not followed: an editor keeps a text for each of the names of a file.
    """
    file = uri_to_path(uri)
    return str(file) if file is not None else unsaved_path(uri)
