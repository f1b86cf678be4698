"""Making a pack: candidates, the order of their entry, and as many steps as fit the budget by exact count.

Pure and deterministic: the same snapshot, question, results and options give the same pack, timings apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.checks import never
from ctx_lsp.base.timings import Timings
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.packing.candidates import NOTHING_GIVEN, Candidate, Given, collect
from ctx_lsp.packing.choose import Step, steps
from ctx_lsp.packing.completeness import Needs
from ctx_lsp.packing.fill import Filling
from ctx_lsp.packing.formats import FORMATS
from ctx_lsp.packing.identity import pack_id, with_grounds
from ctx_lsp.packing.layout import FileLayout
from ctx_lsp.packing.levels import Rung
from ctx_lsp.packing.lines import text_of
from ctx_lsp.packing.model import Completeness, Encoding, Pack, PackEdge, PackItem, PackOptions, PackTokens
from ctx_lsp.packing.sent import NOTHING_SENT, Sent, find_sent
from ctx_lsp.packing.tokens import count_file_tokens, count_tokens
from ctx_lsp.retrieval.model import Coverage, Item, QueryAnalysis
from ctx_lsp.retrieval.search import remarks
from ctx_lsp.text.secrets import is_secret

MAX_NAMED = 5  # places named in a warning


def make_pack(
    snapshot: Snapshot,
    query: QueryAnalysis,
    ranked: Sequence[Item],
    options: PackOptions,
    token: CancelToken,
    timings: Timings,
    given: Given = NOTHING_GIVEN,
    earlier: Sequence[PackItem] = (),
) -> Pack:
    """The pack for a question whose results are `ranked` (best first), of at most `options.max_tokens` tokens.

    What is `given` beside the results does not depend on how well anything matches. What `earlier` shows as it still
    is counts as known to the asker: it is named and not shown again. Raises `Cancelled`.
    """
    with timings.stage("expansion"):
        found, needs = collect(snapshot, ranked, options, token, given)
        candidates, sent = find_sent(snapshot, earlier, found) if earlier else (found, NOTHING_SENT)
    with timings.stage("choice"):
        filling = Filling(snapshot, query.text, needs, options, FORMATS[options.format], sent)
        taken = filling.take(steps(candidates, options.min_completeness, options.policy), token)
    with timings.stage("rendering"):
        filling, text, used = _fitting(snapshot, query, needs, options, filling, taken, sent, token)
        completeness = filling.completeness()
        items = _items(filling.layouts, candidates, options.encoding)
    with timings.stage("baseline"):
        baseline = _baseline(snapshot, filling, options.encoding, token)
    return Pack(
        pack_id=with_grounds(pack_id(query.text, options, items), sent.names),
        revision=snapshot.revision,
        query=query,
        tokens=PackTokens(used, options.max_tokens, baseline),
        completeness=completeness,
        items=items,
        edges=_edges(snapshot, items),
        coverage=Coverage(snapshot.lexical_coverage, snapshot.semantic_coverage),
        timings=timings.ms,
        warnings=(
            *remarks(snapshot),
            *_warnings(found, candidates, items, completeness, options),
            *_secrets(filling.layouts.values()),
        ),
        text=text,
    )


def _fitting(
    snapshot: Snapshot, query: QueryAnalysis, needs: Needs, options: PackOptions, filling: Filling,
    taken: list[Step], sent: Sent, token: CancelToken,
) -> tuple[Filling, str, int]:  # fmt: skip
    """The text within the budget by a count of the whole. More than one round means that a reserve was too small."""
    while True:
        text, used = filling.text(filling.completeness())
        if used <= options.max_tokens:
            return filling, text, used
        if not taken:
            return filling, "", 0
        never(True, "a pack was over its budget before its text was counted")
        taken = taken[:-1]
        filling = Filling(snapshot, query.text, needs, options, FORMATS[options.format], sent)
        filling.take(taken, token)


def _items(
    layouts: Mapping[str, FileLayout], candidates: Sequence[Candidate], encoding: Encoding
) -> tuple[PackItem, ...]:
    """Every candidate that can be read, or was named, in the order of the text."""
    order = {path: place for place, path in enumerate(layouts)}
    readable = [(c, rung) for c in candidates if c.item.path in layouts and (rung := _level(layouts[c.item.path], c))]
    readable.sort(key=lambda one: (order[one[0].item.path], one[0].item.start, -one[0].item.end, one[0].key))
    return tuple(_item(layouts[candidate.item.path], candidate, rung, encoding) for candidate, rung in readable)


def _level(layout: FileLayout, candidate: Candidate) -> Rung | None:
    """The highest level at which a candidate can be read, whichever symbol brought its lines; None for not at all."""
    read = [rung for rung in map(layout.visible, candidate.ladder) if layout.reads(rung)]
    named = [rung for one, rung in layout.shown if one is candidate]
    return read[-1] if read else named[0] if named else None


def _item(layout: FileLayout, candidate: Candidate, rung: Rung, encoding: Encoding) -> PackItem:
    secret = layout.withheld.secret
    text = text_of(layout.entry.source, rung.lines, secret) or candidate.name
    item = candidate.item
    if secret and is_secret(item.path, item.signature):
        item = replace(item, signature="")
    return PackItem(
        item=item,
        role=candidate.role,
        relation=candidate.relation,
        level=rung.level,
        tokens=count_tokens(text, encoding),
        text=text,
    )


def _edges(snapshot: Snapshot, items: Sequence[PackItem]) -> tuple[PackEdge, ...]:
    packed = {one.item.symbol for one in items}
    edges = [edge for symbol in packed if symbol for edge in snapshot.graph.outgoing(symbol) if edge.target in packed]
    return tuple(PackEdge(edge.source, edge.target, edge.kind, edge.confidence) for edge in sorted(edges))


def _baseline(snapshot: Snapshot, filling: Filling, encoding: Encoding, token: CancelToken) -> int:
    total = 0
    for path in filling.layouts:
        token.check()
        total += count_file_tokens(snapshot.files[path].source, encoding)
    return total


def _warnings(
    found: Sequence[Candidate], unsent: Sequence[Candidate], items: Sequence[PackItem], completeness: Completeness,
    options: PackOptions,
) -> tuple[str, ...]:  # fmt: skip
    if not found:
        return ("Nothing was found that could be shown.",)
    if not unsent:
        return ("All that was found has been sent before.",)
    if not items:
        return (f"Nothing that was found fits in {options.max_tokens:,} tokens.",)
    if completeness.score < options.min_completeness:
        missing = f"completeness {completeness.score:.2f} is below the {options.min_completeness:.2f} asked for"
        return (f"{missing}: see what is unresolved.",)
    return ()


def _secrets(layouts: Iterable[FileLayout]) -> tuple[str, ...]:
    """Where something is left out of the shown files because it seems to hold a secret."""
    places = [f"{one.entry.path}:{start + 1}" for one in layouts for start, _ in one.withheld.secret]
    if not places:
        return ()
    named = ", ".join(places[:MAX_NAMED]) + (", …" if len(places) > MAX_NAMED else "")
    return (f"Left out of these files is what seems to hold a secret: {named}.",)
