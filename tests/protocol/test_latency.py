"""Percentiles by command."""

from ctx_lsp.protocol.latency import SAMPLES, Latencies, Latency


def test_percentiles_are_nearest_ranks() -> None:
    latencies = Latencies()
    for milliseconds in range(100, 0, -1):
        latencies.add("search", float(milliseconds))
    latencies.add("query", 7.0)
    assert latencies.summary() == {"query": Latency(7.0, 7.0, 7.0, 1), "search": Latency(50.0, 95.0, 99.0, 100)}


def test_only_the_latest_samples_count_but_all_are_counted() -> None:
    latencies = Latencies()
    for _ in range(100):
        latencies.add("search", 1000.0)
    for _ in range(SAMPLES):
        latencies.add("search", 1.0)
    assert latencies.summary()["search"] == Latency(1.0, 1.0, 1.0, SAMPLES + 100)
