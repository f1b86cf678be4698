"""Not outliving the client: watch the parent process, and leave for good when asked to. No protocol here."""

import logging
import os
import select
import sys
import time
from collections.abc import Callable
from threading import Thread

POLL_SECONDS = 1.0  # only where the system has no process descriptors
LAST_RESORT_SECONDS = 3.0  # a thread deep inside a native call may hold up an orderly exit; a zombie server is worse

log = logging.getLogger(__name__)


def watch_parent(process_id: int, on_death: Callable[[], None]) -> None:
    """Call `on_death` once, from a thread of its own, when process `process_id` ends.

    A process that cannot be seen is not watched: the client may live outside our container, and then only the end of
    stdin tells. Windows is left to the end of stdin, too: signal 0 does not mean "is it alive" there.
    """
    if sys.platform == "win32" or not _alive(process_id):
        return
    Thread(target=_wait_for_death, args=(process_id, on_death), name="ctx-lsp-lifeline", daemon=True).start()


def exit_at_latest(code: int) -> None:
    """End the process with `code` within `LAST_RESORT_SECONDS`, whatever its threads are doing."""

    def leave() -> None:
        time.sleep(LAST_RESORT_SECONDS)
        log.warning("some work did not stop in %.0f s; leaving it", LAST_RESORT_SECONDS)
        os._exit(code)

    Thread(target=leave, name="ctx-lsp-last-resort", daemon=True).start()


def _wait_for_death(process_id: int, on_death: Callable[[], None]) -> None:
    if hasattr(os, "pidfd_open"):
        try:
            descriptor = os.pidfd_open(process_id)
        except OSError:
            _poll_for_death(process_id)
        else:
            select.select([descriptor], [], [])
            os.close(descriptor)
    else:
        _poll_for_death(process_id)
    log.info("parent process %d has ended", process_id)
    on_death()


def _poll_for_death(process_id: int) -> None:
    while _alive(process_id):
        time.sleep(POLL_SECONDS)


def _alive(process_id: int) -> bool:
    if process_id <= 0:  # to the system, a group of processes
        return False
    try:
        os.kill(process_id, 0)
    except (ProcessLookupError, OverflowError):  # no process has a number that the system has no room for
        return False
    except PermissionError:
        return True
    return True
