"""Checks of what cannot happen: loud under test, survivable and counted in use."""

import logging
import os

log = logging.getLogger(__name__)

broken_invariants: dict[str, int] = {}  # message -> times seen in this process; shown by `status`


class BrokenInvariantError(AssertionError):
    """What cannot happen has happened; raised under test only."""


def never(happened: bool, message: str) -> bool:
    """Report a broken invariant and return whether it is broken.

    Raises `BrokenInvariantError` where the environment variable CTX_LSP_STRICT is set, as the tests do.
    """
    if happened:
        broken_invariants[message] = broken_invariants.get(message, 0) + 1
        if os.environ.get("CTX_LSP_STRICT"):
            raise BrokenInvariantError(message)
        log.error("broken invariant: %s", message)
    return happened
