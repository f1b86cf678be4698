"""`python -m tests.answers.packs FOLDER`: properties of packs that need no decisive lines, on the questions here.

For the questions with an answer: the share of code in a pack's tokens, the tokens saved, and definitions that are shown
in part but without a line of their body. For those without one, and for the nonsense: how many packs say that nothing
fits. For all: the same pieces in every format, the same bytes in another order from a new workspace, and the same
pieces with the cursor at a symbol that has nothing to do with the question. A question that speaks of the cursor, or
for which the search finds the symbol at the cursor, is not asked with a cursor.

FOLDER is as for `python -m tests.answers`. The model is the bundled one; `--words` asks without a model.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import get_args

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.packing.model import Pack, PackFormat, PackItem, PackOptions, PackRequest, QuestionSubject
from ctx_lsp.retrieval.answerable import NOTHING_FITS
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.retrieval.question.deixis import points_here
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS
from ctx_lsp.workspace import Analysis
from ctx_lsp.workspace.analysis import PACK_CANDIDATES
from tests.answers.tasks import HERE, REPOSITORIES, questions
from tests.progress_lines import print_line

BUDGETS = (1_024, 2_048, 4_096)
BUDGET = 4_096
CURSORS = 3  # symbols at which a question is asked
IN_PART = frozenset({"excerpt", "folded"})


@dataclass
class Found:
    """Counts over all repositories. `counts` has a name for each of them; the lists hold one value a pack."""

    counts: Counter[str] = field(default_factory=Counter)
    code: list[float] = field(default_factory=list)
    savings: list[float] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)

    def equal(self, what: str, is_equal: bool, where: str) -> None:
        """Count a comparison, and keep the place if it found a difference."""
        self.counts[f"{what}: compared"] += 1
        if not is_equal:
            self.counts[f"{what}: different"] += 1
            self.differences.append(f"{what}: {where}")


def main() -> int:
    """Measure the checkouts below the folder and print the figures; return 1 if a comparison found a difference."""
    parser = argparse.ArgumentParser(prog="python -m tests.answers.packs", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="repositories; all of the questions where none is given")
    parser.add_argument("--words", action="store_true", help="without an embedding model")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = Found()
    for name in given.names or sorted(REPOSITORIES):
        if (given.folder / name).is_dir():
            measure(name, given.folder / name, found, random.Random(given.seed), semantic=not given.words)  # noqa: S311
            print_line(f"{name}: {dict(found.counts)}")
    report(found)
    return bool(found.differences)


def measure(name: str, checkout: Path, found: Found, rng: random.Random, *, semantic: bool) -> None:
    """Ask all questions about one checkout, and add what comes of them."""
    asked = questions(name)
    answered = [one["query"] for one in asked if one["relevant"]]
    absent = [one["query"] for one in asked if not one["relevant"]]
    nonsense = (HERE / "questions" / "nonsense.txt").read_text("utf-8").splitlines()
    settings = settings_of(checkout, **({} if semantic else {"CTX_LSP_MODEL_EMBEDDING": "none"}))
    with open_analysis(checkout, settings, semantic=semantic) as analysis:
        first = {query: packed(analysis, query) for query in (*answered, *absent, *nonsense)}
        for kind, queries in (("answered", answered), ("absent", absent), ("nonsense", nonsense)):
            found.counts[f"{kind}: asked"] += len(queries)
            found.counts[f"{kind}: no good match"] += sum(has_no_match(first[query]) for query in queries)
        for query in answered:
            add_figures(analysis, first[query], found)
        for query in (*answered, *absent):
            compare_formats(analysis, query, found)
            compare_cursors(analysis, query, first[query], found, rng)
    with open_analysis(checkout, settings, semantic=semantic) as analysis:
        for query in reversed(first):
            found.equal("order", packed(analysis, query).text == first[query].text, f"{name}: {query}")


def packed(analysis: Analysis, query: str, here: Sequence[str] = (), **options: object) -> Pack:
    """The pack for a question, with the cursor at the symbols `here`."""
    wanted = PackOptions(**{"max_tokens": BUDGET, **options})  # type: ignore[arg-type]  # of this module's own making
    return analysis.pack(PackRequest(QuestionSubject(query, tuple(here)), wanted), CancelToken())


def has_no_match(pack: Pack) -> bool:
    """Whether a pack says that nothing fits the question."""
    return NOTHING_FITS in pack.warnings or pack.readiness.reason.startswith("no good match")


def pieces(pack: Pack) -> list[tuple[str | None, str, str, str]]:
    """The pieces of a pack in order, in no format."""
    return [(one.item.symbol, one.role, one.level, one.text) for one in pack.items]


def add_figures(analysis: Analysis, pack: Pack, found: Found) -> None:
    """Add the figures of a pack for a question that has an answer."""
    if not pack.document.excerpts:
        return
    found.code.append(sum(count_tokens(text) for _, text in pack.document.excerpts) / pack.tokens.used)
    found.savings.append(pack.tokens.savings)
    lines = {(one.path, line) for one, _ in pack.document.excerpts for part in one.lines for line in range(*part)}
    for item in pack.items:
        if item.level in IN_PART:
            found.counts["shown in part"] += 1
            found.counts["shown in part: no line of the body"] += not has_body_line(analysis, item, lines)


def has_body_line(analysis: Analysis, item: PackItem, lines: set[tuple[str, int]]) -> bool:
    """Whether the pack's lines hold one of the body of an item; true of an item that has no body of its own."""
    definition = analysis.snapshot.definition(item.item.symbol) if item.item.symbol else None
    if definition is None:
        return True
    entry = analysis.snapshot.files[definition.path]
    span = entry.facts.spans[definition.index]
    first, last = entry.source.line_at(span.body) + 1, entry.source.line_at(max(span.start, span.end - 1))
    return first >= last or any((definition.path, line) in lines for line in range(first, last))


