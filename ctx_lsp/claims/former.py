"""Looks up names and paths that earlier commits contained, to prove that a missing name was removed.

Without this proof, a name that no code contains may just as well belong to a library. `workspace` implements
`FormerLookup`.
"""

from typing import NamedTuple, Protocol


class FormerPlace(NamedTuple):
    """A file that still defined a name, or still had a path, `days` days before the newest commit."""

    path: str
    days: int


class FormerLookup(Protocol):
    """A lookup of names and paths that earlier commits contained but the newest commit does not contain."""

    def name(self, name: str) -> FormerPlace | None:
        """Return the source file that was the last to define a name, or None."""

    def path(self, path: str) -> FormerPlace | None:
        """Return the last file that was at or below a workspace path, or None."""

    def path_ending(self, path: str) -> FormerPlace | None:
        """Return the last file whose path ended with all parts of `path`, or None."""


class NoFormerCode:
    """The `FormerLookup` of a workspace without a history. It finds nothing."""

    def name(self, _name: str, /) -> FormerPlace | None:
        """Return None."""
        return None

    def path(self, _path: str, /) -> FormerPlace | None:
        """Return None."""
        return None

    def path_ending(self, _path: str, /) -> FormerPlace | None:
        """Return None."""
        return None
