"""A reference time for deleting old data. It does not jump ahead if the system clock is wrong once or twice.

Data that cannot be computed again is deleted when it is too old. If its age were measured against the clock alone, one
start with a clock that is years ahead would delete all of it. Instead, the age is measured against the third-to-last
day on which the data was used.
"""

from contextlib import suppress
from pathlib import Path

from ctx_lsp.base.replaced_files import replaced_file

DAY = 86_400
CONFIRMING_DAYS = 3  # days of use, today included, after the first of which data may be too old
FILE_NAME = "days-of-use"


def confirmed_time(folder: Path, now: float) -> float:
    """Record today as a day on which the data in `folder` was used; return the time from which its age is measured.

    The folder must exist. The returned time is the start of the third-to-last day of use, or 0 if there are fewer than
    three such days. Recorded days later than today are discarded, because the clock was wrong when they were recorded.
    Times are in seconds since 1970.
    """
    file = folder / FILE_NAME
    recorded = _recorded(file)
    days = sorted({int(now) // DAY, *(day for day in recorded if day <= now // DAY)})[-CONFIRMING_DAYS:]
    if days != recorded:
        with suppress(OSError), replaced_file(file) as stream:  # where nothing can be written, nothing can be deleted
            stream.write("".join(f"{day}\n" for day in days).encode())
    return float(days[0] * DAY) if len(days) == CONFIRMING_DAYS else 0.0


def _recorded(file: Path) -> list[int]:
    try:
        return [int(line) for line in file.read_bytes().split()]
    except (OSError, ValueError):  # none was recorded, or the file is damaged
        return []
