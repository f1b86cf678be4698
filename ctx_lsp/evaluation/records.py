"""Records of evaluation runs, one JSON line each. `ablation` compares them with later runs."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

import ctx_lsp
from ctx_lsp.base.digest import digest
from ctx_lsp.evaluation.run import EvalPlan, TaskReport
from ctx_lsp.settings import Settings
from ctx_lsp.text.git import GitError, resolve_revision

DIGITS = 6  # decimal places of a recorded metric: more than any comparison needs


class RecordError(ValueError):
    """The error for a run record that cannot be read or found; the message says why."""


class Row(msgspec.Struct, frozen=True, array_like=True):
    """One task of a run.

    `figures` holds a value for each of the run's `columns`, or None if the metric does not apply.
    """

    repo: str
    id: str
    language: str
    category: str
    figures: tuple[float | None, ...]


class Run(msgspec.Struct, frozen=True, rename="camel"):
    """The record of one run under one setting, with the metrics of each task.

    `commit` is the program's own commit, or "" if the program does not run from its repository. `settings` holds the
    settings that affect scores.
    """

    id: str
    date: str
    version: str
    commit: str
    path: str
    tasks: str
    setting: str
    settings: dict[str, str]
    semantic: bool
    k: int
    budget: int
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def name(self) -> str:
        """The id and the setting, for messages."""
        return f"{self.id} ({self.setting})"

    def reports(self) -> list[TaskReport]:
        """Return the reports of the run's tasks."""
        return [TaskReport(row.repo, row.id, row.language, row.category, self._figures(row)) for row in self.rows]

    def _figures(self, row: Row) -> dict[str, float]:
        return {name: one for name, one in zip(self.columns, row.figures, strict=True) if one is not None}


def make_run(
    reports: Sequence[TaskReport], plan: EvalPlan, path: Path, tasks: str, settings: Settings, semantic: bool
) -> Run:
    """Build the record of a run that has just finished.

    The reports belong to the first setting of `plan`. `tasks` is a name for the tasks, and `path` is the folder on
    which they were run.
    """
    columns = tuple(dict.fromkeys(name for one in reports for name in one.figures))
    rows = tuple(
        Row(one.repo, one.id, one.language, one.category, tuple(_rounded(one.figures.get(name)) for name in columns))
        for one in reports
    )
    now = datetime.now(UTC)
    return Run(
        id=f"{now:%Y%m%d-%H%M%S}-{digest(msgspec.json.encode(rows)).hex()[:4]}",
        date=now.isoformat(timespec="seconds"),
        version=ctx_lsp.__version__,
        commit=_own_commit(),
        path=str(path),
        tasks=tasks,
        setting=plan.full[0].name,
        settings=_settings(settings, plan),
        semantic=semantic,
        k=plan.k,
        budget=plan.budget,
        columns=columns,
        rows=rows,
    )


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, DIGITS)


def _settings(settings: Settings, plan: EvalPlan) -> dict[str, str]:
    return {
        "model.embedding": settings.model.embedding,
        "model.reranker": settings.model.reranker,
        "model.summaries": settings.model.summaries,
        "search.rerank": str(plan.rerank).lower(),
        "search.commits": str(settings.search.commits).lower(),
    }


def differing_settings(first: Run, second: Run) -> list[str]:
    """Return the names of the settings in which two runs differ; the ranking settings are not compared."""
    named = [name for name in ("tasks", "k", "budget", "semantic") if getattr(first, name) != getattr(second, name)]
    names = first.settings.keys() | second.settings.keys()
    return named + sorted(name for name in names if first.settings.get(name) != second.settings.get(name))


def append_run(run: Run, file: Path) -> None:
    """Append a run to `file`, which is created if missing. Raises `OSError`."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("ab") as stream:
        stream.write(msgspec.json.encode(run) + b"\n")


def read_runs(file: Path) -> list[Run]:
    """Read the runs in `file`, oldest first. Raises `RecordError`."""
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise RecordError(f"{file}: {error.strerror}") from error
    decoder = msgspec.json.Decoder(Run)
    try:
        return [decoder.decode(line) for line in lines if line.strip()]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"{file} does not hold recorded runs: {error}") from error


def find_run(name: str, file: Path) -> Run:
    """Return the run that `name` identifies.

    If `name` is the path of a file, this is the last run in the file; otherwise, the run in `file` whose id begins with
    `name`. Raises `RecordError` if no run matches, if several do, or if a file cannot be read.
    """
    if Path(name).is_file():
        file, runs = Path(name), read_runs(Path(name))[-1:]
    else:
        runs = [run for run in read_runs(file) if run.id.startswith(name)]
    if len(runs) != 1:
        found = f"the ids {', '.join(run.id for run in runs)}" if runs else "no such run"
        raise RecordError(f"{name!r} should be a file of runs or the beginning of one id; {file} has {found}")
    return runs[0]


def _own_commit() -> str:
    """Return the commit of this program's sources, or "" if the program is not run from its own repository."""
    home = Path(ctx_lsp.__file__).parents[1]
    if not (home / ".git").exists():
        return ""
    try:
        return resolve_revision(home, "HEAD")
    except GitError:
        return ""
