"""The log of agents' tool calls: agent, tool, folder, and the amount of code sent. Texts are never logged.

The log is in the user's data folder, with one file per day. Several processes may append to a file at once. Files are
deleted after `KEPT_DAYS` days, measured by `base.confirmed_time`. `ctx-lsp agents` shows the log.
"""

import json
import logging
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from ctx_lsp.base.confirmed_time import DAY, confirmed_time
from ctx_lsp.base.private_files import close_to_others, make_private
from ctx_lsp.base.timestamps import date_text
from ctx_lsp.base.user_folders import data_folder

KEPT_DAYS = 30
_SUFFIX = ".jsonl"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedCall:
    """One answered tool call. `source` is where the answer came from: the editor, or files on disk.

    `pieces` counts the pieces of a pack or the entries of a list. The number of `tokens` is exact for a pack; for other
    answers it is estimated, because a tokenizer would double the memory of the agent's process.
    """

    at: str
    agent: str
    tool: str
    root: str
    source: str
    pieces: int
    tokens: int
    characters: int
    estimated: bool = False


def log_folder() -> Path:
    """Return the folder that contains the log of tool calls."""
    return data_folder() / "agents"


class CallLog:
    """The log of tool calls, written to one file per day in `folder`.

    A failure to log a call does not affect the call itself. Only the first failure causes a warning.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._is_failing = False

    def add(self, call: LoggedCall) -> None:
        """Append a call; if it is the first of its day, also delete old files."""
        line = json.dumps(asdict(call)).encode() + b"\n"
        file = self._folder / f"{call.at[:10]}{_SUFFIX}"
        try:
            if not file.exists():
                make_private(self._folder)
                close_to_others(self._folder)  # earlier versions made it with other permissions
                _delete_old(self._folder, datetime.fromisoformat(call.at).timestamp())
            # One write in this mode puts the line at the end, whatever other processes write.
            descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(descriptor, line)
            finally:
                os.close(descriptor)
        except OSError as error:
            if not self._is_failing:
                log.warning("calls are not logged: %s", error)
            self._is_failing = True


def logged_calls(folder: Path, days: int) -> Iterator[LoggedCall]:
    """Yield the calls of the last `days` days, today included, the earliest first, and delete old files.

    Unreadable files and lines are skipped.
    """
    now = time.time()
    _delete_old(folder, now)
    oldest = date_text(now - days * DAY)
    for file in sorted(folder.glob(f"*{_SUFFIX}")):
        if file.stem > oldest:
            for line in _lines(file):
                with suppress(msgspec.MsgspecError):
                    yield msgspec.json.decode(line, type=LoggedCall)


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8", "replace").splitlines()
    except OSError:  # another process has just deleted the file
        return []


def _delete_old(folder: Path, now: float) -> None:
    if not (confirmed := confirmed_time(folder, now)):
        return
    oldest = date_text(confirmed - KEPT_DAYS * DAY)
    for file in folder.glob(f"*{_SUFFIX}"):
        if file.stem <= oldest:
            with suppress(OSError):  # another process was faster, or the next call succeeds
                file.unlink()
