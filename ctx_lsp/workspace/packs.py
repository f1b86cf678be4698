"""The packs of a workspace: builds packs, shows and compares earlier ones, and stores feedback on them.

A pack that is no longer in memory is rebuilt from its recipe. `packing` decides the contents of a pack; `pack_cache`
keeps the packs, `pack_history` their recipes, and `feedback` the verdicts.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.model import BadRequest
from ctx_lsp.features.pack_diff import PackDiff, compare
from ctx_lsp.features.pack_options import ids_of, resolved_options
from ctx_lsp.features.symbols import resolve_symbol
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.packing.detail.staleness import lines_now
from ctx_lsp.packing.formats.counted import rendered
from ctx_lsp.packing.formats.render import code, fenced
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.packing.model import Pack, PackFormat, PackItem, PackOptions, PackRequest, PackSubject
from ctx_lsp.retrieval.ranking.rank_feedback import definition_digest, neighbourhood
from ctx_lsp.settings import PackSettings
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.workspace.analysis import Analysis
from ctx_lsp.workspace.feedback import FeedbackMemory, GivenVerdict, VerdictKind, shown_in
from ctx_lsp.workspace.pack_cache import KeptPack, PackCache
from ctx_lsp.workspace.pack_history import PackHistory, RecentPack
from ctx_lsp.workspace.recipes import PieceChanges, Recipe, changes_between, piece_of, pieces_of, recipe_of
from ctx_lsp.workspace.team_tasks import TeamTask, team_task

MAX_SENT = 2_000  # items remembered as sent in a series of packs
MAX_NAMED = 5  # changed symbols that a document names
MAX_SERIES = 8  # earlier packs of a series that are rebuilt to find out what was sent

_REDACTED = "A possible secret in the question was not stored, so this pack answers the question without it. Ask again."
_UNKNOWN_SERIES = "An earlier pack of this series is no longer known, so its code may be shown again."

_NOT_INDEXED = (
    "> Made again from its question. The workspace is not fully indexed yet, so the pack may lack code, and changes "
    "since then are unknown.\n\n"
)
_NOT_KNOWN = (
    "> Made again from its question. An earlier pack of its series is no longer known, so the pack may show code "
    "again, and changes since then are unknown.\n\n"
)


@dataclass(frozen=True, slots=True)
class PackText:
    """A pack as a document; `tokens` counts the tokens of its text, and `revision` is the revision of the pack.

    `changed` holds the symbols whose text in the pack is out of date, or the path for text without a symbol. If there
    are any, `outdated` is true and the document starts with a notice. A pack that was rebuilt from its recipe shows the
    current code; `changed` then holds the differences from the original pack, and `pack_id` may be a new id. During
    indexing, or if an earlier pack of its series is lost, these differences are unknown, so `outdated` is
    false and the notice says so.
    """

    pack_id: str
    revision: int
    outdated: bool
    changed: tuple[str, ...]
    tokens: int
    text: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A rebuilt pack with its request, and the changes from the original pack."""

    kept: KeptPack
    changes: PieceChanges


@dataclass(frozen=True, slots=True)
class FeedbackChange:
    """The effect of recording or clearing feedback.

    `symbol` is the judged symbol, or None if all verdicts were cleared. `nearby` holds related symbols whose ranking
    changes too. `cleared` counts the verdicts that were dropped, and `in_force` holds all verdicts that remain.
    """

    symbol: str | None
    nearby: tuple[str, ...]
    cleared: int
    in_force: tuple[GivenVerdict, ...]


