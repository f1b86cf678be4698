"""Folds long bodies by leaving out their inner blocks, which are recognised by their indentation."""

from ctx_lsp.packing.detail import lines
from ctx_lsp.packing.detail.lines import NONE, Lines
from ctx_lsp.text.source import SourceText

FOLD_SHARE = 0.5  # share of the body's bytes that a folded body may keep; a larger one saves too little
FOLD_HEAD, FOLD_TAIL = 12, 4  # lines kept at the start and end of a body that is long but not nested


def fold(source: SourceText, first: int, end: int, hidden: tuple[int, int]) -> Lines:
    """Return the least indented lines of a body, level by level, up to a share of `FOLD_SHARE` of the body's bytes.

    If even the first level of indentation is too long, return its first and last lines. The body extends from line
    `first` up to but not including line `end`. Lines in `hidden`, which is the half-open range of the documentation,
    are left out.
    """
    depths = lines.indents(source, first, end)
    shown = [line for line, depth in enumerate(depths) if depth >= 0 and not hidden[0] <= first + line < hidden[1]]
    sizes = lines.sizes(source, first, end)
    allowed = FOLD_SHARE * sum([sizes[line] for line in shown])
    kept: list[int] = []
    for most in sorted({depths[line] for line in shown}):
        deeper = [line for line in shown if depths[line] <= most]
        if kept and sum([sizes[line] for line in deeper]) > allowed:
            break
        kept = deeper
    if sum([sizes[line] for line in kept]) > allowed and len(kept) > FOLD_HEAD + FOLD_TAIL:
        kept = kept[:FOLD_HEAD] + kept[-FOLD_TAIL:]
    return lines.union([((first + line, first + line + 1),) for line in kept]) if kept else NONE
