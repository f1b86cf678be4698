"""Runs tasks on an analysis, under one or more settings, and scores the results.

`tasks` reads the tasks, `eval_summary` summarises the scores, and `ablation` builds the settings to compare.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.line_metrics import Block, lines_read, ranked_blocks, wanted_lines
from ctx_lsp.evaluation.metrics import K, Result, found_share, score
from ctx_lsp.evaluation.tasks import Task
from ctx_lsp.packing.model import Pack, PackOptions, PackRequest, QuestionSubject
from ctx_lsp.retrieval.model import Auto, Item, SearchRequest
from ctx_lsp.text.lines import line_numbers
from ctx_lsp.workspace import Analysis, without

# The names of a task's metrics, as they appear in the JSON output.
NDCG, PRECISION, RECALL, MRR = "ndcg", "precision", "recall", "mrr"
PACK_RECALL, COMPLETENESS, TOKENS = "packRecall", "completeness", "tokens"
LINES_SHOWN, ALL_SHOWN, LINES_RANKED, ALL_RANKED = "linesShown", "allShown", "linesRanked", "allRanked"
SEARCH_MS, PACK_MS = "searchMs", "packMs"
SEARCH_FIGURES = (NDCG, PRECISION, RECALL, MRR)
PACK_FIGURES = (PACK_RECALL, COMPLETENESS, TOKENS, LINES_SHOWN, ALL_SHOWN, LINES_RANKED, ALL_RANKED)
TIMES = (SEARCH_MS, PACK_MS)

FLOOR_RESULTS = 40  # number of search results whose lines are compared with those of a pack
WARM_UP = "where is it decided what comes next"  # asked first, so that no task's time includes lazy loading

Locate = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Setting:
    """A variant of the ranking that disables the parts in `without`."""

    name: str
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EvalPlan:
    """The settings to run. The first setting in `full` is reported, and all others are compared with it.

    Settings in `full` are timed and build packs of `budget` tokens (0 means no packs); settings in `ranked` only
    search. The first `k` results of a search are scored.
    """

    full: tuple[Setting, ...] = (Setting("all parts"),)
    ranked: tuple[Setting, ...] = ()
    k: int = K
    budget: int = 4096
    rerank: Auto = "auto"

    def search_request(self, question: str) -> SearchRequest:
        """Build a search request that returns as many results as are scored."""
        return SearchRequest(question, self.k, rerank=self.rerank)


@dataclass(frozen=True, slots=True)
class TaskReport:
    """The metrics of one task under one setting, keyed by metric name. Metrics that do not apply are left out."""

    repo: str
    id: str
    language: str
    category: str
    figures: Mapping[str, float]

    @property
    def key(self) -> str:
        """The identity of the task, which is the same under all settings and in all runs."""
        return f"{self.repo}/{self.id}"


Runs = dict[str, list[TaskReport]]
"""The reports of all tasks, keyed by the name of the setting; the order of tasks is the same for each."""


def evaluate(
    analysis: Analysis,
    tasks: Sequence[Task],
    plan: EvalPlan,
    token: CancelToken,
    locate: Locate = str,
    done: Callable[[], None] = lambda: None,
) -> Runs:
    """Run each task under each setting, on the same index.

    `locate` converts a workspace path to the path that the tasks use; `done` is called after each task. Raises
    `ValueError` if a setting disables an unknown part of the ranking. Raises `Cancelled`.
    """
    full = {one.name: replace(analysis, tuning=without(analysis.tuning, one.without)) for one in plan.full}
    ranked = {one.name: without(analysis.tuning, one.without) for one in plan.ranked if one.name not in full}
    runs: Runs = {name: [] for name in (*full, *ranked)}
    analysis.search(plan.search_request(WARM_UP), token)
    for task in tasks:
        for name, tuned in full.items():
            runs[name].append(_report(task, _full(tuned, task, plan, token, locate)))
        answers = analysis.search_each(plan.search_request(task.query), tuple(ranked.values()), token) if ranked else ()
        for name, answer in zip(ranked, answers, strict=True):
            runs[name].append(search_report(analysis, task, answer.items, plan, locate))
        done()
    return runs


def search_report(
    analysis: Analysis, task: Task, items: Sequence[Item], plan: EvalPlan, locate: Locate = str
) -> TaskReport:
    """Score the results of a search for a task's question."""
    return _report(task, _search_figures(analysis, task, items, plan, locate))


