"""Old data is deleted by the third-to-last day of use, so a clock that is wrong for a day or two deletes nothing."""

from pathlib import Path

import pytest

from ctx_lsp.base.confirmed_time import DAY, FILE_NAME, confirmed_time


def days_of(folder: Path, *days: float) -> list[float]:
    """Return the confirmed days when the folder is used on these days, one after another."""
    return [confirmed_time(folder, day * DAY) / DAY for day in days]


def test_it_follows_the_clock_by_two_days_of_use(tmp_path: Path) -> None:
    assert days_of(tmp_path, 100.1, 100.9, 101.5, 102, 103) == [0, 0, 0, 100, 101]
    assert days_of(tmp_path, 500, 501, 502) == [102, 103, 500], "after a long absence as well"


@pytest.mark.parametrize("wrong", [(4_000,), (4_000, 4_001), (0,), (0, 4_000)])
def test_a_wrong_clock_confirms_no_time_after_the_right_one(tmp_path: Path, wrong: tuple[float, ...]) -> None:
    days_of(tmp_path, 100, 101, 102)
    assert max(days_of(tmp_path, *wrong)) <= 102
    assert max(days_of(tmp_path, 103, 104, 105, 106)) <= 104


def test_it_is_unknown_where_days_cannot_be_recorded(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    assert days_of(tmp_path, 100, 101, 102, 103) == [0, 0, 0, 0]
    assert days_of(tmp_path / "missing", 100, 101, 102, 103) == [0, 0, 0, 0]
    assert not (tmp_path / "missing").exists()


def test_a_damaged_file_is_written_again(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"\xff\n12")
    assert days_of(tmp_path, 100, 101, 102) == [0, 0, 100]
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600
