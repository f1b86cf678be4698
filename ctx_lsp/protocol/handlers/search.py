"""Handlers of the commands `ctx-lsp.search`, `ctx-lsp.publishedText` and `ctx-lsp.explain`."""

from ctx_lsp.protocol.answers.parts import wire_explanation
from ctx_lsp.protocol.answers.search import wire_search_answer
from ctx_lsp.protocol.messages.search import (
    ExplainParams,
    PublishedTextParams,
    SearchParams,
    WireExplanation,
    WirePublishedText,
    WireSearchAnswer,
)
from ctx_lsp.protocol.requests import DEFAULT_OPTIONS, pack_options, search_request
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis, SharingError


def search(call: Call[Analysis], params: SearchParams) -> WireSearchAnswer:
    """Handle `ctx-lsp.search`: return ranked results."""
    request = search_request(params, call.settings)
    answer = call.captured.search(request, call.token)
    return wire_search_answer(call, answer, call.captured.past.commits_since(request.filter, answer.items, call.token))


def published_text(call: Call[None], params: PublishedTextParams) -> WirePublishedText:
    """Handle `ctx-lsp.publishedText`: return the text of a result that is not in the workspace."""
    try:
        text = call.session.workspace.sharing.text(params.repository, params.revision, params.path)
    except SharingError as error:
        return WirePublishedText(None, f"The text cannot be read: {error}.")
    if text is None:
        return WirePublishedText(None, f"The text of {params.path} was not published with this revision.")
    return WirePublishedText(text.decode("utf-8", "replace"), "")


def explain(call: Call[Analysis], params: ExplainParams) -> WireExplanation:
    """Handle `ctx-lsp.explain`: explain why a symbol is, or is not, in the answer to a question.

    Also explain why the symbol is, or is not, in the pack that the parameters name, or else in a pack with the options
    from the settings.
    """
    packs = call.session.workspace.packs
    options = pack_options(DEFAULT_OPTIONS, call.settings)
    pack = None
    if params.pack_id is not None:
        pack, options = packs.shown(call.captured, params.pack_id, call.token)
    analysis = packs.with_feedback(call.captured)
    return wire_explanation(analysis.explain(params.query, params.symbol, options, call.token, pack))
