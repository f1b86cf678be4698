"""Where the members of a module are."""

from typing import NamedTuple


class ModulePlace(NamedTuple):
    """A file, and the dotted name in it (`within`) of what holds the members; "" where it is the file itself.

    The name is to be looked up as it is known in that file, so it may lead on to what the file imports.
    """

    path: str
    within: str = ""
