"""A short run of injected errors; `make fuzz` has a long one."""

from pathlib import Path

import pytest

from tests.faults.injection import POINTS, Trial

INJECTIONS = 3 * len(POINTS)
SEED = 20_26


@pytest.mark.faults
def test_an_error_in_any_stage_costs_its_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trial = Trial(tmp_path, SEED, monkeypatch)
    try:
        report = list(trial.injections(INJECTIONS))[-1]
    finally:
        trial.close()
    assert {stage for stage, count in report.fired.items() if count} == set(POINTS), "each stage was reached"
    assert report.injections.total() == INJECTIONS
