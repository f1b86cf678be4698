"""Order in which passages are added to the pack for a question: by the expected number of decisive lines per token.

Decisive lines are those that answer the question. Signatures that a passage needs are added after the passage. The
order does not depend on the budget. `steps` builds the levels of detail of each definition.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import Definition
from ctx_lsp.packing.answer.passage_tables import BYTES_PER_TOKEN
from ctx_lsp.packing.answer.relevance import RatedPassage
from ctx_lsp.packing.answer.steps import ENTRY_TOKENS, Offer, StepMaker, density_of
from ctx_lsp.packing.candidates import Candidate, admission, item_of, make_candidate
from ctx_lsp.packing.dependencies import SURE, Dependency, implementations, uses
from ctx_lsp.packing.detail.levels import Rung, first_readable, levels_of
from ctx_lsp.packing.detail.lines import text_of
from ctx_lsp.packing.expansion import Partner, partner_of, variant_of
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.packing.selection import Step
from ctx_lsp.retrieval.model import Item
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.words import identifiers

MIN_DENSITY = 1e-5  # share of all expected decisive lines per token; passages with a lower share are noise
NEED_SHARE = 0.1  # value of the signature of a definition that a passage names, as a share of the passage's chance
MAX_NEEDS = 12  # maximum number of definitions that are added because of one passage


class AnswerOrder:
    """A priority queue of possible steps, highest value per token first.

    When a passage is added to the pack, the definitions that it names are queued too.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        options: PackOptions,
        maker: StepMaker,
        main: Sequence[Item] = (),
    ) -> None:
        self._snapshot = snapshot
        self._options = options
        self._maker = maker
        self._own: frozenset[str] = frozenset()
        self._admitted = admission(snapshot, options, main)
        self._brought: set[str] = set()
        self._uses: dict[
            str, tuple[Sequence[Dependency], Sequence[Dependency]]
        ] = {}  # for each definition with a taken passage
        self._heap: list[tuple[float, int, Sequence[RatedPassage] | Offer | Partner]] = []
        self._count = 0

    def steps(self, groups: Sequence[Sequence[RatedPassage]], token: CancelToken) -> Iterator[Step]:
        """Yield the steps with a value per token of at least `MIN_DENSITY`, highest value per token first.

        Each of the `groups` contains the passages of one definition. The steps of a group are built only when its first
        passage reaches the front of the queue, because most groups never get there. The same applies to definitions
        that other definitions need.
        """
        files = self._snapshot.files
        owners = ((group[0].path, group[0].passage.owner) for group in groups)
        self._own = frozenset(files[path].definitions[owner].id for path, owner in owners if owner >= 0)
        for group in groups:
            self._push(density_of(group[0]) + self._maker.pins.precedence(group[0]), group)
        reached: dict[str, int] = {}
        while self._heap:
            token.check()
            value_density, _, due = heappop(self._heap)
            if -value_density < MIN_DENSITY:
                return
            if isinstance(due, Partner):
                step, passage = self._step_of(due), None
            elif isinstance(due, Offer):
                step, passage = due.step, due.passage
            else:
                for one in self._maker.offers(due)[1]:
                    self._push(one.value_density, one)
                continue
            if reached.get(step.candidate.key, -1) < step.rung:
                reached[step.candidate.key] = step.rung
                yield step
                if passage is not None and self._options.dependency_depth > 0:
                    for needed, rung in self._needs(step.candidate, passage):
                        self._push(NEED_SHARE * needed.relevance / _tokens_of(rung), needed)

    def _push(self, value_density: float, due: Sequence[RatedPassage] | Offer | Partner) -> None:
        """Queue `due`: a group of passages, an `Offer`, or a `Partner` (a definition that another one needs).

        Entries of equal value density are popped in order of insertion.
        """
        self._count += 1
        heappush(self._heap, (-value_density, self._count, due))

    def _needs(self, candidate: Candidate, passage: RatedPassage) -> Iterator[tuple[Partner, Rung]]:
        """Yield the definitions that a passage names, and variants of the definition around it, with their signatures.

        Variants are the implementations of an interface and the overrides of a method.
        """
        definition = self._snapshot.definition(candidate.key)
        if definition is None:
            return
        found = 0
        for partner in self._partners(definition, passage):
            target = partner.definition
            if target.id in self._brought or target.id in self._own or not self._admitted(target):
                continue
            if found == MAX_NEEDS:
                return
            self._brought.add(target.id)
            entry = self._snapshot.files[target.path]
            signature = first_readable(levels_of(entry, target.index).ladder)[1]
            found += 1
            yield partner, signature

    def _partners(self, definition: Definition, passage: RatedPassage) -> Iterator[Partner]:
        variants, used = self._sure_uses(definition)
        yield from (variant_of(definition.id, use, passage.chance) for use in variants)
        if not used:
            return
        source = self._snapshot.files[passage.path].source
        named = frozenset(identifiers(text_of(source, ((passage.passage.start, passage.passage.end),))))
        yield from (partner_of(definition.id, use, passage.chance) for use in used if use.target.name in named)

    def _sure_uses(self, definition: Definition) -> tuple[Sequence[Dependency], Sequence[Dependency]]:
        """Return the implementations or overrides of a definition, and the definitions that it uses.

        References with a confidence below `SURE` are left out. The used definitions are sorted by confidence, highest
        first.
        """
        if definition.id not in self._uses:
            found = implementations(self._snapshot, definition), uses(self._snapshot, definition)
            variants, used = ([use for use in some if use.confidence >= SURE] for some in found)
            used.sort(key=lambda use: (-use.confidence, use.target.id))
            self._uses[definition.id] = variants, used
        return self._uses[definition.id]

    def _step_of(self, partner: Partner) -> Step:
        """Return the step that shows the signature of a needed definition."""
        item = item_of(self._snapshot, partner.definition, {"graph": partner.relevance})
        made = make_candidate(self._snapshot, item, partner, 0.0, core=False, need=1.0)
        place, rung = first_readable(made.ladder)
        return Step(made, place, _tokens_of(rung))


def _tokens_of(rung: Rung) -> float:
    """Estimate the number of tokens that a definition takes if it is added to the pack at this level of detail."""
    return ENTRY_TOKENS + rung.size / BYTES_PER_TOKEN
