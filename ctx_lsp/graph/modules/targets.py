"""The places of the members of modules."""

from typing import NamedTuple


class ModuleTarget(NamedTuple):
    """A file, and the dotted name of the definition in it that holds the members (`within`; "": the file itself).

    The name is resolved as in the code of the file, so it may refer to an import of the file.
    """

    path: str
    within: str = ""
