"""Drafts of packs: the inputs of a pack, and the ordered steps by which it can grow.

A step adds a different thing to each kind of pack:

- for a question: a passage (`answer.draft`),
- for a question about the users of a symbol: one of these users (`answer.users`),
- for a symbol, files or a change: more detail of a definition (`candidates`, `selection`).

`pack` takes as many steps as fit the budget.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import Definition
from ctx_lsp.packing.answer.choice import Omission
from ctx_lsp.packing.answer.draft import draft_answer
from ctx_lsp.packing.answer.users import FoundUsers, draft_users
from ctx_lsp.packing.assessment.confidence import Confidence, confidence_of, joint_confidence
from ctx_lsp.packing.candidates import NO_SEEDS, Candidate, CandidatesIn, PackSeeds, collect, label_of
from ctx_lsp.packing.detail.already_sent import Sent, sent_lines, unsent_steps, with_frames
from ctx_lsp.packing.detail.lines import Lines
from ctx_lsp.packing.model import AdviceLine, PackItem, PackOptions
from ctx_lsp.packing.packer import PackBuilder
from ctx_lsp.packing.selection import Step, steps
from ctx_lsp.retrieval.evidence import Evidence, PartFound
from ctx_lsp.retrieval.gaps import has_no_files, indexing_gap
from ctx_lsp.retrieval.model import Item, QueryAnalysis
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.roots import Roots

MAX_NEAREST = 3  # maximum number of results named if none fits the question


@dataclass(frozen=True, slots=True)
class PackInput:
    """Everything that a pack is built from, except the index. `ranked` holds the search results, best first.

    `evidence` measures how well files match the question; it is None if symbols, files or a change were requested
    instead. If the question has several parts, `parts` holds the results for each part, and `ranked` interleaves them.
    The items in `seeds` are added even if nothing matches. Items in `already_sent`, oldest first, that have not changed
    are named in the new pack but not shown again. `feedback` lists the verdicts that affected the ranking. For an edit,
    `style_documents` holds the paths of the style documents that may apply, in the workspace folders `roots`, and
    `advice` holds lines that quote notes or name the team's patterns. If the question asks for the users of a symbol,
    `users` holds them.
    """

    query: QueryAnalysis
    ranked: tuple[Item, ...]
    options: PackOptions
    seeds: PackSeeds = NO_SEEDS
    already_sent: tuple[PackItem, ...] = ()
    evidence: Evidence | None = None
    feedback: tuple[str, ...] = ()
    parts: tuple[PartFound, ...] = ()
    style_documents: tuple[str, ...] = ()
    roots: Roots = field(default_factory=Roots)
    advice: tuple[AdviceLine, ...] = ()
    users: FoundUsers | None = None


Unsent = Callable[[Sequence[Step], Mapping[str, Lines]], tuple[Sequence[Step], tuple[Candidate, ...]]]


@dataclass(frozen=True, slots=True)
class PackDraft:
    """The possible contents of a pack: the steps in order, the `main` results, and `sent`, the items sent before.

    If anything was sent, the steps are those for a client that has nothing. `unsent` takes the steps that such a client
    would be shown, with the lines that they show by path. It returns the steps that show those that were not sent, and
    the candidates that need no step. `afresh` is the pack for such a client, if this draft is for one that has code.

    `candidates_in` returns the symbols in the given files. A step for one symbol may make other symbols readable.
    """

    candidates_in: CandidatesIn
    is_empty: bool
    steps: Iterable[Step]
    main: Sequence[Item]
    sent: Sent
    confidence: Confidence | None = None
    nearest: tuple[str, ...] = ()  # names of the nearest results if nothing fits the question
    empty_message: str = NO_SEEDS.empty_message
    is_change: bool = False  # the pack is about a symbol or a change, so its risk counts
    is_general: bool = False  # the question needs no code
    omission: Callable[[Definition], Omission] | None = None  # why the pack for a question leaves out a definition
    shows_users: bool = False  # the main results are all users of a symbol
    notes: tuple[str, ...] = ()  # warnings about these users
    unsent: Unsent | None = None
    afresh: PackBuilder | None = None
    pointed: Sequence[Item] = ()  # results at lines that the question names
    named_lines: Mapping[str, Lines] = field(default_factory=dict)  # those inside these results, keyed by path

    @property
    def is_cut(self) -> bool:
        """Whether the budget ended the pack for a client that has nothing; false if the draft is for such a client."""
        return self.afresh is not None and self.afresh.is_full


def draft_pack(snapshot: Snapshot, inputs: PackInput, token: CancelToken) -> PackDraft:
    """Collect and order what a pack can show. Raises `Cancelled`."""
    ranked, options, seeds, already_sent = inputs.ranked, inputs.options, inputs.seeds, inputs.already_sent
    evidence, known = inputs.evidence, sent_lines(snapshot, already_sent)
    sent = Sent(with_frames(snapshot, already_sent, known))

    def unsent(taken: Sequence[Step], _: Mapping[str, Lines]) -> tuple[Sequence[Step], tuple[Candidate, ...]]:
        return unsent_steps(snapshot, known, taken)

    if evidence is None:
        found = collect(snapshot, ranked, options, token, seeds)
        main = [one.item for one in found if one.core]
        order = steps(found, options.min_completeness, options.policy)
        return PackDraft(
            lambda paths: (one for one in found if one.item.path in paths),
            not found,
            order,
            main,
            sent,
            empty_message=seeds.empty_message,
            is_change=bool(seeds.hunks or not seeds.core),
            unsent=unsent,
        )
    if inputs.users and inputs.users.users and not options.pin:
        users = draft_users(snapshot, inputs.users, options, token)
        is_empty = not users.steps
        return PackDraft(
            lambda _: (), is_empty, users.steps, users.main, sent, shows_users=True, notes=users.notes,
            unsent=unsent,
        )  # fmt: skip
    parts = inputs.parts or (PartFound(ranked, evidence),)
    made = draft_answer(snapshot, ranked, parts, options, token, known)
    sure = joint_confidence(
        confidence_of(part.evidence, one, snapshot.semantic_coverage)
        for part, one in zip(parts, made.concentrations, strict=True)
    )
    is_asked_in_general = (
        not options.pin
        and not made.pointed
        and not indexing_gap(snapshot, by_meaning=False)
        and not has_no_files(snapshot)
        and all(part.evidence.is_general for part in parts)
    )
    if is_asked_in_general:
        return PackDraft(made.results_in, made.is_empty, (), made.main, sent, sure, is_general=True)
    if sure.is_match or options.pin or made.pointed:
        return PackDraft(
            made.results_in, made.is_empty, made.steps, made.main, sent, sure, omission=made.omission,
            pointed=made.pointed, named_lines=made.named_lines, unsent=made.unsent,
        )  # fmt: skip
    definitions = (snapshot.definition(item.symbol or item.path) for item in made.main)
    labels = [label_of(one) if one else item.path for item, one in zip(made.main, definitions, strict=True)]
    return PackDraft(
        made.results_in, made.is_empty, (), made.main, sent, sure, tuple(dict.fromkeys(labels))[:MAX_NEAREST]
    )
