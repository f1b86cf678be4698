"""The result type of module resolution: where the members of a module are defined."""

from typing import NamedTuple


class ModuleTarget(NamedTuple):
    """The file at `path`, or the definition with the dotted name `within` in that file, that holds a module's members.

    `within` is "" for the file itself. The name is resolved like one in the file's own code, so it may be an import.
    """

    path: str
    within: str = ""
