"""Folds long bodies by leaving out their inner blocks, which are recognised by their indentation."""

from ctx_lsp.packing.detail import lines
from ctx_lsp.packing.detail.lines import NONE, Lines
from ctx_lsp.text.source import SourceText

FOLD_SHARE = 0.5  # share of the body's bytes that a folded body may keep; a larger one saves too little
FOLD_HEAD, FOLD_TAIL = 12, 4  # lines kept at the start and end of a body that is long but not nested


def fold(source: SourceText, first: int, end: int, hidden: tuple[int, int]) -> Lines:
    """Return the least indented lines of a body, with as many levels of indentation as `FOLD_SHARE` allows.

    The body extends from line `first` up to but not including line `end`. Lines in `hidden`, which is the half-open
    range of the documentation, are left out.
    """
    indents = {line: lines.indent(source, line) for line in range(first, end) if not hidden[0] <= line < hidden[1]}
    sizes = {line: lines.byte_size(source, ((line, line + 1),)) for line, depth in indents.items() if depth >= 0}
    allowed = FOLD_SHARE * sum(sizes.values())
    kept: list[int] = []
    for depth in sorted({indents[line] for line in sizes}):
        deeper = [line for line in sizes if indents[line] <= depth]
        if kept and sum(sizes[line] for line in deeper) > allowed:
            break
        kept = deeper
    if sum(sizes[line] for line in kept) > allowed and len(kept) > FOLD_HEAD + FOLD_TAIL:
        kept = kept[:FOLD_HEAD] + kept[-FOLD_TAIL:]
    return lines.union([tuple((line, line + 1) for line in kept)]) if kept else NONE
