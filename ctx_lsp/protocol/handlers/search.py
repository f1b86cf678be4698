"""Handlers of the commands `ctx-lsp.search` and `ctx-lsp.explain`."""

from ctx_lsp.protocol.answers.parts import wire_explanation
from ctx_lsp.protocol.answers.search import wire_search_answer
from ctx_lsp.protocol.messages.search import ExplainParams, SearchParams, WireExplanation, WireSearchAnswer
from ctx_lsp.protocol.requests import DEFAULT_OPTIONS, pack_options, search_request
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis


def search(call: Call[Analysis], params: SearchParams) -> WireSearchAnswer:
    """Handle `ctx-lsp.search`: return ranked results."""
    request = search_request(params, call.settings)
    answer = call.captured.search(request, call.token)
    return wire_search_answer(call, answer, call.captured.past.commits_since(request.filter, answer.items, call.token))


def explain(call: Call[Analysis], params: ExplainParams) -> WireExplanation:
    """Handle `ctx-lsp.explain`: explain why a symbol is, or is not, in the answer to a question."""
    packs = call.session.workspace.packs
    options = pack_options(DEFAULT_OPTIONS, call.settings)
    pack = None
    if params.pack_id is not None:
        pack, options = packs.shown(call.captured, params.pack_id, call.token)
    analysis = packs.with_feedback(call.captured)
    return wire_explanation(analysis.explain(params.query, params.symbol, options, call.token, pack))
