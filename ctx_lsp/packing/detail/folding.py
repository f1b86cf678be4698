"""A long body with its inner blocks left out, told from indentation alone, which every language's style keeps to."""

from ctx_lsp.packing.detail import lines
from ctx_lsp.packing.detail.lines import NONE, Lines
from ctx_lsp.text.source import SourceText

FOLD_SHARE = 0.5  # of the body's bytes that a fold may keep: with more it saves too little to be worth a level
FOLD_HEAD, FOLD_TAIL = 12, 4  # lines kept at both ends of a body that is long without being deep


def fold(source: SourceText, first: int, end: int, hidden: tuple[int, int]) -> Lines:
    """The lines from `first` to before `end` that stand no deeper than a level which keeps the fold small.

    Lines in `hidden` (half-open, the documentation) are left out.
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
