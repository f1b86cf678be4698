"""The custom commands that ask for code: search, query, contextAt, explain; and dump. Dependence is in `graph`."""

from functools import partial
from typing import TypeVar

from msgspec import UnsetType

from ctx_lsp.analysis import Analysis
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.protocol import messages
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.handlers.places import locate, offset_at, place_of
from ctx_lsp.protocol.routes import Call
from ctx_lsp.protocol.shapes import Json, shape
from ctx_lsp.retrieval.model import Filter

T = TypeVar("T")


def search(call: Call[Analysis], params: messages.SearchParams) -> object:
    """`ctx-lsp.search`: ranked results."""
    answer = call.captured.search(
        params.query,
        _either(params.limit, call.settings.search.limit),
        _filter(params.filter),
        _either(params.rerank, call.settings.search.usual_rerank),
        call.token,
    )
    return _shaped(call, answer)


def query(call: Call[Analysis], params: messages.QueryParams) -> object:
    """`ctx-lsp.query`: a pack for a question, with the place in the editor it was asked from, if any."""
    if params.text_document is None:
        if params.position or params.selection:
            raise invalid_params("textDocument", "the document of the position or selection")
        return _shaped(call, call.captured.query(params.query, _options(call, params.options), call.token))
    place = place_of(call.names, params.text_document.uri)
    start, end = params.position, None
    if params.selection is not None:
        start, end = params.selection.start, params.selection.end
    pack = call.captured.query(
        params.query,
        _options(call, params.options),
        call.token,
        path=place.path,
        start=offset_at(call, place, start) if start else None,
        end=offset_at(call, place, end) if end else None,
    )
    return _shaped(call, pack)


def context_at(call: Call[Analysis], params: messages.ContextAtParams) -> object:
    """`ctx-lsp.contextAt`: a pack for the symbol under the cursor."""
    place = place_of(call.names, params.text_document.uri)
    offset = offset_at(call, place, params.position)
    return _shaped(call, call.captured.context_at(place.path, offset, _options(call, params.options), call.token))


def explain(call: Call[Analysis], params: messages.ExplainParams) -> object:
    """`ctx-lsp.explain`: why a symbol is, or is not, in the answer."""
    usual = call.settings.search.usual_rerank
    return _shaped(call, call.captured.explain(params.query, params.symbol, call.token, usual))


def dump(call: Call[Analysis], params: messages.DumpParams) -> object:
    """`ctx-lsp.dump`: what the index holds, by digest: a means of checking that it equals a fresh build."""
    return shape(call.captured.dump(params.paths, call.token))


def _shaped(call: Call[Analysis], answer: object) -> Json:
    return shape(answer, partial(locate, call))


def _filter(given: messages.Filter) -> Filter:
    return Filter(given.languages, given.kinds, given.include, given.exclude, given.tests)


def _options(call: Call[Analysis], given: messages.Options) -> PackOptions:
    usual = call.settings.pack
    return PackOptions(
        max_tokens=_either(given.max_tokens, usual.max_tokens),
        min_completeness=_either(given.min_completeness, usual.min_completeness),
        dependency_depth=_either(given.dependency_depth, usual.dependency_depth),
        include_tests=_either(given.include_tests, usual.include_tests),
        rerank=_either(given.rerank, call.settings.search.usual_rerank),
        format=_either(given.format, usual.format),
        filter=_filter(given.filter),
    )


def _either(given: T | UnsetType, usual: T) -> T:
    return usual if isinstance(given, UnsetType) else given
