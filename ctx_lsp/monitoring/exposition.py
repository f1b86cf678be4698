"""Metrics for Prometheus: over HTTP on the loopback interface, and as a text file for the node exporter.

No other module imports `prometheus_client`, and `export` imports this module only if a setting asks for metrics.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate
from pathlib import Path

from prometheus_client import CollectorRegistry, Metric, ProcessCollector, generate_latest, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

import ctx_lsp
from ctx_lsp.base.replaced_files import replaced_file
from ctx_lsp.monitoring.instruments import HistogramMetric, MetricInfo
from ctx_lsp.monitoring.monitor import BUILD, INDEX_BYTES, INDEX_CHUNKS, INDEX_FILES, Monitor

LOOPBACK = "127.0.0.1"
WRITE_SECONDS = 15.0  # between two versions of the text file; as often as Prometheus usually scrapes
READABLE = 0o644  # the node exporter runs as another user, and the file contains only numbers

log = logging.getLogger(__name__)


class Exporter:
    """An HTTP endpoint and a text file with a monitor's metrics, kept up to date until `close` is called."""

    def __init__(self, monitor: Monitor, port: int, textfile: Path | None) -> None:
        """Serve on `port` (0: do not serve) and write `textfile` (None: write nothing).

        Raises OSError if the port cannot be opened or the file cannot be written.
        """
        self._registry = CollectorRegistry()
        self._registry.register(MonitorCollector(monitor))
        ProcessCollector(registry=self._registry)
        self._file = textfile
        self._closing = threading.Event()
        self._writing = threading.Lock()
        self._server = start_http_server(port, LOOPBACK, self._registry)[0] if port else None
        if textfile is not None:
            try:
                self._write(textfile)
            except OSError:
                self._stop_serving()
                raise
            threading.Thread(target=self._keep_writing, args=(textfile,), name="metrics-file", daemon=True).start()

    def close(self) -> None:
        """Close the port, and remove the text file."""
        with self._writing:
            self._closing.set()
            self._remove()
        self._stop_serving()

    def _stop_serving(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()

    def _keep_writing(self, file: Path) -> None:
        is_failing = False
        while not self._closing.wait(WRITE_SECONDS):
            with self._writing:
                if self._closing.is_set():
                    return
                try:
                    self._write(file)
                    is_failing = False
                except OSError as error:
                    if not is_failing:
                        log.warning("metrics.textfile cannot be written; its metrics pause: %s", error)
                    is_failing = True
                    self._remove()

    def _remove(self) -> None:
        """Remove the text file, because outdated metrics in it would look current."""
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink()

    def _write(self, file: Path) -> None:
        """Replace the file in one step, so that readers never see an incomplete file. Raises OSError."""
        with replaced_file(file, mode=READABLE) as stream:
            stream.write(generate_latest(self._registry))


class MonitorCollector(Collector):
    """A collector that reads the current metrics of a monitor on each request."""

    def __init__(self, monitor: Monitor) -> None:
        self._monitor = monitor

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics with their current values."""
        yield _gauge(BUILD, {(ctx_lsp.__version__,): 1})
        for counter in self._monitor.counters:
            family = CounterMetricFamily(counter.info.name, counter.info.description, labels=counter.info.labels)
            for labels, value in counter.values().items():
                family.add_metric(labels, value)
            yield family
        yield from map(_histogram, self._monitor.histograms)
        size = self._monitor.index_size()
        if size is not None:
            yield _gauge(INDEX_FILES, {(): size.files})
            yield _gauge(INDEX_CHUNKS, {(): size.chunks})
            yield _gauge(INDEX_BYTES, {(name,): count for name, count in size.components.items()})

    def describe(self) -> Iterator[Metric]:
        """Yield nothing, so that registering the collector does not read any values."""
        yield from ()


def _gauge(info: MetricInfo, values: dict[tuple[str, ...], int]) -> Metric:
    family = GaugeMetricFamily(info.name, info.description, labels=info.labels)
    for labels, value in values.items():
        family.add_metric(labels, value)
    return family


def _histogram(metric: HistogramMetric) -> Metric:
    family = HistogramMetricFamily(metric.info.name, metric.info.description, labels=metric.info.labels)
    bounds = [*map(str, metric.bounds), "+Inf"]
    for labels, found in metric.values().items():
        family.add_metric(labels, list(zip(bounds, accumulate(found.counts), strict=True)), found.total)
    return family
