"""Chooses the guidance that a pack has room for, and checks that it does not displace anything that is needed."""

from collections.abc import Iterable, Mapping, Sequence

from ctx_lsp.packing.detail.already_sent import find_sent
from ctx_lsp.packing.detail.layout import FileLayout
from ctx_lsp.packing.detail.lines import NONE, by_path, common, count, holding, without
from ctx_lsp.packing.guidance.documents import StyleSources
from ctx_lsp.packing.guidance.guidance import candidates_of, guidance_for
from ctx_lsp.packing.model import PackItem, PackOptions
from ctx_lsp.packing.selection import Step
from ctx_lsp.packing.utility import BYTES_PER_TOKEN, ENTRY_TOKENS
from ctx_lsp.retrieval.model import Item
from ctx_lsp.snapshot.snapshot import Snapshot

SHARE = 0.12  # share of the budget that guidance may take
MAX_TOKENS = 600


def guidance_steps(
    snapshot: Snapshot,
    sources: StyleSources,
    paths: Iterable[str],
    options: PackOptions,
    sent: Sequence[PackItem],
    *,
    with_commits: bool,
) -> list[Step]:
    """Return the steps that add the style sections for the files at `paths` to a pack, best first.

    With `with_commits`, sections about committing changes are included. Together, the steps cost at most `SHARE` of the
    budget, and at most `MAX_TOKENS`.
    """
    if not sources.paths:
        return []
    candidates = candidates_of(snapshot, guidance_for(snapshot, sources, paths, with_commits=with_commits))
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
    """Return whether `after` still shows all lines that `before` shows of primary definitions.

    Both map paths to layouts.
    """
    return all(
        path in after and after[path].reads(layout.visible(rung))
        for path, layout in before.items()
        for one, rung in layout.shown
        if one.core and layout.visible(rung).lines
    )


def keeps_lines(before: Mapping[str, FileLayout], after: Mapping[str, FileLayout], main: Iterable[Item]) -> bool:
    """Return whether `after` still shows nearly all lines that `before` shows of the results in `main`.

    A share of at most `SHARE` of these lines may be lost. `before` and `after` map paths to layouts.
    """
    shown = lost = 0
    known = (item for item in main if item.path in before)
    own = by_path((one.path, holding(before[one.path].entry.source, one.start, one.end)) for one in known)
    for path, lines in own.items():
        visible = common(lines, before[path].lines)
        shown += count(visible)
        lost += count(without(visible, after[path].lines if path in after else NONE))
    return lost <= SHARE * shown


def shows_only_guidance(layouts: Mapping[str, FileLayout]) -> bool:
    """Return whether a pack shows and names only guidance."""
    return all(one.role == "style" for layout in layouts.values() for one, _ in layout.shown)
