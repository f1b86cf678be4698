"""A text that receives many consecutive edits. Columns count bytes; UTF-16 columns are converted elsewhere.

The text is kept as a list of lines, because positions name a line: an edit touches only its own lines and shifts the
list entries after them, whatever the size of the text. Offsets and line tables are computed once, from the final text.
"""

TextPosition = tuple[int, int]  # a line, and the byte column at which a character begins


class EditedText:
    """A valid UTF-8 text that receives edits. Each edit refers to the text left by the previous edit."""

    def __init__(self, data: bytes) -> None:
        self._lines = _lines_to_the_end(data)  # each with its line ending, except the last line, which has none

    @property
    def data(self) -> bytes:
        """The whole text."""
        return b"".join(self._lines)

    def line(self, number: int) -> bytes:
        """Return a line without its line ending; a line past the end is empty."""
        return self._lines[number].rstrip(b"\r\n") if number < len(self._lines) else b""

    def replace(self, start: TextPosition, end: TextPosition, text: bytes) -> None:
        """Replace the text between two positions with `text`.

        A position past the last line means the end of the text; an `end` before `start` means `start`. A column must
        not lie past the end of its line, not counting the line ending.
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
    """Split the last part of a text into lines. A line ending at the very end starts one more, empty line."""
    lines = data.splitlines(keepends=True)
    return [*lines, b""] if not lines or lines[-1].endswith((b"\r", b"\n")) else lines
