"""Checks of invariants. Violations are counted; they raise an error in tests and are logged in production."""

import logging
import os

log = logging.getLogger(__name__)

broken_invariants: dict[str, int] = {}  # message -> how often it occurred in this process; shown by `status`


class BrokenInvariantError(AssertionError):
    """Error raised for a violated invariant, but only in tests."""


def never(happened: bool, message: str) -> bool:
    """Report a broken invariant if `happened` is true, and return `happened`.

    Raises `BrokenInvariantError` instead if the environment variable CTX_LSP_STRICT is set, as in the tests.
    """
    if happened:
        broken_invariants[message] = broken_invariants.get(message, 0) + 1
        if os.environ.get("CTX_LSP_STRICT"):
            raise BrokenInvariantError(message)
        log.error("broken invariant: %s", message)
    return happened
