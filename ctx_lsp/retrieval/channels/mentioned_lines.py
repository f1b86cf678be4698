"""Channel of mentioned lines: code at lines such as `src/cart.py:42` and the frames of a stack trace.

A stack trace may come from another machine, so a path matches the files in the workspace that have the same suffix.
`channels.files` handles paths without a line number.
"""

import re
from typing import NamedTuple

from ctx_lsp.retrieval.channels.channels import Ranking, shared_end
from ctx_lsp.retrieval.channels.written_paths import PATH
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.retrieval.units import Unit, unit_at
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_MENTIONS = 100  # maximum number of lines used from one question
MAX_FILES = 3  # maximum number of files that a path may match; a path that matches more is ambiguous
SHARED_PARTS = 2  # trailing parts of a long path that a file must share, because every project has a `main` somewhere

# `a/b.py:12`, `File "a/b.py", line 12`, `(Cart.java:12)`, `cart.php(12)`, `Cart.cs:line 12`, `a/b.py#L12`
_MENTION = re.compile(
    rf"(?<![\w@$./\\+-])(?P<path>(?:[A-Za-z]:[\\/])?{PATH})"
    r"(?:\"?, line |:line |:|\(| on line |#L)(?P<line>\d{1,7})\b"
)
_LAST_CALL_LAST = "most recent call last"


class MentionedLine(NamedTuple):
    """A line of a file that a question mentions. `path` is spelled as in the question, and `line` counts from 1."""

    path: str
    line: int


def code_at_mentioned_lines(context: SearchContext) -> Ranking:
    """Rank the units at the lines that the question mentions, in the order of `mentioned_lines`."""
    named = mentioned_lines(context.query.text)
    files = {path: files_like(context.snapshot, path) for path in dict.fromkeys(place.path for place in named)}
    found: dict[Unit, float] = {}
    for position, place in enumerate(named):
        context.token.check()
        for path in files[place.path]:
            unit = _unit(context, path, place.line)
            if unit is not None:
                found.setdefault(unit, -float(position))
    return Ranking("place", tuple(found.items()))


def mentioned_lines(text: str) -> tuple[MentionedLine, ...]:
    """Return the lines that `text` mentions, in order of appearance.

    The order is reversed for a stack trace that ends with its innermost frame, so that this frame comes first.
    """
    found = tuple(dict.fromkeys(MentionedLine(match["path"], int(match["line"])) for match in _MENTION.finditer(text)))
    return (found[::-1] if _LAST_CALL_LAST in text else found)[:MAX_MENTIONS]


def files_like(snapshot: Snapshot, written: str) -> list[str]:
    """Return the files whose paths share the longest suffix with the path `written`, least nested files first.

    The suffix must have at least two parts, unless it is the whole path of the file or all of `written`. The list is
    empty if more than `MAX_FILES` files match.
    """
    parts = [part for part in written.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    shared = {path: shared_end(path.split("/"), parts) for path in snapshot.files if path.endswith(parts[-1])}
    most = max(shared.values(), default=0)
    found = [
        path
        for path, count in shared.items()
        if count == most and (count >= min(SHARED_PARTS, len(parts)) or count == path.count("/") + 1)
    ]
    return sorted(found, key=lambda path: (path.count("/"), path)) if len(found) <= MAX_FILES else []


def _unit(context: SearchContext, path: str, line: int) -> Unit | None:
    """Return the unit at a line, or None if the file is excluded, has no such line, or has no unit there."""
    source = context.snapshot.files[path].source
    if not 0 < line <= source.line_count or (context.admits is not None and not context.admits(path)):
        return None
    return unit_at(context.snapshot, path, source.text_start(line - 1))
