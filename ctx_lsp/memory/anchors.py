"""Verdicts on the anchors of a note: whether the code that it is about is still the same."""

from collections.abc import Callable, Iterator
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


def judge(snapshot: Snapshot, anchor: Anchor, root: str, exists: Callable[[str], bool]) -> JudgedAnchor:
    """Judge an anchor of a note whose paths are relative to the folder `root`, which is "" or ends in a slash.

    An anchor without a digest is fresh as long as it exists; `exists` returns whether there is a file or folder at a
    workspace path. Code that is missing while files are still being indexed counts as fresh.
    """
    target = root + anchor.target
    if "::" not in target:
        there = target in snapshot.files or exists(target) or not _is_complete(snapshot)
        return JudgedAnchor(anchor, "fresh", target) if there else JudgedAnchor(anchor, "orphaned", "")
    found = snapshot.definition(target)
    if found is not None:
        same = not anchor.digest or _digest(snapshot, found) == anchor.digest
        return JudgedAnchor(anchor, "fresh" if same else "drifted", target)
    copies = [one for one in _namesakes(snapshot, target, root) if _digest(snapshot, one) == anchor.digest]
    if len(copies) == 1:
        return JudgedAnchor(anchor, "moved", copies[0].id)
    return JudgedAnchor(anchor, "orphaned", "") if _is_complete(snapshot) else JudgedAnchor(anchor, "fresh", target)


def _is_complete(snapshot: Snapshot) -> bool:
    return snapshot.lexical_coverage >= 1.0


def _namesakes(snapshot: Snapshot, target: str, root: str) -> Iterator[Definition]:
    """Yield the definitions below `root` with the qualified name of a symbol that is gone."""
    wanted = _without_number(qualname_of(target))
    for one in snapshot.named(wanted.rpartition(".")[2]):
        if one.path.startswith(root) and _without_number(one.qualname) == wanted:
            yield one


def _without_number(qualname: str) -> str:
    """Return a qualified name without the number that tells definitions of one name apart (`total#2`)."""
    return qualname.partition("#")[0]


def _digest(snapshot: Snapshot, definition: Definition) -> str:
    """Return the digest of a definition's text in hexadecimal digits.

    Blank lines, spaces at the ends of lines and the indentation that all lines share do not count.
    """
    entry = snapshot.files[definition.path]
    span = entry.facts.spans[definition.index]
    first, *rest = entry.source.data[span.start : span.end].split(b"\n")
    lines = [line.rstrip() for line in rest if line.strip()]
    shared = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    return digest(first.strip(), *(line[shared:] for line in lines)).hex()[:DIGEST_LETTERS]
