"""Answers to requests about one revision of the index. An `Analysis` is immutable and never sees later edits."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from itertools import islice
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.features.explain import explain
from ctx_lsp.features.filters import MAX_LIMIT, check_search, with_folders
from ctx_lsp.features.hover import hover_card
from ctx_lsp.features.model import BadRequest, Explanation
from ctx_lsp.features.navigation import symbol_at
from ctx_lsp.features.nodes import Node, nodes_in_order
from ctx_lsp.features.pack_options import resolved_options
from ctx_lsp.features.pack_seeds import FoundSeeds, seeds_of_changes, seeds_of_files
from ctx_lsp.features.symbols import resolve_symbol, selected, workspace_symbols
from ctx_lsp.features.users import users_asked_for
from ctx_lsp.graph.entry import Definition, qualname_of
from ctx_lsp.history.histories import Histories
from ctx_lsp.lexical.commit_messages import CommitMessages
from ctx_lsp.models.embedding import EmbeddingPool
from ctx_lsp.models.reranking import Reranking
from ctx_lsp.packing.answer.relevance import RatedFeatures, Rater
from ctx_lsp.packing.candidates import MAX_MAIN, item_of
from ctx_lsp.packing.model import (
    ChangeSubject,
    FilesSubject,
    Pack,
    PackItem,
    PackOptions,
    PackRequest,
    QuestionSubject,
    SymbolSubject,
)  # fmt: skip
from ctx_lsp.packing.pack import make_pack
from ctx_lsp.packing.pack_draft import PackInput, draft_pack
from ctx_lsp.published.federation import search_everywhere
from ctx_lsp.published.service import PublishedRepositories
from ctx_lsp.retrieval.evidence import Evidence, PartFound, gather_evidence, interleaved_results
from ctx_lsp.retrieval.model import Feedback, Item, QueryAnalysis, ResultFilter, Scope, SearchAnswer, SearchRequest
from ctx_lsp.retrieval.question.change_words import asks_for_change
from ctx_lsp.retrieval.question.parts import parts_of_question
from ctx_lsp.retrieval.question.understanding import understand
from ctx_lsp.retrieval.ranking.rank_feedback import applicable_feedback, feedback_lines
from ctx_lsp.retrieval.ranking.weights import TUNING, Tuning
from ctx_lsp.retrieval.search import Scored, chosen_items, score, search, search_answering
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.disk import Limits
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace.dump import Dump, make_dump
from ctx_lsp.workspace.indexed_files import IndexedFiles
from ctx_lsp.workspace.models.question_vectors import embedded
from ctx_lsp.workspace.notes.in_force import pack_without_refuted
from ctx_lsp.workspace.pack_cache import PackCache, PackRecipe
from ctx_lsp.workspace.pack_inputs import with_cursor, with_guidance
from ctx_lsp.workspace.past.definition_histories import DefinitionHistories
from ctx_lsp.workspace.past.pack_commits import pack_naming_commits
from ctx_lsp.workspace.past.queries import Past
from ctx_lsp.workspace.relations import Relations
from ctx_lsp.workspace.sharing.packs_everywhere import pack_everywhere

PACK_CANDIDATES = 60  # search results from which a pack is built

P = ParamSpec("P")
R = TypeVar("R")


def urgent(
    answer: "Callable[Concatenate[Analysis, P], R]",
) -> "Callable[Concatenate[Analysis, P], R]":
    """Decorate `answer` so that background embedding pauses while the request is answered."""

    @wraps(answer)
    def answered(analysis: "Analysis", /, *args: P.args, **kwargs: P.kwargs) -> R:
        with analysis.pool.urgent() if analysis.pool else nullcontext():
            return answer(analysis, *args, **kwargs)

    return answered


class Passages(NamedTuple):
    """The passages from which the pack for a question is built.

    `evidence` says how well the chunks around the passages match the question.
    """

    rated: RatedFeatures
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Analysis:
    """Answers to requests, based on one snapshot.

    `pool` computes missing vectors, and is None if no model is loaded. If the settings name a model that is missing,
    `model_problem` gives the reason. `roots` holds the workspace folders, `tuning` holds the weights of the ranking,
    and `commits` holds the indexed commit messages. `histories` holds the folders' commits, and `definitions` reads
    which definitions these commits changed. `day` is the current day as days since 1970. `reranking` reorders the best
    candidates if there is a reranker. `packs` caches packs. `feedback` holds the verdicts on earlier packs, which do
    not affect searches. `published` searches other repositories, if the settings name a database of them. `limits`
    decides which files are indexed. `model_identity` names the model of the vectors, `already_sent` what a client has.
    """

    snapshot: Snapshot
    pool: EmbeddingPool | None
    roots: Roots = field(default_factory=Roots)
    tuning: Tuning = field(default_factory=lambda: TUNING)
    reranking: Reranking | None = None
    commits: CommitMessages | None = None
    histories: Histories = field(default_factory=Histories)
    definitions: DefinitionHistories = field(default_factory=DefinitionHistories)
    day: int = 0
    model_problem: str = ""
    packs: PackCache = field(default_factory=PackCache)
    published: PublishedRepositories | None = None
    model_identity: str = ""
    limits: Limits = field(default_factory=Limits)
    feedback: Feedback = ()
    already_sent: tuple[PackItem, ...] = ()

    @property
    def revision(self) -> int:
        """The revision of the snapshot, which every answer reports."""
        return self.snapshot.revision

    @property
    def relations(self) -> Relations:
        """Queries for navigation and dependencies in this revision."""
        return Relations(self.snapshot, self.roots, self.published, self.histories, self.packs, self.limits)

    @property
    def files(self) -> IndexedFiles:
        """The indexed files, as requests name them."""
        return IndexedFiles(self.snapshot, self.roots, self.limits)

    @property
    def past(self) -> Past:
        """Queries about the Git history, as of this revision."""
        return Past(self.snapshot, self.roots, self.histories, self.day, self.definitions)

    def source(self, path: str) -> SourceText | None:
        """Return the text of a file in this revision, or None if the file is not indexed."""
        entry = self.snapshot.files.get(path)
        return entry.source if entry else None

    @urgent
    def search(self, request: SearchRequest, token: CancelToken) -> SearchAnswer:
        """Find the best results for a question. Raises `BadRequest`, `Cancelled`."""
        check_search(request)
        timings = Timings()
        context = self._context(request, self._understood(request.question), token, timings)
        if request.scope == "workspace":
            return search(context, timings)
        return search_everywhere(context, self.published, self.roots.names, self.model_identity, timings)

    @urgent
    def search_answering(self, request: SearchRequest, token: CancelToken) -> tuple[Item, ...]:
        """Find only results that may answer a question by themselves, any note included. Raises as `search`."""
        check_search(request)
        timings = Timings()
        context = self._context(request, understand(self.snapshot, request.question), token, timings)
        return search_answering(context.with_all_files(), timings)

    @urgent
    def search_each(self, request: SearchRequest, tunings: Sequence[Tuning], token: CancelToken) -> list[SearchAnswer]:
        """Run `search` once for each tuning, but embed the question only once. Raises `BadRequest`, `Cancelled`."""
        check_search(request)
        context = self._context(request, self._understood(request.question), token, Timings())
        return [search(replace(context, tuning=tuning), Timings()) for tuning in tunings]

    @urgent
    def pack(self, request: PackRequest, token: CancelToken) -> Pack:
        """Build the pack for a request. Raises `BadRequest`, `Cancelled`."""
        return pack_naming_commits(self.past, request, partial(self._pack_in_force, token=token), token)

    def _pack_in_force(self, request: PackRequest, token: CancelToken) -> Pack:
        request = replace(request, options=self._resolved(request.options, token))
        refuted = partial(self.packs.notes.refuted, self, token)
        return pack_without_refuted(request, partial(self._pack, token=token), refuted)

    def _pack(self, request: PackRequest, token: CancelToken) -> Pack:
        snapshot, subject, depth = self.snapshot, request.subject, request.options.dependency_depth
        match subject:
            case QuestionSubject(scope=scope) if scope != "workspace":
                return pack_everywhere(self, subject, request, token)
            case QuestionSubject():
                return self._pack_for_question(subject, request, token)
            case SymbolSubject(symbol):
                definition = snapshot.definition(symbol)
                if definition is None:
                    raise BadRequest(f"{symbol} no longer exists")
                return self._pack_of(definition, request.options, token)
            case FilesSubject(paths):
                known = [self.files.known(path) for path in paths]
                found_seeds = seeds_of_files(snapshot, known, depth, token)
                return self._pack_from(found_seeds, "Context for " + ", ".join(known), request, token)
            case ChangeSubject(base, diff):
                title = "Changes of a diff" if diff is not None else f"Changes since {base}"
                found = self.past.changes(base, diff, token)
                return self._pack_from(seeds_of_changes(snapshot, found, depth, token), title, request, token)

    @urgent
    def passages(self, question: str, token: CancelToken) -> Passages:
        """Return the passages from which the pack for a question is built. Raises `BadRequest`, `Cancelled`."""
        timings = Timings()
        request = SearchRequest(question, PACK_CANDIDATES)
        scored = score(self._context(request, self._understood(question), token, timings), timings)
        ranked = _best(scored)
        best = max((item.score for item in ranked), default=0.0) or 1.0
        shares = [(item, max(0.0, item.score / best)) for item in ranked]
        evidence = gather_evidence(scored.context, ranked)
        return Passages(Rater(scored.context.snapshot, evidence, token).feature_rows(shares), evidence)

    @urgent
    def scored(self, question: str, tuning: Tuning, token: CancelToken) -> Scored:
        """Score all candidates for a question, part by part, without a reranker. Raises `BadRequest`, `Cancelled`."""
        timings = Timings()
        request = SearchRequest(question, PACK_CANDIDATES, rerank=False)
        context = self._context(request, self._understood(question), token, timings)
        return score(replace(context, tuning=tuning, reranking=None), timings)

    @urgent
    def explain(
        self, question: str, symbol: str, options: PackOptions, token: CancelToken, pack: Pack | None = None
    ) -> Explanation:
        """Explain why a symbol is or is not in `pack`, by default the pack for the question with these options.

        Raises `BadRequest`, `Cancelled`.
        """
        options = self._resolved(options, token)
        definition = resolve_symbol(self.snapshot, symbol)
        timings, query = Timings(), self._understood(question)
        request = SearchRequest(question, MAX_LIMIT, options.filter, options.rerank)
        context = self._context(request, query, token, timings, self.feedback)
        scored = score(context, timings)
        ranked, users = _best(scored), users_asked_for(self.snapshot, question, token)
        inputs = PackInput(query, ranked, options, evidence=gather_evidence(context, ranked), users=users)
        pack = pack or make_pack(context.snapshot, inputs, token, timings)
        draft = draft_pack(context.snapshot, inputs, token)
        return explain(context.snapshot, definition, scored, pack, draft)

    def selected(self, path: str, start: int, end: int) -> tuple[str, ...]:
        """Return the ids of the symbols in a selection, or the id of the symbol that encloses the selection.

        Raises `BadRequest` for an unknown file.
        """
        return tuple(one.id for one in selected(self.snapshot, self.files.known(path), start, end))

    def symbol_at(self, path: str, offset: int) -> str | None:
        """Return the id of the symbol at a position, or None. Raises `BadRequest` for an unknown file."""
        definition = symbol_at(self.snapshot, self.files.known(path), offset)
        return definition.id if definition else None

    def symbol_named(self, written: str) -> str:
        """Return the id of the symbol with a given name. Raises `BadRequest` if the name is unknown or ambiguous."""
        return resolve_symbol(self.snapshot, written).id

    @urgent
    def hover(self, path: str, offset: int, options: PackOptions, token: CancelToken) -> str | None:
        """Build the Markdown hover card for the symbol at a position, or return None if there is no symbol.

        `options` are the options of the context pack that the card describes.
        """
        token.check()
        definition = symbol_at(self.snapshot, path, offset)
        if definition is None:
            return None
        pack = self._pack_of(definition, self._resolved(options, token), token)
        notes = tuple(one.text for one in self.packs.notes.lines(self, [definition.id], token))
        return hover_card(self.snapshot, definition, pack, notes)

    @urgent
    def workspace_symbols(self, query: str, limit: int, token: CancelToken) -> tuple[Item, ...]:
        """Find symbols by name. Raises `Cancelled`."""
        return workspace_symbols(self.snapshot, query, limit, token)

    def document_symbols(self, path: str) -> tuple[tuple[Node, int], ...]:
        """Return the symbols of a file in text order, each with its parent's index in the result, or -1."""
        entry = self.snapshot.files.get(path)
        return tuple(nodes_in_order(entry)) if entry else ()

    def dump(self, paths: Iterable[str] | None, token: CancelToken) -> Dump:
        """Dump the index, or only the files at `paths`, in a canonical form that does not depend on earlier revisions.

        Raises `Cancelled`.
        """
        return make_dump(self.snapshot, paths, token)

    def name_range(self, symbol: str) -> tuple[int, int]:
        """Return the byte range of the name in a symbol's definition. Raises `BadRequest` for an unknown symbol."""
        definition = resolve_symbol(self.snapshot, symbol)
        span = self.snapshot.files[definition.path].facts.spans[definition.index]
        return span.name_start, span.name_end

    def _pack_for_question(self, subject: QuestionSubject, request: PackRequest, token: CancelToken) -> Pack:
        options, query = request.options, self._understood(subject.question)
        counted = applicable_feedback(self.snapshot, query, self.feedback)
        means = (self.tuning[query.intent], self.pool, self.reranking, self.histories.tips, self.model_problem)
        recipe = PackRecipe(request, tuple(counted.items()), means)
        timings = Timings()
        with timings.stage("cached"):
            known = self.packs.answer(recipe, self.snapshot)
        token.check()
        if known is not None:
            return replace(known, timings=timings.ms)
        timings = Timings()
        asked = parts_of_question(subject.question)
        searches = [self._searched(part, subject.hypothetical, options, token, timings) for part in asked]
        scored, snapshot = searches[0], searches[-1].context.snapshot
        parts = tuple(map(_part_found, searches)) if len(searches) > 1 else ()
        found = interleaved_results(parts) if parts else _best(scored)
        ranked, leading = with_cursor(self.snapshot, query, found, subject.here, options)
        inputs = PackInput(
            query=query,
            ranked=ranked,
            options=replace(options, pin=tuple(dict.fromkeys((*options.pin, *leading)))),
            already_sent=self.already_sent,
            evidence=gather_evidence(scored.context, ranked),
            feedback=tuple(feedback_lines(counted)),
            parts=parts,
            roots=self.roots,
            users=users_asked_for(snapshot, subject.question, token),
        )
        if asks_for_change(subject.question, self.snapshot):
            main = [item.symbol or item.path for item in ranked[:MAX_MAIN]]
            inputs = with_guidance(self, self.packs, inputs, main, token, query.terms)
        pack = self.packs.pack(recipe, snapshot, inputs, token, timings)
        warnings = tuple(dict.fromkeys(warning for one in searches for warning in one.warnings))
        if warnings or snapshot.no_semantic_reason:  # a model failed: ask it again next time
            return replace(pack, warnings=warnings + pack.warnings)
        self.packs.put_answer(recipe, self.snapshot, pack)
        return pack

    def _searched(
        self, question: str, hypothetical: str, options: PackOptions, token: CancelToken, timings: Timings
    ) -> Scored:
        request = SearchRequest(question, PACK_CANDIDATES, options.filter, options.rerank, hypothetical)
        token.check()
        return score(self._context(request, self._understood(question), token, timings, self.feedback), timings)

    def _pack_of(self, definition: Definition, options: PackOptions, token: CancelToken) -> Pack:
        query = QueryAnalysis(definition.id, "symbol", (definition.qualname,), ())
        found = (item_of(self.snapshot, definition, {"cursor": 1.0}),)
        inputs = PackInput(query, found, options, already_sent=self.already_sent, roots=self.roots)
        inputs = with_guidance(self, self.packs, inputs, (definition.id,), token)
        recipe = PackRecipe(PackRequest(SymbolSubject(definition.id), options))
        return self.packs.pack(recipe, self.snapshot, inputs, token, Timings())

    def _pack_from(self, found_seeds: FoundSeeds, title: str, request: PackRequest, token: CancelToken) -> Pack:
        """Build a pack from seeds. Tests are included unless the options exclude them."""
        names = (qualname_of(item.symbol) for item in found_seeds.seeds.core if item.symbol)
        query = QueryAnalysis(title, "change", tuple(names), ())
        options = replace(request.options, include_tests=request.options.include_tests is not False)
        inputs = PackInput(query, (), options, found_seeds.seeds, self.already_sent, roots=self.roots)
        targets = [item.symbol or item.path for item in found_seeds.seeds.core]
        inputs = with_guidance(self, self.packs, inputs, targets, token)
        pack = self.packs.pack(PackRecipe(request), self.snapshot, inputs, token, Timings())
        return replace(pack, warnings=tuple(dict.fromkeys(found_seeds.warnings + pack.warnings)))

    def _context(
        self, request: SearchRequest, query: QueryAnalysis, token: CancelToken, timings: Timings,
        feedback: Feedback = (),
    ) -> SearchContext:  # fmt: skip
        snapshot, vector = self.snapshot.without_semantic_search(self.model_problem), None
        if self.pool is not None and self.snapshot.vectors is not None:
            texts = query.plain_text, request.hypothetical
            snapshot, vector = embedded(self.snapshot, self.pool, *texts, token, timings)
        request = replace(request, filter=self._bound(request.filter, token, request.scope))
        means = self.tuning, self.reranking, self.commits, feedback
        rejected, counted = partial(self.packs.notes.refuted, self, token), self.packs.notes.lexical(self)
        return SearchContext(snapshot, request, query, token, vector, *means, rejected=rejected, counted=counted)

    def _resolved(self, options: PackOptions, token: CancelToken) -> PackOptions:
        options = resolved_options(self.snapshot, options)
        return replace(options, filter=self._bound(options.filter, token))

    def _bound(self, wanted: ResultFilter, token: CancelToken, scope: Scope = "workspace") -> ResultFilter:
        """Resolve a filter, limit it to `scope`, and withhold notes not in force. Raises `BadRequest`, `Cancelled`."""
        wanted = with_folders(self.past.with_changed(wanted, token), self.roots, scope)
        return self.packs.notes.without_withheld(self, wanted)

    def _understood(self, query: str) -> QueryAnalysis:
        if not query.strip():
            raise BadRequest("query must not be empty")
        return understand(self.snapshot, query, self.packs.notes.lexical(self))


def _part_found(scored: Scored) -> PartFound:
    ranked = _best(scored)
    return PartFound(ranked, gather_evidence(scored.context, ranked))


def _best(scored: Scored) -> tuple[Item, ...]:
    return tuple(islice(chosen_items(scored.context.snapshot, scored), PACK_CANDIDATES))
