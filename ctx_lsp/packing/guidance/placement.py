"""Chooses the guidance that a pack has room for, and judges whether showing it costs the pack anything needed."""

from collections.abc import Iterable, Mapping, Sequence

from ctx_lsp.packing.detail.already_sent import find_sent
from ctx_lsp.packing.detail.layout import FileLayout
from ctx_lsp.packing.guidance.guidance import candidates_of, guidance_for
from ctx_lsp.packing.model import PackItem, PackOptions
from ctx_lsp.packing.selection import Step
from ctx_lsp.packing.utility import BYTES_PER_TOKEN, ENTRY_TOKENS
from ctx_lsp.snapshot.snapshot import Snapshot

SHARE = 0.12  # share of the budget that guidance may take
MAX_TOKENS = 600


def guidance_steps(
    snapshot: Snapshot, documents: Sequence[str], paths: Iterable[str], options: PackOptions, sent: Sequence[PackItem]
) -> list[Step]:
    """Return the steps that show the sections applying to `paths`, best first, within the share of the budget."""
    if not documents:
        return []
    candidates = candidates_of(snapshot, guidance_for(snapshot, documents, paths))
    if sent:
        candidates, _ = find_sent(snapshot, sent, candidates)
    room = min(float(MAX_TOKENS), SHARE * options.max_tokens)
    chosen: list[Step] = []
    for candidate in candidates:
        rung = len(candidate.ladder) - 1
        tokens = candidate.ladder[rung].size / BYTES_PER_TOKEN + ENTRY_TOKENS
        if tokens <= room:
            room -= tokens
            chosen.append(Step(candidate, rung, tokens))
    return chosen


def keeps_bodies(before: Mapping[str, FileLayout], after: Mapping[str, FileLayout]) -> bool:
    """Return whether all lines of primary definitions that are shown in `before` are also shown in `after`."""
    return all(
        path in after and after[path].reads(layout.visible(rung))
        for path, layout in before.items()
        for one, rung in layout.shown
        if one.core and layout.visible(rung).lines
    )