def lines_shown(analysis: Analysis, task: Task, pack: Pack, locate: Locate = str) -> float:
    """Return the share of a task's decisive lines that a pack shows; the task must have decisive lines.

    `locate` is as in `evaluate`.
    """
    items = [packed.item for packed in pack.items]
    blocks = [replace(block, path=locate(block.path)) for block in pack_blocks(pack)]
    results = [_result(analysis, item, locate) for item in items]
    return lines_read(task.relevant, blocks, results, _texts(analysis, items, locate))


def pack_blocks(pack: Pack) -> list[Block]:
    """Return the code shown by a pack, divided into blocks that each have a workspace path."""
    return [Block(one.path, text) for one, text in pack.document.excerpts if text in pack.text]


def join(runs: Iterable[Runs]) -> Runs:
    """Combine runs of the same settings over different tasks."""
    joined: Runs = {}
    for one in runs:
        for name, reports in one.items():
            joined.setdefault(name, []).extend(reports)
    return joined


def _report(task: Task, figures: Mapping[str, float]) -> TaskReport:
    return TaskReport(task.repo, task.id, task.language, task.group, figures)


def _full(analysis: Analysis, task: Task, plan: EvalPlan, token: CancelToken, locate: Locate) -> dict[str, float]:
    start = perf_counter()
    answer = analysis.search(plan.search_request(task.query), token)
    figures = {SEARCH_MS: _ms_since(start)} | _search_figures(analysis, task, answer.items, plan, locate)
    if plan.budget:
        start = perf_counter()
        options = PackOptions(max_tokens=plan.budget, rerank=plan.rerank)
        pack = analysis.pack(PackRequest(QuestionSubject(task.query), options), token)
        figures |= {PACK_MS: _ms_since(start)} | _pack_figures(analysis, task, pack, locate)
        if wanted_lines(task.relevant):
            figures |= _line_figures(analysis, task, pack, plan, token, locate)
    return figures


def _search_figures(
    analysis: Analysis, task: Task, items: Sequence[Item], plan: EvalPlan, locate: Locate
) -> dict[str, float]:
    scores = score(task.relevant, [_result(analysis, item, locate) for item in items], plan.k)
    return {NDCG: scores.ndcg, PRECISION: scores.precision, RECALL: scores.recall, MRR: scores.reciprocal_rank}


def _pack_figures(analysis: Analysis, task: Task, pack: Pack, locate: Locate) -> dict[str, float]:
    """Compute the metrics of a pack; a target that is shown only by name does not count as found."""
    shown = [_result(analysis, packed.item, locate) for packed in pack.items if packed.level != "outline"]
    completeness = pack.completeness.score
    return {
        PACK_RECALL: found_share(task.relevant, shown),
        **({} if completeness is None else {COMPLETENESS: completeness}),
        TOKENS: float(pack.tokens.used),
    }


def _line_figures(
    analysis: Analysis, task: Task, pack: Pack, plan: EvalPlan, token: CancelToken, locate: Locate
) -> dict[str, float]:
    """Compute the shares of decisive lines shown by a pack, and by the search results that fit the same budget."""
    answer = analysis.search(SearchRequest(task.query, FLOOR_RESULTS, rerank=plan.rerank), token)
    shown = lines_shown(analysis, task, pack, locate)
    found = [_result(analysis, item, locate) for item in answer.items]
    texts = _texts(analysis, answer.items, locate)
    ranked = lines_read(task.relevant, ranked_blocks(found, texts, plan.budget), found, texts)
    return {
        LINES_SHOWN: shown,
        ALL_SHOWN: float(shown == 1.0),
        LINES_RANKED: ranked,
        ALL_RANKED: float(ranked == 1.0),
    }


def _texts(analysis: Analysis, items: Iterable[Item], locate: Locate) -> dict[str, str]:
    paths = dict.fromkeys(item.path for item in items)
    return {locate(path): source.data.decode() for path in paths if (source := analysis.source(path))}


def _result(analysis: Analysis, item: Item, locate: Locate) -> Result:
    first, last = line_numbers(analysis.source(item.path), item.start, item.end)
    return Result(locate(item.path), first, last, item.symbol)


def _ms_since(start: float) -> float:
    return 1000 * (perf_counter() - start)
