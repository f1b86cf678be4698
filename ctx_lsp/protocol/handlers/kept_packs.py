"""Handlers of commands about earlier packs: pack documents, comparisons, feedback and token savings.

The commands that create packs are in `packs`.
"""

from lsprotocol import types

from ctx_lsp.protocol.answers.kept_packs import wire_feedback_change, wire_pack_diff, wire_pack_text
from ctx_lsp.protocol.answers.parts import wire_savings
from ctx_lsp.protocol.documents.uris import pack_of_uri, pack_uri
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.messages.kept_packs import (
    FeedbackParams,
    PackDiffParams,
    PackTextParams,
    SavingsParams,
    WireFeedbackChange,
    WirePackDiff,
    WirePackText,
    WireSavings,
)  # fmt: skip
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis


def text_document_content(
    call: Call[Analysis], params: types.TextDocumentContentParams
) -> types.TextDocumentContentResult:
    """Handle `workspace/textDocumentContent`: return the document of the pack with a given URI."""
    pack_id = pack_of_uri(params.uri)
    if pack_id is None:
        raise invalid_params(f"uri must be {pack_uri('ID')}, not {params.uri}")
    return types.TextDocumentContentResult(call.session.workspace.packs.text(call.captured, pack_id).text)


def pack_text(call: Call[Analysis], params: PackTextParams) -> WirePackText:
    """Handle `ctx-lsp.packText`: return the document of the pack with a given id, and its outdated symbols.

    The command is for clients that do not support `workspace/textDocumentContent`.
    """
    return wire_pack_text(call.session.workspace.packs.text(call.captured, params.pack_id, params.format))


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
    return wire_feedback_change(packs.give_feedback(call.captured, params.pack_id, params.symbol, params.verdict))


def savings(call: Call[None], params: SavingsParams) -> WireSavings:
    """Handle `ctx-lsp.savings`: return the token savings of packs by day, week and command."""
    return wire_savings(call.session.workspace.savings(params.days))
