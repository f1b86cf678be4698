"""Notifications about open documents and notebooks. Files on disk are in `files`."""

from lsprotocol import types

from ctx_lsp.protocol.handlers.files import changed_on_disk
from ctx_lsp.protocol.session import Session


def did_open(session: Session, params: types.DidOpenTextDocumentParams) -> None:
    """`textDocument/didOpen`."""
    session.documents.opened(params.text_document)


def did_change(session: Session, params: types.DidChangeTextDocumentParams) -> None:
    """`textDocument/didChange`."""
    session.documents.changed(params.text_document, params.content_changes)


def did_save(session: Session, params: types.DidSaveTextDocumentParams) -> None:
    """`textDocument/didSave`: the file on disk has changed. While it is open, the index uses its buffer.

    A text in the notification, which the server does not request, is ignored: a client that batches changes may send it
    before pending changes, which are relative to the text before them.
    """
    changed_on_disk(session, [params.text_document.uri])


def did_close(session: Session, params: types.DidCloseTextDocumentParams) -> None:
    """`textDocument/didClose`."""
    session.documents.closed(params.text_document.uri)


def did_open_notebook(session: Session, params: types.DidOpenNotebookDocumentParams) -> None:
    """`notebookDocument/didOpen`."""
    session.notebooks.opened(params.notebook_document, params.cell_text_documents)


def did_change_notebook(session: Session, params: types.DidChangeNotebookDocumentParams) -> None:
    """`notebookDocument/didChange`."""
    session.notebooks.changed(params.notebook_document, params.change)


def did_save_notebook(session: Session, params: types.DidSaveNotebookDocumentParams) -> None:
    """`notebookDocument/didSave`: the file on disk has changed. While it is open, the index uses its cells."""
    changed_on_disk(session, [params.notebook_document.uri])


def did_close_notebook(session: Session, params: types.DidCloseNotebookDocumentParams) -> None:
    """`notebookDocument/didClose`: drops the texts of the cells too."""
    session.notebooks.closed(params.notebook_document.uri)
