"""Checks of invariants. A violation is counted; it raises an error in tests and is logged in production."""

import logging
import os

log = logging.getLogger(__name__)

broken_invariants: dict[str, int] = {}  # message -> how often it occurred in this process; shown by `status`


class BrokenInvariantError(AssertionError):
    """A violated invariant. Raised in tests only."""


def never(happened: bool, message: str) -> bool:
    """Report a broken invariant if `happened`, and return `happened`.

    Raises `BrokenInvariantError` if the environment variable CTX_LSP_STRICT is set, as it is in the tests.
    """
    if happened:
        broken_invariants[message] = broken_invariants.get(message, 0) + 1
        if os.environ.get("CTX_LSP_STRICT"):
            raise BrokenInvariantError(message)
        log.error("broken invariant: %s", message)
    return happened
