"""Looks up what commits contained, to prove that a statement was true before.

Without this proof, a name that no code contains may just as well belong to a library. `workspace` implements
`FormerLookup`.
"""

from typing import NamedTuple, Protocol


class FormerPlace(NamedTuple):
    """A file that still defined a name, or still had a path, `days` days before the newest commit."""

    path: str
    days: int


class FormerLookup(Protocol):
    """A lookup of texts in commits, and of names and paths that the newest commit does not contain any more."""

    def name(self, name: str) -> FormerPlace | None:
        """Return the source file that was the last to define a name, or None."""

    def path(self, path: str) -> FormerPlace | None:
        """Return the last file that was at or below a workspace path, or None."""

    def path_ending(self, path: str) -> FormerPlace | None:
        """Return the last file whose path ended with all parts of `path`, or None."""

    def is_committed(self, path: str, text: str) -> bool | None:
        """Return whether the file at a workspace path contains `text` in the newest commit; None if git fails."""

    def definition_with(self, path: str, name: str, word: str) -> FormerPlace | None:
        """Return the file at `path` in the last commit in which its definition of `name` contained `word`, or None.

        If `name` is empty, the whole file counts.
        """


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

    def is_committed(self, _path: str, _text: str, /) -> bool | None:
        """Return False."""
        return False

    def definition_with(self, _path: str, _name: str, _word: str, /) -> FormerPlace | None:
        """Return None."""
        return None
