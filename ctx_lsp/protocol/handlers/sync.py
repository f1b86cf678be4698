"""Handlers of notifications about open documents and notebooks. `files` handles changes on disk."""

from ctx_lsp.protocol.handlers.files import changed_on_disk
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.session import Session


def did_open(session: Session, params: types.DidOpenTextDocumentParams) -> None:
    """Handle `textDocument/didOpen`: use the editor's text instead of the file on disk.

    If `journal.suggest` is on, the client is notified of notes and earlier tasks that concern the document.
    """
    session.documents.opened(params.text_document)
    uri = params.text_document.uri
    path = session.names().path_of(uri)
    if path is not None and session.configuration.settings.journal.suggest:
        session.open_hints.opened(session.workspace, path, uri)


def did_change(session: Session, params: types.DidChangeTextDocumentParams) -> None:
    """Handle `textDocument/didChange`: apply the changes to the document's text."""
    session.documents.changed(params.text_document, params.content_changes)


def did_save(session: Session, params: types.DidSaveTextDocumentParams) -> None:
    """Handle `textDocument/didSave`: read the file again. Until `didClose`, the index uses the editor's text.

    If `history.hint` is on, a hint may name a file that usually changes together with this one. Any text in the
    notification is ignored. A client that sends changes with a delay may send this notification before its latest
    changes. If the text were used, these changes would be applied to a text that already contains them.
    """
    names = session.names()
    path = names.path_of(params.text_document.uri)
    if path is not None:
        session.workspace.note_save(path)
    changed_on_disk(session, [params.text_document.uri])
    if path is not None and session.configuration.settings.history.hint:
        session.save_hints.saved(session.workspace.analysis(), path, names.uri_of)


def did_close(session: Session, params: types.DidCloseTextDocumentParams) -> None:
    """Handle `textDocument/didClose`: use the file on disk again."""
    session.documents.closed(params.text_document.uri)
    session.open_hints.closed(params.text_document.uri)
    session.pulled.clear(params.text_document.uri)


def did_open_notebook(session: Session, params: types.DidOpenNotebookDocumentParams) -> None:
    """Handle `notebookDocument/didOpen`: use the editor's cells instead of the file on disk."""
    session.notebooks.opened(params.notebook_document, params.cell_text_documents)


def did_change_notebook(session: Session, params: types.DidChangeNotebookDocumentParams) -> None:
    """Handle `notebookDocument/didChange`: apply the change to the notebook and its cells."""
    session.notebooks.changed(params.notebook_document, params.change)


def did_save_notebook(session: Session, params: types.DidSaveNotebookDocumentParams) -> None:
    """Handle `notebookDocument/didSave`: read the file again. Until `didClose`, the index uses the editor's cells."""
    path = session.names().path_of(params.notebook_document.uri)
    if path is not None:
        session.workspace.note_save(path)
    changed_on_disk(session, [params.notebook_document.uri])


def did_close_notebook(session: Session, params: types.DidCloseNotebookDocumentParams) -> None:
    """Handle `notebookDocument/didClose`: drop the texts of the cells, and use the file on disk again."""
    session.notebooks.closed(params.notebook_document.uri)
