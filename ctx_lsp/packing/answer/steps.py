"""Steps that add a definition to the pack for a question, one passage at a time.

Each step leads to a level of detail that includes the passages of all earlier steps. `order` decides the order of the
steps.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.answer.passage_tables import BYTES_PER_TOKEN
from ctx_lsp.packing.answer.relevance import PassageRatings, RatedPassage
from ctx_lsp.packing.candidates import Candidate, item_of, key_of, make_candidate
from ctx_lsp.packing.detail.levels import Rung, full_lines, header_lines
from ctx_lsp.packing.detail.lines import (
    NONE,
    Lines,
    byte_size,
    covers,
    enclosing,
    meets,
    union,
    without,
    without_blank_gaps,
)
from ctx_lsp.packing.detail.redaction import secret_lines
from ctx_lsp.packing.model import Level, Role
from ctx_lsp.packing.selection import Step
from ctx_lsp.retrieval.model import Item
from ctx_lsp.snapshot.snapshot import Snapshot

PASSAGE_TOKENS = 8  # average cost of a passage besides its lines
MAX_BLOCK_LINES = 1_000  # how many lines above a passage without a definition are searched for enclosing blocks
ENTRY_TOKENS = 24  # cost of showing a new definition, besides its lines


class Offer(NamedTuple):
    """A possible next step. Offers are ordered by `value_density`, the value per token of the step's lines."""

    value_density: float
    step: Step
    passage: RatedPassage | None


def density_of(one: RatedPassage) -> float:
    """Return the chance of a passage divided by its tokens, including the tokens of its markup."""
    return one.chance / (one.tokens + PASSAGE_TOKENS)


def densities_of(ratings: PassageRatings) -> np.ndarray:
    """Return the density of each of the rated passages, as `density_of` computes it."""
    return np.asarray(ratings.chances / (ratings.tokens + PASSAGE_TOKENS))


class Pins:
    """The lines of the pinned definitions in each file, and the lines that the question names."""

    def __init__(self, snapshot: Snapshot, pinned: Iterable[str], named_lines: Mapping[str, Lines]) -> None:
        self._named_lines = named_lines
        self._lines: dict[str, Lines] = {}
        for definition in filter(None, map(snapshot.definition, pinned)):
            whole = full_lines(snapshot.files[definition.path], definition.index)
            self._lines[definition.path] = union((self._lines.get(definition.path, NONE), whole))

    @property
    def paths(self) -> Collection[str]:
        """The files with a pinned definition or a line that the question names."""
        return self._lines.keys() | self._named_lines.keys()

    def precedence(self, one: RatedPassage) -> int:
        """Return 2 for a passage with a line that the question names, 1 for one of a pinned definition, or else 0.

        Passages with a higher precedence come first.
        """
        own = ((one.passage.start, one.passage.end),)
        if meets(self._named_lines.get(one.path, NONE), own):
            return 2
        return int(meets(self._lines.get(one.path, NONE), own))


def role_of(path: str, lines: Lines, main: Mapping[str, Lines]) -> Role:
    """Return the role of a result with the given `lines`: `related` if they do not overlap any main result."""
    return "primary" if meets(main.get(path, NONE), lines) else "related"


