"""Handlers of the commands about notes, and the code actions that write, confirm, update and delete them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import astuple
from typing import Any

from ctx_lsp.protocol.answers.notes import wire_proposal, wire_recall, wire_update
from ctx_lsp.protocol.answers.quick_fixes import quick_fix, text_edits
from ctx_lsp.protocol.handlers.locations import document_target, indexed, offset_at
from ctx_lsp.protocol.live_checks import shows_statements
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.notes import (
    ProposeParams,
    RecallParams,
    RememberParams,
    UpdateParams,
    WireNewNote,
    WireNoteUpdate,
    WireProposals,
    WireRecall,
)
from ctx_lsp.protocol.routes import Call
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.transport.inbox import on_loop
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import (
    Analysis,
    BadRequest,
    CheckedClaim,
    JudgedNote,
    NewNote,
    NoteEdit,
    NoteQuery,
    Notes,
    ProposalQuery,
    note_beginnings,
    qualname_of,
    with_edits,
)


def remember(call: Call[Analysis], params: RememberParams) -> WireNewNote:
    """Handle `ctx-lsp.remember`: draft a note, and ask the editor to create its file if `params.apply` is true.

    An editor that cannot create files is not asked.
    """
    new = NewNote(
        type=params.type,
        text=params.text,
        about=(*params.about, *_pointed_at(call, params)),
        reason=params.reason,
        category=params.category,
        scope=params.scope,
        supersedes=params.supersedes,
        source=params.source,
        state="proposed" if params.proposed else "accepted",
    )
    notes = Notes(call.captured)
    draft = notes.draft(new)
    uri = call.names.uri_of(draft.path)
    sent = params.apply and call.session.support.creates_files
    if sent:
        on_loop(call.session.loop, _create, call.session, uri, draft.text)
    if not params.proposed:
        call.session.agents.accept(params.text)
    if draft.warnings:
        on_loop(call.session.loop, _warn, call.session, draft.warnings)
    (false,) = notes.contradictions([draft], call.token)
    return WireNewNote(uri, draft.text, sent, false, False, draft.warnings)


def update(call: Call[Analysis], params: UpdateParams) -> WireNoteUpdate:
    """Handle `ctx-lsp.update`: return the edits that adapt a note to the current code.

    If `params.apply` is true and the editor can apply edits, ask it to apply them and to show the note.
    """
    notes = Notes(call.captured)
    note = notes.named(params.note)
    found, source = notes.updated(note, call.token), call.captured.snapshot.files[note.path].source
    session, uri = call.session, call.names.uri_of(note.path)
    edit = text_edits(session, uri, source, map(astuple, found.edits))
    if edit is None:
        raise BadRequest(f"{note.path} has just changed: try again")
    place = session.positions.range(edited_text(source, found.edits), found.start, found.end)
    sent = params.apply and session.support.applies_edits
    if sent:
        on_loop(session.loop, _apply, session, uri, edit if found.edits else None, place)
    return wire_update(call, uri, source, found, place, sent=sent)


def recall(call: Call[Analysis], params: RecallParams) -> WireRecall:
    """Handle `ctx-lsp.recall`: return the notes about a symbol or file, or all notes, with their verdicts.

    If the parameters contain a question, the notes that answer it come first.
    """
    target = params.symbol or next(iter(_pointed_at(call, params)), "")
    query = NoteQuery(params.query, target, params.types, params.limit, params.replaced)
    return wire_recall(call, Notes(call.captured).recall(query, call.token))


def propose(call: Call[Analysis], params: ProposeParams) -> WireProposals:
    """Handle `ctx-lsp.propose`: return the notes proposed by agents, then those from commits and documents."""
    of_agents = call.session.agents.proposals()
    found = Notes(call.captured).proposals(ProposalQuery(params.limit, params.commits), call.token)
    listed = (*of_agents, *map(wire_proposal, found.notes))[: params.limit]
    return WireProposals(call.captured.revision, listed, found.warnings)


def note_actions(
    call: Call[Analysis], path: str, marked: SourceText, mended: Sequence[CheckedClaim]
) -> Iterator[types.CodeAction]:
    """Yield the quick fixes for an outdated note: to confirm it, and to update or delete it if the client can.

    `mended` holds the refuted claims that the fixes resolve. They are in the document whose text is `marked`.
    """
    session, uri, source = call.session, call.names.uri_of(path), call.captured.source(path)
    notes = Notes(call.captured)
    note = notes.find(path)
    if note is None:
        return
    edits, title = notes.confirmed(note), notes.label(note)
    edit = text_edits(session, uri, source, map(astuple, edits)) if edits and source is not None else None
    if edit is not None:
        yield quick_fix(session, f"Confirm {title}", marked, mended, edit)
    yield from note_updates(call, note, marked, mended)
    if session.support.deletes_files:
        deletion = types.WorkspaceEdit(document_changes=[types.DeleteFile(uri)])
        yield quick_fix(session, f"Delete {title}", marked, mended, deletion)


def note_updates(
    call: Call[Analysis], note: JudgedNote, marked: SourceText, mended: Sequence[CheckedClaim]
) -> Iterator[types.CodeAction]:
    """Yield the quick fix that updates a note, if the client can make edits that the server sends."""
    if call.session.support.applies_edits:
        title = f"Update {Notes(call.captured).label(note)}"
        command = types.Command(title, "ctx-lsp.update", arguments=[{"note": note.path}])
        yield quick_fix(call.session, title, marked, mended, command)


def note_offers(call: Call[Analysis], params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield actions that begin a note about the symbol at the start of a range, or about its file.

    They are offered only if the user asks for actions; otherwise the editor would mark every line. If the document is
    itself a note, yield other actions: one that accepts the note if it is only proposed, and one that updates the note
    if it is outdated and no diagnostic already offers the update.
    """
    place = indexed(call, params.text_document.uri) if params.context.only is None else None
    note = Notes(call.captured).find(place.path) if place is not None else None
    if note is not None:
        yield from _acceptance(call, note)
        source = call.captured.source(note.path)
        is_shown = shows_statements(call.settings, note.path) and "note" not in call.settings.checks.off
        is_marked = note.verdict != "moved" and is_shown  # a diagnostic has the action
        if note.verdict != "fresh" and not is_marked and source is not None:
            yield from note_updates(call, note, source, ())
        return
    is_asked = params.context.trigger_kind is types.CodeActionTriggerKind.Invoked
    if place is None or not is_asked or not call.session.support.creates_files:
        return
    symbol = call.captured.symbol_at(place.path, offset_at(call, place, params.range.start))
    name = qualname_of(symbol) if symbol else place.path
    for kind, text in note_beginnings(name).items():
        argument = {"type": kind, "text": text, "about": [symbol or place.path]}
        command = types.Command(f"Record a {kind}", "ctx-lsp.remember", arguments=[argument])
        yield types.CodeAction(f"Record a {kind} about {name}", command=command)


