"""Explains why a symbol is or is not in an answer: its channels, score parts, rank, patterns and role in the pack.

For a symbol that is not in the pack, the explanation names the rule that left it out (`packing.answer.choice`).
"""

import math
from collections.abc import Iterable, Mapping

from ctx_lsp.features.model import ChannelEvidence, Explanation
from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.file_roles import FileRole
from ctx_lsp.packing.answer.choice import Omission
from ctx_lsp.packing.model import Pack, PackItem
from ctx_lsp.packing.pack_draft import PackDraft
from ctx_lsp.patterns import patterns_of
from ctx_lsp.retrieval.channels.channels import Ranking
from ctx_lsp.retrieval.gaps import gaps
from ctx_lsp.retrieval.ranking.score_matrix import Parts
from ctx_lsp.retrieval.search import NEIGHBOURS, Scored
from ctx_lsp.retrieval.units import Unit, unit_of
from ctx_lsp.snapshot.snapshot import Snapshot

_REASONS: Mapping[Omission, str] = {
    "excluded": "it is excluded",
    "filtered": "the filter leaves it out",
    "file": "nothing else in its file fits, or such files are shown only if the question names them",
    "unnamed": "the question is a name, and the pack ends after the definitions of that name",
    "imports": "it consists of imports",
    "long": "its lines are too long: ask for the symbol itself to see them",
    "irrelevant": "its lines are unlikely to be needed for an answer: ask for the symbol itself to see them",
    "budget": "the budget was used up before: ask for a larger pack, or for the symbol itself",
}


def explain(snapshot: Snapshot, definition: Definition, scored: Scored, pack: Pack, draft: PackDraft) -> Explanation:
    """Explain the rank of one symbol in a scored search and its role in the pack built from the search.

    `draft` is the draft of the pack; it contains the reasons why passages were left out.
    """
    unit = unit_of(snapshot, definition)
    matrix, place = scored.matrix, scored.matrix.places.get(unit)
    parts = matrix.parts(place) if place is not None else {}
    channels = tuple(_evidence(ranking, unit) for ranking in scored.rankings)
    order = list(dict.fromkeys([*scored.chosen, *matrix.order().tolist()]))
    rank = order.index(place) + 1 if place is not None else 0
    packed = next((item for item in pack.items if item.item.symbol == definition.id), None)
    return Explanation(
        symbol=definition.id,
        rank=rank,
        score=math.fsum(parts.values()),
        parts=dict(sorted(parts.items())),
        channels=channels,
        role=packed.role if packed else "",
        level=packed.level if packed else "",
        relation=packed.relation if packed else "",
        reason=_reason(snapshot, rank, len(matrix), _found_by(channels, parts), packed, pack, definition, draft),
        patterns=patterns_of(snapshot, definition),
        warnings=scored.warnings + gaps(snapshot),
        read_as=pack.query.read_as,
    )


def _evidence(ranking: Ranking, unit: Unit) -> ChannelEvidence:
    for rank, (candidate, score) in enumerate(ranking.units, start=1):
        if candidate == unit:
            return ChannelEvidence(ranking.name, rank, score, len(ranking.units))
    return ChannelEvidence(ranking.name, 0, 0.0, len(ranking.units))


def _found_by(channels: Iterable[ChannelEvidence], parts: Parts) -> str:
    ranks = ", ".join(f"{channel.channel} {channel.rank}" for channel in channels if channel.rank)
    return ranks or " and ".join(f"the {name}" for name in NEIGHBOURS if name in parts) + " alone"


def _reason(
    snapshot: Snapshot, rank: int, candidates: int, found: str, packed: PackItem | None, pack: Pack,
    definition: Definition, draft: PackDraft,
) -> str:  # fmt: skip
    if packed is not None:
        why = f" ({packed.relation})" if packed.relation else ""
        return f"Included as {packed.role}{why}, at level {packed.level}."
    missing = next((left for left in pack.completeness.unresolved if left.symbol == definition.id), None)
    place = f"Ranked {rank} of {candidates} candidates (found by {found})" if rank else ""
    if missing is not None:
        needed = f"Needed by {missing.needed_by}, but not included: {missing.reason}."
        return f"{needed} {place}." if place else needed
    if place:
        role = snapshot.files[definition.path].role
        return f"{place}; not included: {_omission(definition, role, pack, draft)}."
    return "It did not match the question and is not related to anything that did."


def _omission(definition: Definition, role: FileRole, pack: Pack, draft: PackDraft) -> str:
    """Return why the pack leaves out a definition that the search found; `role` is the role of its file."""
    if draft.shows_users:
        return "the question asks for the users of another symbol"
    if draft.omission is None:
        return f"the pack shows no code: {pack.readiness.reason}"
    reason = draft.omission(definition)
    counts_less = f" (files of the role {role} count less unless the question asks for them)"
    return _REASONS[reason] + (counts_less if reason == "irrelevant" and role != "source" else "")