class StepMaker:
    """Builder of the steps by which a pack grows. Each step adds a passage of a definition, or only its signature."""

    def __init__(
        self, snapshot: Snapshot, results: Mapping[str, Item], shares: Mapping[str, float], main: Mapping[str, Lines],
        pins: Pins, sent: Mapping[str, Lines], only_signatures: bool,
    ) -> None:  # fmt: skip
        """Create a builder for the pack that answers one question.

        `results` holds the search results and `shares` holds their scores as shares of the best score, both keyed by
        candidate key. `main` holds the lines of the main results and `sent` holds the lines that the client already
        has, both keyed by path.
        """
        self._snapshot = snapshot
        self._results = results
        self._shares = shares
        self._main = main
        self.pins = pins
        self._sent = sent
        self._made: dict[tuple[str, int], tuple[Candidate, list[Offer]]] = {}  # keyed by path and first line
        self._only_signatures = only_signatures

    def offers(self, group: Sequence[RatedPassage]) -> tuple[Candidate, list[Offer]]:
        """Return the candidate for a definition with the given passages, and an offer for each passage not yet sent.

        If the pack shows only signatures, there is at most one offer, for the signature. The result is cached.
        """
        key = group[0].path, group[0].passage.start
        if key not in self._made:
            self._made[key] = self._offers(group)
        return self._made[key]

    def _offers(self, group: Sequence[RatedPassage]) -> tuple[Candidate, list[Offer]]:
        sent = self._sent
        entry = self._snapshot.files[group[0].path]
        owner = group[0].passage.owner
        lines = union(((one.passage.start, one.passage.end),) for one in group)
        base = self._candidate(entry, group[0], role_of(entry.path, lines, self._main))
        shown = header_lines(entry, owner, group[0].passage.start) if owner >= 0 else NONE
        whole = full_lines(entry, owner) if owner >= 0 else NONE
        around = self._around(entry, group)
        secret = secret_lines(entry) if sent else NONE
        ladder = [one for one in base.ladder if one.level in ("outline", "signature")]
        if self._only_signatures:
            rung = len(ladder) - 1
            step = Step(base, rung, ENTRY_TOKENS + ladder[rung].size / BYTES_PER_TOKEN)
            if rung and covers(sent.get(entry.path, NONE), without(ladder[rung].lines, secret)):
                return base, []
            return base, [Offer(self._worth(group[0]), step, None)] if rung else []
        offers: list[tuple[RatedPassage, int]] = []
        for one in group:
            own: Lines = ((one.passage.start, one.passage.end),)
            if sent and covers(sent.get(entry.path, NONE), without(own, secret)):
                continue
            shown = without_blank_gaps(entry.source, union((shown, around[one.passage.start], own)))
            level: Level = "full" if owner < 0 or covers(shown, whole) else "excerpt"
            offers.append((one, len(ladder)))
            ladder.append(Rung(level, shown, byte_size(entry.source, shown)))
        if base.ladder[-1].level == "full" and ladder[-1].level != "full":
            # No step leads to the level `full`, but passages of other definitions may show its lines.
            ladder.append(base.ladder[-1])
        made = replace(base, ladder=tuple(ladder), known=len(offers) < len(group))
        return made, [
            Offer(self._worth(one), Step(made, rung, one.tokens + PASSAGE_TOKENS), one) for one, rung in offers
        ]

    @staticmethod
    def _around(entry: FileEntry, group: Sequence[RatedPassage]) -> dict[int, Lines]:
        """Return the lines that open the blocks around each passage, keyed by the passage's first line."""
        owner, places = group[0].passage.owner, sorted(one.passage.start for one in group)
        outer = full_lines(entry, owner)[0][0] if owner >= 0 else max(0, places[0] - MAX_BLOCK_LINES)
        return dict(zip(places, enclosing(entry.source, places, outer, is_block=owner >= 0), strict=True))

    def _worth(self, one: RatedPassage) -> float:
        return density_of(one) + self.pins.precedence(one)

    def _candidate(self, entry: FileEntry, one: RatedPassage, role: Role) -> Candidate:
        if one.passage.owner >= 0:
            definition = entry.definitions[one.passage.owner]
            item = self._results.get(definition.id) or item_of(self._snapshot, definition, {"passage": one.chance})
        else:
            item = self._piece(entry, one)
        share = self._shares.get(key_of(item), 0.0)
        return make_candidate(self._snapshot, item, None, max(share, one.chance), core=True, need=0.0, role=role)

    def _piece(self, entry: FileEntry, one: RatedPassage) -> Item:
        """Build a search result for a passage that is not in a definition."""
        starts = entry.source.line_starts
        start = starts[one.passage.start]
        end = starts[one.passage.end] if one.passage.end < len(starts) else len(entry.source.data)
        score = {"passage": one.chance}
        return Item(entry.path, start, end, None, "File", entry.language, "", one.chance, score)
