"""Taking steps while they fit: the state of a pack that grows under a budget, and its text.

The cost of a state is exact: blocks are rendered and counted, and tokens of blocks add up (see `render`). What is not
known until the end, the figures in the head and the list of what is missing, is reserved for by upper bounds that do
not depend on the budget.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.packing.choose import Step
from ctx_lsp.packing.completeness import Need, Needs, is_present, measure, unresolved
from ctx_lsp.packing.layout import Excerpt, FileLayout, empty_layout
from ctx_lsp.packing.lines import Lines, text_of
from ctx_lsp.packing.model import Completeness, PackOptions, Unresolved
from ctx_lsp.packing.render import Format, Summary
from ctx_lsp.packing.sent import NOTHING_SENT, Sent
from ctx_lsp.packing.tokens import count_by_lines
from ctx_lsp.packing.withheld import Withholding

MISSING_SHARE = 0.06  # of the tokens spent on excerpts, reserved for the list of what is missing
MAX_MISSING_TOKENS = 200
SENT_SHARE = 0.1  # of the budget, for the names of what was sent before
MAX_SENT_TOKENS = 64
SENT_FRAME_TOKENS = 16  # what stands around these names, in any format
SLACK_TOKENS = 4  # a comma less at the end of a list may cost a token more

# The widest figures to reserve for. Reserving by the budget's own width would let a bigger budget lose an item.
_WIDEST = 999_999
_MANY_FILES = 999


@dataclass(frozen=True, slots=True)
class _Block:
    """A rendered excerpt and what it costs."""

    text: str
    tokens: int


class Filling:
    """A pack that grows step by step."""

    def __init__(
        self, snapshot: Snapshot, question: str, needs: Needs, options: PackOptions, form: Format,
        sent: Sent = NOTHING_SENT,
    ) -> None:  # fmt: skip
        self._sent = sent
        self._snapshot = snapshot
        self._question = question
        self._needs = needs
        self._budget = options.max_tokens
        self._count = partial(count_by_lines, encoding=options.encoding)
        self._withholding = Withholding(snapshot, options.exclude)
        self._form = form
        self.layouts: dict[str, FileLayout] = {}
        self._blocks: dict[str, list[_Block]] = {}
        self._rendered: dict[Excerpt, _Block] = {}
        self._spent = 0
        self._lacking = {need.symbol: unresolved(need, {}) for need in needs.wanted if not sent.has(need)}
        self._line_tokens: dict[Unresolved, int] = {}
        self._by_path: dict[str, list[Need]] = {}
        for need in needs.wanted:
            self._by_path.setdefault(need.path, []).append(need)
        self._listed, self._unlisted = self._sent_names()
        self._frame = self._frame_tokens()

    @property
    def known(self) -> dict[str, Lines]:
        """The lines that the asker has by now, by path: those shown and those sent before."""
        return {**self._sent.lines, **{path: self._known(layout) for path, layout in self.layouts.items()}}

    def _known(self, layout: FileLayout) -> Lines:
        return self._sent.with_lines(layout.entry.path, layout.lines)

    def take(self, proposed: Iterable[Step], token: CancelToken) -> list[Step]:
        """Take steps up to the first that does not fit; returns those taken."""
        taken: list[Step] = []
        for step in proposed:
            token.check()
            if not self._take(step):
                break
            taken.append(step)
        return taken

    def _take(self, step: Step) -> bool:
        path = step.candidate.item.path
        layout = self.layouts.get(path) or self._empty_layout(path)
        rung = layout.visible(step.candidate.ladder[step.rung])
        if layout.reads(rung):
            return True  # already there, as part of something else
        layout = layout.showing(step.candidate, rung)
        blocks = [self._block(layout, excerpt) for excerpt in layout.excerpts()]
        spent = self._spent + sum(block.tokens for block in blocks) - sum(b.tokens for b in self._blocks.get(path, ()))
        lacking = self._lacking_with(layout)
        if self._frame + spent + self._reserve(lacking.values(), _list_tokens(spent)) > self._budget:
            return False
        self.layouts[path], self._blocks[path], self._spent, self._lacking = layout, blocks, spent, lacking
        return True

    def _lacking_with(self, layout: FileLayout) -> dict[str, Unresolved]:
        """What is lacking where a file is shown in this way."""
        path, lacking = layout.entry.path, dict(self._lacking)
        shown, secret = {path: self._known(layout)}, {path: layout.withheld.secret}
        for need in self._by_path.get(path, ()):
            if need.symbol not in lacking:
                continue  # what is shown once stays
            if is_present(need, shown, secret):
                del lacking[need.symbol]
            elif secret[path]:
                lacking[need.symbol] = unresolved(need, secret)
        return lacking

    def _empty_layout(self, path: str) -> FileLayout:
        entry = self._snapshot.files[path]
        return empty_layout(entry, self._withholding.of(entry))

    def _reserve(self, lacking: Iterable[Unresolved], most: int) -> int:
        """Tokens that naming what is lacking takes, or `most` if that is less."""
        total = 0
        for one in (*lacking, *self._needs.ambiguous):
            if total >= most:
                break
            total += self._missing_tokens(one)
        return min(total, most)

    def _block(self, layout: FileLayout, excerpt: Excerpt) -> _Block:
        """The rendered excerpt; most excerpts of a file stay as they were when one more symbol is shown."""
        known = self._rendered.get(excerpt)
        if known is None:
            shown = text_of(layout.entry.source, excerpt.lines, layout.withheld.secret)
            text = self._form.excerpt(excerpt, shown)
            known = self._rendered[excerpt] = _Block(text, self._count(text))
        return known

    def completeness(self) -> Completeness:
        """The completeness of what is shown."""
        secret = {path: layout.withheld.secret for path, layout in self.layouts.items()}
        return measure(self._needs, self.known, secret)

    def text(self, completeness: Completeness) -> tuple[str, int]:
        """The whole text and its exact token count, which it also names."""
        blocks = [block.text for blocks in self._blocks.values() for block in blocks]
        rest = self._form.join(blocks) + self._tail(completeness)
        used = 0
        while True:  # the figure's own width can change the count, and only upwards
            text = (self._form.head(self._summary(used, completeness)) + rest).rstrip("\n") + "\n"
            counted = self._count(text)
            if counted <= used:
                return text, counted
            used = counted

    def _tail(self, completeness: Completeness) -> str:
        """The list of what is missing is as long as room is left, which is no less than what was reserved for it."""
        left = min(MAX_MISSING_TOKENS, self._budget - self._frame - self._spent)
        listed: list[str] = []
        for one in completeness.unresolved:
            left -= self._missing_tokens(one)
            if left < 0:
                break
            listed.append(self._form.missing(one))
        return self._form.tail(listed, len(completeness.unresolved) - len(listed))

    def _summary(self, used: int, completeness: Completeness) -> Summary:
        missing = len(completeness.unresolved) - len(self._needs.ambiguous)
        return Summary(
            question=self._question,
            used=used,
            budget=self._budget,
            score=completeness.score,
            present=len(self._needs.wanted) - missing,
            needed=len(self._needs.wanted),
            files=len(self.layouts),
            sent=self._listed,
            more_sent=self._unlisted,
        )

    def _sent_names(self) -> tuple[tuple[str, ...], int]:
        """The names of what was sent before that are listed, and how many more there are."""
        names = self._sent.names
        left, listed = self._sent_tokens(), 0
        for name in names:
            left -= self._count(f" {name},")
            if left < 0:
                break
            listed += 1
        return names[:listed], len(names) - listed

    def _sent_tokens(self) -> int:
        """Tokens for the names of what was sent before; what is reserved for the rest never shrinks with the budget."""
        return min(MAX_SENT_TOKENS, int(SENT_SHARE * self._budget)) if self._sent.left_out else 0

    def _frame_tokens(self) -> int:
        """Tokens of head and tail at their widest, the list of what is missing left out."""
        needed = len(self._needs.wanted)
        widest = max(_WIDEST, self._budget)
        head = self._form.head(Summary(self._question, widest, widest, 0.0, needed, needed, _MANY_FILES))
        tail = self._form.tail((), needed + len(self._needs.ambiguous))
        sent = self._sent_tokens() + SENT_FRAME_TOKENS if self._sent.left_out else 0
        return self._count(head) + self._count(tail) + sent + SLACK_TOKENS

    def _missing_tokens(self, one: Unresolved) -> int:
        if one not in self._line_tokens:
            self._line_tokens[one] = self._count(self._form.missing(one))
        return self._line_tokens[one]


def _list_tokens(spent: int) -> int:
    """What is reserved at most for the list of what is missing, beside excerpts of `spent` tokens."""
    return min(MAX_MISSING_TOKENS, int(MISSING_SHARE * spent))
