"""Export of metrics. It starts and stops according to the settings.

The packages that an export needs are imported only if a setting asks for one.
"""

import logging
import threading
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from ctx_lsp.base.user_folders import written_path
from ctx_lsp.monitoring.monitor import Monitor

if TYPE_CHECKING:
    from ctx_lsp.monitoring.exposition import Exporter

log = logging.getLogger(__name__)

Target = tuple[int, str]
"""A port (0: none) and the path of a text file (empty: none)."""

NOWHERE: Target = (0, "")
RETRY_SECONDS = 30.0  # after a failure: the server that has the port, or the text file, may end
CLOSING_SECONDS = 0.2  # enough to remove the text file; the port closes with the process


class MetricsExport:
    """The export of a monitor's metrics. It is off until `use` is called.

    Not thread-safe. Only `close` may block, for at most `CLOSING_SECONDS`.
    """

    def __init__(self, monitor: Monitor) -> None:
        self._monitor = monitor
        self._wanted = NOWHERE
        self._changed = threading.Event()  # set when the settings have changed again
        self._lock = threading.Lock()  # held while an exporter starts or stops
        self._exporter: Exporter | None = None

    def use(self, port: int, textfile: str) -> None:
        """Export to `port` (0: none) and `textfile` (empty: none) from now on, and stop any other export.

        The change is made in the background. A failure is logged, not raised, and the export is retried after a while.
        """
        if (port, textfile) != self._wanted:
            self._start_change((port, textfile))

    def close(self) -> None:
        """Stop the export."""
        if self._wanted != NOWHERE:
            self._start_change(NOWHERE).join(CLOSING_SECONDS)

    def _start_change(self, target: Target) -> threading.Thread:
        self._wanted = target
        self._changed.set()
        self._changed = threading.Event()
        change = partial(self._change, target, self._changed)
        thread = threading.Thread(target=change, name="metrics-export", daemon=True)
        thread.start()
        return thread

    def _change(self, target: Target, changed: threading.Event) -> None:
        """Try to export to `target` until this succeeds or `changed` is set."""
        before = ""
        while not changed.is_set():
            with self._lock:
                problem = "" if changed.is_set() else self._export(target)
            if not problem:
                return
            if problem != before:
                log.warning("%s", problem)
            before = problem
            changed.wait(RETRY_SECONDS)

    def _export(self, target: Target) -> str:
        """Replace the exporter with one for `target`. Return a description of the problem, or "" if there is none."""
        if self._exporter is not None:
            self._exporter.close()
            self._exporter = None
        if target == NOWHERE:
            return ""
        port, textfile = target
        exposition = import_module("ctx_lsp.monitoring.exposition")
        try:
            self._exporter = exposition.Exporter(self._monitor, port, written_path(textfile) if textfile else None)
        except OSError as error:
            where = " and ".join([f"port {port}"] * bool(port) + [textfile] * bool(textfile))
            return f"metrics cannot be exported to {where}: {error}; another server may use the same setting"
        return ""
