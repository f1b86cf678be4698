"""A text that receives many consecutive edits. Columns count bytes; UTF-16 columns are converted elsewhere.

The text is stored as a list of lines, so an edit changes only the lines that it touches and shifts the list entries
after them. Offsets and line tables are computed only once, from the final text.
"""

TextPosition = tuple[int, int]  # a line, and the byte column at which a character begins


class EditedText:
    """A valid UTF-8 text that receives edits. Each edit refers to the text left by the previous edit."""

    def __init__(self, data: bytes) -> None:
        self._lines = _lines_to_the_end(data)  # all lines have their line ending, except the last line, which has none

    @property
    def data(self) -> bytes:
        """The whole text."""
        return b"".join(self._lines)

    def line(self, number: int) -> bytes:
        """Return a line without its line ending; lines past the end of the text are empty."""
        return self._lines[number].rstrip(b"\r\n") if number < len(self._lines) else b""

    def replace(self, start: TextPosition, end: TextPosition, text: bytes) -> None:
        """Replace the text between two positions with `text`.

        A position past the last line means the end of the text, and an `end` before `start` is replaced with
        `start`. A column must not be greater than the length of its line without the line ending.
        """
        lines = self._lines
        first, column = self._inside(start)
        last, end_column = max((first, column), self._inside(end))
        new = lines[first][:column] + text + lines[last][end_column:]
        if first and lines[first - 1].endswith(b"\r"):  # an inserted line feed would become part of this line ending
            first -= 1
            new = lines[first] + new
        is_last = last + 1 == len(lines)
        lines[first : last + 1] = _lines_to_the_end(new) if is_last else new.splitlines(keepends=True)

    def _inside(self, place: TextPosition) -> TextPosition:
        return min(place, (len(self._lines) - 1, len(self._lines[-1])))


def _lines_to_the_end(data: bytes) -> list[bytes]:
    """Split the end of a text into lines; the last one is empty if the text is empty or ends with a line ending."""
    lines = data.splitlines(keepends=True)
    return [*lines, b""] if not lines or lines[-1].endswith((b"\r", b"\n")) else lines
