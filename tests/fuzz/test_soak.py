"""A short session; `python -m tests.fuzz.soak` makes long ones."""

from dataclasses import replace
from pathlib import Path

from tests.fuzz.soak import POINTS, Point, Soak, growth


def test_a_short_session_has_its_points_and_its_work(structlog_root: Path, tmp_path: Path) -> None:
    soak = Soak(structlog_root, tmp_path, seed=20_26, model="none", rest=0.0)
    try:
        points = list(soak.points(edits=60, questions=15, opens=12))
    finally:
        soak.close()
    assert len(points) == 1 + POINTS
    assert (points[0].edits, points[0].questions) == (0, 0), "the warm-up does not count"
    assert (points[-1].edits, points[-1].questions) == (60, 15)
    assert all(point.megabytes > 0 and point.descriptors > 0 and point.threads > 0 for point in points)
    assert points[-1].descriptors <= points[0].descriptors + 2


def test_growth_after_the_warm_up_is_reported() -> None:
    start = Point(edits=1, questions=1, opens=1, megabytes=100, descriptors=20, threads=9, seconds=1.0)
    assert growth([start, replace(start, megabytes=150), replace(start, megabytes=104)]) == []
    assert growth([start, start, replace(start, megabytes=106)]) == ["megabytes: 100 after the warm-up, 106 at the end"]
    assert growth([start, start, replace(start, threads=10)]) == ["threads: 9 after the warm-up, 10 at the end"]
