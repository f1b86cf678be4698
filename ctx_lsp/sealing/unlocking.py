"""Makes seals from secrets. A seal that was made is remembered, so that the user is asked once a process.

A secret is read on a thread of its own, because a keyring that waits for the user cannot be interrupted.
"""

import importlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from ctx_lsp.base.faults import Fault, attempt
from ctx_lsp.sealing.key_sources import KeyUnavailable, read_secret
from ctx_lsp.sealing.seal import UNSEALED, Seal

OFF = "off"
MISSING = "the package cryptography is missing; install ctx-lsp[encryption]"
AWAITED = "the key is awaited"
FAILURE_SECONDS = 60.0  # after the beginning of an attempt that failed, in which nobody with a time limit tries again


@dataclass(frozen=True, slots=True)
class _Reading:
    """A secret that is being read, or was; times are of `time.monotonic`."""

    began: float = field(default_factory=time.monotonic)
    seal: Future[Seal] = field(default_factory=Future)

    def is_of_use(self, wait: float | None) -> bool:
        """Return whether a caller should wait for this secret, or accept that it could not be read."""
        if not self.seal.done() or self.seal.exception() is None:
            return True
        return wait is not None and time.monotonic() - self.began < FAILURE_SECONDS


_lock = threading.Lock()
_readings: dict[str, _Reading] = {}


def seal_from(source: str, wait: float | None = None) -> Seal:
    """Return the seal whose secret is at `source` (see `key_sources`), or the seal that changes nothing for "off".

    This may wait for the user; if `wait` is given, until so many seconds after the first caller asked for this secret.
    Raises `KeyUnavailable`, also at the end of that time, and with a time limit for a while after a failure.
    """
    if source == OFF:
        return UNSEALED
    with _lock:
        reading = _readings.get(source)
        if reading is None or not reading.is_of_use(wait):
            reading = _readings[source] = _Reading()
            threading.Thread(target=_read, args=(source, reading.seal), name="key-reader", daemon=True).start()
    try:
        left = None if wait is None else max(0.0, reading.began + wait - time.monotonic())
        return reading.seal.result(left)
    except TimeoutError:
        raise KeyUnavailable(AWAITED) from None


def _read(source: str, made: Future[Seal]) -> None:
    seal = attempt(lambda: _seal(source))
    if isinstance(seal, Fault):
        made.set_exception(seal.error)
    else:
        made.set_result(seal)


def _seal(source: str) -> Seal:
    try:
        make: Callable[[bytes], Seal] = importlib.import_module("ctx_lsp.sealing.aes").AesSeal
    except ImportError as error:
        raise KeyUnavailable(MISSING) from error
    return make(read_secret(source, "cache", create=True))
