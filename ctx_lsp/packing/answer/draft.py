"""Draft of the pack for a question: the main results, and the passages that the pack may show.

`relevance` rates the passages, and `order` orders them. Packs about a symbol, files or a change are drafted in
`candidates` instead.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import Definition
from ctx_lsp.packing.answer.choice import Omission, PassageChoice, lines_looked_up, too_long
from ctx_lsp.packing.answer.implementations import with_implementations
from ctx_lsp.packing.answer.order import AnswerOrder
from ctx_lsp.packing.answer.relevance import RatedPassage, Rater, mixed
from ctx_lsp.packing.answer.steps import Pins, StepMaker, role_of
from ctx_lsp.packing.assessment.confidence import concentration_of
from ctx_lsp.packing.candidates import (
    MAIN_SHARE,
    MAX_MAIN,
    Candidate,
    CandidatesIn,
    hits_of,
    item_of,
    key_of,
    make_candidate,
)
from ctx_lsp.packing.detail.already_sent import unsent_steps
from ctx_lsp.packing.detail.levels import full_lines
from ctx_lsp.packing.detail.lines import NONE, Lines, by_path, covers, holding, meets, union
from ctx_lsp.packing.detail.redaction import Withholding
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.packing.selection import Step, interleaved
from ctx_lsp.retrieval.channels.mentioned_lines import LinesNow, files_at
from ctx_lsp.retrieval.channels.written_lines import MentionedLine
from ctx_lsp.retrieval.evidence import PartFound
from ctx_lsp.retrieval.model import Item
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.snapshot.snapshot import Snapshot

MISSING_SCORE = 1.0  # feedback score that marks a symbol as missing from an earlier pack


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """The contents that a pack for a question can show.

    `results_in` returns the search results in the given files. `is_empty` is true if there are no contents. `main`
    holds the results that the question is most likely about, best first. `concentrations` holds, for each part of the
    question, the sum of the best passages' chances (0–1). `omission` returns why the pack does not show a definition.
    `steps` is the order for a client that has nothing. `unsent` takes the steps that such a client would be shown, with
    the lines that they show by path. It returns the steps that show those of these lines that were not sent, and the
    candidates without any.
    `pointed` holds the results at lines that the question names, such as the functions of a stack trace, and
    `named_lines` those of these lines that are inside the results, keyed by path.
    """

    results_in: CandidatesIn
    is_empty: bool
    steps: Iterable[Step]
    main: tuple[Item, ...]
    concentrations: tuple[float, ...]
    omission: Callable[[Definition], Omission]
    unsent: Callable[[Sequence[Step], Mapping[str, Lines]], tuple[Sequence[Step], tuple[Candidate, ...]]]
    pointed: tuple[Item, ...]
    named_lines: Mapping[str, Lines]


def draft_answer(
    snapshot: Snapshot, ranked: Sequence[Item], parts: Sequence[PartFound], options: PackOptions, token: CancelToken,
    sent: Mapping[str, Lines],
) -> AnswerDraft:  # fmt: skip
    """Rate and order the passages in the files of the `ranked` results, which include the results of all `parts`.

    All parts of the question have the same weight, and therefore get equal shares of the budget. `sent` contains the
    lines that the client already has, keyed by path. Raises `Cancelled`.
    """
    withholding = Withholding(snapshot, options.exclude)
    known = (one for one in map(snapshot.definition, options.pin) if one and not withholding.excludes(one.id))
    pinned = [item_of(snapshot, one, {"pinned": 1.0}) for one in known]
    hits = hits_of(snapshot, ranked, options, withholding)
    first = {key_of(one): one for one in (*pinned, *hits)}
    best = max((item.score for item in hits), default=0.0)
    shares = {key_of(item): max(0.0, item.score / best) if best > 0 else 1.0 for item in hits}
    raters = [Rater(snapshot, part.evidence, token) for part in parts]
    asked = [_shares_in(part, hits) for part in parts] if len(parts) > 1 else [shares]
    by_part = [
        rater.rate([(item, own[key_of(item)]) for item in hits if key_of(item) in own])
        for rater, own in zip(raters, asked, strict=True)
    ]
    concentrations = tuple(concentration_of(rated.chances) for rated in by_part)
    if pinned:  # pinning does not change the confidence
        certain = dict.fromkeys(map(key_of, pinned), 1.0)
        shares |= certain
        by_part = [
            rater.rate([(first[key], share) for key, share in (certain | own | certain).items()])
            for rater, own in zip(raters, asked, strict=True)
        ]
    near = [item for item in hits if shares[key_of(item)] >= MAIN_SHARE]
    defined = (snapshot.definition(item.symbol) for item in near[:MAX_MAIN] if item.symbol)
    ratings = with_implementations(snapshot, mixed(by_part), filter(None, defined))
    token.check()
    missed = (item.symbol for item in hits if item.symbol and item.scores.get("feedback", 0.0) >= MISSING_SCORE)
    at_lines = [item for item in hits if "place" in item.scores]  # as in stack traces
    questions = (part.evidence.question for part in parts) if at_lines else ()
    places = [place for question in questions for place in files_at(snapshot, question)]
    named_lines = _named_lines(snapshot, at_lines, places)
    pins = Pins(snapshot, (*options.pin, *missed, *(item.symbol for item in at_lines if item.symbol)), named_lines)
    asked_terms = frozenset(chain.from_iterable(analyse(part.evidence.question).terms for part in parts))
    looked_up = lines_looked_up(snapshot, ranked, parts)
    choice = PassageChoice(snapshot, ratings, options, withholding, pins, asked_terms, looked_up)
    groups = choice.groups()
    token.check()
    # The lines that the pack can show, that the client already has, or that are too long to be shown.
    offered = by_path(
        (one.path, ((one.passage.start, one.passage.end),))
        for one in (*chain.from_iterable(groups), *too_long(ratings))
    )
    shown = (item for item in near if _is_offered(snapshot, item, offered))
    main = {key_of(item): item for item in (*pinned, *islice(shown, MAX_MAIN))}
    main_lines = by_path((item.path, _lines_of(snapshot, item)) for item in main.values())
    making = _StepMaking(snapshot, options, first, shares, main_lines, pins, tuple(main.values()))

    def unsent(taken: Sequence[Step], shown: Mapping[str, Lines]) -> tuple[Sequence[Step], tuple[Candidate, ...]]:
        return making.unsent(groups, taken, shown, sent, token)

    def results_in(paths: Collection[str]) -> Iterator[Candidate]:
        for key, one in first.items():
            if one.path in paths:
                token.check()
                role = role_of(one.path, _lines_of(snapshot, one), main_lines)
                yield make_candidate(snapshot, one, None, shares[key], core=True, need=0.0, role=role)

    steps = making.steps(groups, token)
    pointed = tuple(item for item in at_lines if _is_pointed(snapshot, item, places))
    return AnswerDraft(
        results_in, not groups, steps, tuple(main.values()), concentrations, choice.omission, unsent, pointed,
        named_lines,
    )  # fmt: skip


def _named_lines(
    snapshot: Snapshot, at_lines: Iterable[Item], places: Iterable[tuple[MentionedLine, LinesNow]]
) -> dict[str, Lines]:
    """Return the lines that the question names, keyed by path, of those inside the results that it leads to.

    The lines of a trace from another version are elsewhere.
    """
    spans = by_path((item.path, _lines_of(snapshot, item)) for item in at_lines)
    named = ((path, ((line - 1, line),)) for _, lines in places for path, line in lines.items() if line)
    return by_path((path, lines) for path, lines in named if meets(spans.get(path, NONE), lines))


def _is_pointed(snapshot: Snapshot, item: Item, places: Iterable[tuple[MentionedLine, LinesNow]]) -> bool:
    """Return whether the question names a line of a result, or its name in a frame of a stack trace.

    A line at which a frame names another function is that of another version, or of another project, unless the frame
    quotes it.
    """
    definition = snapshot.definition(item.symbol) if item.symbol else None
    own = _lines_of(snapshot, item)
    for place, lines in places:
        line = lines.get(item.path)
        if place.function and definition is not None and definition.name == place.function[-1]:
            return True
        if (place.code or not place.function) and line and meets(own, ((line - 1, line),)):
            return True
    return False


@dataclass(frozen=True, slots=True)
class _StepMaking:
    """The inputs of the steps of a pack for a question. `main_lines` holds the lines of `main`, keyed by path."""

    snapshot: Snapshot
    options: PackOptions
    results: Mapping[str, Item]
    shares: Mapping[str, float]
    main_lines: Mapping[str, Lines]
    pins: Pins
    main: tuple[Item, ...]

    def steps(self, groups: Sequence[Sequence[RatedPassage]], token: CancelToken) -> Iterator[Step]:
        """Order the steps that show the passages in `groups` to a client that has nothing."""
        steps = AnswerOrder(self.snapshot, self.options, self._maker({}), self.main).steps(groups, token)
        if self.options.policy == "split":
            return _in_shares(list(steps), {key_of(item) for item in self.main})
        return steps

    def unsent(
        self, groups: Sequence[Sequence[RatedPassage]], taken: Sequence[Step], shown: Mapping[str, Lines],
        sent: Mapping[str, Lines], token: CancelToken,
    ) -> tuple[Sequence[Step], tuple[Candidate, ...]]:  # fmt: skip
        """Return the steps that show lines of `shown` that are not in `sent`, and the candidates that have no others.

        `taken` holds the steps that a client would be shown that has nothing, and `shown` the lines that they show.
        What a passage needs is shown even if the passage was sent, because it may not have been sent with it.
        """
        maker, keys = self._maker(sent), [step.candidate.key for step in taken]
        own: dict[str, tuple[Candidate, Iterator[Step]]] = {}
        for group in groups:
            token.check()
            lines = shown.get(group[0].path, NONE)
            if not meets(lines, self._lines_of(group)):
                continue
            candidate, offers = maker.offers(group)
            steps = [one.step for one in offers if covers(lines, one.step.candidate.ladder[one.step.rung].lines)]
            own[candidate.key] = candidate, iter(steps)
        own = {key: own[key] for key in dict.fromkeys(keys) if key in own}
        needed, left_out = unsent_steps(self.snapshot, sent, [one for one in taken if one.candidate.key not in own])
        needs = {step.candidate.key: step for step in needed}
        in_order = [next(own[key][1], None) if key in own else needs.get(key) for key in keys]
        unsent = [*filter(None, in_order), *chain.from_iterable(steps for _, steps in own.values())]
        kept = {step.candidate.key for step in unsent}
        return unsent, (*(one for one, _ in own.values() if one.key not in kept), *left_out)

    def _maker(self, sent: Mapping[str, Lines]) -> StepMaker:
        is_brief = self.options.policy == "signatures"
        return StepMaker(self.snapshot, self.results, self.shares, self.main_lines, self.pins, sent, is_brief)

    def _lines_of(self, group: Sequence[RatedPassage]) -> Lines:
        """Return the passages of a group, or all lines of their definition if the pack shows only signatures."""
        if self.options.policy == "signatures" and group[0].passage.owner >= 0:
            return full_lines(self.snapshot.files[group[0].path], group[0].passage.owner)
        return union(((one.passage.start, one.passage.end),) for one in group)


def _shares_in(part: PartFound, hits: Sequence[Item]) -> dict[str, float]:
    """Return the scores of those `hits` that are results of a part, as shares of the part's best score."""
    best = max((item.score for item in part.ranked), default=0.0)
    own = {key_of(item): max(0.0, item.score / best) if best > 0 else 1.0 for item in part.ranked}
    return {key: own[key] for key in map(key_of, hits) if key in own}


def _is_offered(snapshot: Snapshot, item: Item, offered: Mapping[str, Lines]) -> bool:
    """Return whether any line of a result is in `offered`, which maps paths to lines."""
    return meets(offered.get(item.path, NONE), _lines_of(snapshot, item))


def _lines_of(snapshot: Snapshot, item: Item) -> Lines:
    return holding(snapshot.files[item.path].source, item.start, item.end)


def _in_shares(steps: Sequence[Step], main: Collection[str]) -> Iterator[Step]:
    """Reorder the steps for the policy `split`, so that main results, other results and dependencies take turns."""
    kinds: Sequence[Callable[[Candidate], bool]] = (
        lambda one: one.key in main,
        lambda one: one.core and one.key not in main,
        lambda one: not one.core,
    )
    return interleaved([iter([step for step in steps if kind(step.candidate)]) for kind in kinds])
