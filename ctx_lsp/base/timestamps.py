"""Times in UTC as ISO 8601 text, in whole seconds."""

import time
from datetime import UTC, datetime


def timestamp(seconds: float) -> str:
    """Format a time, given in seconds since 1970, as ISO 8601 text in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def date_text(seconds: float) -> str:
    """Format the day of a time, given in seconds since 1970, as ISO 8601 text in UTC."""
    return timestamp(seconds)[:10]


def now() -> str:
    """Return the current time as ISO 8601 text in UTC."""
    return timestamp(time.time())
