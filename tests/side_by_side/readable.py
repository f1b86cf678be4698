"""The decisive lines that can be read in what each system shows within a token budget.

A pack counts as a whole, with its head and lists. A ranking counts as whole results under their paths, best first, as
long as they fit. Lines are measured as in `ctx-lsp eval` (`line_metrics`), and tokens are counted in the same way for
all. `systems` runs the systems; `answers_report` makes the tables.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ctx_lsp.evaluation.eval_corpora import Corpus
from ctx_lsp.evaluation.line_metrics import lines_read, ranked_blocks
from ctx_lsp.evaluation.metrics import Result
from ctx_lsp.evaluation.run import ALL_RANKED, ALL_SHOWN, LINES_RANKED, LINES_SHOWN, TOKENS, TaskReport
from ctx_lsp.evaluation.tasks import Target
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.text.decode import decode
from tests.side_by_side.process import Measured
from tests.side_by_side.report import Folder

BUDGETS = (2_048, 4_096, 8_192)
RESULTS = 100  # of each ranking: more than the largest budget holds
PACK, FLOOR = "pack", "whole results by rank"  # of the first system; the others go by their names

_LINES = {PACK: LINES_SHOWN, FLOOR: LINES_RANKED}  # as `ctx-lsp eval` has them, so that its runs compare
_TOKENS = {PACK: TOKENS}
_LINES_PREFIX = "lines, "


def lines_figure(method: str) -> str:
    """The name of the figure that has the share of the decisive lines."""
    return _LINES.get(method, f"{_LINES_PREFIX}{method}")


def tokens_figure(method: str) -> str:
    """The name of the figure that has the tokens spent."""
    return _TOKENS.get(method, f"tokens, {method}")


def methods_of(reports: Sequence[TaskReport]) -> tuple[str, ...]:
    """The compared methods: the first system's pack and ranking, then the other systems."""
    others = [name.removeprefix(_LINES_PREFIX) for name in reports[0].figures if name.startswith(_LINES_PREFIX)]
    return PACK, FLOOR, *others


def read_folder(folder: Folder) -> dict[int, list[TaskReport]]:
    """The report of each question about the folder, by budget. The first system makes packs for all `BUDGETS`."""
    sources = _sources(folder)
    return {budget: list(_reports(folder, budget, sources)) for budget in BUDGETS}


def _sources(folder: Folder) -> dict[str, str]:
    """The text of each file that any system shows, under the path that the tasks have for it."""
    corpus = folder.corpus
    found = folder.measured.values()
    shown = {one.path for measured in found for answer in measured.answers for one in answer}
    shown |= {one.path for measured in found for packs in measured.packs for pack in packs for one in pack.blocks}
    read = {path: decode((corpus.folder / path).read_bytes()) for path in sorted(shown)}
    return {corpus.locate(path): source.data.decode() for path, source in read.items() if source}


def _reports(folder: Folder, budget: int, sources: Mapping[str, str]) -> Iterator[TaskReport]:
    corpus = folder.corpus
    ours, *others = folder.measured
    for number, task in enumerate(corpus.tasks):
        figures: dict[str, float] = {}
        pack = folder.measured[ours].packs[number][BUDGETS.index(budget)]
        blocks = [replace(block, path=corpus.locate(block.path)) for block in pack.blocks]
        figures[LINES_SHOWN] = lines_read(task.relevant, blocks, _located(corpus, pack.results), sources)
        figures[TOKENS] = float(pack.tokens)
        for method, name in ((FLOOR, ours), *((name, name) for name in others)):
            figures |= _ranked(method, task.relevant, _answer(corpus, folder.measured[name], number), sources, budget)
        figures[ALL_SHOWN] = float(figures[LINES_SHOWN] == 1.0)
        figures[ALL_RANKED] = float(figures[LINES_RANKED] == 1.0)
        yield TaskReport(task.repo, task.id, task.language, task.group, figures)


def _answer(corpus: Corpus, measured: Measured, number: int) -> list[Result]:
    return _located(corpus, measured.answers[number])


def _ranked(
    method: str, targets: Sequence[Target], found: Sequence[Result], sources: Mapping[str, str], budget: int
) -> dict[str, float]:
    blocks = ranked_blocks(found, sources, budget)
    return {
        lines_figure(method): lines_read(targets, blocks, found, sources),
        tokens_figure(method): float(count_tokens("".join(block.written for block in blocks))),
    }


def _located(corpus: Corpus, results: Sequence[Result]) -> list[Result]:
    return [replace(one, path=corpus.locate(one.path)) for one in results]