class Packs:
    """Builder of packs that also stores the packs and the feedback on them. Thread-safe. Analyses share `cache`."""

    def __init__(
        self,
        monitor: Monitor | None = None,
        on_given: Callable[[PackSubject, Pack], None] = lambda _, __: None,
        history: PackHistory | None = None,
        on_asked: Callable[[Pack, str], None] = lambda _, __: None,
    ) -> None:
        """Create an empty store. Without a `history`, packs last only as long as the process.

        `on_given` is called with each requested pack, unless the previous request had the same subject and `since`.
        `on_asked` is called with each pack that `ask` returns, and with its asker; `replay` does not call it.
        """
        self._on_given = on_given
        self._on_asked = on_asked
        self._history = history
        self._latest: tuple[PackSubject, str] | None = None  # subject and `since` of the latest request
        self.cache = PackCache(monitor)
        self.feedback = FeedbackMemory()

    def use(self, settings: PackSettings) -> None:
        """Apply settings: switch feedback and the history on or off (see `PackHistory.switch`)."""
        self.feedback.is_on = settings.feedback
        if self._history is not None:
            self._history.switch(settings.history)

    def ask(self, analysis: Analysis, request: PackRequest, token: CancelToken, asked_by: str = "") -> Pack:
        """Build and keep the pack for a request. Raises `BadRequest` and `Cancelled`.

        `asked_by` names the agent that sent the request; it is empty for the user.
        """
        sent = self._sent(analysis, request.options.since, token)
        pack = self._ask(analysis, request, sent, token, asked_by).pack
        self._on_asked(pack, asked_by)
        return pack

    def replay(
        self, analysis: Analysis, pack_id: str, options: PackOptions | None, token: CancelToken, asked_by: str = ""
    ) -> Replay:
        """Repeat the request of a pack, with new `options` if given; the pack may precede a restart of the server.

        Raises `BadRequest` for an unknown id or if the subject of the request no longer exists. Raises `Cancelled`.
        """
        recipe = self._recipe(pack_id)
        warnings: tuple[str, ...] = ()
        if options is None:
            request, sent, warnings = self._repeated(analysis, recipe, token)
        else:
            request = replace(recipe.request, options=options)
            sent = self._sent(analysis, options.since, token)
        kept = self._ask(analysis, request, sent, token, asked_by)
        warnings = (*([_REDACTED] if recipe.is_redacted else []), *warnings)
        kept = replace(kept, pack=replace(kept.pack, warnings=warnings + kept.pack.warnings))
        return Replay(kept, changes_between(recipe.pieces, pieces_of(kept.pack)))

    def _ask(
        self, analysis: Analysis, request: PackRequest, sent: Sequence[PackItem], token: CancelToken, asked_by: str
    ) -> KeptPack:
        self.feedback.look_for_edits(analysis.snapshot)
        kept, is_new = self._make(analysis, request, sent, token)
        if self._history is not None:
            self._history.note(request, kept.pack, asked_by)
        if is_new:
            self.feedback.question_asked()
        self.feedback.pack_shown(kept.shown)
        latest, self._latest = self._latest, (request.subject, request.options.since)
        if latest != self._latest:
            self._on_given(request.subject, kept.pack)
        return kept

    def with_feedback(self, analysis: Analysis) -> Analysis:
        """Return a copy of the analysis with the current feedback."""
        return replace(analysis, feedback=self.feedback.now())

    def shown(self, analysis: Analysis, pack_id: str, token: CancelToken) -> tuple[Pack, PackOptions]:
        """Return a pack and the options of its request; rebuild the pack if necessary.

        Raises `BadRequest` and `Cancelled`.
        """
        kept, *_ = self._find(analysis, pack_id, token)
        return kept.pack, kept.request.options

    def text(
        self, analysis: Analysis, pack_id: str, form: PackFormat | None = None, token: CancelToken | None = None
    ) -> PackText:
        """Render a pack as a Markdown document, or as plain text in the format `form`; rebuild it if necessary.

        Raises `BadRequest` for an unknown id. Raises `Cancelled`.
        """
        kept, since, is_known = self._find(analysis, pack_id, token or CancelToken())
        if since is None:
            changed = _changed(analysis.snapshot, kept)
            notice = _outdated(changed, len(kept.pack.items))
        elif _is_indexing(analysis.snapshot):
            changed, notice = (), _NOT_INDEXED  # a piece of a file that is not indexed yet was not removed
        elif not is_known:
            changed, notice = (), _NOT_KNOWN  # what was sent before looks as if it had been added
        else:
            changed = since.names
            notice = _made_again(since)
        encoding = kept.request.options.encoding
        text = rendered(kept.pack.document, form, encoding) if form else notice + _document(kept)
        tokens = count_tokens(text, encoding)
        return PackText(kept.pack.pack_id, kept.pack.revision, bool(changed), changed, tokens, text)

    def diff(self, analysis: Analysis, pack_id: str, against: str | None, token: CancelToken) -> PackDiff:
        """Compare the pack `pack_id` with the pack `against`, or by default with the result of repeating its request.

        Raises `BadRequest` if an id is unknown or the subject of the request no longer exists. Raises `Cancelled`.
        """
        kept, *_ = self._find(analysis, pack_id, token)
        if against is None:
            sent, _ = self._sent_in_series(analysis, kept.request.options.since, token)
            again, _ = self._make(analysis, kept.request, sent, token)
        else:
            again, *_ = self._find(analysis, against, token)
        return compare(analysis.snapshot, kept.pack, again.pack)

    def give_feedback(
        self, analysis: Analysis, pack_id: str, symbol: str, verdict: VerdictKind, token: CancelToken | None = None
    ) -> FeedbackChange:
        """Store a verdict on a symbol that a pack shows, or on a symbol that the pack lacks.

        Raises `BadRequest` if feedback is off, the pack is unknown or the verdict cannot apply to the symbol.
        """
        if not self.feedback.is_on:
            raise BadRequest("feedback is disabled (pack.feedback)")
        kept, *_ = self._find(analysis, pack_id, token or CancelToken())
        snapshot = analysis.snapshot
        definition = resolve_symbol(snapshot, symbol)
        is_there = definition.id in kept.shown.texts
        if is_there and verdict == "missing":
            raise BadRequest(f"{symbol} is not missing: the pack shows it")
        if not is_there and verdict != "missing":
            raise BadRequest(f"the pack does not show {symbol}")
        text = definition_digest(snapshot, definition.id)
        assert text is not None
        self.feedback.give(verdict, [(definition.id, text)], kept.shown.terms)
        return FeedbackChange(definition.id, tuple(neighbourhood(snapshot, definition.id)), 0, self.feedback.in_force())

    def clear_feedback(self, analysis: Analysis, symbol: str | None) -> FeedbackChange:
        """Drop the verdicts on `symbol`, or all if `symbol` is None. Raises `BadRequest` for an unknown symbol."""
        name = resolve_symbol(analysis.snapshot, symbol).id if symbol is not None else None
        cleared = self.feedback.clear(name)
        return FeedbackChange(name, (), cleared, self.feedback.in_force())

    def team_task(self, analysis: Analysis, pack_id: str, answers: Sequence[str], token: CancelToken) -> TeamTask:
        """Return the question of a pack with its answers, as a task that the team can keep.

        If `answers` is empty, the symbols that the user called useful or missing are the answers. Raises `BadRequest`
        if the pack is unknown, has no question or was redacted, or if `team_tasks.team_task` does. Raises `Cancelled`.
        """
        recipe = self._recipe(pack_id)
        if recipe.question is None:
            raise BadRequest("only a pack for a question can be kept as a task")
        if recipe.is_redacted:
            raise BadRequest(_REDACTED)
        named = answers or self._answers(analysis, pack_id, token)
        return team_task(analysis, recipe.question.question, named)

    def recent(self, limit: int) -> tuple[RecentPack, ...]:
        """Return up to `limit` packs from the history, latest first; empty without a history."""
        return self._history.recent(limit) if self._history is not None else ()

    def forget_recent(self) -> None:
        """Delete the history of this workspace, but not the packs in memory. Raises `BadRequest` if it is locked."""
        if self._history is not None:
            self._history.forget()

    @property
    def keeps_history(self) -> bool:
        """Whether the history is on and not locked, in which case packs can be rebuilt after a restart."""
        return self._history is not None and self._history.is_kept

    def _answers(self, analysis: Analysis, pack_id: str, token: CancelToken) -> tuple[str, ...]:
        """Return the symbols that the user called useful or missing for a pack's question, if they still exist."""
        kept, *_ = self._find(analysis, pack_id, token)
        return tuple(one for one in self.feedback.answers(kept.shown.terms) if analysis.snapshot.definition(one))

    def _make(
        self, analysis: Analysis, request: PackRequest, already_sent: Sequence[PackItem], token: CancelToken
    ) -> tuple[KeptPack, bool]:
        """Build and keep the pack for a request; also return whether it differs from all kept packs."""
        sent = tuple(already_sent)
        pack = replace(self.with_feedback(analysis), already_sent=sent).pack(request, token)
        is_new = self.cache.kept(pack.pack_id) is None
        excluded = resolved_options(analysis.snapshot, request.options).exclude
        shown, all_sent = shown_in(pack, analysis.snapshot), (*sent, *pack.items)[-MAX_SENT:]
        return self.cache.keep(KeptPack(pack, request, shown, all_sent, excluded)), is_new

    def _find(self, analysis: Analysis, pack_id: str, token: CancelToken) -> tuple[KeptPack, PieceChanges | None, bool]:
        """Return a pack from memory and None, or a rebuilt pack and its changes from the original.

        Also return whether all that was sent before in its series is known.
        """
        kept = self.cache.kept(pack_id)
        if kept is not None:
            return kept, None, True
        recipe = self._recipe(pack_id)
        request, sent, warnings = self._repeated(analysis, recipe, token)
        kept, _ = self._make(analysis, request, sent, token)
        return kept, changes_between(recipe.pieces, pieces_of(kept.pack)), _UNKNOWN_SERIES not in warnings

    def _repeated(
        self, analysis: Analysis, recipe: Recipe, token: CancelToken
    ) -> tuple[PackRequest, tuple[PackItem, ...], tuple[str, ...]]:
        """Return a recipe's request without missing symbols, the items sent earlier in its series, and warnings."""
        request, gone = _with_present_symbols(analysis.snapshot, recipe.request)
        sent, is_known = self._sent_in_series(analysis, recipe.options.since, token)
        warnings = [f"{name}, which was pinned or excluded, no longer exists." for name in gone]
        return request, sent, tuple(warnings if is_known else [_UNKNOWN_SERIES, *warnings])

    def _sent(self, analysis: Analysis, since: str, token: CancelToken) -> tuple[PackItem, ...]:
        """Return the items that were sent in the series of packs that ends with the pack `since`.

        The result is empty if `since` is "". Raises `BadRequest` for an unknown id.
        """
        if since and self.cache.kept(since) is None:
            self._recipe(since)
        return self._sent_in_series(analysis, since, token)[0]

    def _sent_in_series(
        self, analysis: Analysis, since: str, token: CancelToken, most: int = MAX_SERIES
    ) -> tuple[tuple[PackItem, ...], bool]:
        """Return the items that were sent in the series of packs ending with `since`, and whether the list is complete.

        Up to `most` packs that are not in memory are rebuilt. A rebuilt pack contributes only items that were sent.
        Where it sent another text than it shows now, what earlier packs sent in its place no longer counts.
        """
        kept = self.cache.kept(since)
        if kept is not None or not since:
            return (kept.sent if kept else ()), True
        try:
            recipe = self._recipe(since)
        except BadRequest:
            return (), False
        if not most:
            return (), False
        before, is_known = self._sent_in_series(analysis, recipe.options.since, token, most - 1)
        request, _ = _with_present_symbols(analysis.snapshot, recipe.request)
        try:
            kept, _ = self._make(analysis, request, before, token)
        except BadRequest:  # the subject is gone, and with it the code that the pack has sent
            return before, False
        sent = set(recipe.pieces)
        items = [item for item in kept.pack.items if piece_of(item) in sent]
        changed = {piece.name for piece in sent.difference(map(piece_of, items))}
        return (*(one for one in before if not _is_part(one, changed)), *items), is_known

    def _recipe(self, pack_id: str) -> Recipe:
        kept = self.cache.kept(pack_id)
        if kept is not None:
            return recipe_of(kept.request, kept.pack)
        recipe = self._history.recipe(pack_id) if self._history is not None else None
        if recipe is None:
            raise BadRequest(f"no pack {pack_id!r} is kept; ask again", "unknownPack")
        return recipe


