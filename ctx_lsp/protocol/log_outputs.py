"""Applies the log settings: the format of records, and a log file that is rotated."""

import json
import logging
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

import ctx_lsp
from ctx_lsp.base.private_files import close_to_others
from ctx_lsp.base.user_folders import written_path
from ctx_lsp.protocol.stderr_log import LINE, use_formatter
from ctx_lsp.settings import MEGABYTE, LogSettings

KEPT_FILES = 3  # older log files, in addition to the current one
PRIVATE = 0o600  # the log names files of the workspace, and may hold questions

log = logging.getLogger(__name__)


class JsonLines(logging.Formatter):
    """A formatter that writes each record as one JSON object per line.

    A record's attribute `fields`, if it is a mapping, adds members to the object.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the JSON of a record."""
        fields = getattr(record, "fields", None)
        described: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if isinstance(fields, Mapping):
            described.update(fields)
        if record.exc_info:
            described["traceback"] = self.formatException(record.exc_info)
        return json.dumps(described, ensure_ascii=False)


class PrivateLogFile(RotatingFileHandler):
    """A log file that only its owner can read. Older files get the numbers 1 to 3 as suffixes."""

    def __init__(self, file: Path, megabytes: int) -> None:
        """Open the file for appending. Raises OSError."""
        super().__init__(file, maxBytes=megabytes * MEGABYTE, backupCount=KEPT_FILES, encoding="utf-8")

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE)
        close_to_others(Path(self.baseFilename))  # otherwise, a file that already existed would keep its mode
        return os.fdopen(descriptor, "a", encoding=self.encoding)


class LogOutputs:
    """The outputs of this process's log. Not thread-safe."""

    def __init__(self) -> None:
        self._used = LogSettings()
        self._file: PrivateLogFile | None = None
        self._problem = ""  # the latest reason why the file could not be opened

    def use(self, settings: LogSettings) -> None:
        """Apply `settings`. If the log file cannot be opened, report this and log only to stderr.

        Each later call tries to open the file again.
        """
        is_missing = bool(settings.file) and self._file is None
        if settings == self._used and not is_missing:
            return
        before, self._used = self._used, settings
        formatter = logging.Formatter(LINE) if settings.format == "text" else JsonLines()
        use_formatter(formatter)
        if is_missing or (before.file, before.file_megabytes) != (settings.file, settings.file_megabytes):
            self._close_file()
            self._open_file(settings)
        if self._file is not None:
            self._file.setFormatter(formatter)

    def close(self) -> None:
        """Close the log file, if there is one."""
        self._close_file()

    def _open_file(self, settings: LogSettings) -> None:
        if not settings.file:
            return
        try:
            self._file = PrivateLogFile(written_path(settings.file), settings.file_megabytes)
        except OSError as error:
            problem = str(error)
            if problem != self._problem:
                log.warning("log.file cannot be opened, so the log goes to stderr alone: %s", problem)
            self._problem = problem
            return
        self._problem = ""
        logging.getLogger(ctx_lsp.__name__).addHandler(self._file)

    def _close_file(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            logging.getLogger(ctx_lsp.__name__).removeHandler(file)
            file.close()
