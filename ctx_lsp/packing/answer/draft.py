"""Draft of the pack for a question: the main results, and the passages that the pack may show.

`relevance` rates the passages, and `order` orders them. Packs about a symbol, files or a change are drafted in
`candidates` instead.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain, islice

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.answer.order import MIN_DENSITY, AnswerOrder
from ctx_lsp.packing.answer.relevance import RatedPassage, Rater, mixed
from ctx_lsp.packing.answer.steps import Pins, StepMaker, density_of, with_role
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
from ctx_lsp.packing.detail.levels import full_lines
from ctx_lsp.packing.detail.lines import NONE, Lines, by_path, holding, meets, text_of
from ctx_lsp.packing.detail.redaction import Withholding
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.packing.selection import Step, interleaved
from ctx_lsp.retrieval.evidence import PartFound
from ctx_lsp.retrieval.filters import Admission
from ctx_lsp.retrieval.model import Item
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.dictionary import is_word
from ctx_lsp.retrieval.units import Unit
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import DATA_KINDS
from ctx_lsp.syntax.words import stem, terms

# Passages with a larger share of import lines are noise, unless they share more terms with the question than their
# module's name.
MAX_IMPORTS, MIN_SHARED_TERMS = 0.5, 2
# Longer passages are single lines, usually of data. They are shown only if they are pinned, because a step that does
# not fit ends the pack.
MAX_PASSAGE_TOKENS = 1_000
MISSING_SCORE = 1.0  # feedback score that marks a symbol as missing from an earlier pack


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """The contents that a pack for a question can show.

    `results_in` returns the search results in the given files. `is_empty` is true if there is nothing to show that the
    client does not have already. `main` holds the results that the question is most likely about, best first.
    `left_out` holds the candidates that the client already has. `concentrations` holds, for each part of the question,
    the sum of the best passages' chances (0–1).
    """

    results_in: CandidatesIn
    is_empty: bool
    steps: Iterable[Step]
    main: tuple[Item, ...]
    concentrations: tuple[float, ...]
    left_out: tuple[Candidate, ...] = ()


def draft_answer(
    snapshot: Snapshot, ranked: Sequence[Item], parts: Sequence[PartFound], options: PackOptions, token: CancelToken,
    sent: Mapping[str, Lines],
) -> AnswerDraft:  # fmt: skip
    """Rate and order the passages in the files of the `ranked` results, which include the results of all `parts`.

    All parts of the question have the same weight, and therefore get equal shares of the budget. Raises `Cancelled`.
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
    concentrations = tuple(concentration_of(one.chance for one in rated) for rated in by_part)
    if pinned:  # pinning does not change the confidence
        certain = dict.fromkeys(map(key_of, pinned), 1.0)
        shares |= certain
        by_part = [
            rater.rate([(first[key], share) for key, share in (certain | own | certain).items()])
            for rater, own in zip(raters, asked, strict=True)
        ]
    rated = mixed(by_part)
    token.check()
    missed = (item.symbol for item in hits if item.symbol and item.scores.get("feedback", 0.0) >= MISSING_SCORE)
    pins = Pins(snapshot, (*options.pin, *missed))
    asked_terms = frozenset(chain.from_iterable(analyse(part.evidence.question).terms for part in parts))
    looked_up = _looked_up(snapshot, ranked, parts)
    groups = [
        group
        for group in _by_owner(snapshot, rated, options, withholding, pins, asked_terms)
        if not looked_up or pins.leads(group[0]) or _is_inside(group[0], looked_up)
    ]
    token.check()
    # The lines that the pack can show, that the client already has, or that are too long to be shown.
    offered = by_path(
        (one.path, ((one.passage.start, one.passage.end),))
        for one in (*chain.from_iterable(groups), *filter(_is_too_long, rated))
    )
    near = (item for item in hits if shares[key_of(item)] >= MAIN_SHARE and _is_offered(snapshot, item, offered))
    main = {key_of(item): item for item in (*pinned, *islice(near, MAX_MAIN))}
    main_lines = by_path((item.path, _lines_of(snapshot, item)) for item in main.values())
    maker = StepMaker(snapshot, first, shares, main_lines, pins, sent, options.policy == "signatures")
    left_out: list[Candidate] = []
    if sent:
        made = [(group, *maker.offers(group)) for group in groups]
        groups = [group for group, _, own in made if own]
        left_out = [candidate for _, candidate, own in made if not own]
    order = AnswerOrder(snapshot, options, maker, sent, tuple(main.values()))
    steps: Iterator[Step] = order.steps(groups, token)
    if options.policy == "split":
        steps = _in_shares(list(steps), main.keys())

    def results_in(paths: Collection[str]) -> Iterator[Candidate]:
        for key, one in first.items():
            if one.path in paths:
                token.check()
                candidate = make_candidate(snapshot, one, None, shares[key], core=True, need=0.0)
                yield with_role(candidate, _lines_of(snapshot, one), main_lines)

    return AnswerDraft(results_in, not groups, steps, tuple(main.values()), concentrations, tuple(left_out))


