"""Export of metrics. It starts and stops according to the settings.

The packages that an export needs are imported only if a setting asks for one.
"""

import logging
import threading
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
CLOSING_SECONDS = 0.2  # enough to remove the text file; the port closes with the process


class MetricsExport:
    """The export of a monitor's metrics. It is off until `use` is called.

    Not thread-safe. Only `close` may block, for at most `CLOSING_SECONDS`.
    """

    def __init__(self, monitor: Monitor) -> None:
        self._monitor = monitor
        self._wanted = NOWHERE
        self._lock = threading.Lock()  # held while an exporter starts or stops
        self._exporter: Exporter | None = None

    def use(self, port: int, textfile: str) -> None:
        """Export to `port` (0: none) and `textfile` (empty: none) from now on, and stop any other export.

        The change is made in the background. A failure is logged, not raised.
        """
        if (port, textfile) != self._wanted:
            self._start_change((port, textfile))

    def close(self) -> None:
        """Stop the export."""
        if self._wanted != NOWHERE:
            self._start_change(NOWHERE).join(CLOSING_SECONDS)

    def _start_change(self, target: Target) -> threading.Thread:
        self._wanted = target
        thread = threading.Thread(target=self._change, args=(target,), name="metrics-export", daemon=True)
        thread.start()
        return thread

    def _change(self, target: Target) -> None:
        with self._lock:
            if target != self._wanted:  # the settings have changed again
                return
            if self._exporter is not None:
                self._exporter.close()
                self._exporter = None
            if target == NOWHERE:
                return
            port, textfile = target
            exposition = import_module("ctx_lsp.monitoring.exposition")
            try:
                self._exporter = exposition.Exporter(self._monitor, port, written_path(textfile) if textfile else None)
            except OSError as error:
                where = " and ".join([f"port {port}"] * bool(port) + [textfile] * bool(textfile))
                log.warning(
                    "metrics cannot be exported to %s: %s; another server may use the same setting", where, error
                )
