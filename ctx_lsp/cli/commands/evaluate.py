"""The command `ctx-lsp eval`, which scores the search on tasks with known answers and compares settings."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.eval_folders import TaskFolders
from ctx_lsp.cli.eval_history import run_histories
from ctx_lsp.cli.eval_output import Evaluation, show_comparison, show_evaluation
from ctx_lsp.cli.eval_rephrase import refuse_incompatible_options, run_phrasings, show_rephrasing
from ctx_lsp.cli.options import MAX_LIMIT, MIN_TOKENS, as_json, no_semantic, rerank
from ctx_lsp.cli.printing import print_line
from ctx_lsp.cli.progress import counted
from ctx_lsp.cli.session import settings_of
from ctx_lsp.evaluation import team_tasks
from ctx_lsp.evaluation.ablation import Comparison, ablations, parts_named, setting_without
from ctx_lsp.evaluation.ablation import compare as compare_runs
from ctx_lsp.evaluation.eval_corpora import Corpus
from ctx_lsp.evaluation.eval_summary import report
from ctx_lsp.evaluation.metrics import K
from ctx_lsp.evaluation.records import RecordError, Run, append_run, differing_settings, find_run, make_run
from ctx_lsp.evaluation.run import EvalPlan, Runs, join
from ctx_lsp.evaluation.run import evaluate as run_tasks
from ctx_lsp.evaluation.tasks import TaskError, read_tasks
from ctx_lsp.retrieval.model import Auto
from ctx_lsp.settings import runs_file

FOLDER = click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
BUDGET = 4096  # tokens of a pack: the default of `pack.maxTokens`


@click.command("eval", short_help="Score the search on tasks with known answers.")
@click.argument("path", type=FOLDER, metavar="PATH", required=False)
@click.argument("tasks", type=FILE, metavar="[TASKS.jsonl]", required=False)
@click.option("--repo", "repos", multiple=True, help="Only the tasks of this repository. May be repeated.")
@click.option("--history", type=click.IntRange(min=1), metavar="N", help="Use the latest N suitable commits as tasks.")
@click.option("--prefix", default="", help="Prefix of the tasks' paths that is missing in PATH, such as `src/`.")
@click.option("--folders", metavar="PATTERN", help="Folder of each repository in PATH, such as `{repo}`.")
@click.option(
    "--roots", type=FILE, help='With --folders: the part of each folder to index: {"folder": {"root": "src"}}.'
)
@click.option("-k", "k", type=click.IntRange(1, MAX_LIMIT), default=K, show_default=True, help="Number of results.")
@click.option("--budget", type=int, default=BUDGET, show_default=True, help="Token budget of each pack; 0: no packs.")
@click.option("--without", metavar="PARTS", help="Leave these parts out of the ranking (comma-separated).")
@click.option("--against-without", "against", metavar="PARTS", help="Compare with a ranking without these parts.")
@click.option(
    "--ablate", metavar="PARTS", help="Leave out each of these parts in turn, and compare; `all`: every part."
)
@click.option("--record", is_flag=True, help="Record the run for later comparisons.")
@click.option("--runs", type=click.Path(dir_okay=False, path_type=Path), help="File of recorded runs.")
@click.option("--compare", nargs=2, metavar="A B", help="Only compare two recorded runs, by id or file.")
@click.option(
    "--require",
    "required",
    multiple=True,
    metavar="NAME=MEAN",
    help="Exit with code 1 if a mean is lower. May be repeated.",
)
@click.option("--keep", metavar="QUESTION", help="Only add a question to the repository's tasks, with its answers.")
@click.option("--answer", "answers", multiple=True, metavar="FILE[::NAME]", help="With --keep. May be repeated.")
@click.option(
    "--rephrase", type=FILE, metavar="PHRASINGS.jsonl", help="Also ask rephrased questions, and compare the results."
)
@rerank
@no_semantic
@as_json
def evaluate(  # noqa: PLR0913, PLR0917 - an argument for each option
    path: Path | None, tasks: Path | None, repos: tuple[str, ...], history: int | None, prefix: str,
    folders: str | None, roots: Path | None, k: int, budget: int, without: str | None, against: str | None,
    ablate: str | None, record: bool, runs: Path | None, compare: tuple[str, str] | None,
    required: tuple[str, ...], keep: str | None, answers: tuple[str, ...],
    rephrase: Path | None, rerank: bool | None, no_semantic: bool, as_json: bool,
) -> None:  # fmt: skip
    """Score the search in the folder PATH on the tasks of a JSON-lines file, in total and by category.

    Each line is {"id", "query", "category"?, "language"?, "repo"?, "relevant": [{"path", "startLine"?, "endLine"?,
    "lines"?} or {"symbol", "locations": [{"path", "line"}]}]}. "lines" holds the file's decisive lines, which are those
    that answer the question; their texts are given without indentation. For tasks with decisive lines, linesShown is
    the mean share of these lines that can be read in the pack, and allShown is the share of tasks whose pack shows all
    of them. For comparison, linesRanked and allRanked are computed in the same way from whole search results, best
    first, within the same budget. A line counts as shown only under the path of its file, and only together with four
    neighbouring lines or in a complete result of fewer than five lines.

    With --history, PATH is a Git repository. Its commit messages are the questions. The answers are the definitions
    that the commit changed, and their files, in the index of the commit's parent. Means are given with 95 % bootstrap
    intervals, and differences between settings with paired bootstrap intervals.

    Without TASKS.jsonl, the tasks are those that the repository keeps in .ctx-lsp/eval.jsonl, if there are any; --keep
    adds one. --require recall=0.8 makes the run a gate for CI: the exit code is 1 if the mean over all tasks is lower.

    With --rephrase, each task is run in its own wording and in the wordings from another file, whose lines are {"id",
    "query", "repo"?, "phrasings": {"FORM": "the question in other words"}}. For each form, the command shows how many
    of the first results stay the same and how NDCG changes. No packs are made.
    """
    if rephrase:
        refuse_incompatible_options(click.get_current_context())
    runs = runs or runs_file()
    if compare:
        show_comparison(_compared(*compare, runs), as_json)
        return
    if path is not None and keep is not None:
        _add(path, keep, answers)
        return
    if path is not None and tasks is None and history is None:
        tasks = path / team_tasks.FILE
        if not tasks.is_file():
            kept = team_tasks.FILE.as_posix()
            raise click.UsageError(
                f"{path} has no {kept}; add a task to it with --keep, or give TASKS.jsonl or --history N"
            )
    if path is None or (tasks is None) == (history is None):
        raise click.UsageError("give PATH and TASKS.jsonl, PATH and --history N, or --compare A B")
    requirements = _requirements(required)
    settings = settings_of(path)
    mode = settings.search.default_rerank if rerank is None else rerank
    plan = _plan(k, budget if tasks else 0, mode, (without, against, ablate))
    where = TaskFolders(path, prefix, folders, roots, settings, not no_semantic)
    if rephrase and tasks:
        show_rephrasing(run_phrasings(tasks, rephrase, repos, where, plan), as_json)
        return
    if tasks is None:
        name = f"history {history}"
        outcome = join(run_histories(path, folders, repos, history or 0, plan, not no_semantic))
    else:
        name = tasks.name
        outcome = join(_run(place, plan, where) for place in _read(tasks, repos, where))
    if not outcome:
        raise click.ClickException(f"{name}: no task to run{f' of {repos[0]}' if repos else ''}")
    evaluation = _evaluation(outcome, plan)
    show_evaluation(evaluation, as_json)
    if record:
        own = outcome[plan.full[0].name]
        _record(make_run(own, plan, path, name, settings, not no_semantic), runs)
    if missed := team_tasks.unmet(evaluation.report, requirements):
        raise click.ClickException("; ".join(missed))


def _plan(k: int, budget: int, rerank: Auto, parts: tuple[str | None, str | None, str | None]) -> EvalPlan:
    """Build the evaluation plan. `parts` holds the values of `--without`, `--against-without` and `--ablate`.

    Raises `click.UsageError` for an unknown part and for a budget below the minimum.
    """
    without, against, ablate = parts
    if 0 < budget < MIN_TOKENS:
        raise click.UsageError(f"--budget: expected 0, or {MIN_TOKENS} or more")
    try:
        base = setting_without(parts_named(without) if without else ())
        full = (base, setting_without((*base.without, *parts_named(against)))) if against else (base,)
        return EvalPlan(full, ablations(ablate, base) if ablate else (), k, budget, rerank)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _add(root: Path, question: str, answers: tuple[str, ...]) -> None:
    if not answers:
        raise click.UsageError("--keep needs an --answer")
    try:
        file = team_tasks.keep_task(root, question, answers)
    except (TaskError, OSError) as error:
        raise click.ClickException(str(error)) from error
    print_line(f"kept in {file}")


def _requirements(required: tuple[str, ...]) -> list[team_tasks.Requirement]:
    try:
        return [team_tasks.parse_requirement(one) for one in required]
    except ValueError as error:
        raise click.UsageError(f"--require: {error}") from error


def _read(file: Path, repos: tuple[str, ...], folders: TaskFolders) -> list[Corpus]:
    try:
        return folders.corpora([task for task in read_tasks(file) if not repos or task.repo in repos])
    except (TaskError, OSError) as error:
        raise click.ClickException(str(error)) from error


def _run(place: Corpus, plan: EvalPlan, folders: TaskFolders) -> Runs:
    """Run the tasks of one folder."""
    with folders.analysis(place) as analysis, counted(place.name or "tasks", len(place.tasks)) as done:
        return run_tasks(analysis, place.tasks, plan, CancelToken(), place.locate, done)


def _evaluation(outcome: Runs, plan: EvalPlan) -> Evaluation:
    base, *others = plan.full
    own = outcome[base.name]
    against = [compare_runs(own, outcome[one.name], (base.name, one.name)) for one in others]
    ablation = [compare_runs(own, outcome[one.name], (base.name, one.name)) for one in plan.ranked]
    return Evaluation(report(own), against, ablation, plan.k, plan.budget)


def _record(run: Run, file: Path) -> None:
    try:
        append_run(run, file)
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}") from error
    print_line(f"recorded as {run.id} in {file}", err=True)


def _compared(before: str, after: str, file: Path) -> Comparison:
    try:
        first, second = find_run(before, file), find_run(after, file)
        if different := differing_settings(first, second):
            print_line(f"warning: the runs differ in {', '.join(different)}", err=True)
        return compare_runs(first.reports(), second.reports(), (first.name, second.name))
    except (RecordError, ValueError) as error:
        raise click.ClickException(str(error)) from error