def _shares_in(part: PartFound, hits: Sequence[Item]) -> dict[str, float]:
    """Return the scores of those `hits` that are results of a part, as shares of the part's best score."""
    best = max((item.score for item in part.ranked), default=0.0)
    own = {key_of(item): max(0.0, item.score / best) if best > 0 else 1.0 for item in part.ranked}
    return {key: own[key] for key in map(key_of, hits) if key in own}


def _looked_up(snapshot: Snapshot, hits: Sequence[Item], parts: Sequence[PartFound]) -> dict[str, Lines]:
    """Return the lines of the definitions that a question looks up by their name alone, keyed by path.

    The result is empty if the question asks for more. A plain word looks up functions and types only, because it may
    be a topic.
    """
    query = analyse(parts[0].evidence.question)
    if len(parts) > 1 or query.intent != "symbol":
        return {}
    may_be_topic = query.text.strip().isalpha() and is_word(stem(query.text.strip().lower()))
    named = (snapshot.definition(one.symbol) for one in hits if one.symbol and "symbol" in one.scores)
    found = [one for one in named if one and not (may_be_topic and one.kind in DATA_KINDS)]
    return by_path((one.path, full_lines(snapshot.files[one.path], one.index)) for one in found)


def _is_inside(one: RatedPassage, lines: Mapping[str, Lines]) -> bool:
    return meets(lines.get(one.path, NONE), ((one.passage.start, one.passage.end),))


def _is_offered(snapshot: Snapshot, item: Item, offered: Mapping[str, Lines]) -> bool:
    """Return whether any line of a result is among the `offered` lines, keyed by path."""
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


def _admission(snapshot: Snapshot, options: PackOptions) -> Callable[[RatedPassage], bool]:
    """Return a predicate that is true for the passages that the filter accepts.

    A passage is of the kinds of its own definition and of the definitions around it.
    """
    tests = False if options.include_tests is False else options.filter.tests
    admits = Admission(snapshot, replace(options.filter, kinds=(), tests=tests))
    kinds = frozenset(options.filter.kinds)

    def admitted(one: RatedPassage) -> bool:
        owner = one.passage.owner
        if not admits(Unit(one.path, owner, -1)):
            return False
        return not kinds or not kinds.isdisjoint(_kinds_around(snapshot.files[one.path], owner))

    return admitted


def _kinds_around(entry: FileEntry, owner: int) -> Iterator[str]:
    symbols = entry.facts.outline.symbols
    while owner >= 0:
        yield symbols[owner].kind
        owner = symbols[owner].parent


def _only_imports(snapshot: Snapshot, one: RatedPassage, asked_terms: Set[str]) -> bool:
    """Return whether a passage consists of imports that the question does not ask for."""
    if one.imports <= MAX_IMPORTS:
        return False
    text = text_of(snapshot.files[one.path].source, ((one.passage.start, one.passage.end),))
    return len(asked_terms & frozenset(terms(text))) < MIN_SHARED_TERMS


def _is_too_long(one: RatedPassage) -> bool:
    return one.tokens > MAX_PASSAGE_TOKENS


def _by_owner(
    snapshot: Snapshot, rated: Sequence[RatedPassage], options: PackOptions, withholding: Withholding, pins: Pins,
    asked_terms: Set[str],
) -> Iterator[list[RatedPassage]]:  # fmt: skip
    """Yield the passages that the pack may show, grouped by definition.

    Within a group, pinned passages come first. The rest are sorted by chance per token, highest first.
    """
    admitted = _admission(snapshot, options)
    groups: dict[tuple[str, int], list[RatedPassage]] = {}
    for one in rated:
        is_noise = density_of(one) < MIN_DENSITY or _is_too_long(one) or _only_imports(snapshot, one, asked_terms)
        if is_noise and not pins.leads(one):
            continue
        owner = one.passage.owner
        if owner >= 0 and withholding.excludes(snapshot.files[one.path].definitions[owner].id):
            continue
        if admitted(one) or pins.leads(one):
            place = owner if owner >= 0 else -1 - one.passage.start
            groups.setdefault((one.path, place), []).append(one)
    for group in groups.values():
        yield sorted(group, key=lambda one: (not pins.leads(one), -density_of(one), one.passage.start))
