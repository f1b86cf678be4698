"""A text that is edited many times in a row. Where the edits come from, and UTF-16 columns, are not known here.

It is kept as a list of lines, because a place is named by its line: an edit touches the lines that it is in and moves
the references to those behind, whatever the text's size. Offsets and line tables are made once, of the result.
"""

TextPosition = tuple[int, int]  # a line, and a byte column that begins a character of it


class EditedText:
    """A text (valid UTF-8) under edits. Every edit refers to the text that the one before has left."""

    def __init__(self, data: bytes) -> None:
        self._lines = _lines_to_the_end(data)  # each with its line end; the last one has none

    @property
    def data(self) -> bytes:
        """The whole text."""
        return b"".join(self._lines)

    def line(self, number: int) -> bytes:
        """A line without its line end; lines past the end are empty."""
        return self._lines[number].rstrip(b"\r\n") if number < len(self._lines) else b""

    def replace(self, start: TextPosition, end: TextPosition, text: bytes) -> None:
        """Put `text` in the place of what is there; past the last line is the end, an `end` before `start` is `start`.

        Columns are none past the end of their line, the line end left out.
        """
        lines = self._lines
        first, column = self._inside(start)
        last, end_column = max((first, column), self._inside(end))
        new = lines[first][:column] + text + lines[last][end_column:]
        if first and lines[first - 1].endswith(b"\r"):  # with a line feed behind it, it is one line end
            first -= 1
            new = lines[first] + new
        is_last = last + 1 == len(lines)
        lines[first : last + 1] = _lines_to_the_end(new) if is_last else new.splitlines(keepends=True)

    def _inside(self, place: TextPosition) -> TextPosition:
        return min(place, (len(self._lines) - 1, len(self._lines[-1])))


def _lines_to_the_end(data: bytes) -> list[bytes]:
    """The lines of the end of a text: a line end there opens one more, empty line."""
    lines = data.splitlines(keepends=True)
    return [*lines, b""] if not lines or lines[-1].endswith((b"\r", b"\n")) else lines
