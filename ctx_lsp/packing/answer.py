"""The order in which a pack that answers a question grows: passages by what reading them is worth, and what they need.

Decisive lines expected per token decide (`relevance`). A definition that a shown passage names follows with its
signature. The order does not know the budget, so a bigger budget keeps everything that a smaller one held; it ends
where nothing left is worth its tokens. Packs about a symbol, files or a change are ordered in `choose`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.index.entry import FileEntry
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.packing.candidates import Candidate, admission, item_of, key_of, make_candidate
from ctx_lsp.packing.choose import Step, share_out
from ctx_lsp.packing.completeness import NEED_CONFIDENCE
from ctx_lsp.packing.expand import Partner, partner_of
from ctx_lsp.packing.levels import Rung, full_lines, header_lines
from ctx_lsp.packing.lines import NONE, Lines, byte_size, covers, union, without, without_blank_gaps
from ctx_lsp.packing.model import Level, PackOptions
from ctx_lsp.packing.references import uses
from ctx_lsp.packing.relevance import BYTES_PER_TOKEN, RatedPassage, rate
from ctx_lsp.packing.withheld import Withholding, secret_lines
from ctx_lsp.retrieval.evidence import Evidence
from ctx_lsp.retrieval.model import Item
from ctx_lsp.syntax.words import identifiers

PASSAGE_TOKENS = 8  # what a passage costs beside its lines, on the average
ENTRY_TOKENS = 24  # what a definition costs beside its lines where it is not shown yet
MIN_DENSITY = 1e-5  # decisive lines expected per token, as a share of all: with less, a passage is noise
NEED_SHARE = 0.1  # of the chance of a passage: what the signature of a definition that it names is worth
MAX_IMPORTS = 0.5  # share of a passage's lines: with more, it says what is used and not what happens
MAX_NEEDS = 12  # definitions that one passage brings in
BEST_PASSAGES = 20  # of which the chances tell how sure an answer is
MAIN_RESULTS = 10
MAIN_SHARE = 0.5  # of the best score: results below it are not main results


@dataclass(frozen=True, slots=True)
class Answer:
    """What a pack for a question can show; `is_empty`: nothing that is new to the asker.

    `main` are the results that the question is about, best first; `left_out` what the asker has been sent before.
    `concentration` is the chance that lies in the best passages.
    """

    is_empty: bool
    steps: Iterable[Step]
    main: tuple[Item, ...]
    concentration: float
    left_out: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class _Offer:
    """A step that could come next; `chance` is what its lines are worth."""

    density: float
    chance: float
    step: Step
    passage: RatedPassage | None


def answer(
    snapshot: Snapshot, ranked: Sequence[Item], evidence: Evidence, options: PackOptions, token: CancelToken,
    sent: Mapping[str, Lines],
) -> Answer:  # fmt: skip
    """Rate the passages of the files of `ranked` results and put them in order. Raises `Cancelled`."""
    withholding = Withholding(snapshot, options.exclude)
    pinned = [item_of(snapshot, one, {"pinned": 1.0}) for one in map(snapshot.definition, options.pin) if one]
    hits = _hits(snapshot, ranked, options, withholding)
    first = {key_of(one): one for one in (*pinned, *hits)}
    best = max((item.score for item in hits), default=0.0)
    shares = {key_of(item): max(0.0, item.score / best) if best > 0 else 1.0 for item in hits}
    shares |= dict.fromkeys(map(key_of, pinned), 1.0)
    rated = rate(snapshot, [(item, shares[key]) for key, item in first.items()], evidence)
    concentration = sum(sorted((one.chance for one in rated), reverse=True)[:BEST_PASSAGES])
    token.check()
    maker = _Maker(snapshot, first, shares, frozenset(options.pin), options.policy == "signatures")
    groups = list(_by_owner(snapshot, rated, options, withholding))
    left_out: list[Candidate] = []
    if sent:
        made = [(group, *maker.offers(group, sent)) for group in groups]
        groups = [group for group, _, own in made if own]
        left_out = [candidate for _, candidate, own in made if not own]
    near = (item for item in hits[:MAIN_RESULTS] if shares[key_of(item)] >= MAIN_SHARE)
    main = {key_of(item): item for item in (*pinned, *near)}
    order = _Order(snapshot, options, maker, sent)
    steps: Iterator[Step] = order.steps(groups, token)
    if options.policy == "split":
        steps = _in_shares(list(steps), main.keys())
    return Answer(not groups, steps, tuple(main.values()), concentration, tuple(left_out))


def _in_shares(steps: Sequence[Step], main: Collection[str]) -> Iterator[Step]:
    """The policy `split`: main results, other results and what these need, in turns."""
    kinds: Sequence[Callable[[Candidate], bool]] = (
        lambda one: one.key in main,
        lambda one: one.core and one.key not in main,
        lambda one: not one.core,
    )
    return share_out([iter([step for step in steps if kind(step.candidate)]) for kind in kinds])


def _hits(snapshot: Snapshot, ranked: Sequence[Item], options: PackOptions, withholding: Withholding) -> list[Item]:
    """The results, each once; without tests where they are not wanted, unless there is nothing else."""
    once = {key_of(item): item for item in reversed(ranked) if not withholding.excludes(item.symbol)}
    hits = sorted(once.values(), key=lambda item: -item.score)
    if options.include_tests is not False:
        return hits
    return [item for item in hits if snapshot.files[item.path].role != "test"] or hits


def _by_owner(
    snapshot: Snapshot, rated: Sequence[RatedPassage], options: PackOptions, withholding: Withholding
) -> Iterator[list[RatedPassage]]:
    """Passages of one definition together, each group by falling worth."""
    admitted = admission(snapshot, options)
    groups: dict[tuple[str, int], list[RatedPassage]] = {}
    for one in rated:
        entry, owner = snapshot.files[one.path], one.passage.owner
        if owner >= 0 and withholding.excludes(entry.definitions[owner].id):
            continue
        is_noise = _density(one) < MIN_DENSITY or one.imports > MAX_IMPORTS
        if is_noise and not _is_pinned(entry, owner, options):
            continue
        if owner < 0 or admitted(entry.definitions[owner]):
            place = owner if owner >= 0 else -1 - one.passage.start
            groups.setdefault((one.path, place), []).append(one)
    for group in groups.values():
        yield sorted(group, key=lambda one: (-_density(one), one.passage.start))


def _is_pinned(entry: FileEntry, owner: int, options: PackOptions) -> bool:
    """Whether a passage belongs to a pinned definition, or to one inside it."""
    if owner < 0 or not options.pin:
        return False
    name = entry.definitions[owner].id
    return any(name == pin or name.startswith(f"{pin}.") for pin in options.pin)


def _density(one: RatedPassage) -> float:
    return one.chance / (one.tokens + PASSAGE_TOKENS)


class _Maker:
    """Candidates with the levels that passages give them."""

    def __init__(
        self, snapshot: Snapshot, results: Mapping[str, Item], shares: Mapping[str, float], pinned: frozenset[str],
        only_signatures: bool,
    ) -> None:  # fmt: skip
        self._snapshot = snapshot
        self._results = results
        self._shares = shares
        self._pinned = pinned
        self._only_signatures = only_signatures

    def offers(self, group: Sequence[RatedPassage], sent: Mapping[str, Lines]) -> tuple[Candidate, list[_Offer]]:
        """The candidate of some passages of one definition, and a step for each that shows something new."""
        entry = self._snapshot.files[group[0].path]
        owner = group[0].passage.owner
        base = self._candidate(entry, group[0])
        shown = header_lines(entry, owner, group[0].passage.start) if owner >= 0 else NONE
        whole = full_lines(entry, owner) if owner >= 0 else NONE
        secret = secret_lines(entry) if sent else NONE
        ladder = [one for one in base.ladder if one.level in ("outline", "signature")]
        pinned = _leads(self._pinned, base.key)
        if self._only_signatures:
            made, rung = replace(base, ladder=tuple(ladder)), len(ladder) - 1
            step = Step(made, rung, ENTRY_TOKENS + ladder[rung].size / BYTES_PER_TOKEN)
            return made, [_Offer(_density(group[0]) + pinned, group[0].chance, step, None)] if rung else []
        offers: list[tuple[RatedPassage, int]] = []
        for one in group:
            own: Lines = ((one.passage.start, one.passage.end),)
            if sent and covers(sent.get(entry.path, NONE), without(own, secret)):
                continue
            shown = without_blank_gaps(entry.source, union((shown, own)))
            level: Level = "full" if owner < 0 or covers(shown, whole) else "excerpt"
            offers.append((one, len(ladder)))
            ladder.append(Rung(level, shown, byte_size(entry.source, shown)))
        made = replace(base, ladder=tuple(ladder), known=len(offers) < len(group))
        return made, [
            _Offer(_density(one) + pinned, one.chance, Step(made, rung, one.tokens + PASSAGE_TOKENS), one)
            for one, rung in offers
        ]

    def _candidate(self, entry: FileEntry, one: RatedPassage) -> Candidate:
        if one.passage.owner >= 0:
            definition = entry.definitions[one.passage.owner]
            item = self._results.get(definition.id) or item_of(self._snapshot, definition, {"passage": one.chance})
        else:
            item = self._piece(entry, one)
        share = self._shares.get(key_of(item), 0.0)
        return make_candidate(self._snapshot, item, None, max(share, one.chance), core=True, need=0.0)

    def _piece(self, entry: FileEntry, one: RatedPassage) -> Item:
        """A result for lines that belong to no definition."""
        starts = entry.source.line_starts
        start = starts[one.passage.start]
        end = starts[one.passage.end] if one.passage.end < len(starts) else len(entry.source.data)
        score = {"passage": one.chance}
        return Item(entry.path, start, end, None, "File", entry.language, "", one.chance, score)


def _leads(pinned: Iterable[str], key: str) -> float:
    """What is pinned comes before all else."""
    return 1.0 if any(key == one or key.startswith(f"{one}.") for one in pinned) else 0.0


class _Order:
    """Offers by falling density; a taken passage adds those of the definitions that it names."""

    def __init__(self, snapshot: Snapshot, options: PackOptions, maker: _Maker, sent: Mapping[str, Lines]) -> None:
        self._snapshot = snapshot
        self._options = options
        self._maker = maker
        self._sent = sent
        self._own: frozenset[str] = frozenset()
        self._admitted = admission(snapshot, options)
        self._brought: set[str] = set()
        self._heap: list[tuple[float, int, Sequence[RatedPassage] | _Offer]] = []
        self._count = 0

    def steps(self, groups: Sequence[Sequence[RatedPassage]], token: CancelToken) -> Iterator[Step]:
        """All steps worth their tokens, the densest first; `groups` are the passages of one definition each.

        The steps of a group are made when its first one is due: most are not.
        """
        owners = ((self._snapshot.files[group[0].path], group[0].passage.owner) for group in groups)
        self._own = frozenset(entry.definitions[owner].id for entry, owner in owners if owner >= 0)
        for group in groups:
            entry = self._snapshot.files[group[0].path]
            leads = _is_pinned(entry, group[0].passage.owner, self._options)
            self._push(_density(group[0]) + leads, group)
        reached: dict[str, int] = {}
        while self._heap:
            token.check()
            density, _, due = heappop(self._heap)
            if -density < MIN_DENSITY:
                return
            if not isinstance(due, _Offer):
                for one in self._maker.offers(due, self._sent)[1]:
                    self._push(one.density, one)
                continue
            step = due.step
            if reached.get(step.candidate.key, -1) < step.rung:
                reached[step.candidate.key] = step.rung
                yield step
                if due.passage is not None and self._options.dependency_depth > 0:
                    for needed in self._needs(step.candidate, due.passage):
                        self._push(needed.density, needed)

    def _push(self, density: float, due: Sequence[RatedPassage] | _Offer) -> None:
        """Put something in line; of equal densities, what came first is first."""
        self._count += 1
        heappush(self._heap, (-density, self._count, due))

    def _needs(self, candidate: Candidate, passage: RatedPassage) -> Iterator[_Offer]:
        """The signatures of what a passage names."""
        definition = self._snapshot.definition(candidate.key)
        if definition is None:
            return
        entry = self._snapshot.files[passage.path]
        text = entry.source.slice(
            entry.source.line_range(passage.passage.start)[0], entry.source.line_range(passage.passage.end - 1)[1]
        )
        named = frozenset(identifiers(text))
        found = 0
        for use in sorted(uses(self._snapshot, definition), key=lambda use: (-use.confidence, use.target.id)):
            target = use.target
            if use.confidence < NEED_CONFIDENCE or target.name not in named or target.id in self._brought:
                continue
            if target.id in self._own or not self._admitted(target):
                continue
            if found == MAX_NEEDS:
                return
            found += 1
            self._brought.add(target.id)
            yield self._offer(partner_of(candidate.key, use, passage.chance), passage.chance * use.confidence)

    def _offer(self, partner: Partner, chance: float) -> _Offer:
        item = item_of(self._snapshot, partner.definition, {"graph": partner.relevance})
        made = make_candidate(self._snapshot, item, partner, 0.0, core=False, need=1.0)
        rung = next(place for place, one in enumerate(made.ladder) if one.level != "outline")
        tokens = ENTRY_TOKENS + made.ladder[rung].size / BYTES_PER_TOKEN
        return _Offer(NEED_SHARE * chance / tokens, chance, Step(made, rung, tokens), None)
