"""The custom commands that ask for code: search, packs, explain; and dump. Dependence is in `graph`."""

from dataclasses import fields, replace
from functools import partial
from typing import TypeVar

from lsprotocol import types
from msgspec import UnsetType, structs

from ctx_lsp.packing.model import PackOptions
from ctx_lsp.protocol import messages
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.handlers.places import indexed, locate, offset_at, paths_of, symbol_meant
from ctx_lsp.protocol.routes import Call
from ctx_lsp.protocol.shapes import Json, shape
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.workspace import (
    Analysis,
    DiffRequest,
    FilesRequest,
    PackRequest,
    QueryRequest,
    SymbolRequest,
    usual_options,
)

T = TypeVar("T")

_USUAL = messages.Options()
_SAID = tuple(option.name for option in fields(PackOptions) if option.name != "filter")
_ASKED_OUTSIDE = "The document that this was asked from is not in the index, so nothing of it comes first."


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
    at = types.Range(params.position, params.position) if params.position else None
    where = params.selection or at
    if params.text_document is None:
        if where is not None:
            raise invalid_params("textDocument is required with position or selection")
        return _packed(call, QueryRequest(params.query), params.options)
    place = indexed(call, params.text_document.uri)
    if place is None:  # a log, a settings file, a file of another project: the question is as good as elsewhere
        return _packed(call, QueryRequest(params.query), params.options, (_ASKED_OUTSIDE,))
    start, end = (offset_at(call, place, one) for one in (where.start, where.end)) if where else (0, 0)
    here = call.captured.selected(place.path, start, end)
    options = params.options
    if start != end and options.cursor == "auto":  # a selection is made on purpose
        options = structs.replace(options, cursor="on")
    return _packed(call, QueryRequest(params.query, here), options)


def context_at(call: Call[Analysis], params: messages.ContextAtParams) -> object:
    """`ctx-lsp.contextAt`: a pack for a symbol, given by name or by place."""
    symbol = call.captured.symbol_named(symbol_meant(call, params))
    return _packed(call, SymbolRequest(symbol), params.options)


def context_for_files(call: Call[Analysis], params: messages.ContextForFilesParams) -> object:
    """`ctx-lsp.contextForFiles`: a pack about all that is in some files."""
    return _packed(call, FilesRequest(tuple(paths_of(call.names, params.files))), params.options)


def context_for_diff(call: Call[Analysis], params: messages.ContextForDiffParams) -> object:
    """`ctx-lsp.contextForDiff`: a pack about what has changed."""
    if params.base is not None and params.diff is not None:
        raise invalid_params("base and diff cannot be used together")
    return _packed(call, DiffRequest(params.base or "HEAD", params.diff), params.options)


def explain(call: Call[Analysis], params: messages.ExplainParams) -> object:
    """`ctx-lsp.explain`: why a symbol is, or is not, in the answer."""
    informed = call.session.workspace.packs.informed(call.captured)
    return _shaped(call, informed.explain(params.query, params.symbol, call.token, pack_options(call)))


def dump(call: Call[Analysis], params: messages.DumpParams) -> object:
    """`ctx-lsp.dump`: what the index holds, by digest: a means of checking that it equals a fresh build."""
    return shape(call.captured.dump(params.paths, call.token))


def _packed(
    call: Call[Analysis], request: PackRequest, given: messages.Options, warnings: tuple[str, ...] = ()
) -> Json:
    pack = call.session.workspace.packs.ask(call.captured, request, pack_options(call, given), call.token)
    return _shaped(call, replace(pack, warnings=warnings + pack.warnings))


def _shaped(call: Call[Analysis], answer: object) -> Json:
    return shape(answer, partial(locate, call))


def _filter(given: messages.Filter) -> ResultFilter:
    return ResultFilter(given.languages, given.kinds, given.include, given.exclude, given.tests)


def pack_options(call: Call[Analysis], given: messages.Options = _USUAL) -> PackOptions:
    """How a pack is made: as it was asked for, else as the settings have it."""
    said = {name: value for name in _SAID if not isinstance(value := getattr(given, name), UnsetType)}
    return replace(usual_options(call.settings), filter=_filter(given.filter), **said)


def _either(given: T | UnsetType, usual: T) -> T:
    return usual if isinstance(given, UnsetType) else given
