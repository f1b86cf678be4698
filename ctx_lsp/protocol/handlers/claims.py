"""Handlers of the check of statements about code: the command, and the corrections of false statements.

`diagnostics` shows the false statements in the editor.
"""

from lsprotocol import types

from ctx_lsp.protocol.answers.claims import wire_check
from ctx_lsp.protocol.diagnostics import diagnostic, is_off, wanted
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.handlers.locations import document_target, indexed, paths_of
from ctx_lsp.protocol.messages.claims import CheckParams, WireCheck
from ctx_lsp.protocol.routes import Call
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import CLAIM_KINDS, Analysis, CheckedClaim, Checks, DocumentReport, can_replace

CORRECTED_KINDS = frozenset({"symbol", "member", "line"})  # those whose nearest true text can stand in the same place


def check(call: Call[Analysis], params: CheckParams) -> WireCheck:
    """Handle `ctx-lsp.check`: return the statements of a draft, of documents or of a change, with their verdicts."""
    given = [one for one in (params.text, params.text_document, params.files, params.diff) if one is not None]
    if len(given) > 1:
        raise invalid_params("give at most one of text, textDocument, files and diff")
    unknown = [one for one in params.kinds if one not in CLAIM_KINDS]
    if unknown:
        raise invalid_params(f"unknown kind {unknown[0]!r}; kinds: {', '.join(CLAIM_KINDS)}")
    checks = Checks.of(call.captured)
    reports: tuple[DocumentReport, ...]
    if params.text is not None:
        reports = (checks.draft(SourceText(params.text.encode("utf-8", "replace")), params.kinds, call.token),)
    elif params.text_document is not None:
        path = document_target(call.names, params.text_document.uri).path
        reports = (checks.document(path, params.kinds, call.token),)
    elif params.diff is not None:
        reports = checks.diff(params.diff, params.kinds, call.token)
    else:
        paths = paths_of(call.names, params.files) if params.files is not None else ()
        reports = checks.documents(paths, None, params.kinds, call.token)
    return wire_check(call, reports, checks.warnings, params.previous)


def code_action(call: Call[Analysis], params: types.CodeActionParams) -> list[types.CodeAction]:
    """Handle `textDocument/codeAction`: return the corrections of the false statements in a range."""
    place = indexed(call, params.text_document.uri)
    asked = params.context.only
    if place is None or place.cell is not None or (asked is not None and types.CodeActionKind.QuickFix not in asked):
        return []
    source = call.captured.source(place.path)
    checks = Checks.of(call.captured)
    if source is None or is_off(call.settings, place.path) or not checks.is_checked(place.path, with_code=True):
        return []
    first, last = (call.session.positions.offset(source, each) for each in (params.range.start, params.range.end))
    inputs = source, call.captured.revision, call.settings
    known = call.session.diagnostics.false_statements(params.text_document.uri, *inputs)
    found = wanted(checks.document(place.path, (), call.token), call.settings) if known is None else known
    touched = (one for one in found if one.claim.start <= last and first <= one.claim.end)
    return [action for one in touched for action in _corrections(call, params.text_document.uri, source, one)]


def _corrections(call: Call[Analysis], uri: str, source: SourceText, one: CheckedClaim) -> list[types.CodeAction]:
    positions, nearest = call.session.positions, one.judgement.nearest
    kind = one.claim.kind
    start, end = one.claim.target
    if nearest is None or kind not in CORRECTED_KINDS or not can_replace(source.slice(start, end), nearest):
        return []
    title = f"Update the line reference to {nearest}" if kind == "line" else f"Rename to {nearest}"
    edit = types.TextEdit(positions.range(source, start, end), nearest)
    return [
        types.CodeAction(
            title=title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic(positions, source, one)],
            edit=types.WorkspaceEdit(changes={uri: [edit]}),
        )
    ]
