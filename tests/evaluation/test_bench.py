"""What the benchmark makes of its measurements. The benchmark itself is run in `tests/cli/test_bench.py`."""

import pytest

from ctx_lsp.base.memory import peak_bytes, resident_bytes
from ctx_lsp.evaluation.bench import Spread, by_stage, spread

MEGABYTE = 1_000_000


def test_a_spread_is_the_median_and_the_95th_percentile() -> None:
    assert spread([float(ms) for ms in range(101)]) == Spread(50.0, 95.0, 101)


def test_the_spread_of_one_and_of_none() -> None:
    assert spread([7.0]) == Spread(7.0, 7.0, 1)
    assert spread([]) == Spread(0.0, 0.0, 0)


def test_a_stage_counts_the_answers_that_went_through_it_and_the_total_comes_last() -> None:
    stages = by_stage([{"total": 3.0, "embed": 2.0}, {"total": 5.0}, {"rerank": 9.0, "total": 12.0}])
    assert list(stages) == ["embed", "rerank", "total"]
    assert (stages["embed"].n, stages["total"].n, stages["total"].p50) == (1, 3, 5.0)


def test_memory_grows_by_what_is_allocated() -> None:
    before = resident_bytes()
    block = b"x" * (200 * MEGABYTE)
    assert resident_bytes() - before == pytest.approx(len(block), rel=0.2)
    assert peak_bytes() >= 200 * MEGABYTE
