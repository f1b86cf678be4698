"""Channel of mentioned lines: code at lines such as `src/cart.py:42` and the frames of a stack trace.

A stack trace may come from another machine, so a path matches the files in the workspace that have the same suffix. It
may come from another version of the code, so the name of a frame's function says more than its line (`stack_frames`).
`channels.files` handles paths without a line number.
"""

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from ctx_lsp.graph.entry import Definition
from ctx_lsp.retrieval.channels.channels import Ranking, shared_end
from ctx_lsp.retrieval.channels.stack_frames import function_at
from ctx_lsp.retrieval.channels.written_paths import PATH
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.retrieval.units import Unit, unit_at, unit_of
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_MENTIONS = 100  # maximum number of lines used from one question
MAX_READ = 1_000  # maximum number of lines read in one question; of a stack trace, the last ones may be used
MAX_FILES = 3  # maximum number of files that a path may match; a path that matches more is ambiguous
SHARED_PARTS = 2  # trailing parts of a long path that a file must share, because every project has a `main` somewhere

# `a/b.py:12`, `File "a/b.py", line 12`, `(Cart.java:12)`, `cart.php(12)`, `Cart.cs:line 12`, `a/b.py#L12`,
# `Cart.pm line 12`, `{file,"cart.erl"},{line,12}`, `line 12 of a/b.py`
_BEFORE_LINE = r"[\"'`]?,? lines? |[\"'`]?:|: ?line |\(| on line |#L|\"\},\{line,"
_MENTION = re.compile(
    rf"(?<![\w@$./\\+-])(?P<path>(?:[A-Za-z]:[\\/])?{PATH})(?:{_BEFORE_LINE})(?P<line>\d{{1,7}})\b(?!\.\d)"
)
_LINE_OF = re.compile(
    rf"\blines? (?P<line>\d{{1,7}})(?: ?[-–] ?\d{{1,7}})? (?:of|in) (?:the file )?[\"'`]?"
    rf"(?P<path>(?:[A-Za-z]:[\\/])?{PATH})(?!\w)"
)
# A trace that is a string of JSON, with `\n` for the ends of lines; in a Windows path, `\n` may begin a name.
_ESCAPED_TRACE = re.compile(r"(?<!:)\\n(?:\\t| {2}|#\d)")
_ESCAPE = re.compile(r"\\([\"\\/nrt])")
_ESCAPED = dict(zip("nrt", "\n\r\t", strict=True))
_LAST_CALL_LAST = re.compile(r"most recent call last|^[^\s:]{1,300}:\d{1,7}: in \w", re.MULTILINE)  # or of pytest
_CAUSE = re.compile(r"^\W{0,9}Caused by: ", re.MULTILINE)


class MentionedLine(NamedTuple):
    """A line of a file that a question mentions. `path` is spelled as in the question, and `line` counts from 1.

    `function` holds the parts of the name of the function there, if the line is that of a frame in a stack trace.
    """

    path: str
    line: int
    function: tuple[str, ...] = ()


def code_at_mentioned_lines(context: SearchContext) -> Ranking:
    """Rank the units at the lines that the question mentions, in the order of `mentioned_lines`."""
    named = mentioned_lines(context.query.text)
    files = {path: files_like(context.snapshot, path) for path in dict.fromkeys(place.path for place in named)}
    found: dict[Unit, float] = {}
    for position, place in enumerate(named):
        context.token.check()
        paths = [path for path in files[place.path] if context.admits is None or context.admits(path)]
        for unit in _functions(context, place, paths) or _at_line(context, place, paths):
            found.setdefault(unit, -float(position))
    return Ranking("place", tuple(found.items()))


def mentioned_lines(text: str) -> tuple[MentionedLine, ...]:
    """Return the lines that `text` mentions, in order of appearance.

    The order is reversed for a stack trace that ends with its innermost frame, so that this frame comes first. The
    frames of a cause come before those of the exceptions that it caused.
    """
    text = _unescaped(text)
    causes = [match.start() for match in _CAUSE.finditer(text)]
    places = [
        (match.start(), MentionedLine(match["path"], int(match["line"]), function))
        for match, function in _mentions(text)
    ]
    lines_of = islice(_LINE_OF.finditer(text), MAX_READ)
    places += [(match.start(), MentionedLine(match["path"], int(match["line"]))) for match in lines_of]
    places.sort(key=lambda place: (-bisect(causes, place[0]), place[0]))
    found = tuple(dict.fromkeys(line for _, line in places))
    return (found[::-1] if _LAST_CALL_LAST.search(text) else found)[:MAX_MENTIONS]


