"""Inputs of a pack that do not come from the search: symbols at the cursor, and guidance for an edit."""

from collections.abc import Sequence
from dataclasses import replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import path_of
from ctx_lsp.packing.candidates import item_of
from ctx_lsp.packing.model import AdviceLine, PackOptions
from ctx_lsp.packing.pack_draft import PackInput
from ctx_lsp.patterns.advice import advice_for, conflict_named
from ctx_lsp.retrieval.model import Item, QueryAnalysis
from ctx_lsp.retrieval.question.deixis import points_here
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.workspace.checks import Analysed
from ctx_lsp.workspace.pack_cache import PackCache


def with_guidance(
    analysis: Analysed,
    packs: PackCache,
    inputs: PackInput,
    targets: Sequence[str],
    token: CancelToken,
    words: Sequence[str] = (),
) -> PackInput:
    """Add style documents, notes and advice for an edit of `targets`, unless the options disable guidance.

    `targets` are symbol ids or paths. The histories of the `analysis` say how long ago files changed, so that files
    that are still being changed are preferred as examples. `words` are the words of the question, if there is one.
    Raises `Cancelled`.
    """
    if not inputs.options.guidance:
        return inputs
    snapshot, paths = analysis.snapshot, tuple(dict.fromkeys(map(path_of, targets)))
    adopted = packs.adoption.at(snapshot, token, analysis.histories)
    seeds = replace(inputs.seeds, doubt=conflict_named(adopted, paths, words)) if words else inputs.seeds
    notes = (AdviceLine("note", one.text, one.path) for one in packs.notes.lines(analysis, targets, token))
    patterns = (AdviceLine("pattern", one.text, one.example) for one in advice_for(adopted, paths, words))
    return replace(inputs, style_documents=snapshot.style_documents, advice=(*notes, *patterns), seeds=seeds)


def with_cursor(
    snapshot: Snapshot, query: QueryAnalysis, ranked: tuple[Item, ...], here: Sequence[str], options: PackOptions
) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """Move the relevant symbols at the cursor to the front of the results. Also return the symbols to pin.

    A symbol at the cursor is relevant if the search found it; it then gets the score of the best result. If the
    question refers to the cursor, or the option `cursor` is `on`, all symbols at the cursor are relevant, and they are
    pinned.
    """
    present = tuple(dict.fromkeys(one for one in here if snapshot.definition(one)))
    if options.cursor == "off" or not present:
        return ranked, ()
    leading = present if options.cursor == "on" or points_here(query) else ()
    found = {item.symbol for item in ranked}
    counted = [one for one in present if leading or one in found]
    highest = ranked[0].score if ranked else 1.0
    definitions = (snapshot.definition(one) for one in counted)
    first = [item_of(snapshot, one, {"cursor": highest}) for one in definitions if one]
    return (*first, *(item for item in ranked if item.symbol not in counted)), leading
