"""The histories of all folders of a workspace, looked up by workspace path.

Other packages use `Histories.touches` to find out when a file changed, and `Histories.partners` to find out which other
files changed with it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ctx_lsp.history.co_change import CoChange, partners
from ctx_lsp.history.log import History, Touch
from ctx_lsp.text.roots import Root, Roots


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A file in the history of its folder: the root, its history, and the path relative to the root."""

    root: Root
    history: History
    path: str


@dataclass(frozen=True, slots=True, eq=False)
class Histories:
    """The immutable histories of the workspace's folders. A folder outside every repository has none.

    `unread` has the folders whose histories have not been read yet.
    """

    roots: Roots = field(default_factory=Roots)
    by_folder: Mapping[Path, History] = field(default_factory=dict)
    unread: tuple[Root, ...] = ()

    def locate(self, path: str) -> Located | None:
        """Return a file's history, with its root and its path relative to the root; None if there is no history."""
        found = self.roots.locate(path)
        history = self.by_folder.get(found[0].directory) if found else None
        return Located(found[0], history, found[1]) if found and history else None

    def touches(self, path: str) -> list[Touch]:
        """Return the commits that touched the file at a workspace path, newest first, without very large commits."""
        located = self.locate(path)
        return located.history.touches(located.path) if located else []

    def days_idle(self, path: str) -> float:
        """Return how many days before the newest commit a file was last touched; 0 if no commit is known."""
        located = self.locate(path)
        return located.history.days_idle(located.path) if located else 0.0

    @property
    def tips(self) -> tuple[str, ...]:
        """The newest commit of each folder. They identify the histories."""
        return tuple(one.tip for one in self.by_folder.values())

    def partners(self, path: str) -> list[CoChange]:
        """Return the files (workspace paths) that changed together with the file `path`, by descending confidence."""
        located = self.locate(path)
        if located is None:
            return []
        return [one.moved(located.root.prefix) for one in partners(located.history, located.path)]
