"""Channel of mentioned lines: code at lines such as `src/cart.py:42` and the frames of a stack trace.

A stack trace may come from another machine, so a path matches the files in the workspace that have the same suffix.
`written_lines` recognises the lines; `channels.files` handles paths without a line number.
"""

from collections.abc import Mapping

from ctx_lsp.graph.entry import Definition
from ctx_lsp.retrieval.channels.channels import Ranking, shared_end
from ctx_lsp.retrieval.channels.quoted_lines import line_now
from ctx_lsp.retrieval.channels.written_lines import MentionedLine, mentioned_lines
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.retrieval.units import Unit, unit_at, unit_of
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_FILES = 3  # maximum number of files that a path may match; a path that matches more is ambiguous
LinesNow = Mapping[str, int | None]
"""Lines that a place may mean, keyed by path and counted from 1; None for a file that no longer has the line."""

SHARED_PARTS = 2  # trailing parts of a long path that a file must share, because every project has a `main` somewhere


def code_at_mentioned_lines(context: SearchContext) -> Ranking:
    """Rank the units at the lines that the question mentions, in the order of `mentioned_lines`."""
    found: dict[Unit, float] = {}
    for position, (place, files) in enumerate(files_at(context.snapshot, context.query.text)):
        context.token.check()
        lines = {path: line for path, line in files.items() if context.admits is None or context.admits(path)}
        for unit in _functions(context, place, lines) or _at_line(context, lines):
            found.setdefault(unit, -float(position))
    return Ranking("place", tuple(found.items()))


def files_at(snapshot: Snapshot, text: str) -> list[tuple[MentionedLine, LinesNow]]:
    """Return the lines that `text` mentions, each with the files that may be meant, least nested files first.

    In each file, the line is the one that `text` quotes, wherever it is now, or else the one with the number. If more
    than `MAX_FILES` files match a path, only those with such a line count, then only those whose whole path is written;
    if there are still more, none is meant.
    """
    places = mentioned_lines(text)
    alike = {path: files_like(snapshot, path) for path in dict.fromkeys(place.path for place in places)}
    meant = ((place, _meant(snapshot, place, alike[place.path])) for place in places)
    return [(place, {path: _line_in(snapshot, path, place) for path in paths}) for place, paths in meant]


def _line_in(snapshot: Snapshot, path: str, place: MentionedLine) -> int | None:
    """Return the number of the line in a file, or None if both the line and its function are gone from the file."""
    line = line_now(snapshot.files[path].source, place.code, place.line) if place.code else place.line
    if line is None and (not place.function or any(one.path == path for one in snapshot.named(place.function[-1]))):
        return place.line  # the line has been edited since
    return line


def _meant(snapshot: Snapshot, place: MentionedLine, found: list[str]) -> list[str]:
    if len(found) > MAX_FILES:
        found = [path for path in found if snapshot.files[path].source.line_count >= place.line]
    if len(found) > MAX_FILES:  # such as each `src/main.rs` of many packages
        parts = _parts(place.path)
        found = [path for path in found if shared_end(path.split("/"), parts) == path.count("/") + 1]
    return found if len(found) <= MAX_FILES else []


def files_like(snapshot: Snapshot, written: str) -> list[str]:
    """Return the files whose paths share the longest suffix with the path `written`, least nested files first.

    The suffix must have at least two parts, unless it is the whole path of the file or all of `written`.
    """
    parts = _parts(written)
    shared = {path: shared_end(path.split("/"), parts) for path in snapshot.files if path.endswith(parts[-1])}
    most = max(shared.values(), default=0)
    found = (
        path
        for path, count in shared.items()
        if count == most and (count >= min(SHARED_PARTS, len(parts)) or count == path.count("/") + 1)
    )
    return sorted(found, key=lambda path: (path.count("/"), path))


def _parts(written: str) -> list[str]:
    return [part for part in written.replace("\\", "/").split("/") if part not in ("", ".", "..")]


def _functions(context: SearchContext, place: MentionedLine, lines: LinesNow) -> list[Unit]:
    """Return the function of a frame: in the file that the frame names, or else wherever its qualified name is defined.

    `lines` holds the lines that the place may mean, keyed by path.

    Of several functions in the file, return those that share the longest end of the name, or the one nearest to the
    line among these. The list is empty if there is no such function.
    """
    if not place.function:
        return []
    named = context.named(place.function[-1])
    shared = {one: shared_end(one.qualname.split("."), place.function) for one in named}
    here = [one for one in named if one.path in lines]
    if here:
        most = max(shared[one] for one in here)
        alike = [one for one in here if shared[one] == most]
        nearest = min(alike, key=lambda one: _distance(context, lines[one.path] or place.line, one))
        return [unit_of(context.snapshot, nearest)]
    most = max(shared.values(), default=0)
    moved = [one for one in named if shared[one] == most] if most >= SHARED_PARTS else []
    units = list(dict.fromkeys(unit_of(context.snapshot, one) for one in moved))  # all overloads are one unit
    return units if len(units) <= MAX_FILES else []


def _distance(context: SearchContext, line: int, one: Definition) -> int:
    """Return how many lines a definition is away from a line that counts from 1; 0 if the line is in it."""
    source, span = context.snapshot.files[one.path].source, context.snapshot.files[one.path].facts.spans[one.index]
    return max(0, source.line_at(span.start) + 1 - line, line - source.line_at(span.end) - 1)


def _at_line(context: SearchContext, lines: LinesNow) -> list[Unit]:
    """Return the units at a line of each file that has such a line."""
    sources = ((path, context.snapshot.files[path].source, line) for path, line in lines.items() if line)
    starts = ((path, source.text_start(line - 1)) for path, source, line in sources if line <= source.line_count)
    return [unit for path, start in starts if (unit := unit_at(context.snapshot, path, start))]
