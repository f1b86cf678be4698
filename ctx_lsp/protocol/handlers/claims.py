"""Handlers of checks: the commands `ctx-lsp.check` and `ctx-lsp.dismiss`, pull diagnostics and quick fixes."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any

from ctx_lsp.protocol.answers.claims import wire_check
from ctx_lsp.protocol.answers.quick_fixes import dismissal, quick_fix, text_edits
from ctx_lsp.protocol.diagnostics import diagnostics, range_of, result_id
from ctx_lsp.protocol.errors import ErrorCode, RequestError, invalid_params
from ctx_lsp.protocol.handlers.locations import document_target, indexed, paths_of
from ctx_lsp.protocol.handlers.notes import note_actions, note_offers, note_updates
from ctx_lsp.protocol.live_checks import Found, is_off
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.claims import CheckParams, DismissParams, WireCheck, WireDismissal
from ctx_lsp.protocol.routes import Call, capture_nothing
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.transport.inbox import on_loop
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import (
    CLAIM_KINDS,
    Analysis,
    CheckedClaim,
    Checks,
    Departure,
    DocumentReport,
    Notes,
    can_replace,
    removal,
)

CORRECTED_KINDS = frozenset({"symbol", "member", "line"})  # statements in which the nearest true name can be inserted


def check(call: Call[Analysis], params: CheckParams) -> WireCheck:
    """Handle `ctx-lsp.check`: return the statements of a draft, of documents or of a change, with their verdicts.

    If the parameters name none of these, all documents are checked. Raises `RequestError` if they name more than one,
    or an unknown kind of statement.
    """
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


def dismiss(session: Session, params: DismissParams) -> "Future[Any]":
    """Hide the hints about an alternative in a document. Raises `RequestError` for a URI outside the workspace."""
    path = document_target(session.names(), params.text_document.uri).path
    session.checks.dismiss((path, params.category, params.alternative))
    session.diagnostic_refresh.ask()
    return capture_nothing(session, params)


def dismissed(_: Call[Any], params: DismissParams) -> WireDismissal:
    """Handle `ctx-lsp.dismiss`, after `dismiss` has hidden the hints."""
    return WireDismissal(params.category, params.alternative)


def analysis_if_checked(session: Session, params: object) -> "Future[Any]":
    """Capture an analysis if a check of documents is switched on, otherwise capture nothing."""
    settings = session.configuration.settings.checks
    is_on = settings.diagnostics or settings.patterns
    return session.workspace.analysis() if is_on else capture_nothing(session, params)


def document_diagnostic(call: Call[Analysis], params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    """Handle `textDocument/diagnostic`: return the false statements of a document, and hints on departures.

    Raises `RequestError` if the text has changed in the meantime; the client then asks again.
    """
    uri, checks = params.text_document.uri, call.session.checks
    checked = checked_document(call, uri)
    if checked is None:
        return types.RelatedFullDocumentDiagnosticReport([])
    source, found = checked.source, checks.findings(checked)
    if not checks.is_current(uri, source):
        raise RequestError(ErrorCode.SERVER_CANCELLED, "the document has changed meanwhile")
    on_loop(call.session.loop, call.session.note_pulled, uri, source, found)
    items = diagnostics(call.session.positions, source, found)
    now = result_id(source, items)
    if now == params.previous_result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(now)
    return types.RelatedFullDocumentDiagnosticReport(items, result_id=now)


def checked_document(call: Call[Analysis], uri: str) -> Found | None:
    """Return the results of the checks of a document, or None if it is not checked.

    Notebooks, files outside the index, and files for which the checks are switched off are not checked.
    """
    settings = call.settings.checks
    if not (settings.diagnostics or settings.patterns):  # in this case, `analysis_if_checked` has captured nothing
        return None
    place = indexed(call, uri)
    if place is None or place.cell is not None or is_off(call.settings, place.path):
        return None
    is_checked = Checks.of(call.captured).is_checked(place.path, with_code=True)
    return call.session.checks.found(call.captured, place.path, call.token) if is_checked else None


def code_action(call: Call[Analysis], params: types.CodeActionParams) -> list[types.CodeAction]:
    """Handle `textDocument/codeAction`: return fixes for the false statements in a range, and actions for notes."""
    return [*_quick_fixes(call, params), *note_offers(call, params)]


def _quick_fixes(call: Call[Analysis], params: types.CodeActionParams) -> list[types.CodeAction]:
    asked, uri = params.context.only, params.text_document.uri
    checked = checked_document(call, uri) if asked is None or types.CodeActionKind.QuickFix in asked else None
    if checked is None:
        return []
    source = checked.source
    first, last = (call.session.positions.offset(source, each) for each in (params.range.start, params.range.end))
    findings = call.session.checks.findings(checked)
    touched = [one for one in findings if _touches(range_of(one), first, last)]
    dismissals = [dismissal(call.session, uri, source, one) for one in touched if isinstance(one, Departure)]
    if checked.report is None:
        return dismissals
    false = [one for one in findings if isinstance(one, CheckedClaim)]
    return [*_mendings(call, uri, checked.report, [one for one in false if one in touched], false), *dismissals]


def _touches(place: tuple[int, int], first: int, last: int) -> bool:
    return place[0] <= last and first <= place[1]


def _mendings(
    call: Call[Analysis],
    uri: str,
    report: DocumentReport,
    touched: Sequence[CheckedClaim],
    false: Sequence[CheckedClaim],
) -> list[types.CodeAction]:
    """Return the actions that mend the statements `touched`. `false` holds all false statements of the document."""
    corrections = [action for one in touched for action in _corrections(call, uri, report.source, one)]
    about_notes = [
        action
        for path, mended in _by_note(report.path, touched).items()
        for action in note_actions(call, path, report.source, mended)
    ]
    if not any(one.claim.kind == "note" for one in touched):  # these have the action already
        about_notes += _updates_of_text(call, report, touched)
    return [*corrections, *about_notes, *_removals(call, uri, report, touched, false)]


def _updates_of_text(
    call: Call[Analysis], report: DocumentReport, touched: Iterable[CheckedClaim]
) -> Iterator[types.CodeAction]:
    """Yield the action that updates the document, if the document is a note whose text contains false statements."""
    false = [one for one in touched if one.claim.kind != "note"]
    note = Notes(call.captured).find(report.path) if false else None
    if note is not None:
        yield from note_updates(call, note, report.source, false)


def _by_note(path: str, found: Iterable[CheckedClaim]) -> dict[str, list[CheckedClaim]]:
    """Group the statements about notes in the document at `path` by the path of the note.

    The note is the document itself if a statement names no other note.
    """
    notes: dict[str, list[CheckedClaim]] = {}
    for one in found:
        if one.claim.kind == "note":
            notes.setdefault(one.claim.object or path, []).append(one)
    return notes


def _corrections(call: Call[Analysis], uri: str, source: SourceText, one: CheckedClaim) -> Iterator[types.CodeAction]:
    """Yield an action that replaces the wrong name or line in a statement with the nearest true one, if any."""
    nearest, kind = one.judgement.nearest, one.claim.kind
    start, end = one.claim.target
    if nearest is None or kind not in CORRECTED_KINDS or not can_replace(source.slice(start, end), nearest):
        return
    title = f"Update the line reference to {nearest}" if kind == "line" else f"Rename to {nearest}"
    edit = text_edits(call.session, uri, source, [(start, end, nearest)])
    if edit is not None:
        yield quick_fix(call.session, title, source, [one], edit)


def _removals(
    call: Call[Analysis],
    uri: str,
    report: DocumentReport,
    touched: Sequence[CheckedClaim],
    false: Sequence[CheckedClaim],
) -> Iterator[types.CodeAction]:
    """Yield one action for each sentence or list item that contains statements from `touched`.

    The action removes the sentence or item. No action is offered if the sentence or item contains anything but false
    statements, or if it cannot be removed safely.
    """
    ranges = [(one.claim.start, one.claim.end) for one in false]
    for sentence in report.sentences:
        inside = [one for one in touched if sentence.start <= one.claim.start and one.claim.end <= sentence.end]
        found = removal(report.source, sentence, ranges) if inside else None
        edit = text_edits(call.session, uri, report.source, [(found.start, found.end, "")]) if found else None
        if found is not None and edit is not None:
            yield quick_fix(call.session, f"Remove the {found.what}", report.source, inside, edit)
