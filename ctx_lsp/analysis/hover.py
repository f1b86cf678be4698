"""The hover card: what a symbol is and how it hangs together, in a few lines of Markdown."""

from collections import Counter

from ctx_lsp.index.entry import Definition
from ctx_lsp.index.snapshot import Snapshot

_FENCE = "```"


def hover_card(snapshot: Snapshot, definition: Definition, tokens: int) -> str:
    """Signature, first line of documentation, counts of callers, callees and tests, and what its text costs."""
    symbol, span = snapshot.files[definition.path].symbol(definition.index)
    incoming = Counter(edge.kind for edge in snapshot.graph.incoming(definition.id))
    outgoing = Counter(edge.kind for edge in snapshot.graph.outgoing(definition.id))
    lines = [f"{_FENCE}{definition.language}\n{symbol.signature.replace(_FENCE, '')}\n{_FENCE}"]
    first = span.doc.strip().partition("\n")[0]
    if first:
        lines.append(first)
    lines.append(
        f"{_count(incoming['calls'], 'caller')} · {_count(outgoing['calls'], 'callee')} · "
        f"{_count(incoming['tests'], 'test')} · {tokens} tokens"
    )
    return "\n\n".join(lines)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
