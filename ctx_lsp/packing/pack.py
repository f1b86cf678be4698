"""Builds packs: takes as many steps of a draft (`pack_draft`) as fit the budget, renders the pack and assesses it.

A pack for an edit also quotes the sections of style documents that apply to its files (`guidance`), unless they would
displace code that the pack needs.

Building is pure and deterministic: the same snapshot and inputs give the same pack, except for its timings.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, tee

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.checks import never
from ctx_lsp.base.timings import Timings
from ctx_lsp.packing.assessment.completeness import NO_BODY, find_needs, measure, needs_of_bodies
from ctx_lsp.packing.assessment.readiness import (
    DEPENDENCY_TOKENS,
    READY_CONFIDENCE,
    ReadinessInputs,
    assess_readiness,
)
from ctx_lsp.packing.assessment.risk import risk_of
from ctx_lsp.packing.assessment.shown_results import ShownCheck
from ctx_lsp.packing.candidates import admission
from ctx_lsp.packing.detail.layout import FileLayout
from ctx_lsp.packing.detail.levels import BODIES
from ctx_lsp.packing.detail.lines import NONE, common, meets, union
from ctx_lsp.packing.detail.redaction import Withholding
from ctx_lsp.packing.formats.tokens import count_file_tokens
from ctx_lsp.packing.formats.tree import tree_of
from ctx_lsp.packing.guidance.documents import StyleSources
from ctx_lsp.packing.guidance.placement import guidance_steps, keeps_bodies, keeps_lines, shows_only_guidance
from ctx_lsp.packing.identity import id_with_context, pack_id
from ctx_lsp.packing.model import (
    AdviceLine,
    Completeness,
    Document,
    Encoding,
    Pack,
    PackEdge,
    PackItem,
    PackOptions,
    PackTokens,
    Readiness,
    ShownResults,
    Summary,
    UnresolvedReason,
)  # fmt: skip
from ctx_lsp.packing.pack_draft import PackDraft, PackInput, draft_pack
from ctx_lsp.packing.pack_items import edges_between, items_of
from ctx_lsp.packing.packer import PackBuilder
from ctx_lsp.packing.selection import Step
from ctx_lsp.packing.utility import ENTRY_TOKENS
from ctx_lsp.retrieval.answerable import NO_CONTEXT_NEEDED
from ctx_lsp.retrieval.gaps import gaps, has_no_files
from ctx_lsp.retrieval.model import Coverage, Item
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_NAMED = 5  # maximum number of positions named in a warning


def make_pack(snapshot: Snapshot, inputs: PackInput, token: CancelToken, timings: Timings) -> Pack:
    """Build a pack of at most `options.max_tokens` tokens. Raises `Cancelled`."""
    query, options = inputs.query, inputs.options
    with timings.stage("expansion"):
        draft = _without_sent(snapshot, inputs, draft_pack(snapshot, inputs, token), token)
        guidance = _guidance(snapshot, inputs, draft)
    with timings.stage("choice"):
        order, again = tee(draft.steps)
        builder = _builder(snapshot, inputs, draft)
        taken = builder.take(order, token)
        builder.name_sent()
        if taken:  # a pack without code gets no advice and no guidance
            builder.quote_advice()
        added = builder.take_each(guidance) if taken else []
    with timings.stage("rendering"):
        fitted = _fitting(snapshot, inputs, builder, [*taken, *added], draft, token)
        if taken and len(added) < len(guidance):
            fitted = _with_guidance(snapshot, inputs, draft, fitted, (guidance, len(added)), list(again), token)
        items, document, assessment = fitted.items, fitted.document, fitted.assessment
    with timings.stage("baseline"):
        baseline = _baseline(snapshot, items, options.encoding, token)
    completeness = assessment.completeness
    return Pack(
        pack_id=id_with_context(
            id_with_context(pack_id(query.text, options, items), draft.sent.names),
            (
                *inputs.feedback,
                *(one.text for one in fitted.document.summary.advice),
                *filter(None, (inputs.seeds.doubt,)),
            ),
        ),
        revision=snapshot.revision,
        query=query,
        tokens=PackTokens(document.summary.used if fitted.text else 0, options.max_tokens, baseline),
        completeness=completeness,
        confidence=assessment.confidence,
        shown=assessment.shown,
        readiness=assessment.readiness,
        items=items,
        edges=fitted.edges,
        coverage=Coverage(snapshot.lexical_coverage, snapshot.semantic_coverage),
        timings=timings.ms,
        warnings=(
            *gaps(snapshot, by_meaning=inputs.evidence is not None, is_ready=assessment.readiness.ready),
            *options.filter.uncompared,
            *_warnings(draft, items, options),
            *_secrets(fitted.builder.layouts.values()),
            *_notes_left_out(fitted.builder.advice_left_out),
        ),
        text=fitted.text,
        document=document,
    )


@dataclass(frozen=True, slots=True)
class _Assessment:
    """Assessment of a pack: its completeness, confidence and readiness, and how many main results it shows."""

    completeness: Completeness
    confidence: float | None
    shown: ShownResults
    readiness: Readiness


@dataclass(frozen=True, slots=True)
class _FittedPack:
    """A rendered pack that is within its budget."""

    builder: PackBuilder
    items: tuple[PackItem, ...]
    edges: tuple[PackEdge, ...]
    assessment: _Assessment
    document: Document
    text: str

    def costs_nothing(self, other: "_FittedPack", main: Iterable[Item]) -> bool:
        """Return whether no main result, dependency or primary code is lost if this pack replaces `other`.

        A pack for a question may show slightly fewer lines of the main results.
        """
        mine, others = self.document.summary, other.document.summary
        is_less = mine.main < others.main or mine.present < others.present
        if is_less or shows_only_guidance(self.builder.layouts):
            return False
        # A pack for a question shows passages, not bodies. It may lose a few, because main results stay readable.
        if self.assessment.confidence is not None:
            return keeps_lines(other.builder.layouts, self.builder.layouts, main)
        return keeps_bodies(other.builder.layouts, self.builder.layouts)


def _without_sent(snapshot: Snapshot, inputs: PackInput, draft: PackDraft, token: CancelToken) -> PackDraft:
    """Reduce the steps of a draft to those that a client without any code would be shown and that were not sent."""
    if draft.unsent is None or not draft.sent.lines:
        return draft
    is_asked = draft.confidence is not None
    afresh = PackBuilder(snapshot, inputs.query, inputs.options, is_asked=is_asked)
    taken = afresh.take(draft.steps, token)
    shown = {path: union((layout.lines, layout.withheld.all)) for path, layout in afresh.layouts.items()}
    unsent, left_out = draft.unsent(taken, shown)
    is_empty = draft.is_empty or (bool(taken) and not unsent)
    sent = replace(draft.sent, left_out=left_out)
    return replace(draft, steps=unsent, sent=sent, is_empty=is_empty, afresh=afresh)


def _builder(snapshot: Snapshot, inputs: PackInput, draft: PackDraft) -> PackBuilder:
    """Create a builder for the pack of a draft. A pack without code gets no advice."""
    advice = () if draft.is_empty or draft.nearest or draft.is_general else inputs.advice
    is_asked = draft.confidence is not None
    builder = PackBuilder(snapshot, inputs.query, inputs.options, draft.sent, advice=advice, is_asked=is_asked)
    builder.is_full = draft.is_cut
    return builder


def _guidance(snapshot: Snapshot, inputs: PackInput, draft: PackDraft) -> list[Step]:
    """Return the steps that add sections of the style documents for the files of the main results."""
    paths = (item.path for item in draft.main) if not draft.is_empty and not draft.nearest else ()
    is_change = bool(inputs.seeds.hunks)
    return guidance_steps(
        snapshot,
        StyleSources(inputs.style_documents, inputs.roots),
        paths,
        inputs.options,
        inputs.already_sent,
        with_commits=is_change,
    )


def _with_guidance(
    snapshot: Snapshot,
    inputs: PackInput,
    draft: PackDraft,
    full: _FittedPack,
    guidance: tuple[Sequence[Step], int],
    others: Sequence[Step],
    token: CancelToken,
) -> _FittedPack:
    """Build the pack again with its guidance first, or return `full` if the guidance would displace needed code.

    The lines of advice in `full` keep their place.

    `guidance` holds the steps of the guidance, best first, and the number of these steps for which `full` had room. If
    all steps together would displace needed code, try again without the last one, as long as that shows more of them
    than `full` does. `others` are the steps of the pack that are not guidance.
    """
    steps, shown = guidance
    for count in range(len(steps), shown, -1):
        builder = _builder(snapshot, inputs, draft)
        taken = builder.take(chain(steps[:count], others), token)
        builder.name_sent()
        builder.quote_advice(len(full.builder.advice))
        other = _fitting(snapshot, inputs, builder, taken, draft, token)
        if other.costs_nothing(full, draft.main):
            return other
    return full


def _fitting(
    snapshot: Snapshot, inputs: PackInput, builder: PackBuilder, taken: list[Step], draft: PackDraft, token: CancelToken
) -> _FittedPack:
    """Render the pack; drop the last steps until the exact token count is within the budget.

    Steps have to be dropped only if too few tokens were reserved while the pack was filled.
    """
    options = inputs.options
    while True:
        brought = {step.candidate.key: step.candidate for step in taken}
        candidates = {one.key: one for one in draft.candidates_in(builder.layouts)} | brought
        items = items_of(builder.layouts, tuple(candidates.values()), options.encoding)
        edges = edges_between(snapshot, items)
        assessment, summary = _judge(snapshot, inputs, builder, draft, token)
        tree = tree_of(snapshot, items) if options.tree else ()
        document, text = builder.document(summary, assessment.completeness, tree)
        is_within = document.summary.used <= options.max_tokens
        if is_within or not taken:
            return _FittedPack(builder, items, edges, assessment, document, text if is_within else "")
        never(True, "a pack was over its budget before its text was counted")
        taken = taken[:-1]
        builder = _builder(snapshot, inputs, draft)
        builder.take(taken, token)
        builder.name_sent()
        builder.quote_advice()
        builder.is_full = True


def _judge(
    snapshot: Snapshot, inputs: PackInput, builder: PackBuilder, draft: PackDraft, token: CancelToken
) -> tuple[_Assessment, Summary]:
    query, options = inputs.query, inputs.options
    known = builder.known
    # What was sent before belongs to the answer: a request that is repeated is answered as well as it was before.
    answering = draft.afresh or builder
    bodies = [
        (definition, common(layout.lines, known.get(path, NONE)))
        for path, layout in answering.layouts.items()
        for one, rung in layout.shown
        if one.core
        and rung.level in BODIES
        and meets(rung.lines, known.get(path, NONE))
        and (definition := snapshot.definition(one.key))
    ]
    admitted = admission(snapshot, options, draft.main)
    needs = needs_of_bodies(snapshot, bodies, options.dependency_depth, admitted, token)
    excludes = Withholding(snapshot, options.exclude).excludes
    needs = needs.without(excludes)
    missing_reason: UnresolvedReason = "budget" if builder.is_full else "unselected"
    secret = answering.secret | builder.secret
    completeness = measure(needs, known, secret, missing_reason) if bodies else NO_BODY
    is_asked = draft.confidence is not None
    check = ShownCheck(snapshot, known, secret, inputs.seeds.hunks)
    # For a question, and for its users, an excerpt is what was looked for; what is named has to be shown whole.
    is_shown = check.has_excerpt if is_asked or draft.shows_users else check.has_body
    hidden = [item for item in draft.main if not is_shown(item)]
    shown = ShownResults(len(draft.main) - len(hidden), len(draft.main))
    unread = [item for item in draft.pointed if not check.has_named_lines(item, draft.named_lines)]
    pointed = ShownResults(len(draft.pointed) - len(unread), len(draft.pointed))
    lacking = unread or (hidden[:1] if is_asked else hidden)  # one result is enough for an answer
    needed = answering.used + sum(ENTRY_TOKENS + check.missing_tokens(item, builder.count) for item in lacking)
    if hidden and not is_asked:  # their bodies need more than the shown part of them
        named = filter(None, (snapshot.definition(item.symbol or "") for item in draft.main))
        whole = find_needs(snapshot, list(named), options.dependency_depth, admitted).without(excludes)
        unseen = len(measure(whole, known, secret).unresolved) - len(completeness.unresolved)
        needed += DEPENDENCY_TOKENS * max(0, unseen)
    confidence = draft.confidence.within(options.max_tokens) if draft.confidence else None
    coverage = Coverage(snapshot.lexical_coverage, snapshot.semantic_coverage)
    changed = filter(None, (snapshot.definition(one.symbol or "") for one in draft.main)) if draft.is_change else ()
    risk = risk_of(snapshot, changed, known, token)
    readiness = assess_readiness(
        options,
        ReadinessInputs(
            coverage,
            confidence,
            shown,
            completeness,
            risk,
            draft.nearest,
            snapshot.more_vectors,
            draft.is_general,
            draft.shows_users,
            inputs.users is not None and not inputs.users.users,
            inputs.seeds.doubt,
            needed,
            bool(inputs.seeds.core) and not inputs.seeds.hunks,
            pointed,
            draft.confidence.sufficient_budget(READY_CONFIDENCE) if draft.confidence else None,
            is_nowhere=has_no_files(snapshot),
        ),
    )
    missing = len(completeness.unresolved) - len(needs.ambiguous)
    summary = Summary(
        query.text, 0, options.max_tokens, completeness.score, len(needs.wanted) - missing, len(needs.wanted),
        len(builder.layouts), confidence, shown.main, shown.of, readiness.reason, read_as=query.read_as,
        remark=query.remark,
    )  # fmt: skip
    return _Assessment(completeness, confidence, shown, readiness), summary


def _baseline(snapshot: Snapshot, items: Iterable[PackItem], encoding: Encoding, token: CancelToken) -> int:
    """Count the tokens in the whole text of every file from which the pack shows a body."""
    total = 0
    for path in dict.fromkeys(one.item.path for one in items if one.level in BODIES and one.role != "style"):
        token.check()
        total += count_file_tokens(snapshot.files[path].source, encoding)
    return total


def _warnings(draft: PackDraft, items: Sequence[PackItem], options: PackOptions) -> tuple[str, ...]:
    if items:
        return draft.notes
    if draft.is_general:
        return (NO_CONTEXT_NEEDED,)
    if draft.sent.left_out and draft.is_empty:
        more = " A larger budget shows more." if draft.is_cut else ""
        return (f"All results were sent before.{more}",)
    if draft.is_empty:
        return (draft.empty_message,)
    if draft.nearest:
        return (f"No good match. Nearest: {', '.join(draft.nearest)}.",)
    return (f"No result fits in {options.max_tokens:,} tokens.",)


def _secrets(layouts: Iterable[FileLayout]) -> tuple[str, ...]:
    """Return a warning that lists where possible secrets were redacted, or an empty tuple if there were none."""
    places = [f"{one.entry.path}:{start + 1}" for one in layouts for start, _ in one.withheld.secret]
    if not places:
        return ()
    named = ", ".join(places[:MAX_NAMED]) + (", …" if len(places) > MAX_NAMED else "")
    return (f"Possible secrets were redacted at {named}.",)


def _notes_left_out(advice: Iterable[AdviceLine]) -> tuple[str, ...]:
    """Return a warning that names the notes among lines of advice that did not fit, or an empty tuple."""
    left = [one.path for one in advice if one.kind == "note"]
    if not left:
        return ()
    notes = "A note" if len(left) == 1 else f"{len(left)} notes"
    return (f"{notes} about this code did not fit into the pack: {', '.join(left)}.",)
