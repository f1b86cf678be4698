"""Makes seals from secrets and caches the seals, so that the user is asked only once per process.

Each secret is read on a separate thread, because a keyring that waits for the user cannot be interrupted.
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
AWAITED = "the key has not been read yet"
FAILURE_SECONDS = 60.0  # after the beginning of an attempt that failed, in which nobody with a time limit tries again


@dataclass(frozen=True, slots=True)
class _Reading:
    """An attempt to read a secret, in progress or finished. It began at the time `began` (`time.monotonic`)."""

    began: float = field(default_factory=time.monotonic)
    seal: Future[Seal] = field(default_factory=Future)

    def is_of_use(self, wait: float | None) -> bool:
        """Return whether a caller with the time limit `wait` should use this attempt instead of starting another.

        A failed attempt is reused only by callers with a time limit, and only for `FAILURE_SECONDS`.
        """
        if not self.seal.done() or self.seal.exception() is None:
            return True
        return wait is not None and time.monotonic() - self.began < FAILURE_SECONDS


_lock = threading.Lock()
_readings: dict[str, _Reading] = {}


def seal_from(source: str, wait: float | None = None) -> Seal:
    """Return the seal whose secret is at `source` (see `key_sources`), or the seal that changes nothing for "off".

    This may wait for the user. `wait` is a time limit in seconds from the start of the attempt to read the secret; None
    means no limit. Raises `KeyUnavailable` if the secret cannot be read, or not in time. If an attempt fails, callers
    with a time limit get this error at once, without a new attempt, until a minute after the failed attempt began.
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
