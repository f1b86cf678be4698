"""Converts byte ranges to line numbers that count from 1, as people and compilers do. `SourceText` counts from 0."""

from ctx_lsp.text.source import SourceText


def line_numbers(source: SourceText | None, start: int, end: int) -> tuple[int, int]:
    """Return the numbers (from 1) of the first and the last line of the bytes from `start` to `end`.

    If the range ends with a line ending, the line after it is not counted. If the text is unknown, return (0, 0).
    """
    if source is None:
        return 0, 0
    return source.line_at(start) + 1, source.line_at(max(start, end - 1)) + 1