def _with_present_symbols(snapshot: Snapshot, request: PackRequest) -> tuple[PackRequest, tuple[str, ...]]:
    """Return a request without the pinned and excluded symbols that no longer exist; also return those symbols."""

    def is_gone(name: str, *, is_pinned: bool) -> bool:
        try:
            return not ids_of(snapshot, name) and is_pinned
        except BadRequest:
            return True

    options = request.options
    gone = tuple(name for name in options.pin if is_gone(name, is_pinned=True))
    gone += tuple(name for name in options.exclude if is_gone(name, is_pinned=False))
    pin, exclude = (tuple(name for name in names if name not in gone) for names in (options.pin, options.exclude))
    return (replace(request, options=replace(options, pin=pin, exclude=exclude)) if gone else request), gone


def _is_part(packed: PackItem, names: Iterable[str]) -> bool:
    """Return whether an item, a part of it or what it is part of is among the `names` of pieces."""
    own = packed.item.symbol or packed.item.path
    return any(own == name or own.startswith(f"{name}.") or name.startswith(f"{own}.") for name in names)


def _is_indexing(snapshot: Snapshot) -> bool:
    return snapshot.lexical_coverage < 1.0 or snapshot.more_vectors


def _changed(snapshot: Snapshot, kept: KeptPack) -> tuple[str, ...]:
    changed = (one.item for one in kept.pack.items if lines_now(snapshot, one, kept.excluded) is None)
    names = (item.symbol or item.path for item in changed)
    return tuple(dict.fromkeys(names))


def _document(kept: KeptPack) -> str:
    pack, form = kept.pack, kept.request.options.format
    return pack.text if form == "markdown" else fenced(pack.text, "" if form == "compact" else form)


def _outdated(changed: Sequence[str], items: int) -> str:
    return f"> Outdated: {len(changed)} of {items} items have changed since ({_named(changed)}).\n\n" if changed else ""


def _made_again(since: PieceChanges) -> str:
    if not since.names:
        return ""
    said = ", ".join(f"{len(names)} {kind}" for kind, names in since.by_kind.items())
    return f"> Made again from its question. Since then: {said} ({_named(since.names)}).\n\n"


def _named(changed: Sequence[str]) -> str:
    return ", ".join(map(code, changed[:MAX_NAMED])) + (", …" if len(changed) > MAX_NAMED else "")
