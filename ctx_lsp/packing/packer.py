"""Fills a pack step by step until the budget is used up, and renders its text.

A pack has the same content in every format, because a step is taken only if it fits the budget in all formats. The cost
of a step is counted line by line. This count may be a few tokens too high, but never too low. The whole text is counted
at the end. The header and the list of missing dependencies are known only then, so tokens are reserved for them. Tokens
are also reserved for the tree; only this reserve depends on the budget. For the names of items sent before and for
advice, nothing is reserved: they get tokens that the code has left over.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.detail.already_sent import NOTHING_SENT, Sent
from ctx_lsp.packing.detail.layout import FileLayout, empty_layout
from ctx_lsp.packing.detail.lines import Lines, parts_of
from ctx_lsp.packing.detail.redaction import Withholding
from ctx_lsp.packing.formats.counted import counted
from ctx_lsp.packing.formats.formats import FORMATS
from ctx_lsp.packing.formats.render import Format
from ctx_lsp.packing.formats.tokens import begins_apart, count_by_lines, count_by_words, quoted_lines
from ctx_lsp.packing.model import (
    AdviceLine,
    Completeness,
    Document,
    Excerpt,
    ExcerptSymbols,
    PackOptions,
    Summary,
    TreeLine,
    Unresolved,
)  # fmt: skip
from ctx_lsp.packing.selection import Step
from ctx_lsp.retrieval.gaps import indexing_gap
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.snapshot.snapshot import Snapshot

MISSING_SHARE = 0.04  # share of the tokens spent on excerpts, reserved for the list of missing dependencies
MAX_MISSING_TOKENS = 120
SENT_SHARE = 0.1  # share of the budget that the names of items sent before may take
MAX_SENT_TOKENS = 64
TREE_SHARE = 0.1  # share of the budget, reserved for the tree
MAX_TREE_TOKENS = 200
TREE_FRAME_TOKENS = 8  # the markup around the tree, in any format
ADVICE_SHARE = 0.04  # share of the budget that lines which quote notes or name the team's patterns may take
ADVICE_FRAME_TOKENS = 12  # the markup around these lines, in any format
SENT_FRAME_TOKENS = 16  # the markup around the names sent before, in any format
SEE_REASON = "see reason"  # replaces a reason that does not fit; the answer's field `reason` has the full text
FENCE_TOKENS = 10  # upper bound for the markup around the lines of a file, in any format
SLACK_TOKENS = 4  # removing a comma at the end of a list may add a token

# A file grows by many steps, and counting it takes as long as finding a step. So steps that surely fit are counted
# together. The pack must fit after each of them: a step that joins ranges of lines removes marks, and the pack was
# longer before it.
LEAP = 0.6  # share of the remaining budget that the steps counted together are expected to use
SHORT_LEAP = 4  # steps; after fewer, the next ones are counted one by one
STEP_TOKENS = 12  # tokens that a step is expected to add to the heading of its file
STEP_RESERVE = 4  # tokens that the markup of a pack may lose by a step
MARK_RESERVE = 16  # tokens of an elision mark, in any format

# The widest numbers to reserve space for. If the reserve followed the budget, a bigger budget could lose an item.
_WIDEST = 999_999
_MANY = 999


class PackBuilder:
    """Builds a pack: takes steps as long as they fit the budget, then renders the pack's text."""

    def __init__(
        self,
        snapshot: Snapshot,
        query: QueryAnalysis,
        options: PackOptions,
        sent: Sent = NOTHING_SENT,
        *,
        advice: Sequence[AdviceLine] = (),
        is_asked: bool = False,
    ) -> None:
        """Create an empty pack. If `is_asked`, the pack answers a question and its header states the confidence.

        `advice` holds the lines that `quote_advice` may add, and `sent` the items that `name_sent` may name.
        """
        self._sent = sent
        self._is_asked = is_asked
        self._indexing = indexing_gap(snapshot, by_meaning=is_asked)
        self._snapshot = snapshot
        self._query = query
        self._budget = options.max_tokens
        self._tree_tokens = min(MAX_TREE_TOKENS, int(TREE_SHARE * self._budget + 0.5)) if options.tree else 0
        self._quoted = quoted_lines(options.encoding)
        self.count = partial(count_by_lines, encoding=options.encoding)
        self._withholding = Withholding(snapshot, options.exclude)
        self._forms = tuple(FORMATS.values())
        self._format, self._encoding = options.format, options.encoding
        self.is_full = False  # a step did not fit
        self.layouts: dict[str, FileLayout] = {}
        self._costs: dict[str, tuple[int, ...]] = {}  # tokens of each file's block in each format
        self._runs: dict[str, tuple[int, int]] = {}  # tokens of runs of lines: as they are, and quoted
        self._texts: dict[str, dict[tuple[int, int], str]] = {}  # texts of ranges of lines, by path
        self._headings: dict[tuple[str, tuple[ExcerptSymbols, ...]], tuple[int, ...]] = {}
        self._spent = (0,) * len(self._forms)
        self._named: tuple[str, ...] = ()  # items sent before
        self._unnamed = self._names_tokens = 0  # how many others there are, and the tokens for saying so
        self._given_advice = advice
        self._possible_advice = self._fitting_advice(advice)
        self.advice: tuple[AdviceLine, ...] = ()
        self._frames = tuple(map(self._frame_tokens, self._forms))

    @property
    def known(self) -> dict[str, Lines]:
        """The lines that the client will have, keyed by path: the lines shown in this pack and those sent before."""
        shown = {path: self._sent.with_lines(path, layout.lines) for path, layout in self.layouts.items()}
        return {**self._sent.lines, **shown}

    @property
    def secret(self) -> dict[str, Lines]:
        """Lines that may hold a secret, keyed by the paths of the shown files."""
        return {path: layout.withheld.secret for path, layout in self.layouts.items()}

    def take(self, proposed: Iterable[Step], token: CancelToken) -> list[Step]:
        """Take the proposed steps up to the first one that does not fit, and return the steps taken."""
        waiting, taken = iter(proposed), list[Step]()
        while True:
            leapt, again = self._leap(waiting, token)
            taken += leapt
            if again or len(leapt) < SHORT_LEAP:
                break
        for step in chain(again, waiting):
            token.check()
            if not self._take(step):
                self.is_full = True
                break
            taken.append(step)
        return taken

    def _leap(self, proposed: Iterator[Step], token: CancelToken) -> tuple[list[Step], list[Step]]:
        """Take steps that are expected to use a part of the remaining budget, and count their files only once.

        Returns the steps taken, and the steps to take one by one instead: all of them if together they do not fit with
        a reserve for intermediate packs, which may have more elision marks.
        """
        layouts, leapt = dict(self.layouts), list[Step]()
        room = LEAP * self._room
        reserve = expected = 0.0
        while expected + reserve < room and (step := next(proposed, None)):
            token.check()
            leapt.append(step)
            path = step.candidate.item.path
            layout = self._layout_with(step, layouts)
            if layout is not None:
                marks = len(layouts[path].lines) - len(layout.lines) if path in layouts else 0
                reserve += STEP_RESERVE + MARK_RESERVE * max(0, marks)
                expected += step.tokens + STEP_TOKENS
                layouts[path] = layout
        changed = {path: layout for path, layout in layouts.items() if layout is not self.layouts.get(path)}
        if not self._show(changed, reserve):
            return [], leapt
        return leapt, []

    def take_each(self, proposed: Iterable[Step]) -> list[Step]:
        """Take every proposed step that fits into the remaining budget, and return the steps taken."""
        return [step for step in proposed if self._take(step)]

    def name_sent(self) -> None:
        """Name as many of the items sent before as the remaining budget has room for, and count the others."""
        names = self._sent.names
        room = self._room - SENT_FRAME_TOKENS
        if not names or room < 0:
            return
        left = min(MAX_SENT_TOKENS, int(SENT_SHARE * self._budget), room)
        spent = listed = 0
        for name in names:
            tokens = self.count(f" {name},")
            if spent + tokens > left:
                break
            spent, listed = spent + tokens, listed + 1
        self._named, self._unnamed = names[:listed], len(names) - listed
        self._names_tokens = spent + SENT_FRAME_TOKENS
        self._frames = tuple(self._frame_tokens(form, self.advice) for form in self._forms)

    def quote_advice(self, most: int | None = None) -> None:
        """Add as many lines of advice as the remaining budget has room for, but at most the first `most`."""
        for count in range(len(self._possible_advice[:most]), 0, -1):
            lines = self._possible_advice[:count]
            frames = tuple(self._frame_tokens(form, lines) for form in self._forms)
            if self._is_within(frames, self._spent):
                self.advice, self._frames = lines, frames
                return

    @property
    def advice_left_out(self) -> Sequence[AdviceLine]:
        """The lines of advice that are not quoted; none in a pack without code."""
        return self._given_advice[len(self.advice) :] if self.layouts else ()

    def _take(self, step: Step) -> bool:
        layout = self._layout_with(step, self.layouts)
        return layout is None or self._show({step.candidate.item.path: layout})

    def _layout_with(self, step: Step, layouts: Mapping[str, FileLayout]) -> FileLayout | None:
        """Return the layout of a file with a step added to those in `layouts`; None if the step adds nothing.

        A step adds nothing if another symbol has already shown its lines, or if they are a secret without a name.
        """
        path = step.candidate.item.path
        layout = layouts.get(path) or self._empty_layout(path)
        rung = layout.visible(step.candidate.ladder[step.rung])
        if layout.reads(rung) or not (rung.lines or step.candidate.name):
            return None
        return layout.showing(step.candidate, rung)

    def _show(self, layouts: Mapping[str, FileLayout], reserve: float = 0.0) -> bool:
        """Show files as in `layouts` if the pack, and `reserve` more tokens, then fit the budget; return whether so."""
        costs = {path: self._cost(layout) for path, layout in layouts.items()}
        spent = self._spent
        for path, cost in costs.items():
            before = self._costs.get(path, (0,) * len(self._forms))
            spent = tuple(now + new - old for now, new, old in zip(spent, cost, before, strict=True))
        if not self._is_within([frame + reserve for frame in self._frames], spent):
            return False
        self.layouts.update(layouts)
        self._costs.update(costs)
        self._spent = spent
        return True

    @property
    def used(self) -> int:
        """The tokens of the pack in the format in which it is longest; a few too many."""
        return self._budget - self._room

    @property
    def _room(self) -> int:
        """The tokens that are left in the format in which the pack is longest."""
        spent = zip(self._frames, self._spent, strict=True)
        return self._budget - max(frame + tokens + _list_tokens(tokens) for frame, tokens in spent)

    def _is_within(self, frames: Sequence[float], spent: Sequence[int]) -> bool:
        """Return whether a pack with these tokens for its frame and its excerpts fits the budget in every format."""
        return all(a + b + _list_tokens(b) <= self._budget for a, b in zip(frames, spent, strict=True))

    def _empty_layout(self, path: str) -> FileLayout:
        entry = self._snapshot.files[path]
        return empty_layout(entry, self._withholding.of(entry))

    def _cost(self, layout: FileLayout) -> tuple[int, ...]:
        """Count the tokens of a file's block in each format; the counts may be a few tokens too high."""
        path, mentions = key = layout.entry.path, layout.mentions
        if key not in self._headings:
            widest = Excerpt(path, layout.entry.language, _WIDEST, _WIDEST, layout.lines, mentions)
            headings = (form.excerpt(widest, "") for form in self._forms)
            self._headings[key] = tuple(count_by_words(one, self._encoding) for one in headings)
        plain, quoted = self._count_lines(layout)
        lines = (quoted if form.quotes_lines else plain for form in self._forms)
        return tuple(FENCE_TOKENS + a + b for a, b in zip(self._headings[key], lines, strict=True))

    def _count_lines(self, layout: FileLayout) -> tuple[int, int]:
        """Count the tokens of a file's shown lines, plain and quoted. The counts of runs of lines are cached."""
        runs: list[str] = []
        for part in self._parts(layout):
            if runs and not begins_apart(part):
                runs[-1] += part
            else:
                runs.append(part)
        plain = quoted = 0
        for run in runs:
            if run not in self._runs:
                lines = run.split("\n")[:-1]
                self._runs[run] = self.count(run), sum(map(self._quoted.__getitem__, lines))
            plain, quoted = plain + self._runs[run][0], quoted + self._runs[run][1]
        return plain, quoted

    def _parts(self, layout: FileLayout) -> list[str]:
        texts = self._texts.setdefault(layout.entry.path, {})
        secret = layout.withheld.secret
        return parts_of(layout.entry.source, layout.lines, secret, numbered=True, rest=layout.rest, texts=texts)

    def document(
        self, summary: Summary, completeness: Completeness, tree: Sequence[TreeLine] = ()
    ) -> tuple[Document, str]:
        """Return the content of the pack and its text, whose header states the exact token count.

        The builder adds the progress of the index, the names of items sent before, the `tree` and the advice to the
        header in `summary`. The `tree` is cut to the tokens reserved for it. If the text exceeds the budget, the header
        is shortened (`_shorter`). Files are sorted by their first role, then by the order in which they were added.
        """
        layouts = sorted(self.layouts.values(), key=lambda layout: layout.role)
        excerpts = tuple((layout.excerpt(), "".join(self._parts(layout))) for layout in layouts)
        # A pack without code says again how complete the sent code is, but not what it lacks.
        listed = self._listed_missing(completeness) if self.layouts else ()
        unlisted = len(completeness.unresolved) - len(listed) if self.layouts else 0
        indexing = indexing_gap(self._snapshot, by_meaning=self._is_asked, is_ready=not summary.reason)
        named = replace(
            summary, indexing=indexing, sent=self._named, more_sent=self._unnamed, tree=self._pruned(tree),
            advice=self.advice,
        )  # fmt: skip
        made, text = counted(Document(named, excerpts, listed, unlisted), self._format, self._encoding)
        if made.summary.used > self._budget and (shorter := _shorter(summary)) != summary:
            return self.document(shorter, completeness, tree)
        return made, text

    def _listed_missing(self, completeness: Completeness) -> tuple[Unresolved, ...]:
        """Return the missing dependencies that fit into both the remaining budget and `MAX_MISSING_TOKENS`."""
        room = min(self._budget - f - spent for f, spent in zip(self._frames, self._spent, strict=True))
        left = min(MAX_MISSING_TOKENS, room)
        listed: list[Unresolved] = []
        for one in completeness.unresolved:
            left -= max(self.count(form.missing(one)) for form in self._forms)
            if left < 0:
                break
            listed.append(one)
        return tuple(listed)

    def _pruned(self, tree: Sequence[TreeLine]) -> tuple[TreeLine, ...]:
        """Return as many lines of the tree as fit into the tokens reserved for it; the last line is never a root."""
        left, kept = self._tree_tokens, 0
        for number, line in enumerate(tree, 1):
            left -= max(self.count(form.tree_line(line)) for form in self._forms)
            if left < 0:
                break
            kept = number if line.depth else kept
        return tuple(tree[:kept])

    def _fitting_advice(self, advice: Sequence[AdviceLine]) -> tuple[AdviceLine, ...]:
        """Return the first lines of advice that fit into their share of the budget."""
        left, kept = ADVICE_SHARE * self._budget, 0
        for line in advice:
            left -= max(self.count(form.advice_line(line.text)) for form in self._forms)
            if left < 0:
                break
            kept += 1
        return tuple(advice[:kept])

    def _frame_tokens(self, form: Format, advice: Sequence[AdviceLine] = ()) -> int:
        """Return an upper bound for the tokens in the header and footer, without the list of missing dependencies."""
        widest = max(_WIDEST, self._budget)
        confidence = 0.0 if self._is_asked else None
        figures = (_MANY, _MANY, _MANY, confidence, _MANY, _MANY, SEE_REASON, self._indexing)
        said = self._query.read_as, self._query.remark
        head = form.head(Summary(self._query.text, widest, widest, 0.0, *figures, *said))
        tree = self._tree_tokens + TREE_FRAME_TOKENS if self._tree_tokens else 0
        about = sum(self.count(form.advice_line(line.text)) for line in advice) + ADVICE_FRAME_TOKENS if advice else 0
        return self.count(head) + self.count(form.tail((), _MANY)) + self._names_tokens + tree + about + SLACK_TOKENS


def _shorter(summary: Summary) -> Summary:
    """Shorten the summary by replacing a long `reason` with `SEE_REASON`, otherwise by removing `read_as` and `remark`.

    The answer has separate fields with the full `reason`, `read_as` and `remark`.
    """
    if len(summary.reason) > len(SEE_REASON):
        return replace(summary, reason=SEE_REASON)
    return replace(summary, read_as="", remark="")


def _list_tokens(spent: int) -> int:
    """Return how many tokens to reserve for the list of missing dependencies if the excerpts have `spent` tokens."""
    return min(MAX_MISSING_TOKENS, int(MISSING_SHARE * spent))
