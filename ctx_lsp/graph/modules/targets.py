"""The places where the members of modules are defined."""

from typing import NamedTuple


class ModuleTarget(NamedTuple):
    """The holder of a module's members: the file at `path`, or the definition in it with the dotted name `within`.

    The name is "" for the file itself. It is resolved as in the code of the file, so it may refer to an import there.
    """

    path: str
    within: str = ""