def functions_in_frames(text: str) -> frozenset[str]:
    """Return the names, without qualifiers, of the functions in the frames of a stack trace."""
    return frozenset(one.function[-1] for one in mentioned_lines(text) if one.function)


def without_frames(text: str) -> str:
    """Return `text` without places in files, and with the names of functions alone in place of frames.

    The folders, packages and times beside these names may be those of another machine.
    """
    text = _unescaped(text)
    kept, end = [], 0
    for match, function in _mentions(text):
        start, after = match.span()
        if function:
            line_end = text.find("\n", after)
            start, after = text.rfind("\n", 0, start) + 1, line_end if line_end >= 0 else len(text)
        kept += [text[end:start], *function]
        end = max(end, after)
    return " ".join((*kept, text[end:]))


def _mentions(text: str) -> Iterator[tuple[re.Match[str], tuple[str, ...]]]:
    """Yield the places in a text, each with the parts of the name of its function, if it is that of a frame."""
    end = 0
    for match in islice(_MENTION.finditer(text), MAX_READ):
        yield match, function_at(text, *match.span(), end)
        end = match.end()


def _unescaped(text: str) -> str:
    if not _ESCAPED_TRACE.search(text):
        return text
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text)


def files_like(snapshot: Snapshot, written: str) -> list[str]:
    """Return the files whose paths share the longest suffix with the path `written`, least nested files first.

    The suffix must have at least two parts, unless it is the whole path of the file or all of `written`. If more than
    `MAX_FILES` files match, only those count whose whole path is the suffix.
    """
    parts = [part for part in written.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    shared = {path: shared_end(path.split("/"), parts) for path in snapshot.files if path.endswith(parts[-1])}
    most = max(shared.values(), default=0)
    found = [
        path
        for path, count in shared.items()
        if count == most and (count >= min(SHARED_PARTS, len(parts)) or count == path.count("/") + 1)
    ]
    if len(found) > MAX_FILES:  # such as each `src/main.rs` of many packages
        found = [path for path in found if path.count("/") < most]
    return sorted(found, key=lambda path: (path.count("/"), path)) if len(found) <= MAX_FILES else []


def _functions(context: SearchContext, place: MentionedLine, paths: Sequence[str]) -> list[Unit]:
    """Return the function of a frame: in the file that the frame names, or else wherever its qualified name is defined.

    Of several functions in the file, return those that share the longest end of the name, or the one nearest to the
    line among these. The list is empty if there is no such function.
    """
    if not place.function:
        return []
    named = context.named(place.function[-1])
    shared = {one: shared_end(one.qualname.split("."), place.function) for one in named}
    here = [one for one in named if one.path in paths]
    if here:
        most = max(shared[one] for one in here)
        alike = [one for one in here if shared[one] == most]
        return [unit_of(context.snapshot, min(alike, key=partial(_distance, context, place.line)))]
    most = max(shared.values(), default=0)
    moved = [one for one in named if shared[one] == most] if most >= SHARED_PARTS else []
    return [unit_of(context.snapshot, one) for one in moved] if len(moved) <= MAX_FILES else []


def _distance(context: SearchContext, line: int, one: Definition) -> int:
    """Return how many lines a definition is away from a line that counts from 1; 0 if the line is in it."""
    source, span = context.snapshot.files[one.path].source, context.snapshot.files[one.path].facts.spans[one.index]
    return max(0, source.line_at(span.start) + 1 - line, line - source.line_at(span.end) - 1)


def _at_line(context: SearchContext, place: MentionedLine, paths: Sequence[str]) -> list[Unit]:
    """Return the units at a line of the files that have such a line."""
    sources = ((path, context.snapshot.files[path].source) for path in paths)
    starts = (
        (path, source.text_start(place.line - 1)) for path, source in sources if 0 < place.line <= source.line_count
    )
    return [unit for path, start in starts if (unit := unit_at(context.snapshot, path, start))]