def _acceptance(call: Call[Analysis], note: JudgedNote) -> Iterator[types.CodeAction]:
    source = call.captured.source(note.path)
    edits = Notes(call.captured).confirmed(note) if note.note.state == "proposed" else None
    if edits and source is not None:
        edit = text_edits(call.session, call.names.uri_of(note.path), source, map(astuple, edits))
        if edit is not None:
            yield types.CodeAction(f"Accept {Notes(call.captured).label(note)}", edit=edit)


def _pointed_at(call: Call[Analysis], params: RememberParams | RecallParams) -> list[str]:
    """Return the symbol at the position, or the file if there is none; empty if the parameters name no document."""
    if params.text_document is None:
        return []
    place = document_target(call.names, params.text_document.uri)
    symbol = call.captured.symbol_at(place.path, offset_at(call, place, params.position)) if params.position else None
    return [symbol or place.path]


def edited_text(source: SourceText, edits: Iterable[NoteEdit]) -> SourceText:
    """Return the text of a note with `edits` applied. `source` is its text before the edits."""
    return SourceText(with_edits(source.data, edits))


def _apply(session: Session, uri: str, edit: types.WorkspaceEdit | None, place: types.Range) -> None:
    """Ask the editor to edit a note, and then to show a place in it."""
    if edit is None:
        _show_note(session, uri, place)
        return
    applied = session.client.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit, "Update a note"))
    applied.add_done_callback(lambda answer: _show(session, uri, answer, place))


def _warn(session: Session, warnings: Iterable[str]) -> None:
    """Show warnings to the user of the editor. Editors do not show those in the answer to `ctx-lsp.remember`."""
    for warning in warnings:
        session.client.window_show_message(types.ShowMessageParams(types.MessageType.Warning, warning))


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
    applied = session.client.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit, "Add a note"))
    applied.add_done_callback(lambda answer: _show(session, uri, answer))


def _show(session: Session, uri: str, applied: "Future[Any]", place: types.Range | None = None) -> None:
    """Ask the editor to show a note, so that the user can complete and save it.

    `applied` is the editor's answer to the request to create or edit the note. If the editor has refused that request,
    the note is not shown.
    """
    failed = applied.cancelled() or applied.exception() is not None
    result = None if failed else applied.result()  # as the client sent it
    if isinstance(result, Mapping) and result.get("applied"):
        _show_note(session, uri, place)


def _show_note(session: Session, uri: str, place: types.Range | None) -> None:
    if session.support.shows_documents:
        session.client.window_show_document(types.ShowDocumentParams(uri, take_focus=True, selection=place))
