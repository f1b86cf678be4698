"""Levels of detail by which the body of a definition grows from its beginning, up to the whole definition.

A pack that is about a definition shows the whole of it before anything else. If the budget has no room for all of it,
these levels let the pack show as much of it as fits. Each level includes the lines of the cheaper ones.
"""

from collections.abc import Iterator

from ctx_lsp.packing.detail.levels import Rung
from ctx_lsp.packing.detail.lines import Lines, byte_size, sizes, union, without, without_blank_gaps
from ctx_lsp.packing.model import Level
from ctx_lsp.text.source import SourceText

STEP_BYTES = 360  # added by a level; about 95 tokens
MAX_STEPS = 48  # the levels of longer definitions add more


def with_growth(source: SourceText, ladder: tuple[Rung, ...]) -> tuple[Rung, ...]:
    """Add levels between the last two of a ladder, each of which shows more lines of the body, from the beginning on.

    They are called `folded` above a folded definition, because they include its lines, otherwise `excerpt`.
    """
    *_, last, full = ladder
    level: Level = "folded" if last.level == "folded" else "excerpt"
    grown = (without_blank_gaps(source, shown) for shown in _growing(source, last.lines, full.lines))
    between = (Rung(level, shown, byte_size(source, shown)) for shown in grown if shown != full.lines)
    return (*ladder[:-1], *between, full)


def _growing(source: SourceText, first: Lines, whole: Lines) -> Iterator[Lines]:
    """Yield growing sets of lines that include `first`, up to but not including `whole`."""
    rest = without(whole, first)
    step = max(STEP_BYTES, byte_size(source, rest) // MAX_STEPS)
    shown, added = first, 0
    for start, end in rest:
        begin = start
        for line, size in enumerate(sizes(source, start, end), start):
            added += size
            if added >= step:
                shown, begin, added = union((shown, ((begin, line + 1),))), line + 1, 0
                yield shown
        if begin < end:
            shown = union((shown, ((begin, end),)))
