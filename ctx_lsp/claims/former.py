"""What the code had once: the seam to the history of a workspace, which proves that a missing name is gone.

A name that no code has is otherwise foreign as likely as not.
"""

from typing import NamedTuple, Protocol


class FormerPlace(NamedTuple):
    """A file that defined a name or was at a path, and the age in days of the commit that shows it."""

    path: str
    days: int


class FormerLookup(Protocol):
    """Look-ups in what earlier commits had and the newest one lacks."""

    def name(self, name: str) -> FormerPlace | None:
        """Return the last file of the sources that defined a name, or None."""

    def path(self, path: str) -> FormerPlace | None:
        """Return the last file at or below a workspace path, or None."""

    def path_ending(self, path: str) -> FormerPlace | None:
        """Return the last file whose path ended with these parts, or None."""


class NoFormerCode:
    """The history of a workspace without one."""

    def name(self, _name: str, /) -> FormerPlace | None:
        """Return None."""
        return None

    def path(self, _path: str, /) -> FormerPlace | None:
        """Return None."""
        return None

    def path_ending(self, _path: str, /) -> FormerPlace | None:
        """Return None."""
        return None
