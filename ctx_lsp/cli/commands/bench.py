"""The command `ctx-lsp bench`, which measures the engine and the server on a folder."""

import tempfile
from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.bench_output import show_bench
from ctx_lsp.cli.options import as_json, folder
from ctx_lsp.cli.printing import print_line
from ctx_lsp.cli.profile_output import show_profile
from ctx_lsp.cli.session import settings_of
from ctx_lsp.evaluation.bench.bench import BenchPlan
from ctx_lsp.evaluation.bench.bench import bench as measure
from ctx_lsp.evaluation.bench.process import ProbeError
from ctx_lsp.evaluation.bench.profile import profile
from ctx_lsp.evaluation.bench.ratio_records import append_record, semble_ratio

QUICK = BenchPlan(samples=15, starts=1, idle_seconds=3.0, edits=100, switched=50, runs=3)
SCALES = (1_000, 10_000, 50_000)  # files
GRAPHS = (10_000, 100_000, 1_000_000)  # lines


@click.command(short_help="Measure starts, edits, queries, memory and the server on a folder.")
@folder
@click.option("--samples", type=click.IntRange(1), help="Number of queries, and of edits of each kind. Default: 50.")
@click.option("--edits", type=click.IntRange(1), help="Number of edits while memory is measured. Default: 400.")
@click.option("--quick", is_flag=True, help="Take fewer samples.")
@click.option(
    "--scale",
    is_flag=True,
    help="Measure edits in copies of 1,000 to 50,000 files, and the graph in 10,000 to 1,000,000 lines.",
)
@click.option(
    "--scale-files", type=click.IntRange(1), multiple=True, metavar="N", help="Measure edits in copies of N files."
)
@click.option(
    "--graph-lines", type=click.IntRange(1), multiple=True, metavar="N", help="Measure the graph in copies of N lines."
)
@click.option(
    "--against", metavar="COMMAND", default="", help="Compare a cold start with a command that indexes {path}."
)
@click.option(
    "--profile", "as_profile", is_flag=True,
    help="Show instead where a cold start, an edit and a question spend their time, by stage and language.",
)  # fmt: skip
@click.option(
    "--record", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Profile, and append the ratios to bare parsing (and to semble, if installed) to FILE, as JSON lines.",
)  # fmt: skip
@as_json
def bench(  # noqa: PLR0913, PLR0917 - an argument for each option
    path: Path, samples: int | None, edits: int | None, quick: bool, scale: bool, scale_files: tuple[int, ...],
    graph_lines: tuple[int, ...], against: str, as_profile: bool, record: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Measure the engine and the server on the folder PATH.

    The benchmark measures cold and warm starts, the time from an edit to an answer that reflects it, warm queries by
    stage, a branch switch, and the server's event loop, idle work and memory.

    It starts with an empty cache, separate from the user's. Questions and edits are derived from the folder's symbols
    and are the same each time. Nothing in PATH is changed.
    """
    if as_profile or record is not None:
        _profile(path, record, as_json)
        return
    plan = QUICK if quick else BenchPlan()
    plan = BenchPlan(
        samples=samples or plan.samples, starts=plan.starts, idle_seconds=plan.idle_seconds,
        edits=edits or plan.edits, switched=plan.switched, scale=scale_files or (SCALES if scale else ()),
        graph=graph_lines or (GRAPHS if scale else ()), against=against, runs=plan.runs,
    )  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-bench-") as cache:
        variables = {"CTX_LSP_CACHE_DIRECTORY": cache, "CTX_LSP_CACHE_ENABLED": "true"}
        try:
            report = measure(path, settings_of(path, **variables), variables, plan, CancelToken(), _announce)
        except (ValueError, ProbeError) as error:
            raise click.ClickException(str(error)) from error
    show_bench(report, as_json)


def _profile(path: Path, record: Path | None, as_json: bool) -> None:
    try:
        report = profile(path, {}, _announce)
        to_semble = semble_ratio(path, {}) if record is not None else None
        if record is not None:
            append_record(record, path, report, to_semble)
    except (OSError, ProbeError) as error:
        raise click.ClickException(str(error)) from error
    show_profile(report, to_semble, as_json)


def _announce(what: str) -> None:
    """Print progress to standard error."""
    print_line(f"… {what}", err=True)
