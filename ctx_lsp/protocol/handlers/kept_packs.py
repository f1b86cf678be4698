"""Handlers of commands about earlier packs: documents, replay, history, comparisons, feedback, tasks and savings.

The commands that create packs are in `packs`.
"""

from ctx_lsp.protocol.answers.kept_packs import (
    wire_feedback_change,
    wire_pack_diff,
    wire_pack_text,
    wire_replay,
)
from ctx_lsp.protocol.answers.parts import wire_history, wire_savings
from ctx_lsp.protocol.documents.uris import pack_of_uri, pack_uri
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.kept_packs import (
    FeedbackParams,
    HistoryParams,
    PackDiffParams,
    PackTextParams,
    ReplayParams,
    SavingsParams,
    TeamTaskParams,
    WireFeedbackChange,
    WireHistory,
    WirePackDiff,
    WirePackText,
    WireReplay,
    WireSavings,
    WireTeamTask,
)  # fmt: skip
from ctx_lsp.protocol.requests import pack_options
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis


def text_document_content(
    call: Call[Analysis], params: types.TextDocumentContentParams
) -> types.TextDocumentContentResult:
    """Handle `workspace/textDocumentContent`: return the pack document at a given URI."""
    pack_id = pack_of_uri(params.uri)
    if pack_id is None:
        raise invalid_params(f"uri must be {pack_uri('ID')}, not {params.uri}")
    packs = call.session.workspace.packs
    return types.TextDocumentContentResult(packs.text(call.captured, pack_id, token=call.token).text)


def pack_text(call: Call[Analysis], params: PackTextParams) -> WirePackText:
    """Handle `ctx-lsp.packText`: return the document of the pack with a given id, and its outdated symbols.

    The command is for clients that do not support `workspace/textDocumentContent`.
    """
    packs = call.session.workspace.packs
    return wire_pack_text(packs.text(call.captured, params.pack_id, params.format, call.token))


def replay(call: Call[Analysis], params: ReplayParams) -> WireReplay:
    """Handle `ctx-lsp.replay`: repeat the request for a pack; return the new pack and how it differs from the old."""
    packs = call.session.workspace.packs
    options = None if params.options is None else pack_options(params.options, call.settings, call.names.path_of)
    return wire_replay(call, packs.replay(call.captured, params.pack_id, options, call.token, call.asked_by))


def history(call: Call[None], params: HistoryParams) -> WireHistory:
    """Handle `ctx-lsp.history`: clear the history if requested; return the packs that `ctx-lsp.replay` can repeat."""
    packs = call.session.workspace.packs
    if params.clear:
        packs.forget_recent()
    return wire_history(packs.recent(params.limit), kept=packs.keeps_history)


def pack_diff(call: Call[Analysis], params: PackDiffParams) -> WirePackDiff:
    """Handle `ctx-lsp.packDiff`: return the items that were added, removed or changed between two packs."""
    packs = call.session.workspace.packs
    return wire_pack_diff(call, packs.diff(call.captured, params.pack_id, params.against, call.token))


def feedback(call: Call[Analysis], params: FeedbackParams) -> WireFeedbackChange:
    """Handle `ctx-lsp.feedback`: record or clear verdicts, and return the change and all active verdicts."""
    packs = call.session.workspace.packs
    if params.clear:
        return wire_feedback_change(packs.clear_feedback(call.captured, params.symbol))
    if params.pack_id is None or params.symbol is None or params.verdict is None:
        raise invalid_params("packId, symbol and verdict are required, unless clear is true")
    given = params.pack_id, params.symbol, params.verdict
    return wire_feedback_change(packs.give_feedback(call.captured, *given, call.token))


def team_task(call: Call[Analysis], params: TeamTaskParams) -> WireTeamTask:
    """Handle `ctx-lsp.teamTask`: return a line for the team's task file.

    The line holds the question of a pack and the code that answers it. If the parameters name no answers, these are the
    symbols that the user has called useful or missing.
    """
    task = call.session.workspace.packs.team_task(call.captured, params.pack_id, params.answers, call.token)
    return WireTeamTask(call.names.uri_of(task.path), task.question, task.answers, task.line)


def savings(call: Call[None], params: SavingsParams) -> WireSavings:
    """Handle `ctx-lsp.savings`: return the token savings of packs by day, week and command."""
    return wire_savings(call.session.workspace.savings(params.days))
