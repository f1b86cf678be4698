"""Handlers of the commands `ctx-lsp.remember` and `ctx-lsp.recall`."""

from lsprotocol import types

from ctx_lsp.protocol.answers.notes import wire_recall
from ctx_lsp.protocol.messages.notes import RecallParams, RememberParams, WireNewNote, WireRecall
from ctx_lsp.protocol.routes import Call
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.transport.inbox import on_loop
from ctx_lsp.workspace import Analysis, NewNote, NoteQuery, Notes


def remember(call: Call[Analysis], params: RememberParams) -> WireNewNote:
    """Handle `ctx-lsp.remember`: draft a note, and ask the editor to create its file."""
    new = NewNote(
        type=params.type,
        text=params.text,
        about=params.about,
        reason=params.reason,
        category=params.category,
        scope=params.scope,
        supersedes=params.supersedes,
        source="agent" if call.asked_by else "person",
        state="proposed" if params.proposed or call.asked_by else "accepted",
    )
    draft = Notes(call.captured).draft(new)
    uri = call.names.uri_of(draft.path)
    sent = params.apply and call.session.support.creates_files
    if sent:
        on_loop(call.session.loop, _create, call.session, uri, draft.text)
    return WireNewNote(uri, draft.text, sent)


def recall(call: Call[Analysis], params: RecallParams) -> WireRecall:
    """Handle `ctx-lsp.recall`: return notes with verdicts."""
    query = NoteQuery(params.query, params.symbol or "", params.types, params.limit, params.replaced)
    return wire_recall(call, Notes(call.captured).recall(query, call.token))


def _create(session: Session, uri: str, text: str) -> None:
    """Ask the editor to create a file with a text, in one edit that the user can undo."""
    start = types.Position(0, 0)
    changes: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = [
        types.CreateFile(uri, options=types.CreateFileOptions(overwrite=False, ignore_if_exists=False)),
        types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(uri), [types.TextEdit(types.Range(start, start), text)]
        ),
    ]
    edit = types.WorkspaceEdit(document_changes=changes)
    session.client.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit, "Add a note"))
