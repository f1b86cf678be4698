"""Counters and histograms: sums by labels, and buckets whose bounds are inclusive."""

from bisect import bisect_left

from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.monitoring.instruments import CounterMetric, HistogramMetric, MetricInfo

INFO = MetricInfo("x", "An example.", ("of",))
BOUNDS = (0.1, 0.2, 1.0)


def test_a_counter_adds_up_by_labels() -> None:
    counter = CounterMetric(INFO)
    counter.add("b", amount=2)
    counter.add("a")
    counter.add("b", amount=0.5)
    assert list(counter.values().items()) == [(("a",), 1), (("b",), 2.5)]


@given(st.lists(st.floats(0, 2) | st.sampled_from(BOUNDS)))
def test_a_histogram_counts_each_value_in_the_first_bucket_that_holds_it(values: list[float]) -> None:
    histogram = HistogramMetric(INFO, BOUNDS)
    for value in values:
        histogram.observe("a", value=value)
    if not values:
        assert histogram.values() == {}
        return
    found = histogram.values()["a",]
    assert found.counts == tuple(sum(bisect_left(BOUNDS, one) == bucket for one in values) for bucket in range(4))
    assert sum(found.counts[:2]) == sum(value <= 0.2 for value in values), "a bound belongs to its bucket"
    assert found.n == len(values)
    assert abs(found.mean - sum(values) / len(values)) < 1e-9
