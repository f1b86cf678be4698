"""A text under many consecutive edits. It handles byte columns only; UTF-16 columns are converted elsewhere.

The text is kept as a list of lines, because positions name a line: an edit touches only its own lines and moves the
references behind them, whatever the size of the text. Offsets and line tables are computed once, from the result.
"""

TextPosition = tuple[int, int]  # a line, and the byte column at which a character begins


class EditedText:
    """A valid UTF-8 text under edits. Each edit refers to the text left by the edit before."""

    def __init__(self, data: bytes) -> None:
        self._lines = _lines_to_the_end(data)  # each with its line end, except the last, which has none

    @property
    def data(self) -> bytes:
        """The whole text."""
        return b"".join(self._lines)

    def line(self, number: int) -> bytes:
        """Return a line without its line end; lines past the end are empty."""
        return self._lines[number].rstrip(b"\r\n") if number < len(self._lines) else b""

    def replace(self, start: TextPosition, end: TextPosition, text: bytes) -> None:
        """Replace the text between two positions by `text`.

        A position past the last line is the end of the text; an `end` before `start` is `start`. Columns must not be
        past the end of their line, its line end left out.
        """
        lines = self._lines
        first, column = self._inside(start)
        last, end_column = max((first, column), self._inside(end))
        new = lines[first][:column] + text + lines[last][end_column:]
        if first and lines[first - 1].endswith(b"\r"):  # an inserted line feed would complete this line end
            first -= 1
            new = lines[first] + new
        is_last = last + 1 == len(lines)
        lines[first : last + 1] = _lines_to_the_end(new) if is_last else new.splitlines(keepends=True)

    def _inside(self, place: TextPosition) -> TextPosition:
        return min(place, (len(self._lines) - 1, len(self._lines[-1])))


def _lines_to_the_end(data: bytes) -> list[bytes]:
    """Split the end of a text into lines. A line end at the very end opens one more, empty line."""
    lines = data.splitlines(keepends=True)
    return [*lines, b""] if not lines or lines[-1].endswith((b"\r", b"\n")) else lines
