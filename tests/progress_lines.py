"""Progress lines of the test programs, flushed one by one, even into a pipe."""

import sys


def print_line(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
