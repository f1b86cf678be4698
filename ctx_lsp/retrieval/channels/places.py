"""Place channel: code at the lines that a question names, such as `src/cart.py:42` and the frames of a stack trace.

A trace comes from another machine, so a path in it means the files here whose paths end alike. Files that are named
without a line are found in `channels`.
"""

import re
from typing import NamedTuple

from ctx_lsp.retrieval.channels.channels import ChannelInput, Ranking, shared_end
from ctx_lsp.retrieval.units import Unit, unit_at
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_PLACES = 100  # of one question
MAX_FILES = 3  # that a path may mean; a name that more files bear tells none of them apart
ALIKE = 2  # last parts of a long path that a file must share with it: every project has a `main` somewhere

# `a/b.py:12`, `File "a/b.py", line 12`, `(Cart.java:12)`, `cart.php(12)`, `Cart.cs:line 12`, `a/b.py#L12`
_PLACE = re.compile(
    r"(?<![\w@./\\+-])(?P<path>(?:[A-Za-z]:[\\/])?[\w@./\\+-]{0,300}[\w-]\.[A-Za-z]\w{0,9})"
    r"(?:\"?, line |:line |:|\(| on line |#L)(?P<line>\d{1,7})\b"
)
_LAST_CALL_LAST = "most recent call last"


class SourcePlace(NamedTuple):
    """A line (counted from 1) of a file, by a path as somebody wrote it."""

    path: str
    line: int


def places(inputs: ChannelInput) -> Ranking:
    """The units at the lines that the question names, in its order; the frames of a trace from the innermost out."""
    named = places_in(inputs.query.text)
    files = {path: files_like(inputs.snapshot, path) for path in dict.fromkeys(place.path for place in named)}
    found: dict[Unit, float] = {}
    for position, place in enumerate(named):
        inputs.token.check()
        for path in files[place.path]:
            unit = _unit(inputs, path, place.line)
            if unit is not None:
                found.setdefault(unit, -float(position))
    return Ranking("place", tuple(found.items()))


def places_in(text: str) -> tuple[SourcePlace, ...]:
    """The places that a text names, in order; those of a trace whose innermost frame stands last are reversed."""
    found = tuple(dict.fromkeys(SourcePlace(match["path"], int(match["line"])) for match in _PLACE.finditer(text)))
    return (found[::-1] if _LAST_CALL_LAST in text else found)[:MAX_PLACES]


def files_like(snapshot: Snapshot, written: str) -> list[str]:
    """The files whose paths end as a written path does, the least deep first; none where it may mean many.

    A file counts that shares the last two parts, or all of its own or of the written path.
    """
    parts = [part for part in written.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    shared = {path: shared_end(path.split("/"), parts) for path in snapshot.files if path.endswith(parts[-1])}
    most = max(shared.values(), default=0)
    found = [
        path
        for path, count in shared.items()
        if count == most and (count >= min(ALIKE, len(parts)) or count == path.count("/") + 1)
    ]
    return sorted(found, key=lambda path: (path.count("/"), path)) if len(found) <= MAX_FILES else []


def _unit(inputs: ChannelInput, path: str, line: int) -> Unit | None:
    """What stands in a line; None where the file has no such line, or it is blank."""
    source = inputs.snapshot.files[path].source
    if not 0 < line <= source.line_count or (inputs.admits is not None and not inputs.admits(path)):
        return None
    return unit_at(inputs.snapshot, path, source.text_start(line - 1))
