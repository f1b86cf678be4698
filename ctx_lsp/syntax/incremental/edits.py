"""The difference between two versions of a text, as a single byte range. Trees and queries are not compared here."""

from typing import NamedTuple


class Edit(NamedTuple):
    """A replacement of the bytes `start`–`old_end` in the old text with the bytes `start`–`new_end` of the new text.

    Outside these ranges, the texts are equal.
    """

    start: int
    old_end: int
    new_end: int

    @property
    def growth(self) -> int:
        """The number of bytes by which the text after the edit has moved."""
        return self.new_end - self.old_end

    def moved(self, offset: int) -> int:
        """Convert an offset in the old text to an offset in the new text. The offset must not be inside the edit."""
        return offset + self.growth if offset >= self.old_end and offset > self.start else offset

    def around(self, start: int, end: int) -> "Edit":
        """Return this edit, extended to include `start`–`end` of the new text."""
        new_end = max(self.new_end, end)
        return Edit(min(self.start, start), new_end - self.growth, new_end)


def find_edit(old: bytes, new: bytes) -> Edit:
    """Return the shortest edit that turns `old` into `new`."""
    shorter = min(len(old), len(new))
    start = _common(old, new, shorter)
    rest = shorter - start
    tail = _common(old[len(old) - rest :][::-1], new[len(new) - rest :][::-1], rest)
    return Edit(start, len(old) - tail, len(new) - tail)


def _common(left: bytes, right: bytes, longest: int) -> int:
    """Return the length of the common prefix, at most `longest`.

    Uses binary search, because comparing slices is faster than comparing bytes one by one.
    """
    known, differs = 0, longest + 1
    while differs - known > 1:
        middle = (known + differs) // 2
        if left[known:middle] == right[known:middle]:
            known = middle
        else:
            differs = middle
    return known
