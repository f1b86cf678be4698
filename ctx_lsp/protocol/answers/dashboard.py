"""The dashboard: the metrics of a running server as a Markdown document. `plots` draws its plots."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from ctx_lsp.monitoring.instruments import Distribution, HistogramMetric
from ctx_lsp.monitoring.monitor import IndexSize, Monitor
from ctx_lsp.protocol.answers.plots import bar, line_plot, mono, table
from ctx_lsp.protocol.latency import Latency
from ctx_lsp.workspace import Savings, Status

MEGABYTE = 1_000_000
LEAST_SHARE = 0.01  # of an answer's time; shorter stages are left out

Section = tuple[str, str]
"""A heading and its text."""


@dataclass(frozen=True, slots=True)
class DashboardFigures:
    """The values on the dashboard. `latest` maps each command to its latest latencies in milliseconds, oldest first."""

    uptime: timedelta
    status: Status
    latencies: Mapping[str, Latency]
    latest: Mapping[str, Sequence[float]]
    monitor: Monitor
    size: IndexSize | None
    savings: Savings


def dashboard_text(figures: DashboardFigures) -> str:
    """Write the dashboard as Markdown. Sections without data are left out."""
    parts = ["# ctx-lsp dashboard", _summary(figures)]
    parts += [f"## {heading}\n\n{text}" for heading, text in _sections(figures) if text]
    return "\n\n".join(parts) + "\n"


def _summary(figures: DashboardFigures) -> str:
    status = figures.status
    uptime = str(timedelta(seconds=int(figures.uptime.total_seconds())))
    lines = [
        f"State: {status.state}. The server started {uptime} ago; the figures count from then.",
        f"Text search covers {status.coverage.lexical:.0%} of the files, "
        f"semantic search {status.coverage.semantic:.0%} of the code.",
        f"{status.files:,} files, {status.symbols:,} symbols, {status.edges:,} edges.",
        *status.warnings,
    ]
    return "\n".join(f"- {line}" for line in lines)


def _sections(figures: DashboardFigures) -> Iterator[Section]:
    monitor = figures.monitor
    yield "Answers in milliseconds", _answers(figures)
    yield "Stages", _stages(monitor)
    yield "Errors", _errors(monitor)
    yield "Packs", _packs(monitor)
    yield "Tokens saved by week", _weeks(figures.savings)
    yield "Edit to index in milliseconds", _edits(monitor.edits)
    yield "Caches", _caches(monitor)
    yield "Index in megabytes", _index(figures)


def _answers(figures: DashboardFigures) -> str:
    rows = [
        (name, f"{one.n:,}", *(f"{ms:,.1f}" for ms in (one.p50, one.p95, one.p99)),
         mono(line_plot(figures.latest.get(name, ()))))
        for name, one in figures.latencies.items()
    ]  # fmt: skip
    return table(("command", "answers", "p50", "p95", "p99", "latest"), rows)


def _stages(monitor: Monitor) -> str:
    """Return a Markdown table of the stages of each command, the longest stage first.

    Stages with less than `LEAST_SHARE` of the command's time are left out.
    """
    spent: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for (command, stage), found in monitor.stages.values().items():
        spent[command][stage] = found.total
    counts = {labels[0]: found.n for labels, found in monitor.requests.values().items()}
    rows: list[tuple[str, ...]] = []
    for command, stages in spent.items():
        whole = sum(stages.values())
        for stage, seconds in sorted(stages.items(), key=lambda one: -one[1]):
            if whole and seconds >= LEAST_SHARE * whole and counts.get(command):
                share = seconds / whole
                rows.append((command, stage, f"{1000 * seconds / counts[command]:,.1f}", mono(bar(share))))
    return table(("command", "stage", "mean (ms)", "share"), rows)


def _errors(monitor: Monitor) -> str:
    counts = monitor.errors.values().items()
    rows = [(command, kind.replace("_", " "), f"{count:,.0f}") for (command, kind), count in counts if count]
    return table(("command", "error", "answers"), rows)


def _packs(monitor: Monitor) -> str:
    of_files, confidence, completeness = (
        monitor.tokens_of_files.values(), monitor.confidence.values(), monitor.completeness.values(),
    )  # fmt: skip
    rows: list[tuple[str, ...]] = []
    for labels, used in monitor.tokens_used.values().items():
        whole = of_files.get(labels, 0.0)  # a pack that is being counted may lack its second figure
        quality = *_quality(confidence.get(labels)), *_quality(completeness.get(labels))
        rows.append((labels[0], f"{used:,.0f}", f"{whole:,.0f}", f"{_saved(used, whole):.0%}", *quality))
    heads = ("command", "tokens", "whole files", "saved", "confidence", "0 to 1", "completeness", "0 to 1")
    return table(heads, rows)


def _quality(found: Distribution | None) -> tuple[str, str]:
    """Return the mean of values from 0 to 1, and a plot of how many values are in each tenth of that range.

    If there are no values, both are empty.
    """
    if found is None:
        return "", ""
    return f"{found.mean:.2f}", mono(line_plot(found.counts[:-1]))


def _saved(used: float, of_files: float) -> float:
    return 1 - used / of_files if of_files else 0.0


def _weeks(savings: Savings) -> str:
    most = max((one.baseline - one.used for one in savings.weeks), default=0)
    rows = [
        (one.date, f"{one.packs:,}", f"{one.baseline - one.used:,}", f"{one.savings:.0%}",
         mono(bar((one.baseline - one.used) / most if most > 0 else 0.0)))
        for one in savings.weeks
    ]  # fmt: skip
    return table(("week of", "packs", "tokens saved", "saved", "plot"), rows)


def _edits(edits: HistogramMetric) -> str:
    found = edits.values().get(())
    if found is None:
        return ""
    bounds = [f"up to {1000 * bound:g}" for bound in edits.bounds] + [f"above {1000 * edits.bounds[-1]:g}"]
    largest = max(found.counts)
    rows = [
        (bound, f"{count:,}", mono(bar(count / largest)))
        for bound, count in zip(bounds, found.counts, strict=True)
        if count
    ]
    return f"Mean: {1000 * found.mean:,.1f}\n\n" + table(("time", "edits", "plot"), rows)


def _caches(monitor: Monitor) -> str:
    lookups: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for (cache, result), count in monitor.cache_lookups.values().items():
        lookups[cache][result] = count
    rows = [
        (cache, f"{whole:,.0f}", f"{counts['hit'] / whole:.0%}", mono(bar(counts["hit"] / whole)))
        for cache, counts in lookups.items()
        if (whole := sum(counts.values()))
    ]
    return table(("cache", "look-ups", "hits", "plot"), rows)


def _index(figures: DashboardFigures) -> str:
    components = dict(figures.size.components) if figures.size else {}
    sizes = {**components, "memory of the process": figures.status.memory_bytes}
    largest = max(sizes.values()) or 1
    rows = [(name, f"{size / MEGABYTE:,.1f}", mono(bar(size / largest))) for name, size in sizes.items()]
    return table(("component", "MB", "plot"), rows)
