"""Questions about marked places in small workspaces: a workspace as text, with `«` and `»` around names.

Answers come back as text as well: `path:line:name`, lines counted from 1.
"""

import re
from dataclasses import dataclass

from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.roots import Roots
from ctx_lsp.workspace import DefinitionLocation, NameAtPosition, Relations
from tests.workspaces import files_of, snapshot_of

_MARK = re.compile("«([^»]*)»")


@dataclass(frozen=True, slots=True)
class Asked:
    """A workspace and its marked places in order: path, offset."""

    snapshot: Snapshot
    relations: Relations
    marks: tuple[tuple[str, int], ...]

    def pointed(self, mark: int = 0) -> NameAtPosition:
        """The name at a mark, which must exist."""
        pointed = self.relations.name_at(*self.marks[mark])
        assert pointed is not None
        return pointed

    def shown(self, spots: tuple[DefinitionLocation, ...]) -> list[str]:
        """Locations as text."""
        return [self.at(spot.path, spot.name_start, spot.name_end) for spot in spots]

    def at(self, path: str, start: int, end: int) -> str:
        """A location as text."""
        source = self.snapshot.files[path].source
        return f"{path}:{source.line_at(start) + 1}:{source.slice(start, end)}"


def relations_of(snapshot: Snapshot) -> Relations:
    """The relations of a snapshot without a folder."""
    return Relations(snapshot, Roots())


def ask(text: str) -> Asked:
    """Read a workspace with marks."""
    marks = [
        (path, len(marked[: match.start()].replace("«", "").replace("»", "").encode()))
        for path, source in files_of(text).items()
        for marked in [source.data.decode()]
        for match in _MARK.finditer(marked)
    ]
    snapshot = snapshot_of(_MARK.sub(r"\1", text))
    return Asked(snapshot, relations_of(snapshot), tuple(marks))
