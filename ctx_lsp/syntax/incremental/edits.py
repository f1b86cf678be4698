"""What one text has that an older one has not: a single span of bytes. Trees and meanings are elsewhere."""

from typing import NamedTuple


class Edit(NamedTuple):
    """The bytes `start`–`old_end` of the old text became `start`–`new_end` of the new one; all around them is equal."""

    start: int
    old_end: int
    new_end: int

    @property
    def growth(self) -> int:
        """By how much what follows has moved."""
        return self.new_end - self.old_end

    def moved(self, offset: int) -> int:
        """Where `offset` of the old text, which must not lie inside the edit, is in the new one."""
        return offset + self.growth if offset >= self.old_end and offset > self.start else offset

    def around(self, start: int, end: int) -> "Edit":
        """This edit, grown to hold `start`–`end` of the new text."""
        new_end = max(self.new_end, end)
        return Edit(min(self.start, start), new_end - self.growth, new_end)


def find_edit(old: bytes, new: bytes) -> Edit:
    """Return the shortest edit that makes `new` of `old`."""
    shorter = min(len(old), len(new))
    start = _common(old, new, shorter)
    rest = shorter - start
    tail = _common(old[len(old) - rest :][::-1], new[len(new) - rest :][::-1], rest)
    return Edit(start, len(old) - tail, len(new) - tail)


def _common(left: bytes, right: bytes, longest: int) -> int:
    """The length of the longest common beginning, at most `longest`: by halves, for slices compare at full speed."""
    known, differs = 0, longest + 1
    while differs - known > 1:
        middle = (known + differs) // 2
        if left[known:middle] == right[known:middle]:
            known = middle
        else:
            differs = middle
    return known
