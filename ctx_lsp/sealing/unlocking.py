"""Makes seals from secrets. A seal that was made is remembered, so that the user is asked once a process."""

import importlib
import threading
from collections.abc import Callable

from ctx_lsp.sealing.key_sources import KeyUnavailable, read_secret
from ctx_lsp.sealing.seal import UNSEALED, Seal

OFF = "off"
MISSING = "the package cryptography is missing; install ctx-lsp[encryption]"

_lock = threading.Lock()
_made: dict[str, Seal] = {}


def seal_from(source: str) -> Seal:
    """Return the seal whose secret is at `source` (see `key_sources`), or the seal that changes nothing for "off".

    This may wait for the user. Raises `KeyUnavailable`.
    """
    if source == OFF:
        return UNSEALED
    with _lock:
        if source not in _made:
            try:
                make: Callable[[bytes], Seal] = importlib.import_module("ctx_lsp.sealing.aes").AesSeal
            except ImportError as error:
                raise KeyUnavailable(MISSING) from error
            _made[source] = make(read_secret(source, "cache", create=True))
        return _made[source]
