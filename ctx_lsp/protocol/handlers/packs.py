"""What can be done with packs that were given: opening them, holding them against others, adding up what they saved.

Packs are asked for in `commands`.
"""

from functools import partial

from lsprotocol import types

from ctx_lsp.protocol import messages
from ctx_lsp.protocol.documents.uris import pack_of_uri, pack_uri
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.handlers.places import locate
from ctx_lsp.protocol.routes import Call
from ctx_lsp.protocol.shapes import shape
from ctx_lsp.workspace import Analysis


def text_document_content(
    call: Call[Analysis], params: types.TextDocumentContentParams
) -> types.TextDocumentContentResult:
    """`workspace/textDocumentContent`: a pack as the document that its URI names."""
    pack_id = pack_of_uri(params.uri)
    if pack_id is None:
        raise invalid_params(f"uri must be {pack_uri('ID')}, not {params.uri}")
    return types.TextDocumentContentResult(call.session.workspace.packs.text(call.captured, pack_id).text)


def pack_text(call: Call[Analysis], params: messages.PackTextParams) -> object:
    """`ctx-lsp.packText`: the same for clients that ask for no content, and what of it is outdated."""
    answer = call.session.workspace.packs.text(call.captured, params.pack_id, params.format)
    return shape(answer) | {"uri": pack_uri(params.pack_id)}


def pack_diff(call: Call[Analysis], params: messages.PackDiffParams) -> object:
    """`ctx-lsp.packDiff`: what entered, left and changed."""
    packs = call.session.workspace.packs
    return shape(packs.diff(call.captured, params.pack_id, params.against, call.token), partial(locate, call))


def feedback(call: Call[Analysis], params: messages.FeedbackParams) -> object:
    """`ctx-lsp.feedback`: what it changed, and all that is in force."""
    packs = call.session.workspace.packs
    if params.clear:
        return shape(packs.forget(call.captured, params.symbol))
    if params.pack_id is None or params.symbol is None or params.verdict is None:
        raise invalid_params("packId, symbol and verdict are required, unless clear is true")
    return shape(packs.judge(call.captured, params.pack_id, params.symbol, params.verdict))


def savings(call: Call[None], params: messages.SavingsParams) -> object:
    """`ctx-lsp.savings`: what packs have saved, by day."""
    return shape(call.session.workspace.savings(params.days))
