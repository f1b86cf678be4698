"""The packs of a workspace: building them, showing and comparing earlier packs, and storing feedback on packs.

`packing` decides the contents of a pack; `pack_cache` keeps the packs, and `feedback` keeps the verdicts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.model import BadRequest
from ctx_lsp.features.pack_diff import PackDiff, compare
from ctx_lsp.features.pack_options import resolved_options
from ctx_lsp.features.symbols import resolve_symbol
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.packing.detail.staleness import lines_now
from ctx_lsp.packing.formats.counted import rendered
from ctx_lsp.packing.formats.render import code, fenced
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.packing.model import Pack, PackFormat, PackRequest, PackSubject
from ctx_lsp.retrieval.ranking.rank_feedback import definition_digest, neighbourhood
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.workspace.analysis import Analysis
from ctx_lsp.workspace.feedback import FeedbackMemory, GivenVerdict, VerdictKind, shown_in
from ctx_lsp.workspace.pack_cache import KeptPack, PackCache

MAX_SENT = 2_000  # items remembered as sent in a series of packs
MAX_NAMED = 5  # changed symbols that a document names


@dataclass(frozen=True, slots=True)
class PackText:
    """A pack as a document; `tokens` counts the tokens of its text, and `revision` is the revision of the pack.

    `changed` holds the symbols whose text in the pack is out of date (a path stands for text without a symbol). If
    there are any, the document starts with a notice.
    """

    pack_id: str
    revision: int
    outdated: bool
    changed: tuple[str, ...]
    tokens: int
    text: str


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
    """Builder and store of packs, which also stores the feedback on them. Thread-safe. Analyses use `cache` as well."""

    def __init__(
        self, monitor: Monitor | None = None, on_given: Callable[[PackSubject, Pack], None] = lambda _, __: None
    ) -> None:
        """`on_given` is called with each requested pack, except when the latest request is repeated."""
        self._on_given = on_given
        self._latest: tuple[PackSubject, str] | None = None  # subject and `since` of the latest request
        self.cache = PackCache(monitor)
        self.feedback = FeedbackMemory()

    def ask(self, analysis: Analysis, request: PackRequest, token: CancelToken) -> Pack:
        """Build and keep the pack for a request. Raises `BadRequest`, `Cancelled`."""
        self.feedback.look_for_edits(analysis.snapshot)
        kept, is_new = self._make(analysis, request, token)
        if is_new:
            self.feedback.question_asked()
        self.feedback.pack_shown(kept.shown)
        latest, self._latest = self._latest, (request.subject, request.options.since)
        if latest != self._latest:
            self._on_given(request.subject, kept.pack)
        return kept.pack

    def with_feedback(self, analysis: Analysis) -> Analysis:
        """Return a copy of the analysis with the current feedback."""
        return replace(analysis, feedback=self.feedback.now())

    def text(self, analysis: Analysis, pack_id: str, form: PackFormat | None = None) -> PackText:
        """Render a kept pack as a Markdown document, or as plain text in the format `form` if given.

        Raises `BadRequest` for an unknown id.
        """
        kept = self._find(pack_id)
        changed = _changed(analysis.snapshot, kept)
        text = rendered(kept.pack.document, form, kept.request.options.encoding) if form else _document(kept, changed)
        tokens = count_tokens(text, kept.request.options.encoding)
        return PackText(pack_id, kept.pack.revision, bool(changed), changed, tokens, text)

    def diff(self, analysis: Analysis, pack_id: str, against: str | None, token: CancelToken) -> PackDiff:
        """Compare the pack `pack_id` with the pack `against`, or by default with the result of repeating its request.

        Raises `BadRequest` if an id is unknown or the subject of the request no longer exists. Raises `Cancelled`.
        """
        kept = self._find(pack_id)
        if against is None:
            again, _ = self._make(analysis, kept.request, token)
            other = again.pack
        else:
            other = self._find(against).pack
        return compare(analysis.snapshot, kept.pack, other)

    def give_feedback(self, analysis: Analysis, pack_id: str, symbol: str, verdict: VerdictKind) -> FeedbackChange:
        """Store a verdict on a symbol that a pack shows, or on a symbol that the pack lacks.

        Raises `BadRequest` if feedback is off, the pack is unknown or the verdict cannot apply to the symbol.
        """
        if not self.feedback.is_on:
            raise BadRequest("feedback is disabled (pack.feedback)")
        kept = self._find(pack_id)
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

    def _make(self, analysis: Analysis, request: PackRequest, token: CancelToken) -> tuple[KeptPack, bool]:
        """Build and keep the pack for a request. Also return whether the pack differs from all packs kept before."""
        options = request.options
        already_sent = self._find(options.since).sent if options.since else ()
        pack = replace(self.with_feedback(analysis), already_sent=already_sent).pack(request, token)
        is_new = self.cache.kept(pack.pack_id) is None
        excluded = resolved_options(analysis.snapshot, options).exclude
        shown, sent = shown_in(pack, analysis.snapshot), (*already_sent, *pack.items)[-MAX_SENT:]
        return self.cache.keep(KeptPack(pack, request, shown, sent, excluded)), is_new

    def _find(self, pack_id: str) -> KeptPack:
        kept = self.cache.kept(pack_id)
        if kept is None:
            most = self.cache.most_kept
            raise BadRequest(
                f"no pack {pack_id!r} among the last {most} since the server started; ask again", "unknownPack"
            )
        return kept


def _changed(snapshot: Snapshot, kept: KeptPack) -> tuple[str, ...]:
    changed = (one.item for one in kept.pack.items if lines_now(snapshot, one, kept.excluded) is None)
    names = (item.symbol or item.path for item in changed)
    return tuple(dict.fromkeys(names))


def _document(kept: KeptPack, changed: Sequence[str]) -> str:
    pack, form = kept.pack, kept.request.options.format
    text = pack.text if form == "markdown" else fenced(pack.text, "" if form == "compact" else form)
    if not changed:
        return text
    named = ", ".join(map(code, changed[:MAX_NAMED])) + (", …" if len(changed) > MAX_NAMED else "")
    return f"> Outdated: {len(changed)} of {len(pack.items)} items have changed since ({named}).\n\n{text}"
