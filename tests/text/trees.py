"""Folders as text: one entry per line, with its expected treatment.

    src/app.py
    .gitignore        | *.log\n/out/\n
    a.log             << ignored
    out/              << ignored
    out/x.py          << below
    link.py           -> src/app.py  << symlink
    pipe              @fifo  << special

`|` is followed by the content of a file (`\n` and `\t` as escapes), `->` by the target of a link, `@` by the kind of
a special file. `<<` names the reason for which the entry is left out; `below` marks what lies in a folder left out
and is therefore never looked at. An entry without `<<` is found; a name that ends in a slash is a folder.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.text.disk import Disk, FoundFile, Limits, Skipped

_LINE = re.compile(
    r"(?P<path>.*?)\s*(?:\| ?(?P<content>.*?)|-> (?P<target>.*?)|@(?P<special>\w+))?\s*(?:<< (?P<reason>\w+))?"
)
BELOW = "below"


@dataclass(frozen=True)
class Entry:
    """One line: an entry of a folder; `reason` is empty if it should be found."""

    path: str
    content: str
    target: str
    special: str
    reason: str

    @property
    def is_folder(self) -> bool:
        return self.path.endswith("/")


def parse(text: str) -> list[Entry]:
    """The entries of a folder written as text."""
    matches = [_LINE.fullmatch(line.strip()) for line in text.strip().splitlines()]
    return [Entry(**match.groupdict(default="")) for match in matches if match]


def make(root: Path, entries: list[Entry]) -> None:
    """Create `entries` below `root`."""
    for entry in entries:
        path = root / entry.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if entry.is_folder:
            path.mkdir(exist_ok=True)
        elif entry.target:
            path.symlink_to(entry.target)
        elif entry.special == "fifo":
            os.mkfifo(path)
        else:
            path.write_text(entry.content.replace(r"\n", "\n").replace(r"\t", "\t"), "utf-8")


def render(seen: list[FoundFile | Skipped]) -> list[str]:
    """The results of a walk as sorted lines."""
    return sorted(one.path if isinstance(one, FoundFile) else f"{one.path} << {one.reason}" for one in seen)


def walk(root: Path, limits: Limits | None = None, folder: str = "") -> list[FoundFile | Skipped]:
    """All results of a walk."""
    return list(Disk().walk(root, limits or Limits(), CancelToken(), folder))


def check_tree(root: Path, text: str, limits: Limits | None = None) -> None:
    """Make the folder `text` in `root`, and compare a walk and a check of each path with it."""
    limits = limits or Limits()
    entries = parse(text)
    make(root, entries)
    visible = [entry for entry in entries if entry.reason != BELOW and (entry.reason or not entry.is_folder)]
    expected = sorted(f"{entry.path} << {entry.reason}" if entry.reason else entry.path for entry in visible)
    assert render(walk(root, limits)) == expected
    for entry in entries:
        answer = Disk().check(root, entry.path.rstrip("/"), limits)
        if entry.reason == BELOW:
            assert answer is not None
            assert entry.path.startswith(answer.path)
        else:
            told = (answer.path, answer.reason) if answer else None
            assert told == ((entry.path, entry.reason) if entry.reason else None)
