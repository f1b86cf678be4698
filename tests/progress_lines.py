"""Progress of the programs among the tests, line by line as it comes, also into a pipe."""

import sys


def print_line(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
