"""The metrics of one server, with their names and labels. `ingest` and the layers above it record the values."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic

from ctx_lsp.monitoring.instruments import CounterMetric, HistogramMetric, MetricInfo

# Bucket bounds. 0.8 is the threshold of an alert, and 1.0 is the default of `log.slowMilliseconds`.
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.6, 3.2, 6.4, 12.8)
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)

INDEX_BYTES = MetricInfo("ctx_lsp_index_bytes", "Size of the index by component.", ("component",))
INDEX_FILES = MetricInfo("ctx_lsp_index_files", "Indexed files.")
INDEX_CHUNKS = MetricInfo("ctx_lsp_index_chunks", "Indexed chunks.")
CACHES = ("files", "packs", "vectors")
INTERNAL_ERROR = "internal_error"  # the kind of errors that are bugs of the server

BUILD = MetricInfo("ctx_lsp_build_info", "Version of the server.", ("version",))


@dataclass(frozen=True, slots=True)
class IndexSize:
    """The current size of the index. `components` maps the name of each component to its size in bytes."""

    files: int = 0
    chunks: int = 0
    components: Mapping[str, int] = field(default_factory=dict)


def _unknown_size() -> IndexSize | None:
    """Return None, because the size of the index is unknown until a workspace is open."""
    return None


class Monitor:
    """The metrics of one server since its start. Thread-safe."""

    def __init__(self) -> None:
        self._started = monotonic()
        self.requests = HistogramMetric(
            MetricInfo("ctx_lsp_request_duration_seconds", "Time from a request to its answer.", ("command",)), SECONDS
        )
        self.stages = HistogramMetric(
            MetricInfo(
                "ctx_lsp_stage_duration_seconds", "Time that one stage of an answer took.", ("command", "stage")
            ),
            SECONDS,
        )
        self.errors = CounterMetric(
            MetricInfo(
                "ctx_lsp_request_errors_total", "Requests answered with an error, by its kind.", ("command", "kind")
            )
        )
        self.completeness = HistogramMetric(
            MetricInfo("ctx_lsp_pack_completeness_ratio", "Completeness of packs.", ("command",)), SHARES
        )
        self.confidence = HistogramMetric(
            MetricInfo("ctx_lsp_pack_confidence_ratio", "Confidence of packs.", ("command",)), SHARES
        )
        # Saved tokens have no counter of their own, because a pack can cost more than its files.
        self.tokens_used = CounterMetric(MetricInfo("ctx_lsp_pack_tokens_used_total", "Tokens of packs.", ("command",)))
        self.tokens_of_files = CounterMetric(
            MetricInfo("ctx_lsp_pack_tokens_of_files_total", "Tokens of the packed files as a whole.", ("command",))
        )
        self.edits = HistogramMetric(
            MetricInfo("ctx_lsp_edit_to_index_seconds", "Time from an edit to its index, with the pause while typing."),
            SECONDS,
        )
        self.cache_lookups = CounterMetric(
            MetricInfo("ctx_lsp_cache_lookups_total", "Look-ups in caches, by result.", ("cache", "result"))
        )
        self.index_size: Callable[[], IndexSize | None] = _unknown_size
        """Returns the size of the index, or None if there is none; may wait for a step of the writer."""
        for cache in CACHES:
            for result in ("hit", "miss"):
                self.cache_lookups.add(cache, result, amount=0)

    def expect(self, commands: Iterable[str]) -> None:
        """Initialise the count of internal errors of each command to 0.

        Otherwise the first error would be missed: Prometheus sees no increase in a counter that first appears as 1.
        """
        for command in commands:
            self.errors.add(command, INTERNAL_ERROR, amount=0)

    @property
    def uptime(self) -> timedelta:
        """The time since the server started."""
        return timedelta(seconds=monotonic() - self._started)

    @property
    def counters(self) -> tuple[CounterMetric, ...]:
        """All counters."""
        return self.errors, self.tokens_used, self.tokens_of_files, self.cache_lookups

    @property
    def histograms(self) -> tuple[HistogramMetric, ...]:
        """All histograms."""
        return self.requests, self.stages, self.completeness, self.confidence, self.edits

    def request_answered(self, command: str, milliseconds: float, stages: Mapping[str, float]) -> None:
        """Record that a request was answered successfully. `stages` holds the milliseconds that each stage took."""
        self.requests.observe(command, value=milliseconds / 1000)
        for stage, spent in stages.items():
            self.stages.observe(command, stage, value=spent / 1000)

    def request_failed(self, command: str, kind: str) -> None:
        """Record that a request was answered with an error of the given kind."""
        self.errors.add(command, kind)

    def pack_made(
        self, command: str, used: int, of_files: int, completeness: float | None, confidence: float | None
    ) -> None:
        """Record a pack's tokens (`used`), the tokens of the same files in full (`of_files`), and the pack's quality.

        `completeness` and `confidence` are None if they do not apply to the pack.
        """
        self.tokens_used.add(command, amount=used)
        self.tokens_of_files.add(command, amount=of_files)
        if completeness is not None:
            self.completeness.observe(command, value=completeness)
        if confidence is not None:
            self.confidence.observe(command, value=confidence)

    def cache_asked(self, cache: str, hits: int, misses: int) -> None:
        """Record the hits and misses of look-ups in a cache."""
        for result, count in (("hit", hits), ("miss", misses)):
            if count:
                self.cache_lookups.add(cache, result, amount=count)
