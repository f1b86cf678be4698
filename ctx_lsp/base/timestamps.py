"""Times in UTC as ISO 8601 text, in whole seconds."""

import time
from datetime import UTC, datetime


def timestamp(seconds: float) -> str:
    """Format a time, given in seconds since 1970, as ISO 8601 text in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def now() -> str:
    """Return the current time as ISO 8601 text in UTC."""
    return timestamp(time.time())
