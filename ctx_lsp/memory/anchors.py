"""Verdicts on the anchors of a note: whether the code that it is about is still the same."""

from dataclasses import dataclass
from typing import Literal

from ctx_lsp.base.digest import digest
from ctx_lsp.graph.entry import Definition, qualname_of
from ctx_lsp.memory.model import Anchor
from ctx_lsp.snapshot.snapshot import Snapshot

AnchorVerdict = Literal["fresh", "moved", "drifted", "orphaned"]

DIGEST_LETTERS = 16


@dataclass(frozen=True, slots=True)
class JudgedAnchor:
    """An anchor with its verdict.

    `fresh`: the code is as it was. `moved`: the same code stands elsewhere. `drifted`: the code has changed.
    `orphaned`: there is no such code. `now` is the symbol or path that the anchor means now, or "" if it is orphaned.
    """

    anchor: Anchor
    verdict: AnchorVerdict
    now: str


def anchor_of(snapshot: Snapshot, definition: Definition) -> Anchor:
    """Return an anchor to a definition as it is."""
    return Anchor(definition.id, _digest(snapshot, definition))


def judge(snapshot: Snapshot, anchor: Anchor) -> JudgedAnchor:
    """Judge an anchor. An anchor without a digest, such as a file, is fresh as long as it exists."""
    target = anchor.target
    if "::" not in target:
        return JudgedAnchor(anchor, "fresh", target) if target in snapshot.files else _orphaned(anchor)
    found = snapshot.definition(target)
    if found is not None:
        same = not anchor.digest or _digest(snapshot, found) == anchor.digest
        return JudgedAnchor(anchor, "fresh" if same else "drifted", target)
    name = qualname_of(target)
    namesakes = [one for one in snapshot.named(name.rpartition(".")[2]) if one.qualname == name]
    equal = [one for one in namesakes if _digest(snapshot, one) == anchor.digest]
    if len(equal) == 1 or (equal and len(namesakes) == len(equal)):
        return JudgedAnchor(anchor, "moved", equal[0].id)
    return JudgedAnchor(anchor, "drifted", namesakes[0].id) if len(namesakes) == 1 else _orphaned(anchor)


def _orphaned(anchor: Anchor) -> JudgedAnchor:
    return JudgedAnchor(anchor, "orphaned", "")


def _digest(snapshot: Snapshot, definition: Definition) -> str:
    """Return the digest of a definition's text without indentation and blank lines, in hexadecimal digits."""
    entry = snapshot.files[definition.path]
    span = entry.facts.spans[definition.index]
    lines = entry.source.data[span.start : span.end].split(b"\n")
    return digest(*(line for each in lines if (line := each.strip()))).hex()[:DIGEST_LETTERS]
