"""`ctx-lsp.search` and `ctx-lsp.explain`: ranked results, and the evidence for one of them."""

from ctx_lsp.protocol.answers.search import wire_explanation, wire_search_answer
from ctx_lsp.protocol.handlers.choices import either, pack_options, result_filter
from ctx_lsp.protocol.messages.search import ExplainParams, SearchParams, WireExplanation, WireSearchAnswer
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis


def search(call: Call[Analysis], params: SearchParams) -> WireSearchAnswer:
    """`ctx-lsp.search`: ranked results."""
    answer = call.captured.search(
        params.query,
        either(params.limit, call.settings.search.limit),
        result_filter(params.filter),
        either(params.rerank, call.settings.search.usual_rerank),
        call.token,
    )
    return wire_search_answer(call, answer)


def explain(call: Call[Analysis], params: ExplainParams) -> WireExplanation:
    """`ctx-lsp.explain`: why a symbol is, or is not, in the answer."""
    informed = call.session.workspace.packs.informed(call.captured)
    return wire_explanation(informed.explain(params.query, params.symbol, call.token, pack_options(call)))