def compare_formats(analysis: Analysis, query: str, found: Found) -> None:
    """Compare the pieces of a question's packs in all formats, for each budget."""
    for budget in BUDGETS:
        packs = [packed(analysis, query, max_tokens=budget, format=form) for form in get_args(PackFormat)]
        is_same = all(
            pieces(one) == pieces(packs[0]) and one.document.excerpts == packs[0].document.excerpts for one in packs
        )
        found.equal("formats", is_same and all(one.tokens.used <= budget for one in packs), f"{budget}: {query}")


def compare_cursors(analysis: Analysis, query: str, plain: Pack, found: Found, rng: random.Random) -> None:
    """Compare a question's pack with those that it gets at symbols that the search does not find."""
    if points_here(plain.query):
        return
    results = analysis.search(SearchRequest(query, PACK_CANDIDATES), CancelToken()).items
    related = {item.symbol for item in results}
    candidates = sorted(set(_functions(analysis)) - related)
    for symbol in rng.sample(candidates, min(CURSORS, len(candidates))):
        at_cursor = packed(analysis, query, [symbol])
        found.equal("cursor", pieces(at_cursor) == pieces(plain), f"at {symbol}: {query}")


def _functions(analysis: Analysis) -> Iterator[str]:
    for entry in analysis.snapshot.files.values():
        yield from (one.id for one in entry.definitions if one.kind in CODE_KINDS)


def report(found: Found) -> None:
    """Print the figures."""
    for name, count in sorted(found.counts.items()):
        print_line(f"{name}: {count:,}")
    if found.code:
        print_line(f"code in a pack's tokens: median {median(found.code):.3f} of {len(found.code)} packs")
        print_line(f"saved against the files of the shown code: median {median(found.savings):.3f}")
    for difference in found.differences:
        print_line(f"  {difference}")


if __name__ == "__main__":
    sys.exit(main())
