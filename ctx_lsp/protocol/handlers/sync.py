"""Notifications about texts: open documents, saved files, files changed on disk."""

from lsprotocol import types

from ctx_lsp.protocol.convert import uri_to_path
from ctx_lsp.protocol.session import Session


def did_open(session: Session, params: types.DidOpenTextDocumentParams) -> None:
    """`textDocument/didOpen`."""
    session.documents.opened(params.text_document)


def did_change(session: Session, params: types.DidChangeTextDocumentParams) -> None:
    """`textDocument/didChange`."""
    session.documents.changed(params.text_document.uri, params.content_changes)


def did_close(session: Session, params: types.DidCloseTextDocumentParams) -> None:
    """`textDocument/didClose`."""
    session.documents.closed(params.text_document.uri)


def did_save(session: Session, params: types.DidSaveTextDocumentParams) -> None:
    """`textDocument/didSave`: the file on disk is new; while it is open, its buffer counts anyway."""
    _changed_on_disk(session, [params.text_document.uri])


def did_change_watched_files(session: Session, params: types.DidChangeWatchedFilesParams) -> None:
    """`workspace/didChangeWatchedFiles`: files and folders created, changed and deleted."""
    _changed_on_disk(session, [change.uri for change in params.changes])


def _changed_on_disk(session: Session, uris: list[str]) -> None:
    files = [file for file in map(uri_to_path, uris) if file is not None]
    paths = [path for path in map(session.workspace.workspace_path, files) if path is not None]
    if paths:
        session.workspace.files_changed(paths)
    if session.configuration.files_changed(files):
        session.workspace.set_settings(session.configuration.settings)
