"""The result type of module resolution: where the members of a module are defined."""

from typing import NamedTuple


class ModuleTarget(NamedTuple):
    """The place of a module's members: the file at `path`, or the definition `within` (a dotted name) in that file.

    `within` is "" for the file itself. It may also be a name that the file imports.
    """

    path: str
    within: str = ""
