"""The items of a pack: what it shows or names of each candidate, and the edges between them. Nothing is chosen here."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.detail.layout import FileLayout
from ctx_lsp.packing.detail.levels import Rung
from ctx_lsp.packing.detail.lines import Lines, covers, text_of
from ctx_lsp.packing.formats.tokens import count_by_lines
from ctx_lsp.packing.model import Encoding, PackEdge, PackItem
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.secrets import is_secret


def items_of(
    layouts: Mapping[str, FileLayout], candidates: Sequence[Candidate], encoding: Encoding
) -> tuple[PackItem, ...]:
    """Return an item for every candidate that the pack shows or names, in the order of the pack's text."""
    order = {path: place for place, path in enumerate(layouts)}
    unframed = {path: layout.unframed for path, layout in layouts.items()}
    present = [one for one in candidates if one.item.path in layouts]
    readable = [(c, rung) for c in present if (rung := _level(layouts[c.item.path], unframed[c.item.path], c))]
    readable.sort(key=lambda one: (order[one[0].item.path], one[0].item.start, -one[0].item.end, one[0].key))
    return tuple(_item(layouts[candidate.item.path], candidate, rung, encoding) for candidate, rung in readable)


def _level(layout: FileLayout, unframed: Lines, candidate: Candidate) -> Rung | None:
    """Return the highest level at which a candidate can be read. Lines that were added for other symbols count too.

    A part of a candidate does not count if it can be read only with the lines that declare what other symbols are
    inside of: `unframed` holds the lines without these. If the candidate is only named, return the level at which it is
    named. If it is not even named, return None.
    """
    visible = [layout.visible(rung) for rung in candidate.ladder]
    read = [rung for rung in visible if layout.reads(rung) and (rung is visible[-1] or covers(unframed, rung.lines))]
    taken = [rung for one, rung in layout.shown if one is candidate]
    return read[-1] if read else taken[0] if taken else None


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
        tokens=count_by_lines(text, encoding),
        text=text,
    )


def edges_between(snapshot: Snapshot, items: Sequence[PackItem]) -> tuple[PackEdge, ...]:
    """Return the edges between the symbols of the items."""
    packed = {one.item.symbol for one in items}
    edges = [edge for symbol in packed if symbol for edge in snapshot.graph.outgoing(symbol) if edge.target in packed]
    return tuple(PackEdge(edge.source, edge.target, edge.kind, edge.confidence) for edge in sorted(edges))
