"""Location and encryption of the cache, as defined by the settings. Reading the key may have to wait for the user."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.base.user_folders import NO_FOLDER
from ctx_lsp.sealing.key_sources import KeyUnavailable
from ctx_lsp.sealing.seal import UNSEALED, Seal
from ctx_lsp.sealing.unlocking import AWAITED, OFF, seal_from
from ctx_lsp.settings import CacheSettings

UNLOCK_SECONDS = 30.0  # in which a user can confirm a prompt; then work begins without the cache

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CacheLocation:
    """The cache folder and its seal.

    `folder` is None if nothing is cached. `seal` is None while the key is unknown; nothing may be written then.
    `problem` says why the cache cannot be used; it is empty if there is no problem.
    """

    folder: Path | None
    seal: Seal | None
    problem: str = ""


LOCKED = CacheLocation(None, None, f"nothing is cached yet (cache.encryption): {AWAITED}")

HOMELESS = "nothing is kept between runs (cache.directory): this user has no home folder; set HOME, or this setting"


def is_encrypted(settings: CacheSettings) -> bool:
    """Return whether the cache is encrypted, so that its key has to be read."""
    return settings.encryption != OFF


def cache_location(settings: CacheSettings, wait: float | None = UNLOCK_SECONDS) -> CacheLocation:
    """Return the location that the settings name, after reading the key of an encrypted cache.

    `wait` is the time limit in seconds for reading the key, counted from the first attempt; None means no limit. If the
    key cannot be read in time, the location has neither folder nor seal.
    """
    try:
        seal = seal_from(settings.encryption, wait)
    except KeyUnavailable as error:
        problem = f"nothing is cached (cache.encryption): {error}"
        log.warning("%s", problem)
        return CacheLocation(None, None, problem)
    return _location(settings, seal)


def unlock(settings: CacheSettings, then: Callable[[CacheLocation], object]) -> None:
    """Call `then` with the location: at once, or on another thread if a key has to be read.

    If reading the key takes longer than `UNLOCK_SECONDS`, `then` is first called with `LOCKED`, and then again with the
    location once reading has ended.
    """
    if not is_encrypted(settings):
        then(cache_location(settings))
        return
    came = threading.Event()
    turn = threading.Lock()

    def read() -> None:
        location = cache_location(settings, None)
        with turn:
            came.set()
            then(location)

    def wait() -> None:
        if not came.wait(UNLOCK_SECONDS):
            with turn:
                if not came.is_set():
                    then(LOCKED)

    for work in (read, wait):
        threading.Thread(target=work, name="cache-unlocking", daemon=True).start()


def unsealed_location(settings: CacheSettings) -> CacheLocation:
    """Return the location of an unencrypted cache, or `LOCKED` for an encrypted one."""
    return LOCKED if is_encrypted(settings) else _location(settings, UNSEALED)


def _location(settings: CacheSettings, seal: Seal) -> CacheLocation:
    if not settings.enabled:
        return CacheLocation(None, seal)
    if settings.path == NO_FOLDER:
        return CacheLocation(None, seal, HOMELESS)
    return CacheLocation(settings.path, seal)
