"""The channel of places that a question names: `src/cart.py:42`, and the frames of a stack trace.

A trace comes from another machine, so a path of it is a file here whose path ends alike. Files that are named without a
line are found in `channels`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.retrieval.channels import Ranking, Sought
from ctx_lsp.retrieval.units import Unit, unit_at

MAX_PLACES = 100  # of one question
ALIKE = 2  # last parts of a long path that a file must share with it: every project has a `main` somewhere

# `a/b.py:12`, `File "a/b.py", line 12`, `(Cart.java:12)`, `cart.php(12)`, `Cart.cs:line 12`, `cart.rb:12:in`
_PLACE = re.compile(
    r"(?<![\w@./\\+-])(?P<path>(?:[A-Za-z]:[\\/])?[\w@./\\+-]{0,300}[\w-]\.[A-Za-z]\w{0,9})"
    r"(?:\"?, line |:line |:|\(| on line )(?P<line>\d{1,7})\b"
)
_LAST_CALL_LAST = "most recent call last"


class Place(NamedTuple):
    """A line (counted from 1) of a file, by a path as somebody wrote it."""

    path: str
    line: int


def places(sought: Sought) -> Ranking:
    """What stands at the places that the question names: the first first, of a trace the innermost frame first."""
    found: dict[Unit, float] = {}
    for position, place in enumerate(places_in(sought.query.text)):
        for unit in _units(sought, place):
            found.setdefault(unit, -float(position))
    return Ranking("place", tuple(found.items()))


def places_in(text: str) -> tuple[Place, ...]:
    """The places that a text names, in order; those of a trace whose innermost frame stands last are turned round."""
    found = tuple(dict.fromkeys(Place(match["path"], int(match["line"])) for match in _PLACE.finditer(text)))
    return (found[::-1] if _LAST_CALL_LAST in text else found)[:MAX_PLACES]


def _units(sought: Sought, place: Place) -> Iterator[Unit]:
    for path in files_like(sought.snapshot, place.path):
        source = sought.snapshot.files[path].source
        if place.line <= source.line_count and (sought.admits is None or sought.admits(path)):
            start, end = source.line_range(max(place.line - 1, 0))
            indentation = end - start - len(source.data[start:end].lstrip())
            yield unit_at(sought.snapshot, path, start + indentation) or _chunk_at(sought.snapshot, path, start)


def _chunk_at(snapshot: Snapshot, path: str, offset: int) -> Unit:
    """The chunk that holds an offset, or the next one; the last where none follows."""
    chunks = snapshot.files[path].facts.chunks
    return Unit(path, -1, next((number for number, chunk in enumerate(chunks) if offset < chunk.end), len(chunks) - 1))


def files_like(snapshot: Snapshot, written: str) -> list[str]:
    """The files whose paths end as a written path does, as far as any does; none that merely have its last name.

    The least deep first.
    """
    parts = [part for part in written.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    shared = {path: _shared(path.split("/"), parts) for path in snapshot.files if path.endswith(parts[-1])}
    most = max(shared.values(), default=0)
    found = (
        path
        for path, count in shared.items()
        if count == most and (count >= min(ALIKE, len(parts)) or count == path.count("/") + 1)
    )
    return sorted(found, key=lambda path: (path.count("/"), path))


def _shared(path: list[str], written: list[str]) -> int:
    """How many parts two paths have in common, from their ends."""
    count = 0
    for one, other in zip(reversed(path), reversed(written), strict=False):
        if one != other:
            break
        count += 1
    return count
