"""Output of a profile: tables of the time by stage and language. `evaluation.bench.profile` takes profiles."""

from collections.abc import Mapping

from ctx_lsp.cli.json_answers.bench import profile_json
from ctx_lsp.cli.printing import print_line, show_json, show_table
from ctx_lsp.evaluation.bench.profile import ALL_LANGUAGES, ProfileReport, StageTimes

SHOWN_LANGUAGES = 5  # with a column of their own


def show_profile(report: ProfileReport, to_semble: float | None, as_json: bool) -> None:
    """Print a profile.

    `to_semble` is the processor time of a cold start divided by that of semble, another code search tool, for the same
    folder. It is None if it was not measured.
    """
    if as_json:
        show_json(profile_json(report, to_semble))
        return
    print_line(f"{report.files:,} files, {report.lines:,} lines. One process, without workers, cache and model.")
    print_line("\nProcessor time of a cold start until text and graph can be searched.")
    _show("cold start (ms)", report.cold_start, each=False)
    print_line("\nProcessor time of an edit until the index has it: the mean of some edits in open files.")
    _show("edit (ms)", report.edits, each=True)
    print_line("\nWall-clock time of a pack for a question: the mean of some questions about symbols.")
    _show("question (ms)", report.questions, each=True)
    print_line("\nProcessor times divided by those of bare parsing with tree-sitter, in the same process.")
    ratios = report.ratios
    rows = [
        ("cold start / parse of all files", f"{ratios.cold_start:.2f}"),
        ("edit / parse of the edited file", f"{ratios.edit:.2f}"),
        ("question / parse of all files", f"{ratios.question:.4f}"),
    ]
    if to_semble is not None:
        rows.append(("cold start / index of semble", f"{to_semble:.2f}"))
    show_table(("ratio", ""), rows)


def _show(head: str, times: StageTimes, *, each: bool) -> None:
    """Print the total time of each stage, longest first. If `each` is set, print the mean per event instead."""
    found = {name for by_language in times.stages.values() for name in by_language} - {ALL_LANGUAGES}
    languages = sorted(found, key=lambda name: -_spent(times, name))[:SHOWN_LANGUAGES]
    whole = times.total or 1.0
    events = sum(times.events.values()) or 1
    rows = []
    for stage, by_language in sorted(times.stages.items(), key=lambda row: -sum(row[1].values())):
        spent = sum(by_language.values())
        cells = (_cell(by_language, name, times.events[name] if each else 1) for name in languages)
        rows.append((stage, f"{spent / (events if each else 1):,.2f}", f"{spent / whole:.0%}", *cells))
    total = f"{times.total / (events if each else 1):,.2f}"
    sums = (f"{_spent(times, name) / (times.events[name] if each else 1):,.2f}" for name in languages)
    show_table((head, "all", "share", *languages), [*rows, ("total", total, "100%", *sums)])


def _cell(by_language: Mapping[str, float], name: str, events: int) -> str:
    return f"{by_language[name] / events:,.2f}" if name in by_language else ""


def _spent(times: StageTimes, name: str) -> float:
    return sum(by_language.get(name, 0.0) for by_language in times.stages.values())
