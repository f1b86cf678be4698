"""Renders the hover card of a symbol in Markdown: signature, documentation, usage counts and context size."""

from collections import Counter
from collections.abc import Sequence

from ctx_lsp.base.counted import counted
from ctx_lsp.graph.entry import Definition
from ctx_lsp.packing.formats.render import code
from ctx_lsp.packing.model import Pack
from ctx_lsp.patterns import patterns_of
from ctx_lsp.retrieval.gaps import index_gaps
from ctx_lsp.snapshot.dynamic_dispatch import USING, Dispatch
from ctx_lsp.snapshot.snapshot import Snapshot

_FENCE = "```"


def hover_card(snapshot: Snapshot, definition: Definition, pack: Pack, notes: Sequence[str] = ()) -> str:
    """Render the signature, summary and patterns, the numbers of callers, callees and tests, and the size of `pack`."""
    symbol, span = snapshot.files[definition.path].symbol(definition.index)
    incoming = Counter(use.kind for use in Dispatch(snapshot).incoming(definition.id))
    outgoing = Counter(edge.kind for edge in snapshot.graph.outgoing(definition.id))
    lines = [f"{_FENCE}{definition.language}\n{symbol.signature.replace(_FENCE, '')}\n{_FENCE}"]
    paragraph = " ".join(span.doc.strip().partition("\n\n")[0].split())
    if paragraph:
        lines.append(paragraph)
    users = sum(incoming[kind] for kind in USING)
    called = f"used {users:,}×" if users and not incoming["calls"] else counted(incoming["calls"], "caller")
    lines.append(f"{called} · {counted(outgoing['calls'], 'callee')} · {counted(incoming['tests'], 'test')}")
    for name, roles in _patterns(snapshot, definition).items():
        lines.append(f"{name}: {', '.join(roles)}")
    lines.extend(map(code, notes))
    lines.append(f"Context pack: {counted(len(pack.items), 'symbol')}, {counted(pack.tokens.used, 'token')}")
    return "\n\n".join((*lines, *index_gaps(snapshot, by_meaning=False)))


def _patterns(snapshot: Snapshot, definition: Definition) -> dict[str, dict[str, None]]:
    """Return the patterns that a symbol takes part in, with the symbol's roles in each pattern."""
    found: dict[str, dict[str, None]] = {}
    for one in patterns_of(snapshot, definition):
        found.setdefault(one.pattern.capitalize(), {})[one.role] = None
    return found
