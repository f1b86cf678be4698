"""Handler of the command that checks what documents say about the code. `diagnostics` reports it in the editor."""

from ctx_lsp.protocol.answers.claims import wire_check
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.handlers.locations import document_target, paths_of
from ctx_lsp.protocol.messages.claims import CheckParams, WireCheck
from ctx_lsp.protocol.routes import Call
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import CLAIM_KINDS, Analysis, Checks


def check(call: Call[Analysis], params: CheckParams) -> WireCheck:
    """Handle `ctx-lsp.check`: return the statements of a draft, of documents or of a change, with their verdicts."""
    given = [one for one in (params.text, params.text_document, params.files, params.diff) if one is not None]
    if len(given) > 1:
        raise invalid_params("give at most one of text, textDocument, files and diff")
    unknown = [one for one in params.kinds if one not in CLAIM_KINDS]
    if unknown:
        raise invalid_params(f"unknown kind {unknown[0]!r}; kinds: {', '.join(CLAIM_KINDS)}")
    checks = Checks.of(call.captured)
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
    return wire_check(call, reports, params.previous)
