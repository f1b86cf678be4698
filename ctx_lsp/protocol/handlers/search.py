"""`ctx-lsp.search` and `ctx-lsp.explain`: ranked results, and the explanation of one result."""

from ctx_lsp.protocol.answers.search import wire_explanation, wire_search_answer
from ctx_lsp.protocol.handlers.options import pack_options, result_filter, value_or
from ctx_lsp.protocol.messages.search import ExplainParams, SearchParams, WireExplanation, WireSearchAnswer
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis


def search(call: Call[Analysis], params: SearchParams) -> WireSearchAnswer:
    """`ctx-lsp.search`: ranked results."""
    answer = call.captured.search(
        params.query,
        value_or(params.limit, call.settings.search.limit),
        result_filter(params.filter),
        value_or(params.rerank, call.settings.search.default_rerank),
        call.token,
    )
    return wire_search_answer(call, answer)


def explain(call: Call[Analysis], params: ExplainParams) -> WireExplanation:
    """`ctx-lsp.explain`: why a symbol is, or is not, in the answer."""
    with_feedback = call.session.workspace.packs.with_feedback(call.captured)
    return wire_explanation(with_feedback.explain(params.query, params.symbol, call.token, pack_options(call)))
