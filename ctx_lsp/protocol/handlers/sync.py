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
    """`textDocument/didSave`: the file on disk is new; while it is open, its buffer counts anyway.

    A text that comes along (nobody asks for one) is not used: a client that gathers changes may send it before changes
    that it holds already, and those are relative to the text before.
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
    """`notebookDocument/didSave`: as with other documents, the cells that are open count anyway."""
    changed_on_disk(session, [params.notebook_document.uri])


def did_close_notebook(session: Session, params: types.DidCloseNotebookDocumentParams) -> None:
    """`notebookDocument/didClose`; the texts of its cells go with it."""
    session.notebooks.closed(params.notebook_document.uri)
