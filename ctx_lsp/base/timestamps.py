"""Times in UTC as ISO 8601 text, in whole seconds."""

import time
from datetime import UTC, datetime


def timestamp(seconds: float) -> str:
    """Return the text of a time, which is given in seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def now() -> str:
    """Return the text of the current time."""
    return timestamp(time.time())
