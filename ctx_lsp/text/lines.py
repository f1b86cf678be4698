"""Line numbers for people and compilers: counted from 1, both ends inclusive. Elsewhere, lines count from zero."""

from ctx_lsp.text.source import SourceText


def line_numbers(source: SourceText | None, start: int, end: int) -> tuple[int, int]:
    """Return the first and last line of the bytes from `start` to `end`; (0, 0) if the text is unknown.

    A line ending at the end of the range does not start another line.
    """
    if source is None:
        return 0, 0
    return source.line_at(start) + 1, source.line_at(max(start, end - 1)) + 1
