"""Recognises places in files that questions name, such as `src/cart.py:42`, and the frames of stack traces.

A trace may come from another version of the code, so the name of a frame's function says more than its line
(`stack_frames`). `mentioned_lines` looks up the places; `written_paths` recognises paths without lines.
"""

import re
from bisect import bisect
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ctx_lsp.retrieval.channels.quoted_lines import code_below
from ctx_lsp.retrieval.channels.stack_frames import function_at
from ctx_lsp.retrieval.channels.written_paths import PATH

MAX_MENTIONS = 100  # maximum number of lines used from one question
MAX_READ = 1_000  # maximum number of lines read in one question; of a stack trace, the last ones may be used

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
    `code` is the line itself, without the blanks around it, if the question quotes it.
    """

    path: str
    line: int
    function: tuple[str, ...] = ()
    code: str = ""


def mentioned_lines(text: str) -> tuple[MentionedLine, ...]:
    """Return the lines that `text` mentions, in order of appearance.

    The order is reversed for a stack trace that ends with its innermost frame, so that this frame comes first. The
    frames of a cause come before those of the exceptions that it caused.
    """
    text = _unescaped(text)
    causes = [match.start() for match in _CAUSE.finditer(text)]
    places = list(_places(text))
    lines_of = islice(_LINE_OF.finditer(text), MAX_READ)
    places += [(match.start(), MentionedLine(match["path"], int(match["line"]))) for match in lines_of]
    places.sort(key=lambda place: (-bisect(causes, place[0]), place[0]))
    found = tuple(dict.fromkeys(line for _, line in places))
    return (found[::-1] if _LAST_CALL_LAST.search(text) else found)[:MAX_MENTIONS]


def _places(text: str) -> Iterator[tuple[int, MentionedLine]]:
    mentions = list(_mentions(text))
    starts = [match.start() for match, _ in mentions] + [len(text)]
    for (match, function), following in zip(mentions, starts[1:], strict=True):
        line = int(match["line"])
        code = code_below(text, *match.span(), line, following)
        yield match.start(), MentionedLine(match["path"], line, function, code)


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
