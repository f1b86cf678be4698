"""Conversion of search results to wire types. Explanations contain no locations and are converted in `parts`."""

from collections.abc import Mapping, Sequence

from ctx_lsp.protocol.answers.locations import remote_location, wire_location
from ctx_lsp.protocol.answers.parts import wire_coverage, wire_query, wire_symbol_commits
from ctx_lsp.protocol.messages.search import WireItem, WireSearchAnswer
from ctx_lsp.protocol.routes import Call
from ctx_lsp.retrieval.model import Item, SearchAnswer
from ctx_lsp.workspace import Analysis, SymbolCommit


def wire_search_answer(
    call: Call[Analysis], answer: SearchAnswer, commits: Mapping[str, Sequence[SymbolCommit]]
) -> WireSearchAnswer:
    """Convert ranked results to their wire type, with the commits that changed them, keyed by symbol or path."""
    items = tuple(_item(call, item) for item in answer.items)
    keys = {item.path: wire.uri for item, wire in zip(answer.items, items, strict=True) if item.symbol is None}
    return WireSearchAnswer(
        revision=answer.revision,
        query=wire_query(answer.query),
        items=items,
        coverage=wire_coverage(answer.coverage),
        timings=dict(answer.timings),
        warnings=answer.warnings,
        commits={keys.get(key, key): wire_symbol_commits(found) for key, found in commits.items()},
    )


def _item(call: Call[Analysis], item: Item) -> WireItem:
    uri, span = (
        remote_location(item, item.origin) if item.origin else wire_location(call, item.path, item.start, item.end)
    )
    return WireItem(
        uri=uri,
        range=span,
        symbol=item.symbol,
        kind=item.kind,
        language=item.language,
        signature=item.signature,
        score=item.score,
        scores=dict(item.scores),
    )
