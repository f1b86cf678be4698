"""Line numbers as people and compilers write them: from 1, both ends inclusive. Everything else counts from zero."""

from ctx_lsp.text.source import SourceText


def line_numbers(source: SourceText | None, start: int, end: int) -> tuple[int, int]:
    """First and last line of the bytes from `start` to `end`; an unknown text has the lines 0 to 0.

    A line end that closes the range does not open another line.
    """
    if source is None:
        return 0, 0
    return source.line_at(start) + 1, source.line_at(max(start, end - 1)) + 1
